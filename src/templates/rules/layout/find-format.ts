import type { SheetRow } from '#spreadsheets/index.ts'
import type { BuiltInFormat, ColumnShape } from '../../formats/built-in-format.ts'
import { builtInFormats } from '../../formats/built-in-formats.ts'
import { type DecimalMark, looksLikeNumber } from '../cells/amounts.ts'
import { isBlank, isSameLabel, normaliseLabel } from '../cells/cell-text.ts'
import { looksLikeDate, looksLikeDay } from '../cells/dates.ts'
import type { LocatedTable } from './locate-table.ts'

export const comparedRows = 50

/** The known format of a table; of several whose names all stand in the header, the one that asks for most. */
export function findFormat(table: LocatedTable, formats: readonly BuiltInFormat[]): BuiltInFormat | null {
  const { header, rows } = table
  if (!header) return formats.find(({ shape }) => shape !== undefined && hasShape(rows, shape)) ?? null
  const above = table.sheet.rows.filter(({ number }) => number < header.number).length
  return formatOfHeader(header.cells, above, formats)
}

function formatOfHeader(
  header: readonly string[],
  above: number,
  formats: readonly BuiltInFormat[],
): BuiltInFormat | null {
  const names = header.filter((cell) => !isBlank(cell)).map(normaliseLabel)
  let best: BuiltInFormat | null = null
  for (const format of formats) {
    const isFit =
      format.signature.length > (best?.signature.length ?? 0) &&
      format.signature.every((wanted) => isNamed(wanted, names)) &&
      (!format.isWholeHeader || names.length === format.signature.length) &&
      above >= (format.rowsAbove ?? 0)
    if (isFit) best = format
  }
  return best
}

/** The mark behind which the issuer whose header it is writes öre in every figure, whatever a template was told of its marks. */
export function oreMarkOf(header: readonly string[]): DecimalMark | null {
  return formatOfHeader(header, 0, builtInFormats)?.oreMark ?? null
}

function isNamed(wanted: string | readonly string[], names: readonly string[]): boolean {
  const alternatives = (typeof wanted === 'string' ? [wanted] : wanted).map(normaliseLabel)
  return names.some((name) => alternatives.some((one) => isSameLabel(name, one)))
}

/** Every row holds in each column what the format says, or nothing; what tells it, the first and the last, always. */
function hasShape(rows: readonly SheetRow[], shape: readonly ColumnShape[]): boolean {
  const compared = rows.slice(0, comparedRows)
  return (
    compared.length > 0 &&
    compared.every(
      ({ cells }) =>
        cells.length === shape.length &&
        shape.every((one, index) => {
          const cell = cells[index] ?? ''
          const isEnd = index === 0 || index === shape.length - 1
          // of an amount that is not booked yet the day and the balance are a dash
          if (cell.trim() === '-') return index > 0
          return isBlank(cell) ? !isEnd : holds(cell.trim(), one)
        }),
    )
  )
}

function holds(cell: string, shape: ColumnShape): boolean {
  if (shape === 'day') return looksLikeDay(cell)
  if (shape === 'date') return looksLikeDate(cell) && !looksLikeDay(cell)
  if (shape === 'figure') return looksLikeNumber(cell)
  if (shape === 'currency') return /^[A-Z]{3}$/.test(cell)
  // A shop's place may be its phone number, and a shop's name a number; amounts have decimals.
  return !looksLikeDate(cell) && !(looksLikeNumber(cell) && /[.,]\d{1,2}\D*$/.test(cell))
}
