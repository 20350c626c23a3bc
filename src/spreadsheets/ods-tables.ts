import type * as XLSX from '@e965/xlsx'
import { serialOfDay, unreckonedText } from './cell-text.ts'
import type { FoundSheet } from './found-sheet.ts'
import { type ReadLimits, SpreadsheetError } from './spreadsheet.ts'
import { attributeOf, createXmlScanner } from './xml-scanner.ts'

type OpenRow = { cells: XLSX.CellObject[]; column: number; repeated: number; isHidden: boolean }
type OpenCell = { attributes: string; isDay: boolean; text: string; isParagraph: boolean; paragraphs: number }

/** Parts of a table, or of a cell, whose texts are no cells: notes, drawings, what was there before changes. */
const asides = new Set([
  ...['annotation', 'shapes', 'tracked-changes', 'dde-link', 'ruby-text'],
  ...['frame', 'custom-shape', 'g', 'rect', 'line', 'polyline', 'polygon', 'regular-polygon', 'path', 'circle'],
  ...['ellipse', 'connector', 'caption', 'measure', 'control', 'scene'],
])
/** How many rows of a spreadsheet there can be. */
const lastPlace = 2 ** 20

/** The tables of OpenDocument (Part 3, chapter 9) from the pieces of its XML. */
export function readOdsTables(pieces: Iterable<string>, limits: ReadLimits): FoundSheet[] {
  const tables: FoundSheet[] = []
  const styles = createStyles()
  let aside = 0
  let table: ReturnType<typeof openTable> | null = null
  let cell: OpenCell | null = null
  const scanner = createXmlScanner({
    open(name, attributes) {
      if (asides.has(name)) aside++
      if (aside > 0) return
      if (name === 'table') {
        table = openTable(attributeOf(attributes, 'name'), styles.isHidden(attributes), limits)
        tables.push(table.found)
      } else if (name === 'table-row') table?.openRow(attributes)
      else if (name === 'table-cell' || name === 'covered-table-cell')
        cell = { attributes, isDay: styles.isDay(attributes), text: '', isParagraph: false, paragraphs: 0 }
      else if (cell) readTextTag(cell, name, attributes)
      else styles.add(name, attributes)
    },
    text(text) {
      if (aside === 0 && cell?.isParagraph) cell.text += text.replace(/[\t\r\n ]+/g, ' ')
    },
    close(name) {
      if (asides.has(name)) aside--
      else if (aside > 0) return
      else if (name === 'p' && cell) cell.isParagraph = false
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        if (cell) table?.addCell(cell)
        cell = null
      } else if (name === 'table-row') table?.closeRow()
      else if (name === 'table') table = null
    },
  })
  for (const piece of pieces) scanner.write(piece)
  scanner.end()
  return tables
}

/** What tables and cells are shown like says whether they are hidden, and whether a number is a day. */
function createStyles() {
  const dayFormats = new Set<string>()
  const dayStyles = new Set<string>()
  const hiddenStyles = new Set<string>()
  let style = ''
  return {
    add(name: string, attributes: string) {
      if (name === 'date-style') dayFormats.add(attributeOf(attributes, 'name'))
      else if (name === 'style') {
        style = attributeOf(attributes, 'name')
        if (dayFormats.has(attributeOf(attributes, 'data-style-name'))) dayStyles.add(style)
      } else if (name === 'table-properties' && attributeOf(attributes, 'display') === 'false') hiddenStyles.add(style)
    },
    isHidden: (attributes: string) => hiddenStyles.has(attributeOf(attributes, 'style-name')),
    isDay: (attributes: string) => dayStyles.size > 0 && dayStyles.has(attributeOf(attributes, 'style-name')),
  }
}

