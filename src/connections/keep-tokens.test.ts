import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { connections as connectionsTable, consentStates } from './tables.ts'
import { openConnections } from './testing/open-connections.ts'
import { createScene } from './testing/scene.ts'

let database: OpenDatabase
let scene: Awaited<ReturnType<typeof createScene>>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  scene = await createScene(database)
})

describe('tokens', () => {
  test('are refreshed before they run out', async () => {
    await scene.connect()
    scene.clock.advance(3600 - 61)
    await scene.readYears()
    expect(scene.far.state.refreshes).toBe(0)
    scene.clock.advance(2)
    await scene.readYears()
    await scene.readYears()
    expect(scene.far.state.refreshes).toBe(1)
    expect(await scene.readRow()).toMatchObject({ refreshedAt: scene.clock.now(), refreshingUntil: null })
  })
  test('that are good for less than a minute are used for most of it', async () => {
    scene.far.state.lifeSeconds = 20
    await scene.connect()
    scene.clock.advance(13)
    await scene.readYears()
    expect(scene.far.state.refreshes).toBe(0)
    scene.clock.advance(1)
    await Promise.all(Array.from({ length: 20 }, () => scene.readYears()))
    expect(scene.far.state.refreshes).toBe(1)
  })
  test('are refreshed when refused though they should be good', async () => {
    await scene.connect()
    scene.far.state.revokeAccess()
    expect(await scene.readYears()).toHaveLength(1)
    expect(scene.far.state.refreshes).toBe(1)
  })
  test('are refreshed once for 50 calls at once in two processes', async () => {
    const { connection } = await scene.connect()
    const other = openConnections({ database, clock: scene.clock, connector: scene.far.connector })
    scene.clock.advance(7200)
    const sessions = [
      await scene.near.connections.openSession(scene.companyId, connection.id),
      await other.connections.openSession(scene.companyId, connection.id),
    ]
    await Promise.all(Array.from({ length: 50 }, (_, index) => sessions[index % 2]!.listFinancialYears()))
    expect(scene.far.state.refreshes).toBe(1)
  })
  test('are refreshed by somebody else when the one who was at it died', async () => {
    await scene.connect()
    scene.clock.advance(7200)
    const refreshingUntil = new Date(Date.now() + 400)
    await database.db
      .update(connectionsTable)
      .set({ refreshingUntil })
      .where(eq(connectionsTable.companyId, scene.companyId))
    await scene.readYears()
    expect(Date.now()).toBeGreaterThanOrEqual(refreshingUntil.getTime())
    expect(scene.far.state.refreshes).toBe(1)
  })
  test('that could not be refreshed for an outage are tried again by the next call', async () => {
    await scene.connect()
    scene.clock.advance(7200)
    scene.far.state.isDown = true
    await expect(scene.readYears()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
    scene.far.state.isDown = false
    expect(await scene.readYears()).toHaveLength(1)
  })
  test('refused since too many were asked for are waited for as in any outage: no pace makes anybody wait for them', async () => {
    await scene.connect()
    scene.clock.advance(7200)
    scene.far.state.isDown = 'busy'
    await expect(scene.readYears()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
    scene.far.state.isDown = false
    expect(await scene.readYears()).toHaveLength(1)
  })
  test('refused for a wrong client secret refuse nothing they were wanted for', async () => {
    await scene.connect()
    scene.clock.advance(7200)
    scene.far.state.isSecretWrong = true
    await expect(scene.readYears()).rejects.toMatchObject({
      ...{ kind: 'unavailable', retry: 'safe', serviceCode: 'invalid_client' },
    })
    scene.far.state.isSecretWrong = false
    expect(await scene.readYears()).toHaveLength(1)
  })
  test('that are refused for good end the connection, and the company is told once', async () => {
    const { connection } = await scene.connect()
    scene.far.revokeAll()
    const sessions = await Promise.all(
      [1, 2, 3].map(() => scene.near.connections.openSession(scene.companyId, connection.id)),
    )
    const thrown = await Promise.allSettled(sessions.map((session) => session.listFinancialYears()))
    expect(thrown.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(Array(3).fill('connection-lost'))
    expect(await scene.readStatus()).toMatchObject({
      connection: { state: 'disconnected', lostReason: 'invalid_grant' },
    })
    expect(await scene.listActivities()).toEqual(['success connection-made', 'error connection-lost'])
    await expect(scene.near.connections.openSession(scene.companyId, connection.id)).rejects.toMatchObject({
      code: 'connection-lost',
      params: { name: 'Fortnox' },
    })
    expect((await scene.connect()).connection).toMatchObject({ id: connection.id, state: 'connected' })
  })
  test('refused to one whose lease ran out do not end a connection that somebody else refreshed', async () => {
    await scene.connect()
    scene.clock.advance(7200)
    const { connector } = scene.far
    const refresh = connector.refreshTokens
    const slow = {
      ...connector,
      refreshTokens: async (token: string) => {
        // Meanwhile another process, seeing the lease run out, spends the same refresh token.
        await database.db
          .update(connectionsTable)
          .set({ refreshingUntil: null })
          .where(eq(connectionsTable.companyId, scene.companyId))
        await scene.readYears()
        return refresh(token)
      },
    }
    const late = openConnections({ database, clock: scene.clock, connector: slow })
    expect(await scene.readYears(late.connections)).toHaveLength(1)
    expect((await scene.readRow()).state).toBe('connected')
    expect(await scene.listActivities()).toEqual(['success connection-made'])
  })
})

describe('keeping alive', () => {
  const run = async () => {
    const job = scene.near.connections.jobs.handlers.find(
      (handler) => handler.definition.name === 'connections.keep-alive',
    )!
    await job.run({}, new AbortController().signal)
  }
  test('refreshes what has not been refreshed for six days, and nothing else', async () => {
    await scene.connect()
    scene.clock.advance(5 * 86_400)
    await run()
    expect(scene.far.state.refreshes).toBe(0)
    scene.clock.advance(86_400 + 1)
    await run()
    await run()
    expect(scene.far.state.refreshes).toBe(1)
  })
  test('of one company does not stop at another that is lost', async () => {
    const lost = (await scene.connect()).connection
    scene.far.revokeAll()
    const kept = (await scene.connect(newId())).connection
    scene.clock.advance(7 * 86_400)
    await run()
    expect(await scene.findConnection(lost.companyId)).toMatchObject({ state: 'disconnected' })
    expect(await scene.findConnection(kept.companyId)).toMatchObject({ state: 'connected' })
    expect(scene.far.state.refreshes).toBe(2)
  })
  test('clears away consents that nobody finished', async () => {
    const { state } = await scene.startConsent()
    scene.clock.advance(601)
    await run()
    expect(await database.db.select().from(consentStates).where(eq(consentStates.state, state))).toEqual([])
  })
})
