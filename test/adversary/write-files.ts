import * as excel from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'

/** A figure or date as a workbook keeps it; text everywhere else. */
export type Cell = string | { number: number; shown?: string } | { date: string; shown?: string } | null
export type Grid = Cell[][]

export type Figures = {
  mark: ',' | '.'
  group?: string
  minus?: string
  isMinusLast?: boolean
  suffix?: string
  /** `125,5` and `125` as Excel writes what it holds. */
  isShort?: boolean
}

/** Minor units as an issuer writes them. */
export function figure(minor: number, { mark, group = '', minus = '-', isMinusLast, suffix = '', isShort }: Figures) {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)
  let cents = digits.slice(-2)
  if (isShort) cents = cents.replace(/0+$/, '')
  const text = cents === '' ? whole : `${whole}${mark}${cents}`
  if (minor >= 0) return text + suffix
  return isMinusLast ? `${text}${minus}${suffix}` : `${minus}${text}${suffix}`
}

export type TextStyle = {
  delimiter: string
  eol?: '\n' | '\r\n'
  encoding?: 'utf8' | 'utf8-bom' | 'win1252' | 'utf16le' | 'latin1'
  /** `all`: every cell in quotes. */
  quotes?: 'all' | 'texts' | 'needed'
  /** The delimiter stands at the end of each line too. */
  isTrailing?: boolean
  /** Rows are filled with empty cells to so many. */
  padTo?: number
  isOpenEnded?: boolean
  before?: string[]
  after?: string[]
}

function shownText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  return cell.shown ?? ('number' in cell ? String(cell.number) : cell.date)
}

