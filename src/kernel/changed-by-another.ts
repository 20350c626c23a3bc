import { AppError } from './errors.ts'

/** Somebody saved after this change of the same thing began: it is not overwritten unseen. */
export const changedByAnother = () =>
  new AppError('conflict', 'another change was saved since this one began', {
    errors: [{ path: 'before', code: 'changed-by-another' }],
  })
