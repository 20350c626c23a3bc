import { AppError } from '#kernel/errors.ts'
import type { ImportRecord } from './store.ts'

const whyOf: Partial<Record<ImportRecord['state'], string>> = {
  confirmed: 'import-confirmed',
  reading: 'import-being-read',
  failed: 'import-failed',
}

/** Of a change to an import that takes none: somebody may have confirmed it a moment ago, here or in another window. */
export function refuseClosed(record: Pick<ImportRecord, 'state'> | null): AppError {
  const code = record ? whyOf[record.state] : 'import-deleted'
  return new AppError('conflict', `the import is ${record?.state ?? 'gone'}`, {
    errors: code ? [{ path: 'state', code }] : [],
  })
}
