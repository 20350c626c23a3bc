import { dateText, decimalText } from '#spreadsheets/cell-text.ts'
import { ConnectorError } from '../accounting-connector.ts'
import type { SourceRow } from '../source-connector.ts'
import { rangeAddress } from './addresses.ts'
import {
  firstBlockRows,
  formatBytes,
  mostBlockRows,
  mostColumns,
  mostRows,
  overlapRows,
  payloadBytes,
} from './limits.ts'
import { formatFields, formats, type RawCell, type SpreadsheetTab, valueRanges } from './schemas.ts'
import type { SheetsRequests } from './sheets-requests.ts'

type Block = { fromRow: number; toRow: number; rows: RawCell[][] }

export type TabReading = {
  rows: SourceRow[]
  /** The end of a block looked otherwise when the next was read: rows may have moved in between. */
  mayHaveMoved: boolean
  /** Formulas are at work: what they show may change without a new version of the file (IMPORTRANGE). */
  isReckoned: boolean
}

/**
 * Every row that holds anything, or the blocks with the first `most` of them. Values come in blocks of bounded weight, then
 * the formats of what may be dates.
 */
export async function readTab(
  requests: SheetsRequests,
  documentId: string,
  tab: SpreadsheetTab,
  most: number,
): Promise<TabReading> {
  const rows: SourceRow[] = []
  let mayHaveMoved = false
  let isReckoned = false
  for await (const { block, isInPlace } of readBlocks(requests, documentId, tab)) {
    mayHaveMoved ||= !isInPlace
    if (block.fromRow === 0) isReckoned = await hasFormulas(requests, documentId, tab, block)
    const isDate = await readDates(requests, documentId, tab, block)
    for (const [index, cells] of block.rows.entries()) {
      const row = toRow(block.fromRow + index, cells, isDate)
      if (row) rows.push(row)
    }
    if (rows.length >= most) break
  }
  return { rows, mayHaveMoved, isReckoned }
}

/**
 * Whether the first rows hold a formula: one that fills a table stands at its top, and one of each row stands in the first
 * of them too.
 */
async function hasFormulas(
  requests: SheetsRequests,
  documentId: string,
  tab: SpreadsheetTab,
  { toRow, rows }: Block,
): Promise<boolean> {
  const area = { fromRow: 0, toRow, fromColumn: 0, toColumn: tab.gridProperties?.columnCount ?? 0 }
  const entered = await readValues(requests, documentId, rangeAddress(tab.title, area), 'FORMULA')
  const isFormula = (cell: RawCell, shown: RawCell | undefined) =>
    typeof cell === 'string' && cell.startsWith('=') && cell !== shown
  return entered.some((cells, row) => cells.some((cell, column) => isFormula(cell, rows[row]?.[column])))
}

/** Each block but the first begins with the last rows of the one before: they tell when rows moved between two requests. */
async function* readBlocks(
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

function isSameRow(one: readonly RawCell[], other: readonly RawCell[]): boolean {
  return one.length === other.length && one.every((cell, index) => cell === other[index])
}

async function readValues(
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

type IsDate = (row: number, column: number) => boolean

/**
 * A value does not tell that 46035 is a day; its cell's number format does. Formats weigh ten times what values weigh, so
 * they are read only for the columns in which a number could be a day of these decades.
 */
async function readDates(
  requests: SheetsRequests,
  documentId: string,
  tab: SpreadsheetTab,
  block: Block,
): Promise<IsDate> {
  const areas = columnsWithDays(block).map((column) => ({ column, ...reach(block, column) }))
  const dates = new Set<string>()
  for (const ranges of inPortions(areas, tab.title)) {
    const answer = await requests.get(encodeURIComponent(documentId), { ranges, fields: formatFields }, formats)
    for (const data of answer.sheets.flatMap((sheet) => sheet.data))
      for (const [index, { values }] of data.rowData.entries())
        for (const [offset, cell] of values.entries())
          if (isDateFormat(cell.effectiveFormat?.numberFormat?.type))
            dates.add(`${data.startRow + index} ${data.startColumn + offset}`)
  }
  return (row, column) => dates.has(`${row} ${column}`)
}

function isDateFormat(type: string | undefined): boolean {
  return type === 'DATE' || type === 'DATE_TIME'
}

/** 1954 to 2119. */
const couldBeDay = (cell: RawCell | undefined) => typeof cell === 'number' && cell >= 20_000 && cell < 80_000

function columnsWithDays(block: Block): number[] {
  const columns = new Set<number>()
  for (const cells of block.rows)
    for (const [column, cell] of cells.entries()) if (couldBeDay(cell)) columns.add(column)
  return [...columns].sort((a, b) => a - b)
}

function reach(block: Block, column: number): { fromRow: number; toRow: number } {
  const first = block.rows.findIndex((cells) => couldBeDay(cells[column]))
  const last = block.rows.findLastIndex((cells) => couldBeDay(cells[column]))
  return { fromRow: block.fromRow + first, toRow: block.fromRow + last + 1 }
}

/** Ranges side by side in one request, as many as its answer may weigh. */
function* inPortions(
  areas: readonly { column: number; fromRow: number; toRow: number }[],
  title: string,
): Generator<string[]> {
  const mostCells = Math.floor(payloadBytes / formatBytes)
  let ranges: string[] = []
  let cells = 0
  for (const { column, fromRow, toRow } of areas) {
    for (let from = fromRow; from < toRow; ) {
      const to = Math.min(toRow, from + mostCells - cells)
      ranges.push(rangeAddress(title, { fromRow: from, toRow: to, fromColumn: column, toColumn: column + 1 }))
      cells += to - from
      from = to
      if (cells < mostCells) continue
      yield ranges
      ranges = []
      cells = 0
    }
  }
  if (ranges.length > 0) yield ranges
}

function toRow(row: number, raw: readonly RawCell[], isDate: IsDate): SourceRow | null {
  const typed = raw.map((cell, column) => typedCell(cell, isDate(row, column)))
  while (typed.at(-1)?.kind === '_') typed.pop()
  if (typed.length === 0) return null
  return {
    number: row + 1,
    cells: typed.map((cell) => cell.text),
    kinds: typed.map((cell) => cell.kind).join(''),
    recordId: null,
  }
}

function typedCell(cell: RawCell, isDate: boolean): { kind: string; text: string } {
  if (typeof cell === 'boolean') return { kind: 'b', text: cell ? 'TRUE' : 'FALSE' }
  if (typeof cell === 'number') {
    const date = isDate ? dateText(cell, false) : null
    return date === null ? { kind: 'n', text: decimalText(cell) } : { kind: 'd', text: date }
  }
  return cell === null || cell.trim() === '' ? { kind: '_', text: '' } : { kind: 't', text: cell }
}
