import { looksLikeNumber } from '../cells/amounts.ts'
import { isBlank } from '../cells/cell-text.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import type { FieldSuggestion } from '../columns/suggest-by-format.ts'
import type { LocatedTable } from '../layout/locate-table.ts'

const amountFields: ReadonlySet<string> = new Set([
  ...['total', 'amountIn', 'amountOut', 'direction', 'foreignAmount', 'fee', 'vatAmount', 'vatRate'],
])

/**
 * `Belopp` over `Netto | Brutto`, or over `EUR | SEK`: of the figures under a name that stands over several columns only the
 * lower row says which are what was paid, and a template knows columns by one row of names. A person says it.
 */
export function withoutSpannedAmounts(
  suggestions: FieldSuggestion[],
  { header, sheet, rows: [first] }: LocatedTable,
  columns: readonly ColumnProfile[],
): FieldSuggestion[] {
  const unnamed = columns.filter(({ name, figures }) => isBlank(name) && figures > 0)
  if (!header || !first || unnamed.length === 0) return suggestions
  const below = sheet.rows.filter(({ number }) => number > header.number && number < first.number)
  const isSecond = below.some(
    ({ cells }) =>
      cells.every((cell) => !looksLikeNumber(cell)) && unnamed.some(({ index }) => /\p{L}/u.test(cells[index] ?? '')),
  )
  return isSecond ? suggestions.filter(({ field }) => !amountFields.has(field)) : suggestions
}
