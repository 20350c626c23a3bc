import { z } from 'zod'
import { payloadBytes } from './limits.ts'
import type { SpreadsheetTab } from './schemas.ts'
import type { SheetsRequests } from './sheets-requests.ts'

type Row = readonly (string | number | null)[]

/**
 * Replaces a tab's content. Texts go in as texts, so that none becomes a formula. The grid only grows: a row cut off would
 * break what other tabs reckon from here, and a grid of nothing but frozen rows is refused.
 */
export async function writeTab(
  requests: SheetsRequests,
  documentId: string,
  { sheetId, gridProperties: grid = { rowCount: 1, columnCount: 1 } }: SpreadsheetTab,
  rows: readonly Row[],
): Promise<void> {
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
  for (const { from, cells } of inPortions(rows)) {
    const fill = {
      updateCells: {
        start: { sheetId, rowIndex: from, columnIndex: 0 },
        rows: cells,
        fields: 'userEnteredValue',
      },
    }
    const parts = [...(from === 0 ? prepare : []), ...(cells.length > 0 ? [fill] : [])]
    await requests.post(`${encodeURIComponent(documentId)}:batchUpdate`, { requests: parts }, z.object({}))
  }
}

type CellRow = { values: { userEnteredValue?: { numberValue: number } | { stringValue: string } }[] }

type Portion = { from: number; cells: CellRow[] }

/** At least one. Each is made when the one before it has gone, so that a long table holds up nobody else. */
function* inPortions(rows: readonly Row[]): Generator<Portion> {
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

function toCells(row: Row): CellRow {
  return {
    values: row.map((cell) => {
      if (cell === null || cell === '') return {}
      return { userEnteredValue: typeof cell === 'number' ? { numberValue: cell } : { stringValue: cell } }
    }),
  }
}
