import { unzipSync } from 'fflate'
import { bytesInMemory, type FileBytes } from './file-bytes.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { type FileKind, type ReadOptions, readLimits, type Spreadsheet, SpreadsheetError } from './spreadsheet.ts'

/** Reads a file of any kind we know, told by its content and never by its name. Throws SpreadsheetError. */
export function readSpreadsheet(bytes: Uint8Array, options: ReadOptions = {}): Spreadsheet {
  const limits = { ...readLimits, ...options.limits }
  if (bytes.length === 0) throw new SpreadsheetError('empty')
  if (bytes.length > limits.bytes) throw new SpreadsheetError('too-large', { limit: limits.bytes })
  const kind = kindOf(bytesInMemory(bytes))
  return kind === 'csv' ? readCsv(bytes, options, limits) : readWorkbook(bytes, kind, options, limits)
}

/** What a file is, by its content. */
export function kindOf(bytes: FileBytes): FileKind {
  const head = Buffer.from(bytes.head())
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return zipKind(bytes.whole())
  if (head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return oleKind(bytes.whole())
  refuseOthers(head)
  const text = head
    .toString('latin1')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replaceAll('\u0000', '') // UTF-16
    .trimStart()
    .toLowerCase()
  if (text.startsWith('mime-version')) throw new SpreadsheetError('unsupported', { kind: 'MHTML' })
  return text.startsWith('<') ? markupKind(text) : 'csv'
}

/** First bytes, as Latin-1, of what people upload by mistake, and its name, which is the same in both languages. */
const others: readonly (readonly [start: string, kind: string])[] = [
  ['%PDF-', 'PDF'],
  ['{\\rtf', 'RTF'],
  ['\u0089PNG\r\n', 'PNG'],
  ['\u00ff\u00d8\u00ff', 'JPEG'],
  ['GIF8', 'GIF'],
]

function refuseOthers(head: Buffer): void {
  const text = head.subarray(0, 8).toString('latin1')
  for (const [start, kind] of others) if (text.startsWith(start)) throw new SpreadsheetError('unsupported', { kind })
}

/** Tables in HTML, or in Excel's XML of 2003; other XML, such as a bank's camt.053, is no spreadsheet. */
function markupKind(text: string): 'html' | 'csv' {
  if (/<(!doctype html|html|table)\b|urn:schemas-microsoft-com:office:spreadsheet/.test(text)) return 'html'
  if (text.startsWith('<?xml')) throw new SpreadsheetError('unsupported', { kind: 'XML' })
  return 'csv'
}

function zipKind(bytes: Uint8Array): 'xlsx' | 'ods' {
  const names: string[] = []
  try {
    unzipSync(bytes, { filter: (file) => names.push(file.name) === 0 })
  } catch (cause) {
    throw new SpreadsheetError('unreadable', {}, cause)
  }
  if (names.includes('xl/workbook.xml') || names.includes('xl/workbook.bin')) return 'xlsx'
  if (names.includes('content.xml')) return 'ods'
  if (names.includes('word/document.xml')) throw new SpreadsheetError('unsupported', { kind: 'Word' })
  if (names.includes('ppt/presentation.xml')) throw new SpreadsheetError('unsupported', { kind: 'PowerPoint' })
  if (names.some((name) => /^Index(\.zip$|\/)/.test(name)))
    throw new SpreadsheetError('unsupported', { kind: 'Apple Numbers' })
  throw new SpreadsheetError('unsupported', { kind: 'zip' })
}

/** Old XLS and password-protected XLSX share one container; the latter names its streams in UTF-16. */
function oleKind(bytes: Uint8Array): 'xls' {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
  if (isEncrypted) throw new SpreadsheetError('encrypted')
  return 'xls'
}
