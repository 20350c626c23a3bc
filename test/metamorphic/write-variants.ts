import * as excel from '@e965/xlsx'
import iconv from 'iconv-lite'
import { type Cell, type Grid, writeBook, writeOldBook, writePage } from '../adversary/write-files.ts'
import type { MetaCell, MetaRow } from './base-files.ts'

export type TextOptions = {
  delimiter?: string
  eol?: string
  encoding?: string
  hasBom?: boolean
  quotes?: 'all' | 'needed' | 'texts'
  isTrailing?: boolean
  isOpenEnded?: boolean
  before?: string
  after?: string
  pad?: string
}

/** What a text file has in the cell: Excel in Swedish where the file was a workbook. */
function shownText({ text, decimal }: MetaCell, isText: boolean): string {
  if (isText || decimal === undefined || !/\./.test(decimal)) return text
  return text === decimal ? decimal.replace('.', ',') : text
}

export function writeText(rows: readonly MetaRow[], isText: boolean, options: TextOptions = {}): Uint8Array {
  const { delimiter = ';', eol = '\r\n', quotes = 'needed', pad = '', encoding = 'utf8', hasBom = false } = options
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const lines = rows.map(({ cells }) => {
    if (cells.length === 0) return ''
    const filled = Array.from({ length: width }, (_, index) => cells[index] ?? { text: '' })
    const written = filled.map((cell) => {
      const shown = shownText(cell, isText)
      const text = shown === '' ? '' : pad + shown + pad
      const isNeeded = text.includes(delimiter) || /["\r\n]/.test(text)
      const isWanted = quotes === 'all' || (quotes === 'texts' && /\p{L}/u.test(text))
      return isNeeded || isWanted ? `"${text.replaceAll('"', '""')}"` : text
    })
    return written.join(delimiter) + (options.isTrailing ? delimiter : '')
  })
  const text = (options.before ?? '') + lines.join(eol) + (options.isOpenEnded ? '' : eol) + (options.after ?? '')
  return iconv.encode(text, encoding, { addBOM: hasBom })
}

const typed = (cell: MetaCell): Cell => {
  if (cell.decimal !== undefined) return { number: Number(cell.decimal) }
  if (cell.date !== undefined)
    return { date: cell.time && /^\d\d:\d\d:\d\d$/.test(cell.time) ? `${cell.date} ${cell.time}` : cell.date }
  return cell.text === '' ? null : cell.text
}

export function gridOf(rows: readonly MetaRow[], isText: boolean, isTyped: boolean): Grid {
  return rows.map(({ cells }) => cells.map((cell) => (isTyped ? typed(cell) : shownText(cell, isText))))
}

function libraryBook(grid: Grid, bookType: excel.BookType): Uint8Array {
  const old = excel.read(writeOldBook(grid), { type: 'array', cellNF: true, cellStyles: true })
  for (const sheet of Object.values(old.Sheets))
    for (const one of Object.values(sheet)) if (one.z === 'yyyy-mm-dd') one.z = 'yyyy/mm/dd' // it knows no dashes in ODS
  return new Uint8Array(excel.write(old, { type: 'buffer', bookType }))
}

export const containers: Record<string, (rows: readonly MetaRow[], isText: boolean) => Uint8Array> = {
  'xlsx texts': (rows, isText) => writeBook(gridOf(rows, isText, false)),
  'xlsx typed': (rows, isText) => writeBook(gridOf(rows, isText, true)),
  'xlsx numbers, dates as text': (rows, isText) =>
    writeBook(
      gridOf(rows, isText, true).map((row) =>
        row.map((cell) => (cell && typeof cell === 'object' && 'date' in cell ? cell.date : cell)),
      ),
    ),
  'xlsx dates, numbers as text': (rows, isText) =>
    writeBook(
      rows.map(({ cells }) => cells.map((cell) => (cell.date !== undefined ? typed(cell) : shownText(cell, isText)))),
    ),
  'xlsx 1904': (rows, isText) => writeBook(gridOf(rows, isText, true), { is1904: true, isDimensionWrong: true }),
  'xls texts': (rows, isText) => writeOldBook(gridOf(rows, isText, false)),
  'xls typed': (rows, isText) => writeOldBook(gridOf(rows, isText, true)),
  'ods typed': (rows, isText) => libraryBook(gridOf(rows, isText, true), 'ods'),
  'xlsb typed': (rows, isText) => libraryBook(gridOf(rows, isText, true), 'xlsb'),
  html: (rows, isText) => writePage(gridOf(rows, isText, false)),
  'html spacers 1252': (rows, isText) => writePage(gridOf(rows, isText, false), { spacers: true, encoding: 'win1252' }),
}
