import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { connections as connectionsTable, consentStates } from './tables.ts'
import { createTestClock, openConnections, publicUrl } from './testing/open-connections.ts'
import { createScriptedConnector } from './testing/scripted-connector.ts'

let database: OpenDatabase
let companyId: string
let clock: ReturnType<typeof createTestClock>
let far: ReturnType<typeof createScriptedConnector>
let near: ReturnType<typeof openConnections>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(connectionsTable)
  companyId = newId()
  clock = createTestClock()
  far = createScriptedConnector(() => clock.now().getTime())
  near = openConnections({ database, clock, connector: far.connector })
})

async function startConsent(company = companyId) {
  const { body, headers } = await near.as(company).send('POST', '/connectors/fortnox/authorize')
  return {
    state: new URL(body.url).searchParams.get('state') ?? '',
    url: new URL(body.url),
    cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}
const callBack = async (query: Record<string, string>, headers = {}) => {
  const answer = await near
    .as(null)
    .send('GET', `/connectors/fortnox/callback?${new URLSearchParams(query)}`, undefined, headers)
  expect(answer.status).toBe(302)
  const location = answer.headers.get('location') ?? ''
  expect(location.startsWith(`${publicUrl}/app/connectors?`)).toBe(true)
  return Object.fromEntries(new URL(location).searchParams)
}
let codes = 0
async function connect() {
  const told = await callBack({ code: `code-${codes++}`, state: (await startConsent()).state })
  return { told, connection: (await near.connections.findConnection(companyId))! }
}
const activities = () =>
  withCompany(database.db, companyId, async (tx) =>
    (await tx.select().from(events).orderBy(events.at, events.id)).map((event) => `${event.type} ${event.activity}`),
  )
const row = async () =>
  (await database.db.select().from(connectionsTable).where(eq(connectionsTable.companyId, companyId)))[0]!
const status = async () => (await near.as(companyId).send('GET', '/connectors')).body.items[0]
const readYears = async (connections = near.connections) => {
  const { id } = (await connections.findConnection(companyId))!
  return (await connections.openSession(companyId, id)).listFinancialYears()
}

describe('connecting', () => {
  test('sends the person to the other side and back, and tells who connected what', async () => {
    const { url } = await startConsent()
    expect(url.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/v1/connectors/fortnox/callback`)
    expect((await connect()).told).toEqual({ connected: 'fortnox' })
    expect(await status()).toMatchObject({
      displayName: 'Fortnox',
      isSandbox: false,
      connection: {
        state: 'connected',
        tenantId: '1001',
        tenantName: 'Bolag 1001',
        connectedBy: 'Karin Ekdahl',
        lostReason: null,
      },
    })
    expect(await activities()).toEqual(['success connection-made'])
    expect(await readYears()).toHaveLength(1)
  })

  test('keeps tokens sealed, bound to their connection', async () => {
    await connect()
    const { accessToken, refreshToken } = await row()
    expect(`${accessToken}${refreshToken}`).not.toMatch(/access-|refresh-/)
    await database.db
      .update(connectionsTable)
      .set({ accessToken: refreshToken, refreshToken: accessToken, id: newId() })
      .where(eq(connectionsTable.companyId, companyId))
    await expect(readYears()).rejects.toThrow()
  })

  test('queues the first reading of registers, and of whatever listens', async () => {
    const heard: unknown[] = []
    near.connections.onConnected(async (_tx, connection) => void heard.push(connection))
    const { connection } = await connect()
    expect(near.queued).toMatchObject([
      { name: 'connections.read-registers', payload: { companyId, connectionId: connection.id } },
    ])
    expect(heard).toEqual([{ companyId, connectionId: connection.id }])
  })

  test('takes a state once', async () => {
    const { state } = await startConsent()
    expect(await callBack({ code: 'once-a', state })).toEqual({ connected: 'fortnox' })
    expect(await callBack({ code: 'once-b', state })).toMatchObject({ error: 'consent-expired' })
  })
  test('takes a state for ten minutes', async () => {
    const { state } = await startConsent()
    clock.advance(600)
    expect(await callBack({ code: 'late', state })).toMatchObject({ error: 'consent-expired' })
  })
  test('takes a state for the connector it was made for only', async () => {
    const { state } = await startConsent()
    await database.db.update(consentStates).set({ connectorId: 'other' }).where(eq(consentStates.state, state))
    expect(await callBack({ code: 'x', state })).toMatchObject({ error: 'consent-expired' })
  })
  test('takes no state that was made up', async () => {
    expect(await callBack({ code: 'x', state: 'made-up' })).toMatchObject({ error: 'consent-expired' })
    expect(await near.connections.findConnection(companyId)).toBeNull()
  })
  test('belongs to the company that asked, whoever else asks meanwhile', async () => {
    const { state } = await startConsent()
    await startConsent(newId())
    await callBack({ code: `code-${codes++}`, state })
    expect((await near.connections.findConnection(companyId))?.state).toBe('connected')
  })

  test('is refused to a browser that did not begin it', async () => {
    const { state, cookie } = await startConsent()
    expect(await callBack({ code: 'theirs', state }, { 'sec-fetch-mode': 'navigate' })).toMatchObject({
      error: 'other-browser',
    })
    expect(await callBack({ code: 'ours', state }, { 'sec-fetch-mode': 'navigate', cookie })).toEqual({
      connected: 'fortnox',
    })
  })

  test.each([
    [{}, 'account-locked'],
    [{ error: 'access_denied' }, 'consent-refused'],
    [{ error: 'error_missing_license' }, 'missing-licence'],
    [{ error: 'error_client_not_allow_service_account' }, 'consent-failed'],
  ])('that comes back with %j says %s', async (query, error) => {
    const { state } = await startConsent()
    expect(await callBack(Object.keys(query).length > 0 ? { ...query, state } : {})).toEqual({
      connector: 'fortnox',
      error,
    })
  })
  test('says when the code is spent, and when the other side does not answer', async () => {
    far.state.refusedCodes.add('spent')
    expect(await callBack({ code: 'spent', state: (await startConsent()).state })).toMatchObject({
      error: 'consent-expired',
    })
    far.state.isDown = true
    expect(await callBack({ code: 'x', state: (await startConsent()).state })).toMatchObject({
      error: 'system-unavailable',
    })
  })
})

describe('connecting again', () => {
  test('keeps id and settings', async () => {
    const { connection } = await connect()
    await near
      .as(companyId)
      .send('PUT', '/settings', {
        usesWarehouse: false,
        creditAccount: 2440,
        paymentAccount: 2890,
        modeOfPayment: null,
        bookkeepInvoices: true,
        payInvoices: false,
      })
    await near.as(companyId).send('POST', '/connectors/fortnox/disconnect')
    expect((await connect()).connection).toMatchObject({ id: connection.id, state: 'connected' })
    expect(await near.connections.readSettings(companyId, 'fortnox')).toMatchObject({
      paymentAccount: 2890,
      payInvoices: false,
    })
  })
  test('to another company over there is refused while this one is connected or lost', async () => {
    const { connection } = await connect()
    far.state.tenantId = '2002'
    expect((await connect()).told).toMatchObject({ error: 'other-company' })
    far.revokeAll()
    await expect(readYears()).rejects.toMatchObject({ code: 'connection-lost' })
    expect((await connect()).told).toMatchObject({ error: 'other-company' })
    expect(await near.connections.findConnection(companyId)).toMatchObject({ id: connection.id, tenantId: '1001' })
  })
  test('to another company over there begins anew after disconnecting: new id, no accounts chosen', async () => {
    const { connection } = await connect()
    await near
      .as(companyId)
      .send('PUT', '/settings', {
        usesWarehouse: true,
        creditAccount: 2440,
        paymentAccount: 2890,
        modeOfPayment: 'KORT',
        bookkeepInvoices: true,
        payInvoices: false,
      })
    await near.as(companyId).send('POST', '/connectors/fortnox/disconnect')
    far.state.tenantId = '2002'
    const again = await connect()
    expect(again.told).toEqual({ connected: 'fortnox' })
    expect(again.connection).toMatchObject({ tenantId: '2002', tenantName: 'Bolag 2002' })
    expect(again.connection.id).not.toBe(connection.id)
    expect(await near.connections.readSettings(companyId, 'fortnox')).toEqual({
      usesWarehouse: true,
      creditAccount: null,
      paymentAccount: null,
      modeOfPayment: null,
      bookkeepInvoices: true,
      payInvoices: false,
    })
  })
})

describe('disconnecting', () => {
  test('forgets the tokens and ends every session', async () => {
    const { connection } = await connect()
    const session = await near.connections.openSession(companyId, connection.id)
    expect((await near.as(companyId).send('POST', '/connectors/fortnox/disconnect')).body).toMatchObject({
      connection: { state: 'disconnected', lostReason: null },
    })
    expect(await row()).toMatchObject({ accessToken: null, refreshToken: null })
    await expect(session.listFinancialYears()).rejects.toMatchObject({ code: 'not-connected' })
    await expect(near.connections.openSession(companyId, connection.id)).rejects.toMatchObject({
      code: 'not-connected',
    })
    await near.as(companyId).send('POST', '/connectors/fortnox/disconnect')
    expect(await activities()).toEqual(['success connection-made', 'info connection-ended'])
  })
  test("another company's connection is not to be found", async () => {
    const { connection } = await connect()
    await expect(near.connections.openSession(newId(), connection.id)).rejects.toMatchObject({ code: 'not-connected' })
  })
})

describe('tokens', () => {
  test('are refreshed before they run out', async () => {
    await connect()
    clock.advance(3600 - 61)
    await readYears()
    expect(far.state.refreshes).toBe(0)
    clock.advance(2)
    await readYears()
    await readYears()
    expect(far.state.refreshes).toBe(1)
    expect(await row()).toMatchObject({ refreshedAt: clock.now(), refreshingUntil: null })
  })
  test('are refreshed when refused though they should be good', async () => {
    await connect()
    far.state.revokeAccess()
    expect(await readYears()).toHaveLength(1)
    expect(far.state.refreshes).toBe(1)
  })
  test('are refreshed once for 50 calls at once in two processes', async () => {
    const { connection } = await connect()
    const other = openConnections({ database, clock, connector: far.connector })
    clock.advance(7200)
    const sessions = [
      await near.connections.openSession(companyId, connection.id),
      await other.connections.openSession(companyId, connection.id),
    ]
    await Promise.all(Array.from({ length: 50 }, (_, index) => sessions[index % 2]!.listFinancialYears()))
    expect(far.state.refreshes).toBe(1)
  })
  test('are refreshed by somebody else when the one who was at it died', async () => {
    await connect()
    clock.advance(7200)
    await database.db
      .update(connectionsTable)
      .set({ refreshingUntil: new Date(Date.now() + 400) })
      .where(eq(connectionsTable.companyId, companyId))
    const startedAt = Date.now()
    await readYears()
    expect(Date.now() - startedAt).toBeGreaterThan(250)
    expect(far.state.refreshes).toBe(1)
  })
  test('that could not be refreshed for an outage are tried again by the next call', async () => {
    await connect()
    clock.advance(7200)
    far.state.isDown = true
    await expect(readYears()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
    far.state.isDown = false
    expect(await readYears()).toHaveLength(1)
  })
  test('that are refused for good end the connection, and the company is told once', async () => {
    const { connection } = await connect()
    far.revokeAll()
    const sessions = await Promise.all([1, 2, 3].map(() => near.connections.openSession(companyId, connection.id)))
    const thrown = await Promise.allSettled(sessions.map((session) => session.listFinancialYears()))
    expect(thrown.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(Array(3).fill('connection-lost'))
    expect(await status()).toMatchObject({ connection: { state: 'disconnected', lostReason: 'invalid_grant' } })
    expect(await activities()).toEqual(['success connection-made', 'error connection-lost'])
    await expect(near.connections.openSession(companyId, connection.id)).rejects.toMatchObject({
      code: 'connection-lost',
      params: { name: 'Fortnox' },
    })
    expect((await connect()).connection).toMatchObject({ id: connection.id, state: 'connected' })
  })
  test('refused to one whose lease ran out do not end a connection that somebody else refreshed', async () => {
    await connect()
    clock.advance(7200)
    const { connector } = far
    const refresh = connector.refreshTokens
    const slow = {
      ...connector,
      refreshTokens: async (token: string) => {
        // Meanwhile another process, seeing the lease run out, spends the same refresh token.
        await database.db
          .update(connectionsTable)
          .set({ refreshingUntil: null })
          .where(eq(connectionsTable.companyId, companyId))
        await readYears()
        return refresh(token)
      },
    }
    const late = openConnections({ database, clock, connector: slow })
    expect(await readYears(late.connections)).toHaveLength(1)
    expect((await row()).state).toBe('connected')
    expect(await activities()).toEqual(['success connection-made'])
  })
})

describe('keeping alive', () => {
  const run = async () => {
    const job = near.connections.jobs.handlers.find((handler) => handler.definition.name === 'connections.keep-alive')!
    await job.run({}, new AbortController().signal)
  }
  test('refreshes what has not been refreshed for six days, and nothing else', async () => {
    await connect()
    clock.advance(5 * 86_400)
    await run()
    expect(far.state.refreshes).toBe(0)
    clock.advance(86_400 + 1)
    await run()
    await run()
    expect(far.state.refreshes).toBe(1)
  })
  test('of one company does not stop at another that is lost', async () => {
    const lost = companyId
    await connect()
    far.revokeAll()
    companyId = newId()
    await connect()
    clock.advance(7 * 86_400)
    await run()
    expect((await near.connections.findConnection(lost))?.state).toBe('disconnected')
    expect((await near.connections.findConnection(companyId))?.state).toBe('connected')
  })
  test('clears away consents that nobody finished', async () => {
    const { state } = await startConsent()
    clock.advance(601)
    await run()
    expect(await database.db.select().from(consentStates).where(eq(consentStates.state, state))).toEqual([])
  })
})

describe('registers', () => {
  test('are kept ten minutes and read once for all who ask', async () => {
    const { connection } = await connect()
    const read = () => near.connections.registers(companyId, connection.id)
    const [first] = await Promise.all([read(), read(), read()])
    expect(first).toMatchObject({
      company: { name: 'Bolag 1001' },
      lockedUntil: '2026-01-31',
      fetchedAt: clock.now().toISOString(),
      predefinedAccounts: { supplierDebt: 2440 },
    })
    clock.advance(600)
    expect(await read()).toEqual(first)
    expect(far.state.registerReads).toBe(1)
    clock.advance(1)
    expect((await read()).fetchedAt).toBe(clock.now().toISOString())
    await near.connections.registers(companyId, connection.id, { maxAgeSeconds: 0 })
    clock.advance(1)
    await near.connections.refreshRegisters(companyId, connection.id)
    expect(far.state.registerReads).toBe(3)
  })
  test('are read anew when a person asks, together with what listens', async () => {
    const { connection } = await connect()
    const answer = await near.as(companyId).send('POST', '/connectors/fortnox/refresh')
    expect([answer.status, far.state.registerReads]).toEqual([200, 1])
    expect(near.queued.filter((job) => job.key === connection.id)).toHaveLength(2)
    expect((await near.as(newId()).send('POST', '/connectors/fortnox/refresh')).body.code).toBe('not-connected')
  })
})

describe('settings', () => {
  const wanted = {
    usesWarehouse: false,
    creditAccount: 2440,
    paymentAccount: 2890,
    modeOfPayment: 'KORT',
    bookkeepInvoices: true,
    payInvoices: true,
  }
  test('begin with bookkeeping and paying, and no account chosen by itself', async () => {
    expect((await near.as(companyId).send('GET', '/settings')).body).toEqual({
      settings: { ...wanted, creditAccount: null, paymentAccount: null, modeOfPayment: null },
      isConnected: false,
      systemName: 'Fortnox',
      accounts: [],
      modesOfPayment: [],
      supplierDebtAccount: null,
      lockedUntil: null,
    })
  })
  test('are saved and come with what there is to choose from', async () => {
    await connect()
    const saved = await near.as(companyId).send('PUT', '/settings', wanted)
    expect(saved.body).toMatchObject({
      settings: wanted,
      isConnected: true,
      modesOfPayment: [{ code: 'KORT', account: 2890 }],
      supplierDebtAccount: 2440,
      lockedUntil: '2026-01-31',
    })
    expect(saved.body.accounts).toContainEqual({ number: 6110, name: 'Konto 6110', isActive: false })
    expect(await near.connections.readSettings(companyId, 'fortnox')).toEqual(wanted)
  })
  test('with accounts the accounting system lacks are refused, each by its field', async () => {
    await connect()
    const answer = await near
      .as(companyId)
      .send('PUT', '/settings', { ...wanted, creditAccount: 9999, paymentAccount: 6110 })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid-input',
        errors: [
          { path: 'creditAccount', code: 'account-unknown' },
          { path: 'paymentAccount', code: 'account-inactive' },
        ],
      },
    })
  })
  test('cannot be checked, and so not saved, before there is a connection', async () => {
    expect((await near.as(companyId).send('PUT', '/settings', wanted)).body.code).toBe('not-connected')
  })
  test('can still be seen and changed while the connection is lost', async () => {
    await connect()
    await near.as(companyId).send('GET', '/settings')
    far.revokeAll()
    await expect(readYears()).rejects.toThrow()
    expect((await near.as(companyId).send('PUT', '/settings', wanted)).body).toMatchObject({
      isConnected: false,
      settings: wanted,
      supplierDebtAccount: 2440,
    })
  })
})
