import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createActivity } from '#activity/index.ts'
import { events } from '#activity/tables.ts'
import type { Registers } from '#connections/index.ts'
import { type AccountingSession, ConnectorError, type Supplier } from '#connectors/accounting-connector.ts'
import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { createApi } from '#platform/http.ts'
import type { Jobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createSuppliers, type Suppliers } from './index.ts'

let database: OpenDatabase
let companyId: string
let connectionId: string
let now: Date
let accountingSystem: ReturnType<typeof createAccountingSystem>
let suppliers: Suppliers
let queued: unknown[]
let connected: (() => Promise<void>) | undefined

/** The supplier register of an accounting system, whose answers a test can make go missing. */
function createAccountingSystem() {
  const register: Supplier[] = [
    supplier('1', 'Tallticket AB', { organisationNumber: '556036-0793' }),
    supplier('2', 'Åkes Kafé', { city: 'Umeå' }),
    supplier('3', 'Polaris Flyg AB'),
    supplier('4', 'Nedlagda Butiken', { isActive: false }),
  ]
  const state = {
    register,
    creations: 0,
    pages: 0,
    failCreate: undefined as ConnectorError | undefined,
    isCreatedAnyway: true,
    isAnswering: true,
    failPageAfter: Number.POSITIVE_INFINITY,
  }
  const session = {
    async *listSuppliers() {
      for (let i = 0; i < register.length; i += 2) {
        if (++state.pages > state.failPageAfter) throw new ConnectorError('unavailable', 'safe')
        yield register.slice(i, i + 2)
      }
    },
    async createSupplier(given: { name: string }) {
      state.creations++
      const created = supplier(String(register.length + 1), given.name)
      if (!state.failCreate || state.isCreatedAnyway) register.push(created)
      if (state.failCreate) throw state.failCreate
      if (!state.isAnswering) await new Promise(() => undefined)
      return created
    },
  } as unknown as AccountingSession
  return { ...state, state, session }
}
function supplier(number: string, name: string, more: Partial<Supplier> = {}): Supplier {
  return { number, name, isActive: true, ...more }
}
const unknown = () => new ConnectorError('unknown', 'after-check')

async function call(method: string, path: string, body?: unknown, company = companyId) {
  const api = createApi()
  const actor = { userId: newId(), name: 'Ada Ek', email: 'a@example.com', language: 'sv' as const, sessionId: 's' }
  api.use('*', async (c, next) => {
    c.set('actor', actor)
    c.set('scope', { companyId: company, companyName: 'A', role: 'full', actor })
    await next()
  })
  api.route('/', suppliers.routes)
  api.onError((error, c) => {
    if (error instanceof AppError)
      return c.json({ code: error.code, errors: error.errors }, errorCodes[error.code].status)
    return c.json({ code: error instanceof ConnectorError ? error.kind : String(error.stack) }, 503)
  })
  const answer = await api.request(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: answer.status, body: await answer.json() }
}
const map = (supplierNumber: string, designations: { match: string; text: string }[] = [], more: object = {}) =>
  call('PUT', '/mapped-suppliers', { supplierNumber, account: null, vatType: null, designations, ...more })
const sync = () => suppliers.syncSuppliers(companyId, connectionId)
const numbers = (answer: { body: { items: { number: string }[] } }) => answer.body.items.map(({ number }) => number)
const activities = () =>
  withCompany(database.db, companyId, async (tx) =>
    (await tx.select().from(events).orderBy(events.at, events.id)).map(
      ({ activity, subject }) => `${activity} ${subject}`,
    ),
  )

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  companyId = newId()
  connectionId = newId()
  now = new Date('2026-11-21T08:00:00Z')
  queued = []
  accountingSystem = createAccountingSystem()
  suppliers = open()
  await sync()
})

function open(): Suppliers {
  const clock = { now: () => now }
  const connection = {
    connectorId: 'fortnox',
    displayName: 'Fortnox',
    state: 'connected' as const,
    tenantId: null,
    tenantName: null,
  }
  const accounts = [
    { number: 4000, name: 'Inköp', isActive: true },
    { number: 6541, name: 'Drift', isActive: false },
  ]
  return createSuppliers({
    db: database.db,
    clock,
    log: createLog('silent'),
    activity: createActivity({ db: database.db, clock }),
    jobs: () =>
      ({
        enqueue: async (_tx: unknown, job: { name: string }, payload: unknown) => void queued.push([job.name, payload]),
      }) as unknown as Jobs,
    connections: {
      findConnection: async (company) =>
        company === companyId ? { ...connection, companyId, id: connectionId } : null,
      openSession: async () => accountingSystem.session,
      registers: async () => ({ accounts }) as unknown as Registers,
      onConnected: (listener) => {
        connected = () => database.db.transaction((tx) => listener(tx as never, { companyId, connectionId }))
      },
    },
  })
}

