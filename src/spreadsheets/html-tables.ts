import type * as XLSX from '@e965/xlsx'
import { decodeHTML } from 'entities/decode'
import { isBlank } from '#kernel/blank-text.ts'
import { dateText } from './cell-text.ts'
import type { FoundSheet } from './found-sheet.ts'
import { htmlAttribute, readHtmlParts } from './html-tags.ts'
import { readNumberFormat } from './number-format.ts'
import { type ReadLimits, SpreadsheetError } from './spreadsheet.ts'

type OpenCell = {
  text: string
  number: string
  format: string
  columns: number
  rows: number
  /** What a page does not show before the text: web sites write there what they sort by. */
  key: string
  /** The tag of what is not shown, and how many of it are open. */
  unseen: { tag: string; depth: number } | null
  /** Where figures begin that stand above the line, behind others. */
  raisedAt: number | null
}
type OpenTable = {
  grid: FoundSheet['grid']
  merges: XLSX.Range[]
  cell: OpenCell | null
  column: number
  /** Of each column: the last row that a cell from above reaches down to. */
  taken: number[]
  hiddenRows: Set<number>
  days: CountedDays
}

/** Days that a page shows beside their number, by the year that the number is counted from. */
type CountedDays = { from1900: number; from1904: number }
const days1904 = 1462

/** HTML, 4.9.11: how far one cell may reach. */
const mostColumns = 1000
const mostRows = 65_534
const blocks = /^(?:p|div|li|ul|ol|h[1-6]|blockquote|pre)$/

/**
 * The tables of a page, each as its own, one within another too. Ends of cells and rows may be left out, as HTML lets them
 * be; every row counts, also one without anything.
 */
export function readHtmlTables(html: string, limits: ReadLimits): { sheets: FoundSheet[]; isDate1904: boolean } {
  const days: CountedDays = { from1900: 0, from1904: 0 }
  const tables: OpenTable[] = []
  const open: OpenTable[] = []
  for (const part of readHtmlParts(html)) {
    const table = open.at(-1)
    if ('text' in part) {
      if (table?.cell) addText(table.cell, decodeHTML(part.text.replace(/[\t\n\r\f ]+/g, ' ')))
    } else if (part.tag === 'table') {
      if (part.isEnd) {
        if (table) closeCell(table, limits)
        open.pop()
      } else {
        const next = { grid: [], merges: [], cell: null, column: 0, taken: [], hiddenRows: new Set<number>(), days }
        tables.push(next)
        open.push(next)
      }
    } else if (table) readTag(table, part, limits)
  }
  for (const table of open) closeCell(table, limits)
  const sheets = tables.map(({ grid, merges, hiddenRows: hidden }, index) => {
    const name = tables.length === 1 ? '' : `Sheet${index + 1}`
    const hiddenRows = [...hidden].filter((row) => grid[row]?.some((cell) => cell && !isBlank(String(cell.v)))).length
    return { name, isHidden: false, isOfPage: true, grid, merges, hiddenRows }
  })
  return { sheets, isDate1904: days.from1904 > days.from1900 }
}

type Tag = { tag: string; isEnd: boolean; attributes: string }
function readTag(table: OpenTable, { tag, isEnd, attributes }: Tag, limits: ReadLimits): void {
  if (tag === 'tr') {
    closeCell(table, limits)
    if (!isEnd) startRow(table)
    if (!isEnd && isUnshown(attributes)) table.hiddenRows.add(table.grid.length - 1)
  } else if (tag === 'td' || tag === 'th') {
    closeCell(table, limits)
    if (isEnd) return
    if (table.grid.length === 0) startRow(table)
    const span = (name: string, most: number) =>
      Math.min(Math.max(1, Number(htmlAttribute(attributes, name)) || 1), most)
    table.cell = {
      text: '',
      number: htmlAttribute(attributes, 'sdval').replace(',', '.') || htmlAttribute(attributes, 'x:num'),
      format: decodeHTML(htmlAttribute(attributes, 'sdnum')).split(';').slice(2).join(';'),
      columns: Math.floor(span('colspan', mostColumns)),
      rows: Math.floor(span('rowspan', mostRows)),
      key: '',
      unseen: null,
      raisedAt: null,
    }
  } else if (table.cell) {
    watchUnseen(table.cell, { tag, isEnd, attributes })
    if (tag === 'sup') raise(table.cell, isEnd)
    if (tag === 'br' || blocks.test(tag)) breakLine(table.cell, tag)
  }
}

const isUnshown = (attributes: string) => /display\s*:\s*none/i.test(htmlAttribute(attributes, 'style'))

