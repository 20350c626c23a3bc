import type * as XLSX from '@e965/xlsx'
import { isBlank } from '#kernel/blank-text.ts'
import { decodePieces, decodeText, findEncoding } from './decode-text.ts'
import { bytesInMemory } from './file-bytes.ts'
import type { FoundSheet } from './found-sheet.ts'
import { readHtmlTables } from './html-tables.ts'
import { createTextMending } from './mend-text.ts'
import { repeatedAs } from './merged-texts.ts'
import { readOdsTables } from './ods-tables.ts'
import {
  checkRow,
  createCellCutting,
  emptyWorkbook,
  type FileKind,
  hiddenRowsRead,
  type ReadLimits,
  type ReadOptions,
  type ReadWarning,
  type Sheet,
  type SheetRow,
  type Spreadsheet,
  SpreadsheetError,
} from './spreadsheet.ts'
import { readTypedCell } from './typed-cell.ts'
import { readXlsRecords } from './xls-records.ts'
import { keepCells } from './xlsb-records.ts'
import { xlsxLibrary } from './xlsx-library.ts'
import { textPieces } from './xlsx-parts.ts'
import { openZip, type Zip } from './zip-members.ts'

const parsing: XLSX.ParsingOptions = {
  dense: true,
  nodim: true, // Handelsbanken writes the dimension A1:A1 whatever the sheet holds
  cellDates: false,
  cellNF: true,
  cellText: false,
  cellHTML: false,
  cellFormula: false,
  raw: true,
}

type CellReading = { isDate1904: boolean; limits: ReadLimits; textOf: (text: string) => string }

/** XLSB, old binary XLS, ODS and HTML saved as XLS. Hidden sheets are left out and named in a warning. */
export function readWorkbook(
  bytes: Uint8Array,
  kind: Exclude<FileKind, 'csv' | 'xlsx'>,
  options: ReadOptions,
  limits: ReadLimits,
): Spreadsheet {
  const encoding = kind === 'html' ? findEncoding(bytesInMemory(bytes), options.encoding) : null
  const book = openBook(bytes, kind, encoding, limits)
  const mending = createTextMending()
  const cutting = createCellCutting(limits)
  const reading: CellReading = {
    isDate1904: book.isDate1904,
    limits,
    textOf: (text) => mending.mend(cutting.cut(text)),
  }
  const sheets: Sheet[] = []
  const hidden: ReadWarning[] = []
  for (const { name, isHidden, isOfPage, grid, merges, hiddenRows = 0 } of book.sheets) {
    if (isHidden) {
      hidden.push({ code: 'hidden-sheet-left-out', params: { sheet: name } })
      continue
    }
    fillMergedTexts(grid, merges, book.isDate1904)
    const rows = readRows(grid, reading)
    if (hiddenRows > 0) hidden.push(hiddenRowsRead(name || '1', hiddenRows)) // a page's only table has no name
    if (rows.length > 0) sheets.push({ name, rows, ...(isOfPage && { isOfPage }) })
  }
  if (sheets.length === 0) throw emptyWorkbook(book.sheets.flatMap(({ name, isHidden }) => (isHidden ? name : [])))
  const warnings = [...hidden, ...mending.warnings(), ...cutting.warnings()]
  return { kind, ...(encoding === null ? {} : { encoding }), sheets, warnings }
}

type Book = { isDate1904: boolean; sheets: readonly FoundSheet[] }

function openBook(bytes: Uint8Array, kind: FileKind, encoding: string | null, limits: ReadLimits): Book {
  if (kind === 'ods') return { isDate1904: false, sheets: readOds(bytes, limits) }
  if (encoding === null) return bookOf(parseBinary(bytes, kind, limits))
  const text = decodeText(bytes, encoding)
  if (/^\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?Workbook\b/.test(text)) return bookOf(parseXml(text, limits))
  const page = readHtmlTables(text, limits)
  if (page.sheets.length === 0) throw new SpreadsheetError('unreadable', {}, 'no table')
  return page
}

