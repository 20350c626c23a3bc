import * as m from '#messages'

/** Why what a person asks for can no longer be done: a colleague has done something else in the meantime. */
export const closedProblemTexts: Record<string, () => string> = {
  'change-not-undoable': () => m.problems_change_not_undoable(),
  'import-being-read': () => m.problems_import_being_read(),
  'import-changed': () => m.problems_import_changed(),
  'import-confirmed': () => m.problems_import_confirmed(),
  'import-deleted': () => m.problems_import_deleted(),
  'import-failed': () => m.problems_import_failed(),
  'receipt-attached': () => m.problems_receipt_attached(),
  'run-awaits-approval': () => m.problems_run_awaits_approval(),
  'run-being-cancelled': () => m.problems_run_being_cancelled(),
  'run-cancelled': () => m.problems_run_cancelled(),
  'run-finished': () => m.problems_run_finished(),
  'run-refused': () => m.problems_run_refused(),
  'run-taken-back': () => m.problems_run_taken_back(),
  'still-posting': () => m.problems_still_posting(),
}
