import { createActivity } from '#activity/index.ts'
import { events } from '#activity/tables.ts'
import type { Connections, Registers } from '#connections/index.ts'
import { type Account, ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { createApi } from '#platform/http.ts'
import type { Jobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { createSuppliers, type Suppliers } from '../index.ts'
import { createAccountingSystem } from './accounting-system.ts'

const accounts = [
  { number: 4000, name: 'Inköp', isActive: true },
  { number: 6541, name: 'Drift', isActive: false },
]

/** Of the year before and the year after; the oldest is locked. */
const charts: Record<string, { number: number; isActive: boolean }[]> = {
  '0': [{ number: 4990, isActive: true }],
  '1': [
    { number: 4010, isActive: true },
    { number: 6541, isActive: false },
  ],
  '3': [{ number: 5420, isActive: true }],
}
const years = [2024, 2025, 2026, 2027].map((year, i) => ({ id: String(i), from: `${year}-01-01`, to: `${year}-12-31` }))
const lockedUntil = '2024-12-31'
const register: Pick<Connections, 'registers' | 'charts'> = {
  registers: async () => ({ accounts, accountsOf: '2', financialYears: years, lockedUntil }) as unknown as Registers,
  charts: async (_company, _connection, ids) =>
    new Map(ids.map((id) => [id, (charts[id] ?? []) as unknown as readonly Account[]])),
}

/** The capability for one new company that is connected to an accounting system of its own, as one process has it. */
export function openSuppliers(database: OpenDatabase) {
  const { db } = database
  const [companyId, connectionId] = [newId(), newId()]
  const accountingSystem = createAccountingSystem()
  const queued: unknown[] = []
  let now = new Date('2026-11-21T08:00:00Z')
  let connect: (() => Promise<void>) | undefined

  function open() {
    const clock = { now: () => now }
    const enqueue = async (_tx: unknown, job: { name: string }, payload: unknown) =>
      void queued.push([job.name, payload])
    return createSuppliers({
      db,
      clock,
      ...{ log: createLog('silent'), settleMs: 1 },
      activity: createActivity({ db, clock }),
      jobs: () => ({ enqueue }) as unknown as Jobs,
      connections: {
        findConnection: async (company) =>
          company === companyId
            ? {
                companyId,
                id: connectionId,
                connectorId: 'fortnox',
                displayName: 'Fortnox',
                state: 'connected',
                tenantId: null,
                tenantName: null,
              }
            : null,
        openSession: async () => accountingSystem.session,
        ...register,
        onConnected: (listener) => {
          connect = () => db.transaction((tx) => listener(tx as never, { companyId, connectionId }))
        },
      },
    })
  }
  let suppliers = open()

  const call = (method: string, path: string, body?: unknown, company = companyId) =>
    callAs(company, suppliers, { method, path, body })

  return {
    companyId,
    connectionId,
    ...accountingSystem,
    queued,
    suppliers: () => suppliers,
    call,
    map: (supplierNumber: string, designations: { match: string; text: string }[] = [], more: object = {}) =>
      call('PUT', '/mapped-suppliers', { supplierNumber, account: null, vatType: null, designations, ...more }),
    create: (more: object = {}) => call('POST', '/suppliers', { name: 'Drivmedel Nord AB', ...more }),
    sync: () => suppliers.syncSuppliers(companyId, connectionId),
    refresh: (maxAgeSeconds?: number) =>
      suppliers.refreshSuppliers({ companyId, connectionId }, maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    loadBook: () => suppliers.loadBook(companyId, connectionId),
    connect: () => connect?.(),
    /** Another process takes over: what was only in memory is gone. */
    restart: () => {
      suppliers = open()
    },
    wait: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
    activities: () =>
      withCompany(db, companyId, async (tx) =>
        (await tx.select().from(events).orderBy(events.at, events.id)).map(
          ({ activity, subject }) => `${activity} ${subject}`,
        ),
      ),
  }
}

/** Calls the capability's routes as a member of a company. */
async function callAs(
  companyId: string,
  { routes }: Suppliers,
  { method, path, body }: { method: string; path: string; body: unknown },
) {
  const api = createApi()
  const actor = { userId: newId(), name: 'Ada Ek', email: 'a@example.com', language: 'sv' as const, sessionId: 's' }
  api.use('*', async (c, next) => {
    c.set('actor', actor)
    c.set('scope', { companyId, companyName: 'A', role: 'full', actor })
    await next()
  })
  api.route('/', routes)
  api.onError((error, c) => {
    if (error instanceof AppError)
      return c.json({ code: error.code, errors: error.errors }, errorCodes[error.code].status)
    return c.json({ code: error instanceof ConnectorError ? error.kind : String(error) }, 503)
  })
  const isForm = body instanceof FormData
  const answer = await api.request(path, {
    method,
    ...(isForm && { body }),
    ...(!isForm &&
      body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, bytes, body: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null }
}
