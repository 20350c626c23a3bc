import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { ExportsDeps } from './neighbours.ts'
import { changeWriting, type ExportRecord } from './store.ts'

/** An export that is being written: as it was taken, and `signal` that this process is asked to stop. */
export type Writing = { record: ExportRecord; signal: AbortSignal }

/** Says how far it has come, and goes no further where this process stops, the export is gone or another has taken it. */
export async function note(
  deps: Pick<ExportsDeps, 'db'>,
  { record, signal }: Writing,
  progress: Partial<ExportRecord>,
): Promise<void> {
  signal.throwIfAborted()
  await noteOurs(deps, record, progress)
}

export async function noteOurs(
  { db }: Pick<ExportsDeps, 'db'>,
  record: ExportRecord,
  progress: Partial<ExportRecord>,
): Promise<void> {
  const isOurs = await withCompany(db, record.companyId, (tx) => changeWriting(tx, record, progress))
  if (!isOurs) throw new AppError('not-found', 'the export was deleted, or is another process’s by now')
}
