import * as XLSX from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { decodeText } from './decode-text.ts'
import {
  checkRow,
  type FileKind,
  type ReadLimits,
  type ReadOptions,
  type Sheet,
  type SheetRow,
  type Spreadsheet,
  SpreadsheetError,
} from './spreadsheet.ts'

const parsing: XLSX.ParsingOptions = {
  dense: true,
  nodim: true,
  cellDates: false,
  cellNF: true,
  cellText: false,
  cellHTML: false,
  cellFormula: false,
  raw: true,
}

/** XLSX, old binary XLS, ODS and HTML saved as XLS. Hidden sheets are left out and named in a warning. */
export function readWorkbook(
  bytes: Uint8Array,
  kind: Exclude<FileKind, 'csv'>,
  options: ReadOptions,
  limits: ReadLimits,
): Spreadsheet {
  if (kind === 'xlsx' || kind === 'ods') checkUnzippedSize(bytes, limits)
  const book = parse(bytes, kind, options, limits)
  const isDate1904 = book.Workbook?.WBProps?.date1904 === true
  const sheets: Sheet[] = []
  const warnings: { code: string; params?: Record<string, string | number> }[] = []
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]
    if (!sheet) continue
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) {
      warnings.push({ code: 'hidden-sheet-left-out', params: { sheet: name } })
      continue
    }
    const rows = rowsOf(sheet, isDate1904, limits)
    if (rows.length > 0) sheets.push({ name: kind === 'html' ? '' : name, rows })
  }
  if (sheets.length === 0) throw new SpreadsheetError('empty')
  return { kind, sheets, warnings }
}

function parse(bytes: Uint8Array, kind: FileKind, options: ReadOptions, limits: ReadLimits): XLSX.WorkBook {
  try {
    if (kind === 'html')
      return XLSX.read(decodeText(bytes, options.encoding).text.replaceAll('&nbsp;', '\u00a0'), {
        ...parsing,
        type: 'string',
      })
    return XLSX.read(bytes, { ...parsing, type: 'array', sheetRows: limits.rows + 1 })
  } catch (cause) {
    if (/password|encrypt/i.test(String(cause))) throw new SpreadsheetError('encrypted', {}, cause)
    throw new SpreadsheetError('unreadable', {}, cause)
  }
}

/** The sizes stand in the zip's directory: a bomb is refused before a byte of it is unpacked. */
function checkUnzippedSize(bytes: Uint8Array, limits: ReadLimits): void {
  let total = 0
  try {
    unzipSync(bytes, {
      filter(file) {
        total += file.originalSize
        return false
      },
    })
  } catch (cause) {
    throw new SpreadsheetError('unreadable', {}, cause)
  }
  if (total > limits.unzippedBytes) throw new SpreadsheetError('unzipped-too-large', { limit: limits.unzippedBytes })
}

function rowsOf(sheet: XLSX.WorkSheet, isDate1904: boolean, limits: ReadLimits): SheetRow[] {
  const grid = ((sheet as { '!data'?: (XLSX.CellObject | undefined)[][] })['!data'] ?? []) as (
    | XLSX.CellObject
    | undefined
  )[][]
  const rows: SheetRow[] = []
  for (let index = 0; index < grid.length; index++) {
    const row = readRow(grid[index] ?? [], isDate1904, limits)
    if (!row) continue
    checkRow(row.cells, index + 1, rows.length + 1, limits)
    rows.push({ number: index + 1, ...row })
  }
  return rows
}

function readRow(
  found: (XLSX.CellObject | undefined)[],
  isDate1904: boolean,
  limits: ReadLimits,
): { cells: string[]; kinds: string } | null {
  const cells: string[] = []
  let kinds = ''
  let last = 0
  for (let i = 0; i < found.length; i++) {
    const [kind, text] = readCell(found[i], isDate1904)
    cells.push(text.slice(0, limits.cellCharacters))
    kinds += kind
    if (kind !== '_') last = i + 1
  }
  return last === 0 ? null : { cells: cells.slice(0, last), kinds: kinds.slice(0, last) }
}

function readCell(cell: XLSX.CellObject | undefined, isDate1904: boolean): [kind: string, text: string] {
  if (!cell || cell.v === undefined || cell.v === null) return ['_', '']
  if (cell.t === 'n' && typeof cell.v === 'number') {
    if (typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z)) return ['d', dateText(cell.v, isDate1904)]
    return ['n', decimalText(cell.v)]
  }
  if (cell.t === 'b') return ['b', cell.v ? 'TRUE' : 'FALSE']
  if (cell.t === 'e') return ['t', String(cell.w ?? '#ERROR')]
  const text = String(cell.v)
  return text.trim() === '' ? ['_', ''] : ['t', text]
}

/** Excel keeps numbers as doubles and shows 15 significant digits; more than that is noise (`3282.210000000001`). */
function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(10).replace(/\.?0+$/, '') : text
}

/** Serial days since 1899-12-30 (or 1904-01-01), reckoned in UTC so that no time zone moves a date. */
function dateText(serial: number, isDate1904: boolean): string {
  const days = serial + (isDate1904 ? 1462 : 0)
  const instant = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(instant.getTime())) return decimalText(serial)
  const iso = instant.toISOString()
  return iso.slice(11, 19) === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
