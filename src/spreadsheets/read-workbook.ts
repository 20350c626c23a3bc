import type * as XLSX from '@e965/xlsx'
import { checkXls } from './check-xls.ts'
import { decodeText, findEncoding } from './decode-text.ts'
import { bytesInMemory } from './file-bytes.ts'
import { hiddenTables } from './hidden-tables.ts'
import { readHtmlTables } from './html-tables.ts'
import { createTextMending } from './mend-text.ts'
import {
  checkRow,
  createCellCutting,
  type FileKind,
  type ReadLimits,
  type ReadOptions,
  type ReadWarning,
  type Sheet,
  type SheetRow,
  type Spreadsheet,
  SpreadsheetError,
} from './spreadsheet.ts'
import { readTypedCell } from './typed-cell.ts'
import { xlsxLibrary } from './xlsx-library.ts'
import { textPieces } from './xlsx-parts.ts'
import { openZip, storeMembers } from './zip-members.ts'

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

type Row = (XLSX.CellObject | undefined)[]
type CellReading = { isDate1904: boolean; limits: ReadLimits; textOf: (text: string) => string }

/** XLSB, old binary XLS, ODS and HTML saved as XLS. Hidden sheets are left out and named in a warning. */
export function readWorkbook(
  bytes: Uint8Array,
  kind: Exclude<FileKind, 'csv' | 'xlsx'>,
  options: ReadOptions,
  limits: ReadLimits,
): Spreadsheet {
  const isText = kind === 'html' || (kind === 'ods' && !isZip(bytes))
  const encoding = isText ? findEncoding(bytesInMemory(bytes), options.encoding) : null
  const book = encoding === null ? parseBinary(bytes, kind, limits) : parseText(decodeText(bytes, encoding), limits)
  const mending = createTextMending()
  const cutting = createCellCutting(limits)
  const reading: CellReading = {
    isDate1904: book.Workbook?.WBProps?.date1904 === true,
    limits,
    textOf: (text) => cutting.cut(mending.mend(text)),
  }
  const sheets: Sheet[] = []
  const hidden: ReadWarning[] = []
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]
    if (!sheet) continue
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) {
      hidden.push({ code: 'hidden-sheet-left-out', params: { sheet: name } })
      continue
    }
    const rows = readRows(sheet, reading)
    if (rows.length > 0) sheets.push({ name: kind === 'html' && book.SheetNames.length === 1 ? '' : name, rows })
  }
  if (sheets.length === 0) throw new SpreadsheetError('empty')
  const warnings = [...hidden, ...mending.warnings(), ...cutting.warnings()]
  return { kind, ...(encoding === null ? {} : { encoding }), sheets, warnings }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

function parseBinary(bytes: Uint8Array, kind: FileKind, limits: ReadLimits): XLSX.WorkBook {
  if (kind === 'xls') checkXls(bytes)
  const zip = kind === 'xls' ? null : openZip(bytes, limits.unzippedBytes)
  const own = zip ? storeMembers(zip) : bytes
  try {
    const book = xlsxLibrary().read(own, { ...parsing, type: 'array', sheetRows: limits.rows + 1 })
    return kind === 'ods' && zip ? hideSheets(book, hiddenTables(textPieces(zip, 'content.xml'))) : book
  } catch (cause) {
    if (cause instanceof SpreadsheetError) throw cause
    // the library has no error codes, only messages
    if (/password/i.test(String(cause)) || (kind !== 'xls' && /ZIP encryption/.test(String(cause))))
      throw new SpreadsheetError('encrypted', {}, cause)
    throw new SpreadsheetError('unreadable', {}, cause)
  }
}

/** A page of HTML, or the XML of one of two programs. */
function parseText(text: string, limits: ReadLimits): XLSX.WorkBook {
  const root = /^\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?(Workbook|document)\b/.exec(text)?.[1]
  if (!root) return bookOfPage(text)
  try {
    const book = xlsxLibrary().read(text, { ...parsing, type: 'string', sheetRows: limits.rows + 1 })
    return root === 'document' ? hideSheets(book, hiddenTables([text])) : book
  } catch (cause) {
    if (cause instanceof SpreadsheetError) throw cause
    throw new SpreadsheetError('unreadable', {}, cause)
  }
}

function bookOfPage(html: string): XLSX.WorkBook {
  const tables = readHtmlTables(html)
  if (tables.length === 0) throw new SpreadsheetError('unreadable', {}, 'no table')
  const sheets = tables.map(({ grid, merges }): XLSX.WorkSheet => ({ '!data': grid, '!merges': merges }))
  const named = sheets.map((sheet, index) => [`Sheet${index + 1}`, sheet] as const)
  return { SheetNames: named.map(([name]) => name), Sheets: Object.fromEntries(named) }
}

function hideSheets(book: XLSX.WorkBook, hidden: ReadonlySet<string>): XLSX.WorkBook {
  if (hidden.size === 0) return book
  const sheets = book.SheetNames.map((name, index) => ({
    ...book.Workbook?.Sheets?.[index],
    Hidden: hidden.has(name) ? (1 as const) : (book.Workbook?.Sheets?.[index]?.Hidden ?? 0),
  }))
  return { ...book, Workbook: { ...book.Workbook, Sheets: sheets } }
}

function readRows(sheet: XLSX.WorkSheet, reading: CellReading): SheetRow[] {
  const grid = (sheet['!data'] ?? []) as Row[]
  fillMergedTexts(grid, sheet['!merges'] ?? [])
  const rows: SheetRow[] = []
  for (let index = 0; index < grid.length; index++) {
    const row = readRow(grid[index] ?? [], reading)
    if (!row) continue
    checkRow(row.cells, index + 1, rows.length + 1, reading.limits)
    rows.push({ number: index + 1, ...row })
  }
  return rows
}

/**
 * A heading merged over several rows stands in each of them, as it is seen: the lower row of a two-line header would
 * lack it otherwise. Never anything with a digit in it, so that no amount is counted twice; never sideways, so that a
 * section's title stays one cell.
 */
function fillMergedTexts(grid: Row[], merges: readonly XLSX.Range[]): void {
  for (const { s: start, e: end } of merges) {
    const cell = grid[start.r]?.[start.c]
    if (typeof cell?.v !== 'string' || /\d/.test(cell.v)) continue
    for (let r = start.r + 1; r <= Math.min(end.r, grid.length - 1); r++) {
      grid[r] ??= []
      const row = grid[r]
      if (row) row[start.c] = cell
    }
  }
}

function readRow(found: Row, reading: CellReading): { cells: string[]; kinds: string } | null {
  const cells: string[] = []
  let kinds = ''
  let last = 0
  for (let i = 0; i < found.length; i++) {
    const { kind, text } = readTypedCell(found[i], reading.isDate1904)
    cells.push(kind === 't' ? reading.textOf(text) : text)
    kinds += kind
    if (kind !== '_') last = i + 1
  }
  return last === 0 ? null : { cells: cells.slice(0, last), kinds: kinds.slice(0, last) }
}
