/**
 * Who a purchase was made from: the accounting system's supplier register, how our user wants each supplier booked, and
 * by which texts files call them.
 */
import type { Activity } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, readCompany, together, withCompany } from '#platform/database.ts'
import type { Api } from '#platform/http.ts'
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { listDeclined } from './decline-store.ts'
import { supplierJobs, syncJob } from './jobs.ts'
import { teachMerchant } from './map-supplier.ts'
import { listMerges } from './merge-store.ts'
import { supplierRoutes } from './routes.ts'
import { createSupplierFinder } from './rules/find-supplier.ts'
import { createSuggester, type Suggestion } from './rules/suggest-suppliers.ts'
import { type BookEntry, type BookedSupplier, buildSupplierBook, type SupplierBook } from './rules/supplier-book.ts'
import {
  findSupplier,
  listMapped,
  listRegister,
  type MappedWithDesignations,
  type Register,
  type SupplierRow,
  searchSuppliers,
} from './store.ts'
import { createSupplierRefresh, type RefreshSuppliers, syncSuppliers } from './sync-suppliers.ts'

export { normaliseDesignation } from './rules/designations.ts'
export { groupMerchants } from './rules/group-merchants.ts'
export { namesNobody } from './rules/names-nobody.ts'
export { normaliseMerchant } from './rules/normalise-merchant.ts'
export { type Suggestion, suggest } from './rules/suggest-suppliers.ts'
export {
  type BookedSupplier,
  buildSupplierBook,
  describeRecognition,
  namesOtherCountry,
  type SupplierBook,
} from './rules/supplier-book.ts'
export type { SupplierRow } from './store.ts'

/** Suggests from the register's active suppliers, their names and what was taught, besides what was declined. */
async function loadSuggestions(tx: CompanyDatabase, register: Register) {
  const mapped = await listMapped(tx, register)
  const taught = mapped.flatMap(({ supplierNumber, designations }) =>
    designations.flatMap(({ match, text }) => (match === 'exact' ? [{ supplierNumber, text }] : [])),
  )
  const declined = await listDeclined(tx, register)
  return createSuggester(await searchSuppliers(tx, register, {}), { taught, declined })
}

/** Suppliers as our user wants them booked, with what the accounting system's register says of them. */
function bookEntries(mapped: readonly MappedWithDesignations[], register: readonly SupplierRow[]): BookEntry[] {
  const known = new Map(register.map((row) => [row.number, row]))
  return mapped.map(({ supplierNumber, supplierName, account, vatType, vatChosenAt, designations }) => {
    const inRegister = known.get(supplierNumber)
    const isActive = inRegister?.isActive ?? false
    const registerAccount = inRegister?.account ?? null
    const vatChosenOn = dayInSweden(vatChosenAt)
    return {
      supplier: {
        number: supplierNumber,
        name: supplierName,
        account,
        vatType,
        vatChosenOn,
        isActive,
        registerAccount,
      },
      designations,
    }
  })
}

/** What `buildSupplierBook` and `createSupplierFinder` are made of. */
export type KnownSuppliers = {
  entries: BookEntry[]
  register: Parameters<typeof createSupplierFinder>[0]
  mapped: Parameters<typeof createSupplierFinder>[1]
}

/** Called after a mapping has been made, changed or removed. */
export type MappedListener = (register: { companyId: string; connectionId: string }) => Promise<void>

export type Suppliers = {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
  /** Copies the accounting system's whole register now. */
  syncSuppliers(companyId: string, connectionId: string): Promise<void>
  refreshSuppliers: RefreshSuppliers
  /** What was taught up to now and the whole register, as data that a thread can be given; alike while neither has changed. */
  loadKnown(companyId: string, connectionId: string): Promise<KnownSuppliers>
  /** What recognises merchants, as taught up to now. */
  loadBook(companyId: string, connectionId: string): Promise<SupplierBook>
  /** What finds a supplier of the register by its number or its whole name, with what our user taught about it. */
  loadFinder(companyId: string, connectionId: string): Promise<(text: string) => BookedSupplier | null>
  /** Active suppliers of the register with the text in their name, number or organisation number, by name. */
  searchRegister(companyId: string, connectionId: string, q: string, limit: number): Promise<SupplierRow[]>
  /** A supplier of the register, as the accounting system has it. */
  findRegistered(companyId: string, connectionId: string, number: string): Promise<SupplierRow | null>
  /** Numbers of suppliers whose texts mean another since they were merged into it. */
  listMergedAway(companyId: string, connectionId: string): Promise<ReadonlySet<string>>
  /** Suggests active suppliers of the register for texts that nobody is known by. */
  loadSuggester(companyId: string, connectionId: string): Promise<(merchantText: string) => Suggestion[]>
  /** Remembers that a merchant's text means a supplier of the register; who listens is told. */
  teachMerchant(
    register: { companyId: string; connectionId: string },
    taught: { supplierNumber: string; merchant: string },
    actorId: string,
  ): Promise<void>
  onMapped(listener: MappedListener): void
}

