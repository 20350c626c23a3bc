import { z } from 'zod'
import type { Cell, Document, Tab } from './records.ts'

const entered = z.union([
  z.strictObject({ numberValue: z.number() }),
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
])
const rowData = z.array(z.object({ values: z.array(z.object({ userEnteredValue: entered.optional() })).default([]) }))
const columnOfRows = z.object({
  sheetId: z.int(),
  startRowIndex: z.int().nonnegative(),
  endRowIndex: z.int().positive(),
  startColumnIndex: z.int().nonnegative(),
  endColumnIndex: z.int().positive(),
})
const shownAs = z.strictObject({ type: z.literal('DATE'), pattern: z.string() })
const updates = z.object({
  requests: z
    .array(
      z.union([
        z.strictObject({
          updateSheetProperties: z.object({
            properties: z.object({
              sheetId: z.int(),
              gridProperties: z.object({ rowCount: z.int().min(1), columnCount: z.int().min(1) }),
            }),
            fields: z.literal('gridProperties(rowCount,columnCount)'),
          }),
        }),
        z.strictObject({
          updateCells: z.object({
            range: z.object({ sheetId: z.int() }).optional(),
            start: z
              .object({ sheetId: z.int(), rowIndex: z.int().default(0), columnIndex: z.int().default(0) })
              .optional(),
            rows: rowData.optional(),
            fields: z.literal('userEnteredValue'),
          }),
        }),
        z.strictObject({
          repeatCell: z.object({
            range: columnOfRows,
            cell: z.strictObject({ userEnteredFormat: z.strictObject({ numberFormat: shownAs }) }),
            fields: z.literal('userEnteredFormat.numberFormat'),
          }),
        }),
      ]),
    )
    .min(1),
})

const protectedTab =
  'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.'

/** spreadsheets.batchUpdate in the requests that Radvis sends: all of them or none. A text when they cannot be done. */
export function updateDocument(document: Document, body: unknown): Document | string {
  const parsed = updates.safeParse(body)
  if (!parsed.success) return `Invalid requests: ${z.prettifyError(parsed.error)}`
  let tabs = document.tabs
  for (const [index, request] of parsed.data.requests.entries()) {
    const id = sheetIdOf(request)
    const tab = tabs.find((one) => one.sheetId === id)
    if (!tab) return `Invalid requests[${index}]: No grid with id: ${id}`
    const changed = tab.isProtected ? protectedTab : carryOut(tab, request)
    const kind = Object.keys(request)[0]
    if (typeof changed === 'string') return `Invalid requests[${index}].${kind}: ${changed}`
    tabs = tabs.map((one) => (one === tab ? changed : one))
  }
  return { ...document, tabs }
}

type Update = z.infer<typeof updates>['requests'][number]

function sheetIdOf(request: Update): number | undefined {
  if ('updateSheetProperties' in request) return request.updateSheetProperties.properties.sheetId
  if ('repeatCell' in request) return request.repeatCell.range.sheetId
  return request.updateCells.start?.sheetId ?? request.updateCells.range?.sheetId
}

function carryOut(tab: Tab, request: Update): Tab | string {
  if ('updateSheetProperties' in request) return resize(tab, request.updateSheetProperties.properties.gridProperties)
  return 'repeatCell' in request ? showAs(tab, request.repeatCell) : updateCells(tab, request.updateCells)
}

/** A format is of the cell, whatever it holds; here only numbers have one. */
function showAs(
  tab: Tab,
  {
    range,
    cell,
  }: { range: z.infer<typeof columnOfRows>; cell: { userEnteredFormat: { numberFormat: z.infer<typeof shownAs> } } },
): Tab | string {
  const { startRowIndex, endRowIndex, startColumnIndex, endColumnIndex } = range
  if (endRowIndex > tab.rowCount || endColumnIndex > tab.columnCount)
    return `Range exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`
  const { type, pattern } = cell.userEnteredFormat.numberFormat
  const isIn = (row: number, column: number) =>
    row >= startRowIndex && row < endRowIndex && column >= startColumnIndex && column < endColumnIndex
  const rows = tab.rows.map((cells, row) =>
    cells.map((one, column) => (typeof one === 'number' && isIn(row, column) ? { v: one, f: type, pattern } : one)),
  )
  return { ...tab, rows }
}

function resize(tab: Tab, size: { rowCount: number; columnCount: number }): Tab | string {
  if (tab.frozenRows && size.rowCount <= tab.frozenRows) return "You can't freeze all visible rows on the sheet."
  return { ...tab, ...size, rows: tab.rows.slice(0, size.rowCount).map((row) => row.slice(0, size.columnCount)) }
}

function updateCells(
  tab: Tab,
  update: {
    start?: { rowIndex: number; columnIndex: number } | undefined
    rows?: z.infer<typeof rowData> | undefined
  },
): Tab | string {
  if (!update.start) return { ...tab, rows: [] }
  const { rowIndex, columnIndex } = update.start
  const given = update.rows ?? []
  const width = given.reduce((widest, row) => Math.max(widest, row.values.length), 0)
  if (rowIndex + given.length > tab.rowCount || columnIndex + width > tab.columnCount)
    return `Attempting to write outside the grid of ${tab.rowCount} rows and ${tab.columnCount} columns`
  const rows = tab.rows.map((row) => [...row])
  for (const [offset, { values }] of given.entries()) {
    while (rows.length <= rowIndex + offset) rows.push([])
    const row = rows[rowIndex + offset] ?? []
    for (const [column, cell] of values.entries()) {
      while (row.length <= columnIndex + column) row.push(null)
      row[columnIndex + column] = toCell(cell.userEnteredValue)
    }
  }
  return { ...tab, rows }
}

function toCell(value: z.infer<typeof entered> | undefined): Cell {
  if (value === undefined) return null
  if ('numberValue' in value) return value.numberValue
  return 'stringValue' in value ? value.stringValue : value.boolValue
}