describe('the copy of the register', () => {
  test('is searched by name, number and organisation number, active suppliers only', async () => {
    expect(numbers(await call('GET', '/suppliers'))).toHaveLength(3)
    expect(numbers(await call('GET', '/suppliers?q=tallTICKET'))).toEqual(['1'])
    expect(numbers(await call('GET', '/suppliers?q=556036'))).toEqual(['1'])
    expect(numbers(await call('GET', `/suppliers?q=${encodeURIComponent('åkes')}`))).toEqual(['2'])
    expect(numbers(await call('GET', '/suppliers?q=nedlagda'))).toEqual([])
    expect(numbers(await call('GET', '/suppliers?q=%25'))).toEqual([])
  })

  test('follows what is renamed, new and gone', async () => {
    await map('1', [{ match: 'exact', text: 'TALLTICKET' }])
    const { register } = accountingSystem
    register.splice(0, 3, supplier('1', 'Tallticket Norden AB'), supplier('9', 'Nya Kiosken'))
    now = new Date(now.getTime() + 1000)
    await sync()
    expect(numbers(await call('GET', '/suppliers'))).toEqual(['9', '1'])
    expect((await call('GET', '/mapped-suppliers')).body.items[0].supplierName).toBe('Tallticket Norden AB')
  })

  test('keeps what it had when a reading breaks off', async () => {
    accountingSystem.register.splice(1, 2)
    accountingSystem.state.failPageAfter = accountingSystem.state.pages
    now = new Date(now.getTime() + 1000)
    await expect(sync()).rejects.toThrow('unavailable')
    expect(numbers(await call('GET', '/suppliers'))).toHaveLength(3)
  })

  test('is read by a job after connecting', async () => {
    await connected?.()
    expect(queued).toEqual([['suppliers.sync', { companyId, connectionId }]])
    const job = suppliers.jobs.handlers[0]!
    accountingSystem.register.push(supplier('5', 'Femte'))
    await job.run({ companyId, connectionId }, new AbortController().signal)
    expect(numbers(await call('GET', '/suppliers?q=femte'))).toEqual(['5'])
  })

  test('is empty for a company that has connected nothing', async () => {
    expect((await call('GET', '/suppliers', undefined, newId())).body).toEqual({ items: [] })
    expect((await call('GET', '/mapped-suppliers', undefined, newId())).body).toEqual({ items: [] })
    expect((await call('POST', '/suppliers', { name: 'A' }, newId())).body).toMatchObject({ code: 'not-connected' })
  })
})

describe('mapping a supplier', () => {
  test('teaches its designations, and the book recognises them', async () => {
    const told: unknown[] = []
    suppliers.onMapped(async (register) => void told.push(register))
    const { body } = await map('1', [{ match: 'exact', text: 'TALLTICKET 4471' }], { account: 4000, vatType: 'SE6' })
    expect(body).toMatchObject({ supplierNumber: '1', supplierName: 'Tallticket AB', account: 4000, vatType: 'SE6' })
    expect(body.designations).toEqual([{ id: expect.any(String), match: 'exact', text: 'TALLTICKET 4471' }])
    const book = await suppliers.loadBook(companyId, connectionId)
    expect(book.find('KORTKÖP 260301 TALLTICKET 0815')).toEqual({
      supplier: {
        number: '1',
        name: 'Tallticket AB',
        account: 4000,
        vatType: 'SE6',
        isActive: true,
        registerAccount: null,
      },
      designation: 'TALLTICKET 4471',
      how: 'exact',
    })
    expect(told).toEqual([{ companyId, connectionId }])
    expect(await activities()).toEqual(['supplier-mapped Tallticket AB'])
  })

  test('twice adds to what is known and doubles nothing', async () => {
    const first = await map('1', [{ match: 'exact', text: 'TALLTICKET 4471' }])
    const second = await map('1', [
      { match: 'exact', text: 'tallticket 0815' },
      { match: 'contains', text: 'ticket' },
    ])
    expect(second.body.id).toBe(first.body.id)
    expect(
      second.body.designations.map(({ match, text }: { match: string; text: string }) => `${match} ${text}`),
    ).toEqual(['exact tallticket 0815', 'contains ticket'])
    expect((await call('GET', '/mapped-suppliers')).body.items).toHaveLength(1)
  })

  test('moves a designation that meant another supplier', async () => {
    await map('1', [{ match: 'exact', text: 'KIOSKEN' }])
    await map('3', [{ match: 'exact', text: 'KIOSKEN 0001' }])
    const book = await suppliers.loadBook(companyId, connectionId)
    expect(book.find('KIOSKEN')?.supplier.number).toBe('3')
    expect((await call('GET', '/mapped-suppliers?q=tallticket')).body.items[0].designations).toEqual([])
  })

  test.each([
    ['a supplier that is not there', '77', {}, 'supplierNumber', 'supplier-unknown'],
    ['a supplier that is inactive', '4', {}, 'supplierNumber', 'supplier-inactive'],
    ['an account that is not there', '1', { account: 1234 }, 'account', 'account-unknown'],
    ['an account that is inactive', '1', { account: 6541 }, 'account', 'account-inactive'],
    [
      'a part of a name too short',
      '1',
      { designations: [{ match: 'contains', text: 'ab' }] },
      'designations.0.text',
      'designation-too-short',
    ],
  ])('refuses %s', async (_what, number, more, path, code) => {
    const answer = await map(number, [], more)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', errors: [{ path, code }] } })
    expect((await call('GET', '/mapped-suppliers')).body.items).toEqual([])
  })

  test('is told although a listener fails', async () => {
    suppliers.onMapped(async () => {
      throw new Error('no')
    })
    expect((await map('1')).status).toBe(200)
  })
})