function openTable(name: string, isHidden: boolean, limits: ReadLimits) {
  const found: FoundSheet = { name, isHidden, grid: [], merges: [] }
  let row: OpenRow | null = null
  let rowIndex = 0
  let filled = 0
  return {
    found,
    openRow(attributes: string) {
      row = {
        cells: [],
        column: 0,
        repeated: countOf(attributes, 'number-rows-repeated'),
        isHidden: isHiddenRow(attributes),
      }
    },
    addCell(cell: OpenCell) {
      if (!row) return
      const repeated = countOf(cell.attributes, 'number-columns-repeated')
      const place = { r: rowIndex, c: row.column }
      row.column += repeated
      const read = cellOf(cell)
      if (!read) return
      if (row.column > limits.columns)
        throw new SpreadsheetError('too-many-columns', { row: rowIndex + 1, limit: limits.columns })
      for (let i = 0; i < repeated; i++) row.cells[place.c + i] = read
      const rows = countOf(cell.attributes, 'number-rows-spanned')
      if (rows > 1) found.merges.push({ s: place, e: { r: rowIndex + rows - 1, c: place.c } })
    },
    closeRow() {
      if (!row) return
      const { cells, repeated } = row
      if (cells.length > 0) {
        filled += repeated
        if (row.isHidden) found.hiddenRows = (found.hiddenRows ?? 0) + repeated
        if (filled > limits.rows) throw new SpreadsheetError('too-many-rows', { limit: limits.rows })
        for (let i = 0; i < repeated; i++) found.grid[rowIndex + i] = i === 0 ? cells : [...cells]
      }
      rowIndex += repeated
      row = null
    },
  }
}

const isHiddenRow = (attributes: string) => /^(?:collapse|filter)$/.test(attributeOf(attributes, 'visibility'))

function readTextTag(cell: OpenCell, name: string, attributes: string): void {
  if (name === 'p') {
    if (cell.paragraphs++ > 0) cell.text += '\n'
    cell.isParagraph = true
  } else if (name === 's') cell.text += ' '.repeat(Math.min(countOf(attributes, 'c'), 100))
  else if (name === 'line-break') cell.text += '\n'
  else if (name === 'tab') cell.text += '\t'
}

function countOf(attributes: string, name: string): number {
  const count = Number(attributeOf(attributes, name) || 1)
  if (!Number.isSafeInteger(count) || count < 1) throw new SpreadsheetError('unreadable', {}, `${name} ${count}`)
  return Math.min(count, lastPlace)
}

const dayFormat = 'yyyy-mm-dd'

/** `125,00 CR`: what is shown behind the number, as `number-format.ts` finds it in the formats of Excel. */
const creditBehind = /^[\d\s.,\u00a0\u202f]*(?:\d|\d ?kr)\s?(CR|kredit|credit|(?<=[.,]\d\d\s?)[KC])$/i

/** A cell by its kind of value (Part 3, 19.387 office:value-type); null where nothing stands. */
function cellOf({ attributes, isDay, text }: OpenCell): XLSX.CellObject | null {
  const shown = (value: string): XLSX.CellObject | null => (value === '' ? null : { t: 's', v: value })
  const type = attributeOf(attributes, 'value-type')
  switch (type) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = attributeOf(attributes, 'value')
      if (value === '' || !Number.isFinite(Number(value))) return shown(text)
      const currency = attributeOf(attributes, 'currency')
      if (isDay) return { t: 'n', v: Number(value), z: dayFormat }
      if (/^0\d+$/.test(text) && Number(text) === Number(value)) return shown(text)
      if (type === 'percentage') return { t: 'n', v: Number(value), z: '0%' }
      const credit = Number(value) > 0 ? creditBehind.exec(text)?.[1] : undefined
      const format = `${currency && `[$${currency}]`}${credit ? `0.00" ${credit}"` : '0'}`
      return { t: 'n', v: Number(value), ...((currency || credit) && { z: format }) }
    }
    case 'date': {
      const serial = serialOfDay(attributeOf(attributes, 'date-value'))
      return serial === null ? shown(text) : { t: 'n', v: serial, z: dayFormat }
    }
    case 'time': {
      const serial = serialOfTime(attributeOf(attributes, 'time-value'))
      return serial === null ? shown(text) : { t: 'n', v: serial, z: dayFormat }
    }
    case 'boolean':
      return { t: 'b', v: attributeOf(attributes, 'boolean-value') === 'true' }
    case '':
      return text === '' && attributeOf(attributes, 'formula') !== '' ? shown(unreckonedText) : shown(text)
    default:
      return shown(text === '' ? attributeOf(attributes, 'string-value') : text)
  }
}

/** `PT13H37M00S` as a part of a day. */
function serialOfTime(value: string): number | null {
  const [whole, hours = 0, minutes = 0, seconds = 0] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(value) ?? []
  return whole ? (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400 : null
}
