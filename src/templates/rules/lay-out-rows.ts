import type { RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow, Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../contract.ts'
import { type BoundFields, bindFields } from './bind-fields.ts'
import { isBlank, normaliseLabel } from './cell-text.ts'
import { roleOf } from './header-words.ts'
import { columnsOf, createHeaderTest } from './table-columns.ts'

/** The table that a row stands in: the columns as its header names them. */
export type Table = {
  bound: BoundFields
  /** `status` is taken from the booking date, so a row without one is not booked yet. */
  isBlankStatusPending: boolean
  balanceColumn: number | null
}
export type LocatedRow = {
  sheet: string
  row: SheetRow
  isHeader: boolean /** null above the first header */
  table: Table | null
}
export type LaidOutRows = { rows: LocatedRow[]; hasHeader: boolean; warnings: RowProblem[] }

/** Every row that is not empty, with the header it stands under. A header found again starts a new table. */
export function layOutRows(spreadsheet: Spreadsheet, mapping: TemplateMapping): LaidOutRows {
  const isHeader = createHeaderTest(mapping.header)
  const isHeaderless = !mapping.header.some((name) => !isBlank(name))
  const warnings: RowProblem[] = []
  const rows: LocatedRow[] = []
  const headerless = isHeaderless ? openTable(mapping, []) : null
  let hasHeader = isHeaderless
  const emptySheets: string[] = []
  for (const sheet of spreadsheet.sheets) {
    let table = headerless
    const before = rows.length
    for (const row of sheet.rows) {
      if (row.cells.every(isBlank)) continue
      const isHeaderRow = isHeader(row.cells)
      if (isHeaderRow) {
        table = openTable(mapping, row.cells)
        warn(warnings, table, sheet.name)
      }
      rows.push({ sheet: sheet.name, row, isHeader: isHeaderRow, table })
    }
    if (table) hasHeader = true
    else if (rows.length > before) emptySheets.push(sheet.name)
  }
  if (!hasHeader)
    warnings.push({
      code: 'header-not-found',
      params: { names: mapping.header.filter((name) => !isBlank(name)).join(', ') },
    })
  else for (const sheet of emptySheets) warnings.push({ code: 'sheet-without-header', params: { sheet } })
  return { rows, hasHeader, warnings }
}

function openTable(mapping: TemplateMapping, header: readonly string[]): Table {
  const status = mapping.fields.status
  const name = status?.kind === 'source' && status.from.kind === 'column' ? status.from.name : ''
  const balanceColumn = header.findIndex((cell) => roleOf(cell)?.role === 'balance')
  return {
    bound: bindFields(mapping.fields, columnsOf(header)),
    isBlankStatusPending: roleOf(name)?.role === 'bookedDate',
    balanceColumn: balanceColumn < 0 ? null : balanceColumn,
  }
}

/** Names each lost column once, however many tables the file has. */
function warn(warnings: RowProblem[], table: Table, sheet: string): void {
  for (const { field, column } of table.bound.missing) {
    const isKnown = warnings.some(
      ({ code, params }) =>
        code === 'column-missing' &&
        params?.field === field &&
        normaliseLabel(String(params.column)) === normaliseLabel(column),
    )
    if (!isKnown) warnings.push({ code: 'column-missing', params: { column, field, sheet } })
  }
}