describe('changing and removing a mapping', () => {
  test('replaces what is given and keeps the rest', async () => {
    const { body } = await map('1', [{ match: 'exact', text: 'A-KASSAN' }], { account: 4000, vatType: 'SE25' })
    const changed = await call('PATCH', `/mapped-suppliers/${body.id}`, {
      vatType: null,
      designations: [{ match: 'starts-with', text: 'TALL' }],
    })
    expect(changed.body).toMatchObject({
      account: 4000,
      vatType: null,
      designations: [{ match: 'starts-with', text: 'TALL' }],
    })
    expect((await call('GET', '/mapped-suppliers?q=a-kassan')).body.items).toEqual([])
    expect((await call('GET', '/mapped-suppliers?q=tall')).body.items).toHaveLength(1)
  })

  test('refuses a designation that means another supplier, and names it', async () => {
    await map('3', [{ match: 'exact', text: 'KIOSKEN' }])
    const { body } = await map('1', [{ match: 'exact', text: 'TALL' }])
    const designations = [
      { match: 'exact', text: 'TALL' },
      { match: 'exact', text: 'Kiosken 0001' },
    ]
    expect((await call('PATCH', `/mapped-suppliers/${body.id}`, { designations })).body.errors).toEqual([
      { path: 'designations.1.text', code: 'designation-taken', params: { supplierName: 'Polaris Flyg AB' } },
    ])
    const part = [{ match: 'contains', text: 'Kiosken' }] // another kind of match is another designation
    expect((await call('PATCH', `/mapped-suppliers/${body.id}`, { designations: part })).status).toBe(200)
  })

  test('removing forgets the supplier and its designations', async () => {
    const { body } = await map('1', [{ match: 'exact', text: 'TALLTICKET' }])
    expect((await call('DELETE', `/mapped-suppliers/${body.id}`)).body.supplierNumber).toBe('1')
    expect((await suppliers.loadBook(companyId, connectionId)).find('TALLTICKET')).toBeNull()
    expect((await call('DELETE', `/mapped-suppliers/${body.id}`)).body).toMatchObject({ code: 'not-found' })
    expect(await activities()).toEqual(['supplier-mapped Tallticket AB', 'supplier-unmapped Tallticket AB'])
  })

  test('another company’s mapping is not found', async () => {
    const { body } = await map('1')
    expect((await call('DELETE', `/mapped-suppliers/${body.id}`, undefined, newId())).status).toBe(404)
    expect((await call('PATCH', `/mapped-suppliers/${body.id}`, { vatType: 'SE6' }, newId())).status).toBe(404)
  })
})

test('a supplier gone from the register is recognised as inactive', async () => {
  await map('1', [{ match: 'exact', text: 'TALLTICKET' }])
  accountingSystem.register.shift()
  now = new Date(now.getTime() + 1000)
  await sync()
  expect((await suppliers.loadBook(companyId, connectionId)).find('TALLTICKET')?.supplier.isActive).toBe(false)
})