function bookOf({ SheetNames: names, Sheets: sheets, Workbook: book }: XLSX.WorkBook): Book {
  const found = names.flatMap((name, index) => {
    const sheet = sheets[name]
    const isHidden = (book?.Sheets?.[index]?.Hidden ?? 0) !== 0
    if (!sheet) return []
    const grid = sheet['!data'] ?? []
    return [{ name, isHidden, grid, merges: sheet['!merges'] ?? [], hiddenRows: countHidden(sheet['!rows'], grid) }]
  })
  return { isDate1904: book?.WBProps?.date1904 === true, sheets: found }
}

/** Rows with anything in them that a filter or a person hid. */
function countHidden(rows: XLSX.WorkSheet['!rows'], grid: FoundSheet['grid']): number {
  return grid.filter(
    (row, index) => rows?.[index]?.hidden && row?.some((cell) => cell?.v !== undefined && cell.v !== ''),
  ).length
}

function parseBinary(bytes: Uint8Array, kind: FileKind, limits: ReadLimits): XLSX.WorkBook {
  const own = kind === 'xlsb' ? keepCells(openZip(bytes, limits.unzippedBytes), limits) : readXlsRecords(bytes)
  try {
    // As a Buffer: of other bytes the library reads a damaged length's worth one by one, for minutes.
    const buffer = Buffer.from(own.buffer, own.byteOffset, own.length)
    return xlsxLibrary().read(buffer, { ...parsing, type: 'buffer', sheetRows: limits.rows + 1 })
  } catch (cause) {
    // the library has no error codes, only messages
    if (/password/i.test(String(cause)) || (kind !== 'xls' && /ZIP encryption/.test(String(cause))))
      throw new SpreadsheetError('encrypted', {}, cause)
    throw new SpreadsheetError('unreadable', {}, cause)
  }
}

/** The XML of Excel 2003. */
function parseXml(text: string, limits: ReadLimits): XLSX.WorkBook {
  try {
    return xlsxLibrary().read(withCurrencies(withPlaces(text)), {
      ...parsing,
      type: 'string',
      sheetRows: limits.rows + 1,
    })
  } catch (cause) {
    throw new SpreadsheetError('unreadable', {}, cause)
  }
}

/** Excel writes rows that hold nothing but their look as one that spans them; the library counts it as one row. */
function withPlaces(text: string): string {
  let next = 1
  let isBehindSpan = false
  return text.replace(/<(?:\w+:)?(Table|Row)\b[^<>]*>/g, (tag, name) => {
    if (name === 'Table') next = 1
    if (name === 'Table') return tag
    const numberIn = (attribute: string) =>
      Number(new RegExp(`\\s(?:\\w+:)?${attribute}\\s*=\\s*["'](\\d{1,7})["']`).exec(tag)?.[1] ?? 0)
    const given = numberIn('Index')
    const isToPlace = isBehindSpan && given === 0
    const number = given || next
    const span = numberIn('Span')
    next = number + span + 1
    isBehindSpan = span > 0
    return isToPlace ? tag.replace(/(?=\s|\/?>)/, ` ss:Index="${number}"`) : tag
  })
}

