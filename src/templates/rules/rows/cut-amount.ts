import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import type { RowOutcome } from '../mapping/reading.ts'
import { hasMoreCells, hasStrayCells, type LocatedRow } from './lay-out-rows.ts'
import {
  hasLongRecord,
  isBesideGroup,
  isCents,
  isNamedText,
  isOre,
  mayGoOn,
  type RecordWidths,
} from './record-widths.ts'

/**
 * `-200,50` or `-1,415.41` in a file delimited by commas without quotation marks, or a row with a cell too many: the
 * amount is whole kronor, or nothing, and the row ends with a figure beyond the last name of the header, or two digits, or
 * three and decimals, stand beside it.
 */
export function cutAmount(
  located: LocatedRow,
  amount: { minor: number; cells: string[] },
  widths: RecordWidths,
): RowProblem | null {
  const { cells, number } = located.row
  const [cell] = amount.cells
  if (isCutOff(located.row, cell)) return { code: 'row-cut-off', cell, value: cells.at(-1) ?? '' }
  if (hasMoreCells(located)) return amount.minor % 100 === 0 ? cutInWorkbook(located, cell) : null
  const isStray = hasStrayCells(located)
  if (!isStray && !cells.some((_, column) => mayBeCut(located, column, widths))) return null
  const place = cells.findIndex((_, column) => cellName(column, number) === cell)
  if (place < 0) return null
  if (mayBeCut(located, place, widths) && isCutByCommas(located, place, widths))
    return { code: 'amount-cut', cell, value: cells.slice(place, place + 2).join(',') }
  if (amount.minor % 100 !== 0 || !isStray) return null
  const last = cells.at(-1)?.trim() ?? ''
  const [figure = '', beside = ''] = cells.slice(place).map((one) => one.trim())
  const isGroup = /^[-+]?\d{1,3},\d{3}\.\d\d$/.test(`${figure},${beside}`)
  const isCut = isGroup || isOre(beside) || (amount.minor === 0 ? looksLikeNumber(last) : isCents(last))
  return isCut ? { code: 'amount-cut', cell, value: cells.slice(-2).join(',') } : null
}

/** The file ends in the middle of the row: of whole cells some are missing, and of the figure at its end it is the amount. */
function isCutOff({ cutOff, cells, number }: SheetRow, amountCell: string | undefined): boolean {
  return (
    cutOff === 'cells' ||
    cutOff === 'begun' ||
    (cutOff === 'decimals' && amountCell === cellName(cells.length - 1, number))
  )
}

/**
 * A purchase of which nothing but its first cells is left reads as a note, or as the heading of a card; one that ends before
 * its amount lacks it because the file was cut off, so that rows may be missing too.
 */
export function askIfCutOff({ row }: LocatedRow, outcome: RowOutcome): RowOutcome {
  if (outcome.kind === 'unreadable' && (row.cutOff === 'begun' || row.cutOff === 'cells'))
    return { ...outcome, problems: outcome.problems.map(asCutOff) }
  const isNote =
    outcome.kind === 'skipped' && (outcome.reason === 'blank-date-and-amount' || outcome.reason === 'heading')
  if (row.cutOff !== 'begun' || !isNote) return outcome
  const cell = cellName(row.cells.length - 1, row.number)
  return { kind: 'unreadable', problems: [{ code: 'row-cut-off', cell, value: row.cells.at(-1) ?? '' }] }
}

function asCutOff(problem: RowProblem): RowProblem {
  return problem.code === 'amount-missing' ? { ...problem, code: 'row-cut-off' } : problem
}

/** Of text delimited by commas: digits stand beside the amount that may be the rest of it, so that the row is read by itself. */
export function mayBeCut(located: LocatedRow, column: number, widths: RecordWidths): boolean {
  const { row } = located
  return row.width !== undefined && (hasLongRecord(located, widths) || isBesideGroup(row.cells, column))
}

/** No column of figures is written so. */
const groupOfNoughts = /^0\d\d\.\d\d(?!\d)/

/**
 * `2|000.00` and `2|415.41` for `2,000.00` and `2,415.41`, which programs wrote without quotation marks: the record is a cell
 * longer than the others, were its last ones empty, or what stands beside the amount is no figure of its own.
 */
function isCutByCommas(located: LocatedRow, place: number, widths: RecordWidths): boolean {
  const { cells } = located.row
  const isBeside = isBesideGroup(cells, place)
  if (isBeside && groupOfNoughts.test(cells[place + 1]?.trim() ?? '')) return true
  if (isBeside && isNamedText(located.table?.names[place + 1])) return true
  return hasLongRecord(located, widths) && mayGoOn(cells, place)
}

/**
 * `-312 | 50` in a workbook made of a file whose commas were taken for delimiters too: the decimals stand where the header has
 * the balance, and the row ends with a figure beyond the last. Beside VAT or a number of things nobody can tell.
 */
function cutInWorkbook({ row: { cells, number }, table }: LocatedRow, cell: string | undefined): RowProblem | null {
  if (!/\d(?: ?kr)?$/i.test(cells.at(-1) ?? '')) return null
  const place = cells.findIndex((_, column) => cellName(column, number) === cell)
  const isCut = place >= 0 && place + 1 === table?.balanceColumn && /^\d{1,2}(?: ?kr)?$/i.test(cells[place + 1] ?? '')
  return isCut ? { code: 'amount-cut', cell, value: `${cells[place]},${cells[place + 1]}` } : null
}
