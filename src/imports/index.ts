/**
 * A source becomes rows and rows become checked draft invoices: upload, reading under a template, recognising suppliers,
 * duplicates, checks, the preview to the last byte, and the confirmation that hands the invoices to posting.
 */
import { type CompanyDatabase, readCompany, withCompany } from '#platform/database.ts'
import type { Api } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler } from '#platform/jobs.ts'
import { tryStoppedAnew } from '#platform/try-stopped-anew.ts'
import { type ReadLimits, readLimits } from '#spreadsheets/index.ts'
import { normaliseMerchant, type Suppliers } from '#suppliers/index.ts'
import { type CheckInvoices, prepareCheck } from './check-again.ts'
import { recheckImport } from './check-import.ts'
import { type Foreseen, foreseeConfirmation } from './foresee-confirmation.ts'
import { readSourceJob, recheckJob, recheckSharingJob, sweepJob, sweepPartsJob } from './jobs.ts'
import { listRefundTies } from './list-refund-ties.ts'
import { nearlyNow } from './load-assessment.ts'
import { nameSome } from './name-rows.ts'
import type { FindInvoiceNumbers, Neighbours, StartRun } from './neighbours.ts'
import { letGoOfPurchases } from './purchase-store.ts'
import { readImport } from './read-import.ts'
import { createReadingThreads, type ReadInThread } from './read-in-thread.ts'
import { sweepReadings } from './reading-lease.ts'
import { recheckSharing, tellSharing } from './recheck-sharing.ts'
import { type ReturnedRows, returnRows } from './return-rows.ts'
import { importRoutes } from './routes.ts'
import type { RowPlace } from './rules/record-version.ts'
import { type StartImport, startImport } from './start-import.ts'
import { findImport, listOpenImports } from './store.ts'
import { sweepLostRows } from './sweep-lost-rows.ts'
import { tellGone } from './tell-gone.ts'
import { warmReading } from './warm-reading.ts'

export type { CheckInvoices, HeldInvoice } from './check-again.ts'
export type { RefundTie } from './list-refund-ties.ts'
export type { FindInvoiceNumbers, StartRun, UnpostedPurchase } from './neighbours.ts'
export { hasProblemWords, problemWords } from './problem-words.ts'
export type { StartImport } from './start-import.ts'

type RefundSide = Pick<Neighbours, 'findUnposted' | 'findTakenBack'>

export type Imports = {
  /** Lets go of the purchases behind invoices that were taken back, so that they can be imported again. */
  releasePurchases(
    tx: CompanyDatabase,
    of: { companyId: string; connectionId: string; references: readonly string[] },
  ): Promise<void>
  /** Opens an import again for rows whose invoices were not made. */
  returnRows(tx: CompanyDatabase, of: ReturnedRows): Promise<void>
  routes: Api
  jobs: {
    definitions: readonly JobDefinition<unknown>[]
    handlers: readonly JobHandler[]
    atStart(): Promise<void>
  }
  /** Queues the reading of a stored file, as the upload does. */
  startImport(request: StartImport): Promise<{ id: string }>
  /** What a person knows some of so many rows again by, day, shop and amount; null where none is there any more. */
  nameSome(companyId: string, some: { places: readonly RowPlace[]; rows: number }): Promise<string | null>
  /** Tells each import that waits which of its rows no longer stand in the sheet they were fetched from. */
  tellGone: typeof tellGone
  /** What posting would be given if an import were confirmed now. */
  foreseeConfirmation(companyId: string, importId: string): Promise<Foreseen>
  /** What refunds of other imports are tied to, which stay where this one's invoices are taken back. */
  listRefundTies: typeof listRefundTies
  /** Reads what the accounting system has now, for invoices of a confirmed import that are not sent yet. */
  prepareCheck(run: { companyId: string; importId: string; readSince: Date }): Promise<CheckInvoices>
  /** Binds what posts a confirmed import; nothing can be confirmed before. */
  onConfirmed(start: StartRun): void
  /** Binds what tells of purchases that were confirmed and are not posted yet, or are taken back. */
  onRefund(side: RefundSide): void
  /** Binds what tells which invoice an earlier import of a purchase became. */
  onDuplicate(find: FindInvoiceNumbers): void
}