test('suggestions come from the active suppliers of the register', async () => {
  const suggester = await suppliers.loadSuggester(companyId, connectionId)
  expect(suggester('POLARIS FLYG 0123')).toEqual([
    { supplierNumber: '3', supplierName: 'Polaris Flyg AB', confidence: 1 },
  ])
  expect(suggester('NEDLAGDA BUTIKEN')).toEqual([])
})

describe('creating a supplier', () => {
  const create = (more: object = {}) => call('POST', '/suppliers', { name: 'Drivmedel Nord AB', ...more })

  test('makes it in the accounting system and in the copy, with an event', async () => {
    expect(await create({ organisationNumber: '5560360793' })).toMatchObject({
      status: 201,
      body: { number: '5', name: 'Drivmedel Nord AB', isActive: true },
    })
    expect(numbers(await call('GET', '/suppliers?q=drivmedel'))).toEqual(['5'])
    expect((await map('5')).status).toBe(200)
    expect(await activities()).toEqual(['supplier-created Drivmedel Nord AB', 'supplier-mapped Drivmedel Nord AB'])
  })

  test('refuses a name that an active supplier has, and tells which, unless it is forced', async () => {
    expect(await create({ name: ' åkes  KAFÉ ' })).toMatchObject({
      status: 409,
      body: {
        errors: [{ path: 'name', code: 'supplier-exists', params: { supplierNumber: '2', supplierName: 'Åkes Kafé' } }],
      },
    })
    expect(accountingSystem.state.creations).toBe(0)
    expect((await create({ name: 'Åkes Kafé', force: true })).body.number).toBe('5')
    expect((await create({ name: 'Nedlagda Butiken' })).status).toBe(201)
  })

  test('makes one for two clicks at once', async () => {
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(accountingSystem.state.creations).toBe(1)
    expect((await create()).body.errors[0].code).toBe('supplier-exists')
  })

  test('whose answer went missing finds the one that was made', async () => {
    accountingSystem.state.failCreate = unknown()
    expect(await create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(accountingSystem.state.creations).toBe(1)
    expect(await activities()).toEqual(['supplier-created Drivmedel Nord AB'])
  })

  test('whose answer went missing and that cannot be looked up is looked up before the second try', async () => {
    accountingSystem.state.failCreate = unknown()
    accountingSystem.state.failPageAfter = accountingSystem.state.pages
    expect((await create()).body.code).toBe('unavailable')
    accountingSystem.state.failPageAfter = Number.POSITIVE_INFINITY
    accountingSystem.state.failCreate = undefined
    expect(await create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(accountingSystem.state.creations).toBe(1)
  })

  test('whose answer went missing and that was not made is made by the second try', async () => {
    accountingSystem.state.failCreate = unknown()
    accountingSystem.state.isCreatedAnyway = false
    expect((await create()).body.code).toBe('unknown')
    accountingSystem.state.failCreate = undefined
    expect((await create()).status).toBe(201)
    expect(accountingSystem.state.creations).toBe(2)
    expect(accountingSystem.register.filter(({ name }) => name === 'Drivmedel Nord AB')).toHaveLength(1)
  })

  test('forced beside one of the same name does not take the old one for the new', async () => {
    accountingSystem.state.failCreate = unknown()
    expect((await create({ name: 'Åkes Kafé', force: true })).body).toMatchObject({ number: '5' })
  })

  test('that was refused may be tried again at once', async () => {
    accountingSystem.state.failCreate = new ConnectorError('rejected', 'never', { status: 400 })
    accountingSystem.state.isCreatedAnyway = false
    expect((await create()).body.code).toBe('rejected')
    accountingSystem.state.failCreate = undefined
    expect((await create()).status).toBe(201)
  })

  test('in a process that died is looked up by the next, two minutes later', async () => {
    accountingSystem.state.isAnswering = false
    void create()
    await expect.poll(() => accountingSystem.state.creations).toBe(1)
    accountingSystem.state.isAnswering = true
    suppliers = open()
    expect((await create()).body.errors[0].code).toBe('supplier-being-created')
    now = new Date(now.getTime() + 121_000)
    expect(await create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(accountingSystem.state.creations).toBe(1)
  })

  test('with an organisation number that is none is refused before anything is sent', async () => {
    expect((await create({ organisationNumber: '556036-0794' })).body.errors[0].code).toBe(
      'organisation-number-invalid',
    )
    expect(accountingSystem.state.creations).toBe(0)
    expect((await create({ organisationNumber: 'DE123456789', countryCode: 'DE' })).status).toBe(201)
  })
})
