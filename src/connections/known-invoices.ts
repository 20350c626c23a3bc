import type { AccountingSession } from '#connectors/accounting-connector.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { createSharedReadings } from '#kernel/share-calls.ts'
import type { Clock } from '#platform/clock.ts'
import { asCopy, type CompanyDatabase, type Database, readCompany, withCompany } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import {
  findInvoicesReadAt,
  findKnownByNumbers,
  type KnownInvoice,
  listKnownOfSuppliers,
  saveInvoicesReadAt,
  saveKnownInvoices,
} from './known-invoice-store.ts'

type ConnectionKey = { companyId: string; connectionId: string }
export type KnownInvoices = {
  /** Reads what changed since it was read last, at most so often (10 minutes). Never throws: what is known will do. */
  refresh(companyId: string, connectionId: string, options?: { maxAgeSeconds?: number }): Promise<void>
  /** Up to when they were read; null before the first time. */
  findReadAt(tx: CompanyDatabase, key: ConnectionKey): Promise<Date | null>
  findByNumbers(tx: CompanyDatabase, key: ConnectionKey, numbers: readonly string[]): Promise<KnownInvoice[]>
  listOfSuppliers(
    tx: CompanyDatabase,
    key: ConnectionKey,
    suppliers: readonly string[],
    since: LocalDate,
  ): Promise<KnownInvoice[]>
}

const defaultMaxAgeSeconds = 600
/** As far back as a number counts as used and a refund looks for its purchase: a financial year and a month. */
const firstReadDays = 400

/**
 * The accounting system's own supplier invoices, kept up by what changed. Whoever asks meanwhile for what is newer than
 * what is known waits for the same reading.
 */
export function createKnownInvoices(deps: {
  db: Database
  clock: Clock
  log: Log
  openSession(companyId: string, connectionId: string): Promise<AccountingSession>
}): KnownInvoices {
  const { db, clock, log } = deps
  const share = createSharedReadings((readAt: Date) => readAt.getTime())

  async function read(key: ConnectionKey, readAt: Date | null): Promise<Date> {
    const { companyId, connectionId } = key
    const began = clock.now()
    const since = readAt ?? new Date(began.getTime() - firstReadDays * 86_400_000)
    const session = await deps.openSession(companyId, connectionId)
    for await (const invoices of session.listChangedInvoices(since))
      if (invoices.length > 0) await withCompany(db, companyId, (tx) => saveKnownInvoices(tx, key, invoices), asCopy)
    await withCompany(db, companyId, (tx) => saveInvoicesReadAt(tx, key, began), asCopy)
    return began
  }

  return {
    async refresh(companyId, connectionId, { maxAgeSeconds = defaultMaxAgeSeconds } = {}) {
      const key = { companyId, connectionId }
      const oldest = clock.now().getTime() - maxAgeSeconds * 1000
      try {
        await share(connectionId, oldest, {
          find: () => readCompany(db, companyId, (tx) => findInvoicesReadAt(tx, key)),
          read: (latest) => read(key, latest),
        })
      } catch (error) {
        log.warn({ err: error, connectionId }, 'invoices could not be read')
      }
    },
    findReadAt: findInvoicesReadAt,
    findByNumbers: findKnownByNumbers,
    listOfSuppliers: listKnownOfSuppliers,
  }
}
