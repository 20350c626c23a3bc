import { AppError } from '#kernel/errors.ts'
import type { Sheet, SheetRow, Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../../contract.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { createHeaderTest } from '../mapping/table-columns.ts'
import { roleOf } from '../words/header-words.ts'
import { hasDateAndFigure, holdsFigures, type LocatedTable, locateTable } from './locate-table.ts'

/** The row that a person says is the header, or that there is none. Both are counted from 1, as spreadsheet programs do. */
export type HeaderChoice = { sheet: number; row: number | 'none' }

const fewestNames = 2

/** The table under the row that was chosen; refused where that row cannot be found again in the next file. */
export function tableUnder(spreadsheet: Spreadsheet, { sheet: place, row }: HeaderChoice): LocatedTable {
  const sheet = spreadsheet.sheets[place - 1]
  if (!sheet) throw refusal('sheet', 'sheet-missing', { sheet: place, sheets: spreadsheet.sheets.length })
  if (row === 'none') return { sheet, header: null, rows: rowsOfMoney(sheet.rows) }
  const index = sheet.rows.findIndex(({ number }) => number === row)
  const header = sheet.rows[index]
  if (!header) throw refusal('headerRow', 'header-row-empty', { row, sheet: sheet.name })
  if (header.cells.filter((cell) => !isBlank(cell)).length < fewestNames)
    throw refusal('headerRow', 'header-row-one-cell', { row, sheet: sheet.name })
  if (hasDateAndFigure(header)) throw refusal('headerRow', 'header-row-is-data', { row, sheet: sheet.name })
  return { sheet, header, rows: rowsOfMoney(sheet.rows.slice(index + 1)) }
}

/** A file of one row that names columns, two of them by words that are known: what an export shall look like. */
export function headerAlone({ sheets }: Spreadsheet): LocatedTable | null {
  const [first, ...others] = sheets.flatMap((sheet) => sheet.rows.map((row) => ({ sheet, row })))
  if (!first || others.length > 0) return null
  const names = first.row.cells.filter((cell) => !isBlank(cell))
  const known = new Set(names.flatMap((name) => roleOf(name)?.role ?? []))
  return holdsFigures(names) || known.size < fewestNames ? null : { sheet: first.sheet, header: first.row, rows: [] }
}

function refusal(path: string, code: string, params: Record<string, string | number>): AppError {
  return new AppError('invalid-input', 'the row cannot be the header', { errors: [{ path, code, params }] })
}

/** Rows with a date and a figure; where none is known as such, whatever stands there. */
function rowsOfMoney(rows: readonly SheetRow[]): SheetRow[] {
  const found = rows.filter((row) => hasDateAndFigure(row))
  return found.length > 0 ? found : [...rows]
}

/** What a template holds to, in a file whose header would else be looked for anew: its own header, or none. */
export function keptChoice(
  spreadsheet: Spreadsheet,
  { header, columnsByPlace }: Pick<TemplateMapping, 'header'> & { columnsByPlace?: boolean | undefined },
): HeaderChoice | null {
  const located = locateTable(spreadsheet)
  if (columnsByPlace) return { sheet: located ? spreadsheet.sheets.indexOf(located.sheet) + 1 : 1, row: 'none' }
  const isHeader = createHeaderTest(header)
  if (located?.header && isHeader(located.header.cells)) return null
  for (const [index, sheet] of spreadsheet.sheets.entries()) {
    const row = likest(sheet, header, isHeader)
    if (row) return { sheet: index + 1, row: row.number }
  }
  return null
}

/** The row with most of the names, the first of several. */
function likest(
  { rows }: Sheet,
  header: readonly string[],
  isHeader: (cells: readonly string[]) => boolean,
): SheetRow | null {
  let best: SheetRow | null = null
  for (const row of rows)
    if (isHeader(row.cells) && namesIn(row, header) > (best ? namesIn(best, header) : 0) && !hasDateAndFigure(row))
      best = row
  return best
}

/** How many of the names stand in the row, each as a whole cell. */
export function namesIn({ cells }: Pick<SheetRow, 'cells'>, header: readonly string[]): number {
  const names = new Set(header.filter((name) => !isBlank(name)).map(normaliseLabel))
  return new Set(cells.map(normaliseLabel).filter((name) => names.has(name))).size
}