export type ImportsDeps = Pick<
  Neighbours,
  | 'db'
  | 'clock'
  | 'log'
  | 'patienceMs'
  | 'files'
  | 'jobs'
  | 'notices'
  | 'rates'
  | 'connections'
  | 'templates'
  | 'activity'
  | 'nameOf'
> & {
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
    | 'onMapped'
  >
  /** Those of spreadsheets/ where they are not set. */
  limits?: Partial<ReadLimits>
  /** Threads of its own where it is not given. */
  readInThread?: ReadInThread
}

/** Far longer than the slowest upload. */
const partDays = 1

export function createImports(deps: ImportsDeps): Imports {
  let startRun: StartRun | undefined
  let findInvoiceNumbers: FindInvoiceNumbers | undefined
  let refunds: RefundSide | undefined
  const neighbours: Neighbours = {
    ...deps,
    readInThread: deps.readInThread ?? createReadingThreads(deps.limits),
    limits: { ...readLimits, ...deps.limits },
    normaliseMerchant,
    startRun(tx, run) {
      if (!startRun) throw new Error('nothing is bound that posts a confirmed import')
      return startRun(tx, run)
    },
    findUnposted: async (tx, of) => (await refunds?.findUnposted(tx, of)) ?? [],
    findTakenBack: async (tx, of) => (await refunds?.findTakenBack(tx, of)) ?? new Set(),
    findInvoiceNumbers: async (tx, of) => (await findInvoiceNumbers?.(tx, of)) ?? new Map(),
  }
  const recheckOpen = async (
    tx: CompanyDatabase,
    { companyId, connectionId }: { companyId: string; connectionId: string },
    isFresh: boolean,
  ) => {
    for (const importId of await listOpenImports(tx, companyId, connectionId))
      await deps.jobs().enqueue(tx, recheckJob, { companyId, importId, isFresh }, { key: importId })
  }
  deps.suppliers.onMapped((of) => withCompany(deps.db, of.companyId, (tx) => recheckOpen(tx, of, false)))
  // What was in the way of its rows may be gone.
  deps.connections.onConnected((tx, of) => recheckOpen(tx, of, true))
  return {
    routes: importRoutes(neighbours),
    jobs: {
      definitions: [
        readSourceJob,
        recheckJob,
        recheckSharingJob,
        sweepJob,
        sweepPartsJob,
      ] as readonly JobDefinition<unknown>[],
      handlers: handlersOf(neighbours),
      // Nobody waits for it: a file that comes meanwhile is read beside it.
      atStart: async () =>
        void warmReading(neighbours.readInThread).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'the reading thread could not be warmed'),
        ),
    },
    async releasePurchases(tx, of) {
      const { companyId } = of
      for (const importId of await letGoOfPurchases(tx, of)) await tellSharing(neighbours, tx, { companyId, importId })
    },
    returnRows: (tx, of) => returnRows(neighbours, tx, of),
    startImport: (request) => startImport(neighbours, request),
    nameSome: (companyId, some) => readCompany(deps.db, companyId, (tx) => nameSome(tx, companyId, some)),
    prepareCheck: (run) => prepareCheck(neighbours, run),
    listRefundTies,
    tellGone,
    foreseeConfirmation: (companyId, importId) => foreseeConfirmation(neighbours, companyId, importId),
    onConfirmed: (start) => {
      startRun = start
    },
    onRefund: (side) => {
      refunds = side
    },
    onDuplicate: (find) => {
      findInvoiceNumbers = find
    },
  }
}

function handlersOf(neighbours: Neighbours): JobHandler[] {
  return [
    handleJob(readSourceJob, ({ companyId, importId }, signal) => readImport(neighbours, companyId, importId, signal)),
    handleJob(sweepJob, async () => void (await sweepReadings(neighbours))),
    handleJob(sweepPartsJob, async () => {
      await neighbours.files.sweepParts(new Date(neighbours.clock.now().getTime() - partDays * 86_400_000))
      await sweepLostRows(neighbours.db)
    }),
    handleJob(recheckJob, async ({ companyId, importId, isFresh }, signal) => {
      await tryStoppedAnew(async () => {
        const found = await readCompany(neighbours.db, companyId, (tx) => findImport(tx, companyId, importId))
        // One that was deleted while this waited has no rows to be checked.
        if (found) await recheckImport(neighbours, companyId, importId, {}, isFresh ? nearlyNow : {})
      }, signal)
    }),
    handleJob(recheckSharingJob, (of) => recheckSharing(neighbours, of)),
  ]
}
