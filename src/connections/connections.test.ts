import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { openTestDatabase } from '../../test/database.ts'
import { holdSecondLook } from '../../test/hold-look.ts'
import { createKnownInvoices } from './known-invoices.ts'
import { createRegisterReader } from './read-registers.ts'
import { connections as connectionsTable, consentStates } from './tables.ts'
import { publicUrl } from './testing/open-connections.ts'
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

describe('connecting', () => {
  test('sends the person to the other side and back, and tells who connected what', async () => {
    const { url } = await scene.startConsent()
    expect(url.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/v1/connectors/fortnox/callback`)
    expect((await scene.connect()).told).toEqual({ connected: 'fortnox' })
    expect(await scene.readStatus()).toMatchObject({
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
    expect(await scene.listActivities()).toEqual(['success connection-made'])
    expect(await scene.readYears()).toHaveLength(1)
  })

  test('keeps tokens sealed, bound to their connection', async () => {
    await scene.connect()
    const { accessToken, refreshToken } = await scene.readRow()
    expect(`${accessToken}${refreshToken}`).not.toMatch(/access-|refresh-/)
    await database.db
      .update(connectionsTable)
      .set({ accessToken: refreshToken, refreshToken: accessToken, id: newId() })
      .where(eq(connectionsTable.companyId, scene.companyId))
    await expect(scene.readYears()).rejects.toThrow()
  })

  test('queues the first reading of registers, and of whatever listens', async () => {
    const heard: unknown[] = []
    scene.near.connections.onConnected(async (_tx, connection) => void heard.push(connection))
    const { connection } = await scene.connect()
    expect(scene.near.queued).toMatchObject([
      { name: 'connections.read-registers', payload: { companyId: scene.companyId, connectionId: connection.id } },
    ])
    expect(heard).toEqual([{ companyId: scene.companyId, connectionId: connection.id }])
  })

  test('takes a state once', async () => {
    const { state } = await scene.startConsent()
    expect(await scene.callBack({ code: 'once-a', state })).toEqual({ connected: 'fortnox' })
    expect(await scene.callBack({ code: 'once-b', state })).toMatchObject({ error: 'consent-expired' })
  })
  test('takes a state for ten minutes', async () => {
    const { state } = await scene.startConsent()
    scene.clock.advance(600)
    expect(await scene.callBack({ code: 'late', state })).toMatchObject({ error: 'consent-expired' })
  })
  test('takes a state for the connector it was made for only', async () => {
    const { state } = await scene.startConsent()
    await database.db.update(consentStates).set({ connectorId: 'other' }).where(eq(consentStates.state, state))
    expect(await scene.callBack({ code: 'x', state })).toMatchObject({ error: 'consent-expired' })
  })
  test('takes no consent of who has signed out, or was taken out of the company, meanwhile', async () => {
    const { send, userId, sessionId } = scene.near.as(scene.companyId)
    const { body } = await send('POST', '/connectors/fortnox/authorize')
    const state = new URL(body.url).searchParams.get('state') ?? ''
    scene.membership.isOver = true
    expect(await scene.callBack({ code: 'x', state })).toMatchObject({ error: 'consent-expired' })
    expect(scene.membership.askedOf).toMatchObject({ userId, sessionId })
    expect(await scene.near.connections.findConnection(scene.companyId)).toBeNull()
  })
  test('takes none either of who is taken out while the other side is asked whose books they are', async () => {
    const { connector } = scene.far
    const { openSession } = connector
    connector.openSession = (access) => {
      scene.membership.isOver = true
      return openSession(access)
    }
    const { state } = await scene.startConsent()
    expect(await scene.callBack({ code: 'x', state })).toMatchObject({ error: 'consent-expired' })
    expect(await scene.near.connections.findConnection(scene.companyId)).toBeNull()
  })
  test.each(['made-up', '\0', 'å'.repeat(43)])('takes no state that was made up: %j', async (state) => {
    expect(await scene.callBack({ code: 'x', state })).toMatchObject({ error: 'consent-expired' })
    expect(await scene.near.connections.findConnection(scene.companyId)).toBeNull()
  })
  test('belongs to the company that asked, whoever else asks meanwhile', async () => {
    const { state } = await scene.startConsent()
    await scene.startConsent(newId())
    await scene.callBack({ code: 'any', state })
    expect((await scene.near.connections.findConnection(scene.companyId))?.state).toBe('connected')
  })

  test.each([
    ['that goes there', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['that takes it for a picture', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['that is old, or on a plain line', { 'user-agent': 'Mozilla/5.0 (Macintosh)' }],
  ])('is refused to a browser %s and did not begin it', async (_how, headers) => {
    const { state, cookie } = await scene.startConsent()
    expect(await scene.callBack({ code: 'theirs', state }, headers)).toMatchObject({ error: 'other-browser' })
    expect(await scene.callBack({ code: 'ours', state }, { ...headers, cookie })).toEqual({ connected: 'fortnox' })
  })

  test.each([
    [{}, 'account-locked'],
    [{ error: 'access_denied' }, 'consent-refused'],
    [{ error: 'error_missing_license' }, 'missing-licence'],
    [{ error: 'error_client_not_allow_service_account' }, 'consent-failed'],
  ])('that comes back with %j says %s', async (query, error) => {
    const { state } = await scene.startConsent()
    expect(await scene.callBack(Object.keys(query).length > 0 ? { ...query, state } : {})).toEqual({
      connector: 'fortnox',
      error,
    })
  })
  test('says when the code is spent, and when the other side does not answer', async () => {
    scene.far.state.refusedCodes.add('spent')
    expect(await scene.callBack({ code: 'spent', state: (await scene.startConsent()).state })).toMatchObject({
      error: 'consent-expired',
    })
    scene.far.state.isDown = true
    expect(await scene.callBack({ code: 'x', state: (await scene.startConsent()).state })).toMatchObject({
      error: 'system-unavailable',
    })
  })
})

describe('connecting again', () => {
  test('keeps id and settings', async () => {
    const { connection } = await scene.connect()
    await scene.near.as(scene.companyId).send('PUT', '/settings', {
      usesWarehouse: false,
      creditAccount: 2440,
      paymentAccount: 2890,
      modeOfPayment: null,
      bookkeepInvoices: true,
      payInvoices: false,
    })
    await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
    expect((await scene.connect()).connection).toMatchObject({ id: connection.id, state: 'connected' })
    expect(await scene.near.connections.readSettings(scene.companyId, 'fortnox')).toMatchObject({
      paymentAccount: 2890,
      payInvoices: false,
    })
  })
  test('to another company over there is refused while this one is connected or lost', async () => {
    const { connection } = await scene.connect()
    scene.far.state.tenantId = '2002'
    expect((await scene.connect()).told).toMatchObject({ error: 'other-company' })
    scene.far.revokeAll()
    await expect(scene.readYears()).rejects.toMatchObject({ code: 'connection-lost' })
    expect((await scene.connect()).told).toMatchObject({ error: 'other-company' })
    expect(await scene.near.connections.findConnection(scene.companyId)).toMatchObject({
      id: connection.id,
      tenantId: '1001',
    })
  })
  test('to another company over there begins anew after disconnecting: new id, no accounts chosen', async () => {
    const { connection } = await scene.connect()
    await scene.near.as(scene.companyId).send('PUT', '/settings', {
      usesWarehouse: true,
      creditAccount: 2440,
      paymentAccount: 2890,
      modeOfPayment: 'KORT',
      bookkeepInvoices: true,
      payInvoices: false,
    })
    await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
    scene.far.state.tenantId = '2002'
    const again = await scene.connect()
    expect(again.told).toEqual({ connected: 'fortnox' })
    expect(again.connection).toMatchObject({ tenantId: '2002', tenantName: 'Bolag 2002' })
    expect(again.connection.id).not.toBe(connection.id)
    expect(await scene.near.connections.readSettings(scene.companyId, 'fortnox')).toEqual({
      usesWarehouse: true,
      creditAccount: null,
      paymentAccount: null,
      modeOfPayment: null,
      bookkeepInvoices: true,
      payInvoices: false,
    })
    await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
    scene.far.state.tenantId = '1001'
    // Back at the first books: what was imported into them, and their suppliers, are known again.
    expect((await scene.connect()).connection.id).toBe(connection.id)
  })
})

describe('disconnecting', () => {
  test('forgets the tokens and ends every session', async () => {
    const { connection } = await scene.connect()
    const session = await scene.near.connections.openSession(scene.companyId, connection.id)
    expect((await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')).body).toMatchObject({
      connection: { state: 'disconnected', lostReason: null },
    })
    expect(await scene.readRow()).toMatchObject({ accessToken: null, refreshToken: null })
    await expect(session.listFinancialYears()).rejects.toMatchObject({ code: 'not-connected' })
    await expect(scene.near.connections.openSession(scene.companyId, connection.id)).rejects.toMatchObject({
      code: 'not-connected',
    })
    await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
    expect(await scene.listActivities()).toEqual(['success connection-made', 'info connection-ended'])
  })
  test('takes the tokens back at the other side, and ends here though that fails', async () => {
    await scene.connect()
    await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
    expect(scene.far.state.revoked).toEqual(['refresh-1'])
    await scene.connect()
    scene.far.state.isDown = true
    const { body } = await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
    expect(body.connection).toMatchObject({ state: 'disconnected' })
    expect(scene.far.state.revoked).toHaveLength(1)
  })
  test("another company's connection is not to be found", async () => {
    const { connection } = await scene.connect()
    await expect(scene.near.connections.openSession(newId(), connection.id)).rejects.toMatchObject({
      code: 'not-connected',
    })
  })
})

describe('registers', () => {
  test('are kept ten minutes and read once for all who ask', async () => {
    const { connection } = await scene.connect()
    const read = () => scene.near.connections.registers(scene.companyId, connection.id)
    const [first] = await Promise.all([read(), read(), read()])
    expect(first).toMatchObject({
      company: { name: 'Bolag 1001' },
      lockedUntil: '2026-01-31',
      fetchedAt: scene.clock.now().toISOString(),
      predefinedAccounts: { supplierDebt: 2440 },
    })
    scene.clock.advance(600)
    expect(await read()).toEqual(first)
    expect(scene.far.state.registerReads).toBe(1)
    scene.clock.advance(1)
    expect((await read()).fetchedAt).toBe(scene.clock.now().toISOString())
    await scene.near.connections.registers(scene.companyId, connection.id, { maxAgeSeconds: 0 })
    scene.clock.advance(1)
    await scene.near.connections.refreshRegisters(scene.companyId, connection.id)
    expect(scene.far.state.registerReads).toBe(3)
  })
  test('are read once, too, for who looked before they were kept and comes when the reading has ended', async () => {
    const { connection } = await scene.connect()
    const held = Promise.withResolvers<void>()
    const { openSession } = scene.near.connections
    const { read } = createRegisterReader({
      db: holdSecondLook(database.db, held.promise),
      clock: scene.clock,
      openSession,
    })
    const asked = [read(scene.companyId, connection.id), read(scene.companyId, connection.id)]
    const [first] = await Promise.all([asked[0], asked[0]?.then(() => held.resolve())])
    expect(await asked[1]).toEqual(first)
    expect(scene.far.state.registerReads).toBe(1)
  })
  test('and invoices alike', async () => {
    const { connection } = await scene.connect()
    const held = Promise.withResolvers<void>()
    let readings = 0
    const { refresh } = createKnownInvoices({
      ...{ db: holdSecondLook(database.db, held.promise), clock: scene.clock, log: createLog('silent') },
      openSession: async () =>
        ({
          async *listChangedInvoices() {
            readings++
            yield []
          },
        }) as unknown as AccountingSession,
    })
    const asked = [refresh(scene.companyId, connection.id), refresh(scene.companyId, connection.id)]
    await asked[0]?.then(() => held.resolve())
    await asked[1]
    expect(readings).toBe(1)
  })
  test('tell by one request how many invoices wait for approval and whether invoices are open; a plain one where the count fails', async () => {
    const { connection } = await scene.connect()
    const refused = scene.far.state.invoicesRefused
    const readNow = async () => {
      scene.clock.advance(1)
      const read = await scene.near.connections.refreshRegisters(scene.companyId, connection.id)
      return { waiting: read.awaitingApproval?.invoices, closed: read.refused.map(({ area }) => area) }
    }
    refused.try = new ConnectorError('missing-scope', 'never', { status: 403 })
    expect(await readNow()).toEqual({ waiting: 2, closed: [] })
    refused.count = new ConnectorError('rejected', 'never', { status: 400 })
    expect(await readNow()).toEqual({ waiting: 0, closed: ['invoices'] })
    Object.assign(refused, { count: refused.try, try: null })
    expect(await readNow()).toEqual({ waiting: 0, closed: ['invoices'] })
    refused.count = new ConnectorError('unavailable', 'safe')
    expect(await readNow()).toEqual({ waiting: 0, closed: [] })
  })
  test('are read anew when a person asks, together with what listens', async () => {
    const { connection } = await scene.connect()
    const answer = await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/refresh')
    expect([answer.status, scene.far.state.registerReads]).toEqual([200, 1])
    expect(scene.near.queued.filter((job) => job.key === connection.id)).toHaveLength(2)
    expect((await scene.near.as(newId()).send('POST', '/connectors/fortnox/refresh')).body.code).toBe('not-connected')
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
    expect((await scene.near.as(scene.companyId).send('GET', '/settings')).body).toEqual({
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
    await scene.connect()
    const saved = await scene.near.as(scene.companyId).send('PUT', '/settings', wanted)
    expect(saved.body).toMatchObject({
      settings: wanted,
      isConnected: true,
      modesOfPayment: [{ code: 'KORT', account: 2890 }],
      supplierDebtAccount: 2440,
      lockedUntil: '2026-01-31',
    })
    expect(saved.body.accounts).toContainEqual({ number: 6110, name: 'Konto 6110', isActive: false })
    expect(await scene.near.connections.readSettings(scene.companyId, 'fortnox')).toEqual(wanted)
  })
  test('are not overwritten by who has not seen what they are now', async () => {
    await scene.connect()
    const call = scene.near.as(scene.companyId).send
    const before = (await call('GET', '/settings')).body.settings
    const ofOne = { ...before, payInvoices: false, before }
    expect((await call('PUT', '/settings', ofOne)).body).toMatchObject({ settings: { payInvoices: false } })
    // Sent again, since the answer was lost on its way.
    expect((await call('PUT', '/settings', ofOne)).body).toMatchObject({ settings: { payInvoices: false } })
    expect(await call('PUT', '/settings', { ...wanted, before })).toMatchObject({
      ...{ status: 409, body: { errors: [{ path: 'before', code: 'changed-by-another' }] } },
    })
    expect((await call('GET', '/settings')).body.settings).toEqual({ ...before, payInvoices: false })
    const seen = { ...wanted, before: { ...before, payInvoices: false } }
    expect((await call('PUT', '/settings', seen)).body).toMatchObject({ settings: wanted })
  })
  test('with accounts the accounting system lacks are refused, each by its field', async () => {
    await scene.connect()
    const answer = await scene.near
      .as(scene.companyId)
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
    expect((await scene.near.as(scene.companyId).send('PUT', '/settings', wanted)).body.code).toBe('not-connected')
  })
  test('can still be seen and changed while the connection is lost', async () => {
    await scene.connect()
    await scene.near.as(scene.companyId).send('GET', '/settings')
    scene.far.revokeAll()
    await expect(scene.readYears()).rejects.toThrow()
    expect((await scene.near.as(scene.companyId).send('PUT', '/settings', wanted)).body).toMatchObject({
      isConnected: false,
      settings: wanted,
      supplierDebtAccount: 2440,
    })
  })
})
