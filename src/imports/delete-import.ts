import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { Neighbours } from './neighbours.ts'
import { deleteRows } from './row-store.ts'
import { deleteImport as deleteRecord, lockImport } from './store.ts'

/** Forgets an import that nothing came of. What was confirmed is history and stays. */
export async function deleteImport(
  deps: Pick<Neighbours, 'db' | 'files' | 'activity'>,
  { companyId, importId, userId }: { companyId: string; importId: string; userId: string },
): Promise<void> {
  const fileKey = await withCompany(deps.db, companyId, async (tx) => {
    const record = await lockImport(tx, companyId, importId)
    if (!record) throw new AppError('not-found', 'no such import')
    if (record.state === 'confirmed') throw new AppError('conflict', 'a confirmed import cannot be deleted')
    await deleteRows(tx, companyId, importId)
    await deleteRecord(tx, companyId, importId)
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'import-deleted', subject: record.fileName, actorId: userId },
    ])
    return record.fileKey
  })
  await deps.files.delete(fileKey)
}
