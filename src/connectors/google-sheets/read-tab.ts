import { dateText, decimalText } from '#spreadsheets/cell-text.ts'
import { type Merge, withMergedTexts } from '#spreadsheets/merged-texts.ts'
import { type SourceRow, unitsOf } from '../source-connector.ts'
import { rangeAddress } from './addresses.ts'
import { mostRows } from './limits.ts'
import { readHidden } from './read-hidden.ts'
import { type Look, readLooks } from './read-looks.ts'
import type { RawCell, SpreadsheetTab } from './schemas.ts'
import type { SheetsRequests } from './sheets-requests.ts'
import { type Block, isSameBlock, readBlocks, readValues } from './tab-blocks.ts'

export type FoundTab = { tab: SpreadsheetTab; merges: readonly Merge[]; locale: string | null }
export type TabReading = {
  rows: SourceRow[]
  /** Some of a block was otherwise when it was read again: rows may have moved between two requests. */
  mayHaveMoved: boolean
  /** Rows with numbers of different looks: one that moved and moved back was given another's. */
  areMixed: boolean
  /** Formulas are at work: what they show may change without a new version of the file (IMPORTRANGE). */
  isReckoned: boolean
}

/**
 * Every row that holds anything, or the blocks with the first `most` of them. Values come in blocks of bounded weight, then
 * what their numbers are shown as; last, which rows are hidden.
 */
export async function readTab(
  requests: SheetsRequests,
  documentId: string,
  { tab, merges, locale }: FoundTab,
  most: number,
): Promise<TabReading> {
  const found: TypedRow[] = []
  let mayHaveMoved = false
  let isReckoned = false
  let areMixed = false
  for await (const { block, isInPlace } of readBlocks(requests, documentId, tab)) {
    mayHaveMoved ||= !isInPlace
    if (block.fromRow === 0) isReckoned = await hasFormulas(requests, documentId, tab, block)
    const looks = await readLooks(requests, { documentId, title: tab.title, locale }, block)
    areMixed ||= looks.areMixed
    if (looks.areMixed) mayHaveMoved ||= !(await isSameBlock(requests, documentId, tab, block))
    for (const [index, cells] of block.rows.entries()) {
      const row = toRow(block.fromRow + index, cells, looks.of)
      if (row) found.push(row)
    }
    if (found.length >= most) break
  }
  // Of cells that are merged only the first has a value.
  const rows = Array.from(
    withMergedTexts(found, merges),
    ({ kinds, ...row }): SourceRow => ({ ...row, kinds: kinds.join(''), recordId: null }),
  )
  // Of a sample nobody is told of them.
  const lastRow = most < mostRows ? 0 : (rows.at(-1)?.number ?? 0)
  const hidden = await readHidden(requests, { documentId, title: tab.title }, lastRow)
  for (const row of rows) if (hidden.has(row.number)) row.isHidden = true
  return { rows, mayHaveMoved, areMixed, isReckoned }
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

type TypedRow = Pick<SourceRow, 'number' | 'cells' | 'units'> & { kinds: string[] }

function toRow(row: number, raw: readonly RawCell[], lookOf: (row: number, column: number) => Look): TypedRow | null {
  const typed = raw.map((cell, column) => typedCell(cell, lookOf(row, column)))
  while (typed.at(-1)?.kind === '_') typed.pop()
  if (typed.length === 0) return null
  return {
    number: row + 1,
    cells: typed.map((cell) => cell.text),
    kinds: typed.map((cell) => cell.kind),
    ...unitsOf(typed),
  }
}

function typedCell(cell: RawCell, { isDate, unit, digits, time }: Look): { kind: string; text: string; unit?: string } {
  if (typeof cell === 'boolean') return { kind: 'b', text: cell ? 'TRUE' : 'FALSE' }
  if (typeof cell === 'number') {
    const date = isDate ? dateText(cell, false) : null
    if (date !== null) return { kind: 'd', text: date }
    if (time !== undefined) return { kind: 't', text: time }
    if (digits !== undefined && Number(digits) === cell) return { kind: 't', text: digits }
    return { kind: 'n', text: decimalText(cell), ...(unit !== null && { unit }) }
  }
  return cell === null || cell.trim() === '' ? { kind: '_', text: '' } : { kind: 't', text: cell }
}
