import { isBlank } from '#kernel/blank-text.ts'
import { unreckonedText } from './cell-text.ts'
import type { Merge } from './merged-texts.ts'
import { SpreadsheetError } from './spreadsheet.ts'
import type { TypedCell } from './typed-cell.ts'
import { readXlsxCell } from './xlsx-cell.ts'
import { createRuns, plainString, textPieces, type XlsxBook } from './xlsx-parts.ts'
import { attributeOf, createXmlScanner, type XmlHandler } from './xml-scanner.ts'
import type { Zip } from './zip-members.ts'

export type XlsxRow = {
  number: number
  cells: string[]
  kinds: string[]
  units: Record<number, string> | null
  /** By a filter, or by hand. */
  isHidden: boolean
}
export type SheetSurvey = { isInOrder: boolean; merges: readonly Merge[] }

type OpenCell = {
  column: number
  type: string
  style: number
  value: string
  hasRuns: boolean
  hasFormula: boolean
}
const unreckoned: TypedCell = { kind: 't', text: unreckonedText }

/** Excel's last column is XFD. */
const lastColumn = 16_384
/** LibreOffice's, whose sheets are the longest. */
const lastRow = 2 ** 24

/**
 * What must be known before the rows are read and stands below them or is told by all of them: merged cells, and
 * whether the rows stand in order. Looks at tags only; checks the part's bytes on the way.
 */
export function surveySheet(zip: Zip, part: string): SheetSurvey {
  const merges: Merge[] = []
  let isInOrder = true
  let last = 0
  let rest = ''
  for (const piece of textPieces(zip, part)) {
    const text = rest + piece
    const tags = /<(?:[\w.-]+:)?(?:row|mergeCell)\s([^<>]*)>/g
    let end = 0
    for (let match = tags.exec(text); match; match = tags.exec(text)) {
      end = tags.lastIndex
      const merge = /\bref\s*=\s*["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/.exec(match[1] ?? '')
      if (merge) merges.push({ column: columnOf(merge[1] ?? ''), first: Number(merge[2]), last: Number(merge[4]) })
      const number = Number(attributeOf(` ${match[1]}`, 'r')) || last + 1
      if (!merge && number <= last) isInOrder = false
      if (!merge) last = number
    }
    rest = text.slice(Math.max(end, text.lastIndexOf('<')))
  }
  return { isInOrder, merges: merges.filter(({ first, last: end }) => end > first) }
}

/** The rows of a sheet as they stand in its XML, one after the other; those without anything too. */
export function* readSheetRows(zip: Zip, part: string, book: XlsxBook): Generator<XlsxRow> {
  const rows: XlsxRow[] = []
  const scanner = createXmlScanner(createRowHandler(rows, book))
  for (const piece of textPieces(zip, part)) {
    scanner.write(piece)
    yield* rows
    rows.length = 0
  }
  scanner.end()
}

const isTrue = (value: string) => value === '1' || value === 'true'

function createRowHandler(rows: XlsxRow[], book: XlsxBook): XmlHandler {
  let isData = false
  let row: XlsxRow | null = null
  let number = 0
  let cell: OpenCell | null = null
  let column = -1
  let isValue = false
  const runs = createRuns()
  const openCell = (attributes: string) => {
    const place = attributeOf(attributes, 'r')
    column = place === '' ? column + 1 : columnOf(place)
    if (column >= lastColumn) throw new SpreadsheetError('too-many-columns', { row: number, limit: lastColumn })
    const style = attributeOf(attributes, 's')
    const type = attributeOf(attributes, 't')
    cell = { column, type, style: Number(style), value: '', hasRuns: false, hasFormula: false }
  }
  const closeCell = () => {
    if (row && cell) placeCell(row, cell, cell.hasRuns ? runs.take() : plainString(cell.value), book)
    cell = null
  }
  return {
    open(name, attributes) {
      if (!isData) {
        isData = name === 'sheetData'
      } else if (name === 'row') {
        const given = attributeOf(attributes, 'r')
        number = given === '' ? number + 1 : Number(given)
        if (!Number.isInteger(number) || number < 1 || number > lastRow)
          throw new SpreadsheetError('unreadable', {}, `row ${given}`)
        row = { number, cells: [], kinds: [], units: null, isHidden: isTrue(attributeOf(attributes, 'hidden')) }
        column = -1
      } else if (name === 'c' && row) openCell(attributes)
      else if (cell) {
        if (name === 'v') isValue = true
        else if (name === 'f') cell.hasFormula = true
        else if (name === 'is') {
          cell.hasRuns = true
          runs.start()
        } else if (cell.hasRuns) runs.open(name)
      }
    },
    text(text) {
      if (!cell) return
      if (isValue) cell.value += text
      else if (cell.hasRuns) runs.text(text)
    },
    close(name) {
      if (name === 'v') isValue = false
      else if (name === 'c') closeCell()
      else if (name === 'row') {
        if (row) rows.push(row)
        row = null
      } else if (name === 'sheetData') isData = false
      else if (cell?.hasRuns) runs.close(name)
    },
  }
}

function placeCell(row: XlsxRow, cell: OpenCell, value: string, book: XlsxBook): void {
  const { column } = cell
  const type = cell.hasRuns ? 'inlineStr' : cell.type
  const isUnreckoned = cell.hasFormula && type !== 'str' && (value === '' || (book.isUnreckoned && value === '0'))
  const { kind, text, unit } = isUnreckoned ? unreckoned : readXlsxCell(type, cell.style, value, book)
  if (kind === '_' || (kind === 't' && isBlank(text))) return
  while (row.cells.length < column) {
    row.cells.push('')
    row.kinds.push('_')
  }
  if (row.cells[column]) throw new SpreadsheetError('unreadable', {}, `two cells in one place of row ${row.number}`)
  row.cells[column] = text
  row.kinds[column] = kind
  if (unit) {
    row.units ??= {}
    row.units[column] = unit
  }
}

/** `AB12` → 27; cells without letters are none. */
function columnOf(place: string): number {
  let column = 0
  let at = 0
  for (; at < place.length; at++) {
    const letter = place.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > lastColumn) break
  }
  if (at === 0) throw new SpreadsheetError('unreadable', {}, `cell ${place.slice(0, 20)}`)
  return column - 1
}
