import * as XLSX from '@e965/xlsx'
import iconv from 'iconv-lite'

export type Cell = string | number | null | { date: string }
export type Book = { book: Cell[][]; sheet: string; kind: 'xlsx' | 'biff8' }
export type Text = { text: string; encoding?: string }

export type GoldenFiles = Record<string, [name: string, content: Text | Book]>

export const day = (date: string): Cell => ({ date })
export const nbsp = '\u00a0'
export const minus = '\u2212'
export const crlf = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('')
export const lf = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
export const bom = '\ufeff'

/** UTF-8 shown as if it were Windows-1252, as in Swedbank's old XLS. */
export function mojibake(rows: Cell[][]): Cell[][] {
  return rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? iconv.decode(Buffer.from(cell, 'utf8'), 'windows-1252') : cell)),
  )
}

export function bytesOf(content: Text | Book): Uint8Array {
  if ('text' in content) return iconv.encode(content.text, content.encoding ?? 'utf8')
  const sheet: XLSX.WorkSheet = {}
  let width = 0
  for (const [r, row] of content.book.entries()) {
    width = Math.max(width, row.length)
    for (const [c, cell] of row.entries()) if (cell !== null) sheet[XLSX.utils.encode_cell({ r, c })] = cellOf(cell)
  }
  sheet['!ref'] = XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: content.book.length - 1, c: width - 1 } })
  const workbook = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(workbook, sheet, content.sheet)
  return new Uint8Array(XLSX.write(workbook, { type: 'buffer', bookType: content.kind, bookSST: true }) as Buffer)
}

function cellOf(cell: Exclude<Cell, null>): XLSX.CellObject {
  if (typeof cell === 'number') return { t: 'n', v: cell, z: '#,##0.00' }
  if (typeof cell === 'string') return { t: 's', v: cell }
  const serial = Date.parse(`${cell.date}T00:00:00Z`) / 86_400_000 + 25_569
  return { t: 'n', v: serial, z: 'yyyy-mm-dd' }
}
