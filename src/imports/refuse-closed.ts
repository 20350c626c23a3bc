import { AppError } from '#kernel/errors.ts'
import type { ImportRecord } from './store.ts'

/** Of a change to an import that takes none: somebody may have confirmed it a moment ago, here or in another window. */
export function refuseClosed(state: ImportRecord['state']): AppError {
  const errors = state === 'confirmed' ? [{ path: 'state', code: 'import-confirmed' }] : []
  return new AppError('conflict', `the import is ${state}`, { errors })
}
