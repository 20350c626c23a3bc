import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import type { SourceText } from '../mapping/bind-fields.ts'
import { isAllowance, isPrivate } from '../words/doubted-words.ts'

/** A text of the row's shop or kind that names neither: it is asked about. */
export function doubtedText(texts: readonly SourceText[]): RowProblem | null {
  for (const { text, cells } of texts) {
    const label = normaliseLabel(text)
    const found = isAllowance(label) || isPrivate(label)
    if (found) return { code: isPrivate(label) ? 'booked-unclear' : 'allowance', cell: cells[0], value: text }
  }
  return null
}

/** Asks about a row's state where it stands, with what the file itself says there: a rule of the template may give it another word. */
export function problemOfState(
  { cells: [cell] }: SourceText,
  row: { number: number; cells: readonly string[] },
): RowProblem {
  const found = row.cells.find((_, column) => cellName(column, row.number) === cell)
  const value = tidyText(found ?? '')
  const code = isAllowance(normaliseLabel(value)) ? 'allowance' : 'booked-unclear'
  return { code, ...(cell !== undefined && { cell, value }) }
}
