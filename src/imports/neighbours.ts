import type { Activity } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { Clock } from '#platform/clock.ts'
import type { CompanyDatabase, Database } from '#platform/database.ts'
import type { Files } from '#platform/files.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Notices } from '#platform/notices.ts'
import type { Rates } from '#rates/index.ts'
import type { ReadLimits } from '#spreadsheets/index.ts'
import type { Suppliers } from '#suppliers/index.ts'
import type { Templates } from '#templates/index.ts'
import type { PostingStep } from './contract.ts'
import type { ReadInThread } from './read-in-thread.ts'

/** What posting is given for one invoice: what the user saw and nothing else. */
export type ConfirmedInvoice = {
  rowNumber: number
  /** The rows that it is made of. */
  rowIds: number[]
  text: string
  supplierName: string
  reference: string
  invoice: SupplierInvoice
  payment: InvoicePayment | null
  steps: PostingStep[]
}

/** Starts posting in the transaction of the confirmation and answers the run's id. */
export type StartRun = (
  tx: CompanyDatabase,
  run: {
    companyId: string
    importId: string
    /** How often the import had been opened again: with it the confirmation is named. */
    round: number
    connectionId: string
    source: string
    target: string
    performedBy: string
    /** The template asks for the approval of another person. */
    needsApproval: boolean
    /** In the order they are to be posted; to be taken one after the other, since there may be a million. */
    invoices: AsyncIterable<ConfirmedInvoice>
  },
) => Promise<string>

/** The numbers that invoices got in the accounting system, by our reference. */
export type FindInvoiceNumbers = (
  tx: CompanyDatabase,
  of: { companyId: string; connectionId: string; references: readonly string[] },
) => Promise<ReadonlyMap<string, string>>

/**
 * A purchase that was confirmed and whose invoice the accounting system, as it was read last, does not have. `source`: its
 * file. `number`: its invoice's over there, where it was posted since.
 */
export type UnpostedPurchase = {
  number: string | null
  reference: string
  source: string
  rowNumber: number
  supplierNumber: string
  invoiceNumber: string | null
  date: string
  currency: string
  total: number
}
export type FindUnposted = (
  tx: CompanyDatabase,
  of: { companyId: string; connectionId: string; suppliers: readonly string[]; postedSince: Date | null },
) => Promise<UnpostedPurchase[]>
/** Which invoices, by our references, are being taken back with their runs, or were. */
export type FindTakenBack = (
  tx: CompanyDatabase,
  of: { companyId: string; connectionId: string; references: readonly string[] },
) => Promise<Set<string>>

/** Everything outside this capability that it works with. */
export type Neighbours = {
  db: Database
  clock: Clock
  log: Log
  /** How long an answer of the accounting system is waited for; tests wait less. */
  patienceMs?: number
  files: Files
  jobs: () => Jobs
  notices: Pick<Notices, 'tell' | 'hear'>
  connections: Pick<
    Connections,
    | 'findConnection'
    | 'connector'
    | 'registers'
    | 'charts'
    | 'readSettings'
    | 'resolvePayment'
    | 'obstacles'
    | 'knownInvoices'
    | 'onConnected'
  >
  rates: Rates
  suppliers: Pick<
    Suppliers,
    | 'refreshSuppliers'
    | 'loadBook'
    | 'loadKnown'
    | 'loadFinder'
    | 'loadSuggester'
    | 'searchRegister'
    | 'findRegistered'
    | 'listMergedAway'
    | 'teachMerchant'
  >
  templates: Pick<Templates, 'getTemplate' | 'findDrift' | 'saveMapping' | 'replaceSample'>
  activity: Pick<Activity, 'record'>
  nameOf(userId: string): Promise<string | null>
  readInThread: ReadInThread
  limits: ReadLimits
  normaliseMerchant(text: string, context?: { place?: string | undefined }): string
  /** Posting comes later in the order of capabilities, so it is bound when everything is wired. */
  startRun: StartRun
  findInvoiceNumbers: FindInvoiceNumbers
  findUnposted: FindUnposted
  findTakenBack: FindTakenBack
}
