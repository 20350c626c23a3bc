import { z } from 'zod'
import { serialOfDay } from '#spreadsheets/cell-text.ts'
import { ConnectorError } from '../accounting-connector.ts'
import type { WrittenRow } from '../source-connector.ts'
import { rangeAddress } from './addresses.ts'
import { mostRanges, overlapRows, payloadBytes } from './limits.ts'
import { type RawCell, type SpreadsheetTab, valueRanges } from './schemas.ts'
import type { SheetsRequests } from './sheets-requests.ts'

/**
 * Replaces a tab's content; false where somebody moved rows between two portions of it, so that some may be lost or stand twice. Texts go in as texts, so that none becomes a formula, and days as numbers that are shown as days;
 * what a person chose to show other cells as stays. The grid only grows: a row cut off would break what other tabs reckon
 * from here, and a grid of nothing but frozen rows is refused.
 */
export async function writeTab(
  requests: SheetsRequests,
  documentId: string,
  { sheetId, title, gridProperties: grid = { rowCount: 1, columnCount: 1 } }: SpreadsheetTab,
  rows: readonly WrittenRow[],
): Promise<boolean> {
  const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 1)
  const gridProperties = {
    rowCount: Math.max(grid.rowCount, rows.length),
    columnCount: Math.max(grid.columnCount, columns),
  }
  const prepare = [
    {
      updateSheetProperties: {
        properties: { sheetId, gridProperties },
        fields: 'gridProperties(rowCount,columnCount)',
      },
    },
    { updateCells: { range: { sheetId }, fields: 'userEnteredValue' } },
  ]
  // The first portion goes with the emptying: a tab is never seen emptied and not filled while it fits one request.
  const seams: number[] = []
  for (const { from, cells } of inPortions(rows)) {
    const fill = {
      updateCells: {
        start: { sheetId, rowIndex: from, columnIndex: 0 },
        rows: cells,
        fields: 'userEnteredValue',
      },
    }
    const shown = showDays(sheetId, { from, rows: rows.slice(from, from + cells.length) })
    const parts = [...(from === 0 ? prepare : []), ...(cells.length > 0 ? [fill] : []), ...shown]
    const sending = requests.post(`${encodeURIComponent(documentId)}:batchUpdate`, { requests: parts }, z.object({}))
    if (from === 0) await sending
    else if (!(await isInGrid(sending))) return false
    else seams.push(from)
  }
  return areJoined(requests, { documentId, title, columns }, seams, rows)
}

/** False where the grid has been cut short since the first portion. */
async function isInGrid(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking
    return true
  } catch (error) {
    const { status, serviceMessage = '' } = error instanceof ConnectorError ? error : {}
    if (status === 400 && !isOfProtection(serviceMessage)) return false
    throw error
  }
}

/** Of an error of Google's about a tab, or a part of it, that its owner has protected. */
export const isOfProtection = (serviceMessage: string) => /\bedit a protected cell or object\b/i.test(serviceMessage)

/** Whether before each portion the last rows of the one before it stand where they were written: a row that came or went moved them. */
async function areJoined(
  requests: SheetsRequests,
  { documentId, title, columns }: { documentId: string; title: string; columns: number },
  seams: readonly number[],
  rows: readonly WrittenRow[],
): Promise<boolean> {
  const path = `${encodeURIComponent(documentId)}/values:batchGet`
  const query = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'SERIAL_NUMBER' }
  for (let start = 0; start < seams.length; start += mostRanges) {
    const areas = seams
      .slice(start, start + mostRanges)
      .map((toRow) => ({ fromRow: Math.max(0, toRow - overlapRows), toRow, fromColumn: 0, toColumn: columns }))
    const ranges = areas.map((area) => rangeAddress(title, area))
    let areSame = true
    const reading = requests.get(path, { ...query, ranges }, valueRanges).then((answer) => {
      areSame = areas.every(({ fromRow, toRow }, index) =>
        rows.slice(fromRow, toRow).every((row, at) => isRow(row, answer.valueRanges[index]?.values[at] ?? [])),
      )
    })
    if (!(await isInGrid(reading)) || !areSame) return false
  }
  return true
}

/** White space and what nobody sees are Google's to keep or not. */
function isRow(written: WrittenRow, found: readonly RawCell[]): boolean {
  const seen = (cell: RawCell | undefined) => String(cell ?? '').replace(/[\s\p{C}]/gu, '')
  return written.every((cell, column) => seen(toValue(cell)) === seen(found[column]))
}

type CellRow = { values: { userEnteredValue?: { numberValue: number } | { stringValue: string } }[] }

type Portion = { from: number; cells: CellRow[] }

/** At least one. Each is made when the one before it has gone, so that a long table holds up nobody else. */
function* inPortions(rows: readonly WrittenRow[]): Generator<Portion> {
  let portion: Portion = { from: 0, cells: [] }
  let weight = 0
  for (const [index, row] of rows.entries()) {
    const cells = toCells(row)
    const own = JSON.stringify(cells).length
    if (weight + own > payloadBytes && portion.cells.length > 0) {
      yield portion
      portion = { from: index, cells: [] }
      weight = 0
    }
    portion.cells.push(cells)
    weight += own
  }
  yield portion
}

/** Numbers in the columns that hold days are shown as days: one request a column, for a format in each cell weighs as much as all else. */
function showDays(sheetId: number, { from, rows }: { from: number; rows: readonly WrittenRow[] }): object[] {
  const first = new Map<number, number>()
  for (const [index, row] of rows.entries())
    for (const [column, cell] of row.entries()) if (isDay(cell) && !first.has(column)) first.set(column, from + index)
  return [...first].map(([column, startRowIndex]) => ({
    repeatCell: {
      range: {
        ...{ sheetId, startRowIndex, endRowIndex: from + rows.length },
        ...{ startColumnIndex: column, endColumnIndex: column + 1 },
      },
      cell: { userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } } },
      fields: 'userEnteredFormat.numberFormat',
    },
  }))
}

const isDay = (cell: WrittenRow[number]): cell is { day: string } => typeof cell === 'object' && cell !== null

/** A day is a number to Google as to Excel (sheets/api/guides/formats, "About date & time values"). */
const toValue = (cell: WrittenRow[number]) => (isDay(cell) ? (serialOfDay(cell.day) ?? cell.day) : cell)

function toCells(row: WrittenRow): CellRow {
  return {
    values: row.map((cell) => {
      const value = toValue(cell)
      if (value === null || value === '') return {}
      return { userEnteredValue: typeof value === 'number' ? { numberValue: value } : { stringValue: value } }
    }),
  }
}
