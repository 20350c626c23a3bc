import { AppError } from '#kernel/errors.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { ReturnReason } from './contract.ts'
import { recheckJob } from './jobs.ts'
import type { Neighbours } from './neighbours.ts'
import { tellSharing } from './recheck-sharing.ts'
import { markPosted, takeRowsBack } from './return-store.ts'
import { countByState } from './row-store.ts'
import { addUp } from './rules/totals.ts'
import { changeImport, lockImport } from './store.ts'

export type ReturnedRows = {
  companyId: string
  connectionId: string
  importId: string
  /** The invoices' references, each with what the accounting system answered. */
  returned: readonly { reference: string; problem: ReturnReason | null }[]
}

/**
 * Opens a confirmed import again for rows whose invoices were not made: they can be changed and confirmed anew. The rows
 * that stay with posting are shown as such and cannot. In the transaction that gives the invoices up, so that a purchase
 * is always either posting's or the preview's.
 */
export async function returnRows(
  deps: Pick<Neighbours, 'jobs'>,
  tx: CompanyDatabase,
  { companyId, connectionId, importId, returned }: ReturnedRows,
): Promise<void> {
  const record = await lockImport(tx, companyId, importId)
  if (record?.state !== 'checked' && record?.state !== 'confirmed') throw new AppError('conflict', 'the import is gone')
  const of = { companyId, importId, connectionId }
  const rows = await takeRowsBack(tx, of, returned)
  if (rows < returned.length) throw new Error(`${returned.length} invoices came back, and ${rows} rows of theirs`)
  const { totals } = record
  if (record.state === 'confirmed') {
    await markPosted(tx, of)
    await changeImport(tx, companyId, importId, { state: 'checked', reopened: record.reopened + 1, invoices: 0 })
  }
  const counted = totals && addUp(totals.read, await countByState(tx, companyId, importId))
  await changeImport(tx, companyId, importId, { totals: counted })
  await deps.jobs().enqueue(tx, recheckJob, { companyId, importId, isFresh: true }, { key: importId })
  await tellSharing(deps, tx, { companyId, importId })
}