export type SuppliersDeps = {
  db: Database
  clock: Clock
  log: Log
  connections: Pick<Connections, 'findConnection' | 'openSession' | 'registers' | 'charts' | 'onConnected'>
  activity: Pick<Activity, 'record'>
  jobs: () => Jobs
  settleMs?: number
}

export function createSuppliers(deps: SuppliersDeps): Suppliers {
  const { db, connections, log } = deps
  const listeners: MappedListener[] = []
  const enqueueWhole = (tx: CompanyDatabase, register: Register) =>
    deps.jobs().enqueue(tx, syncJob, register, { key: register.connectionId })
  const refreshSuppliers = createSupplierRefresh({ ...deps, enqueueWhole })
  connections.onConnected(enqueueWhole)

  /** The mapping is saved by then: a listener that fails must not make it look undone. */
  async function announce({ companyId, connectionId }: Register): Promise<void> {
    for (const listener of listeners) {
      await listener({ companyId, connectionId }).catch((error: unknown) =>
        log.error({ err: error, companyId }, 'telling of a mapped supplier failed'),
      )
    }
  }

  const readBook = async (tx: CompanyDatabase, register: Register): Promise<BookEntry[]> => {
    const mapped = await listMapped(tx, register)
    const numbers = mapped.map(({ supplierNumber }) => supplierNumber)
    return bookEntries(mapped, await listRegister(tx, register, numbers))
  }
  const loadBook: Suppliers['loadBook'] = (companyId, connectionId) =>
    withCompany(db, companyId, async (tx) => buildSupplierBook(await readBook(tx, { companyId, connectionId })))
  const loadSuggester: Suppliers['loadSuggester'] = (companyId, connectionId) =>
    withCompany(db, companyId, (tx) => loadSuggestions(tx, { companyId, connectionId }))

  return {
    routes: supplierRoutes({ ...deps, announce, loadBook, loadSuggester, refreshSuppliers }),
    jobs: supplierJobs(deps),
    syncSuppliers: (companyId, connectionId) => syncSuppliers(deps, { companyId, connectionId }),
    refreshSuppliers,
    loadBook,
    loadKnown: (companyId, connectionId) =>
      withCompany(db, companyId, async (tx) => {
        const [mapped, register] = await together(
          listMapped(tx, { companyId, connectionId }),
          listRegister(tx, { companyId, connectionId }),
        )
        return {
          entries: bookEntries(mapped, register),
          register: register.map(({ number, name, isActive, account }) => ({ number, name, isActive, account })),
          mapped: mapped.map(({ supplierNumber, account, vatType, vatChosenAt }) => {
            return { supplierNumber, account, vatType, vatChosenAt }
          }),
        }
      }),
    loadFinder: (companyId, connectionId) =>
      withCompany(db, companyId, async (tx) => {
        const register = { companyId, connectionId }
        return createSupplierFinder(await listRegister(tx, register), await listMapped(tx, register))
      }),
    loadSuggester,
    searchRegister: (companyId, connectionId, q, limit) =>
      readCompany(db, companyId, (tx) => searchSuppliers(tx, { companyId, connectionId }, { q, limit })),
    findRegistered: (companyId, connectionId, number) =>
      readCompany(db, companyId, (tx) => findSupplier(tx, { companyId, connectionId }, number)),
    async listMergedAway(companyId, connectionId) {
      const merges = await readCompany(db, companyId, (tx) => listMerges(tx, { companyId, connectionId }))
      return new Set(merges.flatMap(({ merged }) => merged.map(({ supplierNumber }) => supplierNumber)))
    },
    async teachMerchant(register, taught, actorId) {
      await teachMerchant(deps, register, taught, actorId)
      await announce(register)
    },
    onMapped: (listener) => void listeners.push(listener),
  }
}
