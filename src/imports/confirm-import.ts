import { sql } from 'drizzle-orm'
import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { requireRoomInDatabase } from '#platform/disk-room.ts'
import { type CheckedRows, checkRows, composeGathered, getImport, pageSize } from './check-import.ts'
import type { ConfirmRequest } from './contract.ts'
import { needsApproval } from './foresee-confirmation.ts'
import { type AssessmentBase, forConfirmation, loadAssessmentBase, toAssess, withImported } from './load-assessment.ts'
import type { ConfirmedInvoice, Neighbours } from './neighbours.ts'
import { claimPurchases, type PurchaseRecord } from './purchase-store.ts'
import { tellSharing } from './recheck-sharing.ts'
import { refuseClosed } from './refuse-closed.ts'
import { forgetReturns } from './return-store.ts'
import { loadPage } from './row-store.ts'
import { assessRow, type ComposedInvoice, composeInvoices } from './rules/assess-rows.ts'
import { paymentAccountOf, wantedSteps } from './rules/posting-ground.ts'
import { changeImport, type ImportRecord, lockImport } from './store.ts'

/** What a row writes at the most with its invoice on its way: 5.1 kB were seen. */
const bytesPerRow = 7000

/**
 * Turns the ready rows into invoices on their way, all in one transaction: it happens once or not at all. Where checking
 * again gives anything else than the user was shown (a supplier or a setting changed, another import was faster) nothing is
 * posted and the new preview stands. Confirming twice answers the same run.
 */
export async function confirmImport(
  deps: Neighbours,
  {
    companyId,
    importId,
    userId,
    shown,
  }: { companyId: string; importId: string; userId: string; shown: ConfirmRequest },
): Promise<string> {
  const before = await getImport(deps, companyId, importId)
  if (before.state === 'confirmed' && before.runId) return before.runId
  if (before.state !== 'checked') throw refuseClosed(before)
  const connection = await deps.connections.findConnection(companyId, before.connectorId)
  if (connection?.state !== 'connected')
    throw new AppError('connection-lost', 'the connection to the accounting system is lost')
  await requireRoomInDatabase(deps.db, (before.totals?.ready.count ?? 0) * bytesPerRow)
  const base = await loadAssessmentBase(deps, before, forConfirmation)
  const isApprovalAsked = await needsApproval(deps, before)
  const runId = await withCompany(deps.db, companyId, async (tx) => {
    // One confirmation at a time into the same books, so that two imports with the same purchase see each other.
    const books = `confirm ${connection.connectorId} ${connection.tenantId ?? connection.id}`
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${books}, 0))`)
    const record = await lockImport(tx, companyId, importId)
    if (record?.state === 'confirmed') return record.runId
    if (record?.state !== 'checked') throw refuseClosed(record)
    const checked = await checkRows(tx, record, base)
    // Returned, not thrown: what the check found is to be kept.
    if (checked.invoices === 0 || !isAsShown(shown, checked, base)) return null
    return postChecked(
      deps,
      tx,
      { record, base, expected: shown.invoices },
      {
        userId,
        needsApproval: isApprovalAsked,
        target: connection.displayName,
      },
    )
  })
  if (runId === null) throw changedSinceShown('the rows changed since they were shown')
  return runId
}

const changedSinceShown = (message: string) =>
  new AppError('conflict', message, { errors: [{ path: 'invoices', code: 'import-changed' }] })

/** Someone may have switched payment off, or changed an amount or a row's account, while the question stood on the screen. */
function isAsShown(
  shown: ConfirmRequest,
  { invoices, totals, fingerprint }: CheckedRows,
  { ground }: AssessmentBase,
): boolean {
  const steps = wantedSteps(ground.settings, ground.options)
  return (
    invoices === shown.invoices &&
    (shown.sum === undefined || totals?.ready.sum === shown.sum) &&
    (shown.fingerprint === undefined || fingerprint === shown.fingerprint) &&
    (!shown.steps || (shown.steps.bookkeep === steps.bookkeep && shown.steps.pay === steps.pay))
  )
}

type Checked = { record: ImportRecord; base: AssessmentBase; expected: number }

async function postChecked(
  deps: Neighbours,
  tx: CompanyDatabase,
  { record, base, expected }: Checked,
  { userId, target, needsApproval }: { userId: string; target: string; needsApproval: boolean },
): Promise<string> {
  const { companyId, id: importId, connectionId, fileName } = record
  let count = 0
  async function* claimed(): AsyncGenerator<ConfirmedInvoice> {
    for await (const invoices of composePages(tx, record, base)) {
      const purchases = invoices.flatMap(purchasesOf)
      const ours = await claimPurchases(tx, { companyId, connectionId, importId, fileName }, purchases)
      if (ours.size !== purchases.length)
        throw changedSinceShown('a purchase was imported by somebody else in this moment')
      count += invoices.length
      yield* invoices.map((one) => confirmedInvoice(one, base))
    }
  }
  const run = {
    companyId,
    importId,
    round: record.reopened,
    connectionId,
    source: fileName,
    target,
    performedBy: userId,
    needsApproval,
  }
  const runId = await deps.startRun(tx, { ...run, invoices: claimed() })
  if (count !== expected) throw new Error(`${count} invoices were composed, ${expected} were shown`)
  await changeImport(tx, companyId, importId, { state: 'confirmed', runId })
  await tellSharing(deps, tx, { companyId, importId })
  if (record.reopened > 0) await forgetReturns(tx, { companyId, importId })
  await deps.activity.record(tx, companyId, [
    {
      type: 'info',
      activity: 'import-confirmed',
      subject: fileName,
      runId,
      actorId: userId,
      params: { invoices: count },
    },
  ])
  return runId
}

/** The invoices of the rows that are ready, as the check left them: some hundred at a time where each row is one. */
async function* composePages(
  tx: CompanyDatabase,
  record: ImportRecord,
  base: AssessmentBase,
): AsyncGenerator<ComposedInvoice[]> {
  if (record.granularity !== 'row') {
    yield (await composeGathered(tx, record, base)).invoices
    return
  }
  const of = { companyId: record.companyId, importId: record.id }
  for (let after = 0; ; ) {
    const rows = await loadPage(tx, of, { after, limit: pageSize, state: 'ready' })
    const assessment = await withImported(tx, base, record, rows)
    const assessed = rows.map((row) => assessRow(toAssess(row), row.occurrence, assessment))
    yield composeInvoices(assessed, assessment)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

function purchasesOf({ rows, invoice }: ComposedInvoice): PurchaseRecord[] {
  return rows.map(({ id, number, fingerprint, occurrence }) => {
    if (fingerprint === null || occurrence === null) throw new Error('a row that is ready is a purchase')
    return { fingerprint, occurrence, rowId: id, rowNumber: number, reference: invoice.reference }
  })
}

function confirmedInvoice(
  { rows, invoice, payment, steps }: ComposedInvoice,
  { ground }: AssessmentBase,
): ConfirmedInvoice {
  const [first] = rows
  const account = paymentAccountOf(payment, ground)
  return {
    rowNumber: first?.number ?? 0,
    rowIds: rows.map(({ id }) => id),
    text: first?.shown.text ?? '',
    supplierName: first?.shown.supplierName ?? invoice.supplierNumber,
    reference: invoice.reference,
    invoice,
    payment: payment && { ...payment, ...(account !== null && { account }) },
    steps,
  }
}
