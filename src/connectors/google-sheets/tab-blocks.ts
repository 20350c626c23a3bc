import { ConnectorError } from '../accounting-connector.ts'
import { rangeAddress } from './addresses.ts'
import { firstBlockRows, mostBlockRows, mostColumns, mostRows, overlapRows, payloadBytes } from './limits.ts'
import { type RawCell, type SpreadsheetTab, valueRanges } from './schemas.ts'
import type { SheetsRequests } from './sheets-requests.ts'

/** Rows of a tab that were read together; empty ones at its end are left out. */
export type Block = { fromRow: number; toRow: number; rows: RawCell[][] }

/** Each block but the first begins with the last rows of the one before: they tell when rows moved between two requests. */
export async function* readBlocks(
  requests: SheetsRequests,
  documentId: string,
  tab: SpreadsheetTab,
): AsyncGenerator<{ block: Block; isInPlace: boolean }> {
  const { rowCount, columnCount } = tab.gridProperties ?? { rowCount: 0, columnCount: 0 }
  let blockRows = firstBlockRows
  let count = 0
  let last: RawCell[][] = []
  for (let fromRow = 0; fromRow < rowCount; ) {
    const toRow = Math.min(rowCount, fromRow + blockRows)
    const area = { fromRow: fromRow - last.length, toRow, fromColumn: 0, toColumn: columnCount }
    const read = await readValues(requests, documentId, rangeAddress(tab.title, area), 'UNFORMATTED_VALUE')
    const isInPlace = last.every((cells, index) => isSameRow(cells, read[index] ?? []))
    const rows = read.slice(last.length)
    count += rows.length
    const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0)
    if (count > mostRows) throw tooLarge('too-many-rows', mostRows)
    if (width > mostColumns) throw tooLarge('too-many-columns', mostColumns)
    yield { block: { fromRow, toRow, rows }, isInPlace }
    blockRows = rowsOfWeight(JSON.stringify(rows).length / (toRow - fromRow))
    const overlap = Math.min(overlapRows, toRow - fromRow)
    last = Array.from({ length: overlap }, (_, index) => rows[toRow - fromRow - overlap + index] ?? [])
    fromRow = toRow
  }
}

/** Whether a block's values are what they were. */
export async function isSameBlock(
  requests: SheetsRequests,
  documentId: string,
  tab: SpreadsheetTab,
  { fromRow, toRow, rows }: Block,
): Promise<boolean> {
  const area = { fromRow, toRow, fromColumn: 0, toColumn: tab.gridProperties?.columnCount ?? 0 }
  const again = await readValues(requests, documentId, rangeAddress(tab.title, area), 'UNFORMATTED_VALUE')
  return again.length === rows.length && again.every((cells, index) => isSameRow(cells, rows[index] ?? []))
}

function isSameRow(one: readonly RawCell[], other: readonly RawCell[]): boolean {
  return one.length === other.length && one.every((cell, index) => cell === other[index])
}

export async function readValues(
  requests: SheetsRequests,
  documentId: string,
  range: string,
  valueRenderOption: 'UNFORMATTED_VALUE' | 'FORMULA',
): Promise<RawCell[][]> {
  const path = `${encodeURIComponent(documentId)}/values:batchGet`
  const query = { ranges: [range], valueRenderOption, dateTimeRenderOption: 'SERIAL_NUMBER' }
  const { valueRanges: answers } = await requests.get(path, query, valueRanges)
  return answers[0]?.values ?? []
}

function rowsOfWeight(bytesPerRow: number): number {
  return Math.max(firstBlockRows, Math.min(mostBlockRows, Math.floor(payloadBytes / Math.max(1, bytesPerRow))))
}

function tooLarge(serviceCode: string, limit: number): ConnectorError {
  return new ConnectorError('rejected', 'never', { serviceCode, serviceMessage: String(limit) })
}