/** `Currency` is that of whoever opens the sheet (XML Spreadsheet Reference, ss:Format); the library says dollars. */
function withCurrencies(text: string): string {
  return text.replace(
    /(<(?:\w+:)?NumberFormat\b[^<>]*\bFormat\s*=\s*["'])(Euro )?Currency(?=["'])/g,
    (_, before, euro) => (euro ? `${before}[$€-2] #,##0.00` : `${before}#,##0.00`),
  )
}

/** In a zip, or all in one file of XML. */
function readOds(bytes: Uint8Array, limits: ReadLimits): FoundSheet[] {
  const isZip = bytes[0] === 0x50
  const tables = readOdsTables(isZip ? odsContent(openZip(bytes, limits.unzippedBytes)) : xmlPieces(bytes), limits)
  if (tables.length === 0) throw new SpreadsheetError('unsupported', { kind: 'OpenDocument' }) // a letter, a drawing
  return tables
}

function odsContent(zip: Zip): Iterable<string> {
  const manifest = 'META-INF/manifest.xml'
  if (zip.has(manifest) && [...textPieces(zip, manifest)].join('').includes('encryption-data'))
    throw new SpreadsheetError('encrypted')
  return textPieces(zip, 'content.xml')
}

function* xmlPieces(bytes: Uint8Array): Generator<string> {
  const file = bytesInMemory(bytes)
  yield* decodePieces(file, findEncoding(file))
}

function readRows(grid: FoundSheet['grid'], reading: CellReading): SheetRow[] {
  const rows: SheetRow[] = []
  for (let index = 0; index < grid.length; index++) {
    const found = grid[index] ?? []
    const length = lengthOf(found, reading)
    if (length > reading.limits.columns)
      throw new SpreadsheetError('too-many-columns', { row: index + 1, limit: reading.limits.columns })
    const row = readRow(found, length, reading)
    if (!row) continue
    checkRow(row.cells, index + 1, rows.length + 1, reading.limits)
    rows.push({ number: index + 1, ...row })
  }
  return rows
}

/**
 * A heading merged over several rows stands in each of them, as it is seen: the lower row of a two-line header would
 * lack it otherwise. So does the day of several purchases, where anything stands beside it. Never anything else with a digit
 * in it, so that no amount is counted twice; never sideways, so that a section's title stays one cell; never over what a cell
 * holds itself. `withMergedTexts` does the same to rows that come one by one.
 */
function fillMergedTexts(grid: FoundSheet['grid'], merges: readonly XLSX.Range[], isDate1904: boolean): void {
  /** By column, the last row that is filled: merges do not overlap, and where a file says that they do, the first is it. */
  const filled = new Map<number, number>()
  for (const { s: start, e: end } of [...merges].sort((a, b) => a.s.r - b.s.r)) {
    const cell = grid[start.r]?.[start.c]
    const { kind, text } = readTypedCell(cell, isDate1904)
    const repeated = repeatedAs(kind, text)
    if (!cell || !repeated || (filled.get(start.c) ?? -1) >= start.r) continue
    filled.set(start.c, end.r)
    for (let r = start.r + 1; r <= Math.min(end.r, grid.length - 1); r++) {
      const row = grid[r] ?? []
      grid[r] = row
      if (readTypedCell(row[start.c], isDate1904).text !== '') continue
      if (repeated === 'words' || row.some((other) => readTypedCell(other, isDate1904).kind !== '_'))
        row[start.c] = cell
    }
  }
}

type FoundRow = FoundSheet['grid'][number]

/** A damaged column number makes a row of thousands of millions of cells, of which only a few are there. */
function lengthOf(found: FoundRow, { isDate1904, limits }: CellReading): number {
  if (found.length <= limits.columns) return found.length
  const last = Object.keys(found).findLast((at) => readTypedCell(found[Number(at)], isDate1904).kind !== '_')
  return last === undefined ? 0 : Number(last) + 1
}

function readRow(found: FoundRow, length: number, reading: CellReading): Omit<SheetRow, 'number'> | null {
  const cells: string[] = []
  const units: Record<number, string> = {}
  const kinds: string[] = [] // a text that grows takes 32 bytes a letter
  let last = 0
  for (let i = 0; i < length; i++) {
    const read = readTypedCell(found[i], reading.isDate1904)
    const text = read.kind === 't' ? reading.textOf(read.text) : read.text
    const kind = isBlank(text) ? '_' : read.kind // a space that was encoded twice is one again
    cells.push(text)
    kinds.push(kind)
    if (kind !== '_') last = i + 1
    if (read.unit) units[i] = read.unit
  }
  if (last === 0) return null
  const hasUnits = Object.keys(units).length > 0
  return { cells: cells.slice(0, last), kinds: kinds.slice(0, last).join(''), ...(hasUnits && { units }) }
}
