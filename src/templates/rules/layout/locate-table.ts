import type { Sheet, SheetRow, Spreadsheet } from '#spreadsheets/index.ts'
import { hasLostSign, looksLikeNumber } from '../cells/amounts.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { looksLikeDate, looksLikeSerial, looksLikeShortDay, looksLikeSixDigits } from '../cells/dates.ts'
import { findSplitDay, hasSplitDay, type SplitDay } from '../cells/split-days.ts'
import { createHeaderTest } from '../mapping/table-columns.ts'
import { type ColumnRole, roleOf } from '../words/header-words.ts'
import { stateOf } from '../words/payment-states.ts'

export type LocatedTable = {
  sheet: Sheet
  /** Null where the file has no header: columns then go by place. */
  header: SheetRow | null
  /** Rows below the header that hold a date and a figure. */
  rows: SheetRow[]
}

const searchedRows = 40
const lookedAhead = 20

/** Finds the table of an unknown file: the best header among the first rows of its sheets. */
export function locateTable(spreadsheet: Spreadsheet): LocatedTable | null {
  let best: { sheet: Sheet; index: number; score: number } | null = null
  for (const sheet of spreadsheet.sheets) {
    for (let index = 0; index < Math.min(searchedRows, sheet.rows.length); index++) {
      const score = scoreHeader(sheet.rows, index)
      if (score > (best?.score ?? 0)) best = { sheet, index, score }
    }
  }
  if (best) {
    const header = best.sheet.rows[best.index] ?? null
    return { sheet: best.sheet, header, rows: rowsUnder(header, best.sheet.rows.slice(best.index + 1)) }
  }
  const sheet = spreadsheet.sheets.find(({ rows }) => rows.some((row) => hasDateAndFigure(row)))
  return sheet ? { sheet, header: null, rows: sheet.rows.filter((row) => hasDateAndFigure(row)) } : null
}

/** Rows with a date and a figure, without those under the header of another table. */
function rowsUnder(header: SheetRow | null, below: readonly SheetRow[]): SheetRow[] {
  const dates = dateColumns(header)
  const parts = findSplitDay(header?.cells ?? [])
  const isSame = createHeaderTest(header?.cells ?? [])
  const rows: SheetRow[] = []
  let isOther = false
  for (const row of below) {
    if (hasDateAndFigure(row, dates) || (parts && hasPartsAndFigure(row, parts))) {
      if (!isOther) rows.push(row)
    } else if (rows.length > 0 && isHeaderRow(row.cells)) isOther = !isSame(row.cells)
  }
  return rows
}

/** A day or a figure, which no header has. */
export function holdsFigures(cells: readonly string[]): boolean {
  return cells.some((cell) => looksLikeNumber(cell) || looksLikeDate(cell))
}

/** A row of names, a date's and an amount's among them: what a file without a header does not hold. */
export function isHeaderRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  if (filled.length < 3 || holdsFigures(filled)) return false
  const roles = new Set(filled.flatMap((cell) => roleOf(cell)?.role ?? []))
  const hasAmount = roles.has('amount') || roles.has('amountIn') || roles.has('amountOut')
  return hasAmount && [...roles].some(isDateRole)
}

/** Known names weigh most, a date and an amount among them more; 0 for what cannot be a header. */
function scoreHeader(rows: readonly SheetRow[], index: number): number {
  const row = rows[index]
  if (!row) return 0
  const filled = row.cells.filter((cell) => !isBlank(cell))
  const names = new Set(filled.map(normaliseLabel))
  if (holdsFigures(filled) || names.size < 3) return 0
  const dates = dateColumns(row)
  const parts = findSplitDay(row.cells)
  const isFollowedByRows = rows
    .slice(index + 1, index + 1 + lookedAhead)
    .some((following) => hasDateAndFigure(following, dates) || (parts && hasPartsAndFigure(following, parts)))
  if (!isFollowedByRows) return 0
  const roles = new Set(filled.flatMap((cell) => roleOf(cell)?.role ?? []))
  const hasDate = [...roles].some(isDateRole)
  const hasAmount = roles.has('amount') || roles.has('amountOut')
  const known = new Set(filled.flatMap((cell) => (roleOf(cell) === null ? [] : normaliseLabel(cell)))).size
  return known * 3 + names.size + (hasDate ? 8 : 0) + (hasAmount ? 8 : 0)
}

/** `2026 | 3 | 1 | Coop | 100,00` */
function hasPartsAndFigure({ cells }: SheetRow, parts: SplitDay): boolean {
  return hasSplitDay(cells, parts) && cells.some((cell, index) => !parts.includes(index) && looksLikeNumber(cell))
}

/** Columns that are named as dates, in which `251229` is one. */
export function dateColumns(header: Pick<SheetRow, 'cells'> | null): ReadonlySet<number> {
  const places = (header?.cells ?? []).map((name, index) => (isDateRole(roleOf(name)?.role) ? index : -1))
  return new Set(places.filter((index) => index >= 0))
}

export function isDateRole(role: ColumnRole | null | undefined): boolean {
  return role === 'purchaseDate' || role === 'bookedDate'
}

/** In a column that is named as a date: `251229`, or a day as a workbook counts it. */
function isBareDay(cell: string): boolean {
  return looksLikeSixDigits(cell) || looksLikeSerial(cell)
}

/** Where the day will stand when the bank has booked the row. */
const waitingForDay = /^(?:reserver(?:at|t|et)|pending)$/i

/** A row of a table, not what stands above it. `dates`: the columns that are named as dates. */
export function hasDateAndFigure(row: SheetRow, dates: ReadonlySet<number> = new Set()): boolean {
  let hasDate = false
  let hasFigure = false
  for (const [index, cell] of row.cells.entries()) {
    if (isBlank(cell)) continue
    const kind = row.kinds?.charAt(index)
    const isNamed = dates.has(index)
    if (kind === 'd' || looksLikeDate(cell) || (isNamed && isBareDay(cell))) hasDate = true
    else if (isNamed && kind !== 'n' && looksLikeShortDay(cell)) hasDate = true
    else if (kind === 'n' || looksLikeNumber(cell) || hasLostSign(cell)) hasFigure = true
    else if (waitingForDay.test(cell.trim()) || (isNamed && stateOf(cell) === 'pending')) hasDate = true
  }
  return hasDate && hasFigure
}
