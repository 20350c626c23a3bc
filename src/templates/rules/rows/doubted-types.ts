import type { RowProblem } from '#kernel/row-problem.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import type { SourceText } from '../mapping/bind-fields.ts'
import { isOpenType, isTakenBackType } from '../words/type-words.ts'
import type { ReadingRules } from './read-amount.ts'

/** Of what was bought: by its type it was taken back, or may be money back where no amount of the file has a sign. */
export function doubtedType(
  { text, cells }: SourceText,
  { mapping, columns, purchaseTypes }: ReadingRules & { purchaseTypes: ReadonlySet<string> },
): RowProblem | null {
  const type = normaliseLabel(text)
  const isUnsigned = mapping.signRule === 'as-is' && columns.signs.isUnsigned && purchaseTypes.size > 0
  const isDoubted = isTakenBackType(type) || (isUnsigned && isOpenType(type))
  return isDoubted ? { code: 'booked-unclear', cell: cells[0], value: text } : null
}
