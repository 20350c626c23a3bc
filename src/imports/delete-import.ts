import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { deleteChange } from './change-store.ts'
import type { Neighbours } from './neighbours.ts'
import { deleteVersions } from './record-versions.ts'
import { refuseClosed } from './refuse-closed.ts'
import { leaveReturnsOut } from './return-store.ts'
import { countByState, deleteRows } from './row-store.ts'
import { addUp } from './rules/totals.ts'
import { changeImport, deleteImport as deleteRecord, type ImportRecord, lockImport } from './store.ts'

/**
 * Forgets an import that nothing came of. What was confirmed is history and stays; where it is open again for rows that
 * came back, it is closed and those are left out.
 */
export async function deleteImport(
  deps: Pick<Neighbours, 'db' | 'files' | 'activity'>,
  { companyId, importId, userId }: { companyId: string; importId: string; userId: string },
): Promise<void> {
  const fileKey = await withCompany(deps.db, companyId, async (tx) => {
    const record = await lockImport(tx, companyId, importId)
    if (!record) throw new AppError('not-found', 'no such import')
    if (record.state === 'confirmed') throw refuseClosed(record)
    const isReopened = record.reopened > 0
    if (isReopened) await close(tx, record)
    else {
      await deleteRows(tx, companyId, importId)
      await deleteVersions(tx, companyId, importId)
      await deleteChange(tx, { companyId, importId })
      await deleteRecord(tx, companyId, importId)
    }
    const activity = isReopened ? 'import-closed' : 'import-deleted'
    await deps.activity.record(tx, companyId, [{ type: 'info', activity, subject: record.fileName, actorId: userId }])
    return isReopened ? null : record.fileKey
  })
  if (fileKey !== null) await deps.files.delete(fileKey)
}

async function close(tx: CompanyDatabase, { companyId, id: importId, totals }: ImportRecord): Promise<void> {
  await leaveReturnsOut(tx, { companyId, importId })
  const counted = totals && addUp(totals.read, await countByState(tx, companyId, importId))
  await changeImport(tx, companyId, importId, { state: 'confirmed', totals: counted, invoices: 0 })
}
