import type { FieldSource, TargetField } from '../contract.ts'
import type { BuiltInFormat } from '../formats/built-in-format.ts'
import { currencyIn, type GuessedCurrency, guessCurrency } from './guess-currency.ts'
import type { LocatedTable } from './locate-table.ts'
import { type ColumnProfile, columnOf } from './profile-columns.ts'
import { currencyAbove } from './section-currencies.ts'
import { findTwinAmounts } from './twin-amounts.ts'

/** As the rows say, else as the issuer has it, else by what the file says of itself. */
export function decideCurrency(
  table: LocatedTable,
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  format: BuiltInFormat | null,
): GuessedCurrency {
  const ofRows = currencyIn(columnOf(columns, fields.accountCurrency))
  const code = ofRows ?? format?.currency ?? findTwinAmounts(columns)?.base ?? null
  if (code !== null) return { code, isAssumed: false }
  const guessed = guessCurrency(columns, fields)
  // the issuer has cards in several currencies, and what its rows say is what each was bought in
  const isAssumed = guessed.isAssumed || format !== null
  const said = isAssumed ? currencyAbove(linesAbove(table)) : null
  return said === null ? { code: guessed.code, isAssumed } : { code: said, isAssumed: false }
}

function linesAbove({ sheet, header, rows: [first] }: LocatedTable): { cells: readonly string[] }[] {
  const until = sheet.rows.findIndex(({ number }) => number === first?.number)
  return [{ cells: [sheet.name] }, ...sheet.rows.slice(0, Math.max(0, until)).filter((row) => row !== header)]
}