/** Excel does not show what is too long for its column: that stands behind what is shown, and is text as any other. */
function watchUnseen(cell: OpenCell, { tag, isEnd, attributes }: Tag): void {
  if (cell.unseen?.tag === tag) {
    cell.unseen.depth += isEnd ? -1 : 1
    if (cell.unseen.depth === 0) cell.unseen = null
  } else if (!isEnd && cell.unseen === null && holdsText.test(tag) && cell.text.trim() === '' && isUnshown(attributes))
    cell.unseen = { tag, depth: 1 }
}
const holdsText = /^(?:span|div|p|font|b|i|small|time)$/

/** `10<sup>50</sup>` is ten kronor and fifty öre; other figures that stand above the line belong to no number below it. */
function raise(cell: OpenCell, isEnd: boolean): void {
  if (!isEnd) {
    cell.raisedAt = /\d *$/.test(cell.text) ? cell.text.trimEnd().length : null
    return
  }
  if (cell.raisedAt === null) return
  const [below, raised] = [cell.text.slice(0, cell.raisedAt), cell.text.slice(cell.raisedAt).trim()]
  cell.raisedAt = null
  if (/^\d+$/.test(raised))
    cell.text = `${below}${raised.length === 2 && !/[.,:]\d{0,2}$/.test(below) ? ',' : ' '}${raised}`
}

function addText(cell: OpenCell, text: string): void {
  if (cell.unseen) cell.key += text
  else cell.text += text
}

function startRow(table: OpenTable): void {
  table.grid.push([])
  table.column = 0
}

function breakLine(cell: OpenCell, tag: string): void {
  const text = cell.text.trimEnd()
  if (tag === 'br' || (text !== '' && !/\n *$/.test(cell.text))) cell.text = `${cell.text}\n`
}

function closeCell(table: OpenTable, limits: ReadLimits): void {
  const { cell, grid, taken } = table
  if (!cell) return
  table.cell = null
  if (isBlank(cell.text)) cell.text = cell.key
  const row = grid.length - 1
  while ((taken[table.column] ?? -1) >= row) table.column++
  const start = table.column
  table.column += cell.columns
  if (cell.text.trim() !== '' && start >= limits.columns)
    throw new SpreadsheetError('too-many-columns', { row: row + 1, limit: limits.columns })
  if (cell.rows > 1) {
    for (let column = start; column < table.column; column++) taken[column] = row + cell.rows - 1
    table.merges.push({ s: { r: row, c: start }, e: { r: row + cell.rows - 1, c: table.column - 1 } })
  }
  const cells = grid[row]
  if (cells && cell.text !== '') cells[start] = cellOf(cell, table.days)
}

function cellOf({ text, number, format }: OpenCell, days: CountedDays): XLSX.CellObject {
  const shown = text
    .split('\n')
    .map((line) => line.replace(/^ +| +$/g, ''))
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
  // Calc says which day it shows, as `10-01-24` or otherwise.
  const isDay = /^\d+(?:\.\d+)?$/.test(number) && format !== '' && readNumberFormat(format).isDate
  if (isDay) {
    if (isDayShown(Number(number), shown)) days.from1900++
    else if (isDayShown(Number(number) + days1904, shown)) days.from1904++
    return { t: 'n', v: Number(number), z: format }
  }
  if (!isShownAs(number, shown)) return { t: 's', v: shown }
  const around = shown.replace(/["\d\s.,]/g, '') // its currency
  return { t: 'n', v: Number(number), ...(around !== '' && { z: `"${around}"0` }) }
}

/** Whether its year and its day stand there. Workbooks of old Macs, which Calc saves as pages too, count from 1904. */
function isDayShown(serial: number, shown: string): boolean {
  const [year, , day] = (dateText(serial, false) ?? '').slice(0, 10).split('-').map(Number)
  const figures = (shown.match(/\d+/g) ?? []).map((figure) => Number(figure) % 100)
  return year !== undefined && day !== undefined && figures.includes(year % 100) && figures.includes(day)
}

/**
 * Calc (in its own language: `-12,5`) and Excel write the number itself beside what they show. It is the cell's where the
 * very digits of it are shown: a date shows others.
 */
function isShownAs(number: string, shown: string): boolean {
  if (!/^-?\d+(?:\.\d+)?(?:E[-+]?\d+)?$/i.test(number) || /[a-zåäö]{4}|%/i.test(shown)) return false
  if (/^0\d|^#/.test(shown)) return false // a number of something, or `#DIV/0!`
  const digits = withoutZeros(shown)
  if (digits === '') return Number(number) === 0 && shown.includes('0')
  if (digits.length > 15) return false
  const size = Math.abs(Number(number))
  return Array.from({ length: 7 }, (_, decimals) => withoutZeros(size.toFixed(decimals))).includes(digits)
}

function withoutZeros(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '')
}
