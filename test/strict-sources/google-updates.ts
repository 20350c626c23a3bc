import type { Cell } from './google-cells.ts'
import * as errors from './google-errors.ts'
import type { File, Tab } from './google-files.ts'
import type { Request } from './server.ts'

type Update = {
  updateSheetProperties?: {
    properties: { sheetId: number; gridProperties: { rowCount: number; columnCount: number } }
    fields: string
  }
  updateCells?: {
    range?: { sheetId: number }
    start?: { sheetId: number; rowIndex: number; columnIndex: number }
    rows?: { values: { userEnteredValue?: Record<string, unknown> }[] }[]
    fields: string
  }
  repeatCell?: {
    range: Record<'sheetId' | 'startRowIndex' | 'endRowIndex' | 'startColumnIndex' | 'endColumnIndex', number>
    cell: { userEnteredFormat?: { numberFormat?: NonNullable<Cell['format']> } }
    fields: string
  }
}

/** spreadsheets.batchUpdate, as much of it as writes values: all of it or nothing. */
export function updateTabs(file: File, request: Request): unknown {
  if (!/^application\/json(;|$)/.test(String(request.headers['content-type']))) throw errors.malformed('not JSON')
  const { requests } = JSON.parse(request.body) as { requests: Update[] }
  if (!Array.isArray(requests) || requests.length === 0) throw errors.malformed('Must specify at least one request.')
  for (const update of requests) {
    const [[name, asked] = ['', undefined], ...others] = Object.entries(update)
    if (others.length > 0 || !asked?.fields) throw errors.malformed(`Invalid requests: ${name}`)
    if (update.updateSheetProperties) resize(file, update.updateSheetProperties)
    else if (update.updateCells) fill(file, update.updateCells)
    else if (update.repeatCell) repeat(file, update.repeatCell)
    else throw errors.malformed(`Unknown name "${name}"`)
  }
  return { spreadsheetId: file.id, replies: requests.map(() => ({})) }
}

function tabOf(file: File, sheetId: number | undefined): Tab {
  const tab = file.tabs.find((one) => one.sheetId === sheetId)
  if (!tab) throw errors.malformed(`Invalid requests: No grid with id: ${sheetId}`)
  return tab
}

function resize(file: File, { properties, fields }: NonNullable<Update['updateSheetProperties']>): void {
  if (fields !== 'gridProperties(rowCount,columnCount)') throw errors.malformed(`fields ${fields}`)
  const tab = tabOf(file, properties.sheetId)
  Object.assign(tab, properties.gridProperties)
  tab.cells.length = Math.min(tab.cells.length, tab.rowCount)
}

function fill(file: File, { range, start, rows = [], fields }: NonNullable<Update['updateCells']>): void {
  if (fields !== 'userEnteredValue') throw errors.malformed(`fields ${fields}`)
  const tab = tabOf(file, range?.sheetId ?? start?.sheetId)
  if (range) tab.cells = []
  const { rowIndex, columnIndex } = start ?? { rowIndex: 0, columnIndex: 0 }
  if (rowIndex + rows.length > tab.rowCount) throw errors.malformed('Invalid requests: outside the grid')
  for (const [index, { values }] of rows.entries()) {
    if (columnIndex + values.length > tab.columnCount) throw errors.malformed('Invalid requests: outside the grid')
    const cells: (Cell | null)[] = values.map(({ userEnteredValue }) => {
      const [value] = Object.values(userEnteredValue ?? {})
      return value === undefined ? null : { value: value as Cell['value'] }
    })
    while (tab.cells.length < rowIndex + index) tab.cells.push([])
    tab.cells[rowIndex + index] = cells
  }
}

/** The same format in every cell of the range, whatever they hold. */
function repeat(file: File, { range, cell, fields }: NonNullable<Update['repeatCell']>): void {
  const format = cell.userEnteredFormat?.numberFormat
  if (fields !== 'userEnteredFormat.numberFormat' || !format) throw errors.malformed(`fields ${fields}`)
  const tab = tabOf(file, range.sheetId)
  if (range.endRowIndex > tab.rowCount || range.endColumnIndex > tab.columnCount)
    throw errors.malformed('Invalid requests: outside the grid')
  for (const row of tab.cells.slice(range.startRowIndex, range.endRowIndex))
    for (let column = range.startColumnIndex; column < range.endColumnIndex; column++) {
      const at = row[column]
      if (at) row[column] = { ...at, format }
    }
}
