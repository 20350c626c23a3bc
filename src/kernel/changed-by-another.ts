import { AppError } from './errors.ts'

/**
 * Somebody saved after this change of the same thing began: it is not overwritten unseen. What is wanted may
 * stand there already, from this very change whose answer was lost on its way: that is no other.
 */
export const changedByAnother = () =>
  new AppError('conflict', 'another change was saved since this one began', {
    errors: [{ path: 'before', code: 'changed-by-another' }],
  })