function quoted(text: string, style: TextStyle): string {
  const isNeeded = text.includes(style.delimiter) || /["\r\n]/.test(text)
  const isText = style.quotes === 'all' || (style.quotes === 'texts' && /[a-zåäö]/i.test(text))
  return isNeeded || isText ? `"${text.replaceAll('"', '""')}"` : text
}

export function writeText(grid: Grid, style: TextStyle): Uint8Array {
  const eol = style.eol ?? '\r\n'
  const lines = grid.map((row) => {
    const cells = row.map((cell) => quoted(shownText(cell), style))
    while (cells.length < (style.padTo ?? 0)) cells.push('')
    return cells.join(style.delimiter) + (style.isTrailing ? style.delimiter : '')
  })
  const text = [...(style.before ?? []), ...lines, ...(style.after ?? [])].join(eol) + (style.isOpenEnded ? '' : eol)
  const encoding = style.encoding ?? 'utf8'
  if (encoding === 'utf8-bom') return iconv.encode(text, 'utf8', { addBOM: true })
  if (encoding === 'utf16le') return iconv.encode(text, 'utf16le', { addBOM: true })
  return iconv.encode(text, encoding)
}

export type BookStyle = {
  name?: string
  is1904?: boolean
  /** The sheet says that it ends at A1. */
  isDimensionWrong?: boolean
  isInline?: boolean
  /** Empty cells are shared string "". */
  isEmptyText?: boolean
  /** Figures are kept as the text shown. */
  isNumberText?: boolean
  isDateText?: boolean
  extra?: { name: string; grid: Grid; isHidden?: boolean }[]
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function serial(date: string, is1904: boolean): number {
  const day = Date.parse(`${date.slice(0, 10)}T${date.slice(11) || '00:00:00'}Z`)
  return (day - Date.UTC(1899, 11, 30)) / 86_400_000 - (is1904 ? 1462 : 0)
}

function columnName(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
}

export function writeBook(grid: Grid, style: BookStyle = {}): Uint8Array {
  const strings: string[] = []
  const places = new Map<string, number>()
  const shared = (text: string) => {
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, strings.length)
    return strings.push(text) - 1
  }
  const text = (ref: string, value: string) =>
    style.isInline
      ? `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
      : `<c r="${ref}" t="s"><v>${shared(value)}</v></c>`
  const cellXml = (cell: Cell, ref: string): string => {
    if (cell === null) return ''
    if (typeof cell === 'string') return cell === '' && !style.isEmptyText ? '' : text(ref, cell)
    if ('number' in cell)
      return style.isNumberText ? text(ref, shownText(cell)) : `<c r="${ref}" s="2"><v>${cell.number}</v></c>`
    return style.isDateText
      ? text(ref, shownText(cell))
      : `<c r="${ref}" s="1"><v>${serial(cell.date, style.is1904 === true)}</v></c>`
  }
  const sheetXml = (rows: Grid) => {
    const body = rows
      .map((row, index) => {
        const cells = row.map((cell, column) => cellXml(cell, columnName(column) + (index + 1))).join('')
        return cells === '' ? '' : `<row r="${index + 1}">${cells}</row>`
      })
      .join('')
    const dimension = style.isDimensionWrong ? '<dimension ref="A1:A1"/>' : ''
    return `${head}<worksheet xmlns="${main}">${dimension}<sheetData>${body}</sheetData></worksheet>`
  }
  const sheets = [{ name: style.name ?? 'Blad1', grid, isHidden: false }, ...(style.extra ?? [])]
  const files: Record<string, string> = {}
  sheets.forEach((sheet, index) => {
    files[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet.grid)
  })
  Object.assign(files, bookParts(sheets, style))
  files['xl/sharedStrings.xml'] =
    `${head}<sst xmlns="${main}">${strings.map((one) => `<si><t xml:space="preserve">${escapeXml(one)}</t></si>`).join('')}</sst>`
  const members = Object.entries(files).map(([name, one]) => [name, strToU8(one)])
  return zipSync(Object.fromEntries(members), { level: 1 }) // they are made by the thousand
}

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const offices = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

function bookParts(sheets: readonly { name: string; isHidden?: boolean }[], style: BookStyle): Record<string, string> {
  const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const list = (line: (sheet: { name: string; isHidden?: boolean }, number: number) => string) =>
    sheets.map((sheet, index) => line(sheet, index + 1)).join('')
  const after = sheets.length
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/>${list((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kinds}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kinds}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${offices}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${offices}">${style.is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${list(({ name, isHidden }, number) => `<sheet name="${escapeXml(name)}" sheetId="${number}"${isHidden ? ' state="hidden"' : ''} r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${list((_, number) => `<Relationship Id="rId${number}" Type="${offices}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${after + 1}" Type="${offices}/styles" Target="styles.xml"/><Relationship Id="rId${after + 2}" Type="${offices}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}

/** Excel's binary workbook of before 2007. */
export function writeOldBook(grid: Grid, name = 'Blad1'): Uint8Array {
  const sheet: excel.WorkSheet = {}
  let width = 0
  grid.forEach((row, index) => {
    width = Math.max(width, row.length)
    row.forEach((cell, column) => {
      if (cell === null || cell === '') return
      const ref = excel.utils.encode_cell({ r: index, c: column })
      if (typeof cell === 'string') sheet[ref] = { t: 's', v: cell }
      else if ('number' in cell) sheet[ref] = { t: 'n', v: cell.number, z: '#,##0.00' }
      else sheet[ref] = { t: 'n', v: serial(cell.date, false), z: 'yyyy-mm-dd' }
    })
  })
  sheet['!ref'] = excel.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: grid.length - 1, c: Math.max(width - 1, 0) } })
  return new Uint8Array(
    excel.write({ SheetNames: [name], Sheets: { [name]: sheet } }, { type: 'buffer', bookType: 'biff8' }),
  )
}

/** A web page that is called .xls; between the columns stand others with nothing but a hard space. */
export function writePage(grid: Grid, { spacers = false, encoding = 'utf8' as 'utf8' | 'win1252' } = {}): Uint8Array {
  const rows = grid.map((row) => {
    const cells = row.flatMap((cell, index) => [
      ...(spacers && index > 0 ? ['<td>&nbsp;</td>'] : []),
      `<td>${shownText(cell) === '' ? '' : escapeXml(shownText(cell)).replaceAll('\u00a0', '&nbsp;')}</td>`,
    ])
    return `<tr>${cells.join('')}</tr>`
  })
  const charset = encoding === 'utf8' ? 'utf-8' : 'iso-8859-1'
  return iconv.encode(
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head><body><table>${rows.join('\n')}</table></body></html>`,
    encoding,
  )
}
