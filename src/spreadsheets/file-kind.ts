import { bytesOnDisk, type FileBytes } from './file-bytes.ts'
import { type FileKind, SpreadsheetError } from './spreadsheet.ts'
import { openZip } from './zip-members.ts'

/** What a file is, by its content. */
export function kindOf(bytes: FileBytes): FileKind {
  const head = Buffer.from(bytes.head())
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return zipKind(openZip(bytes.whole(), 0).names)
  if (head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return oleKind(bytes.whole())
  if (isBareXls(head)) return 'xls'
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

/** Whether the file on disk has cells that are numbers, as a workbook's are, and not texts alone. */
export function holdsNumbers(path: string): boolean {
  const kind = kindOf(bytesOnDisk(path))
  return kind !== 'csv' && kind !== 'html'
}

/** The records of Excel 5 or later without the container around them, as web sites in PHP write them ([MS-XLS] 2.4.21). */
function isBareXls(head: Buffer): boolean {
  return /^0908(08|10)0000(00|05|06)/.test(head.subarray(0, 6).toString('hex'))
}

/** First bytes, as Latin-1, of what people upload by mistake, and its name, which is the same in both languages. */
const others: readonly (readonly [start: string, kind: string])[] = [
  ['%PDF-', 'PDF'],
  ['{\\rtf', 'RTF'],
  ['\u0089PNG\r\n', 'PNG'],
  ['\u00ff\u00d8\u00ff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['II*\u0000', 'TIFF'],
  ['MM\u0000*', 'TIFF'],
  ['\u001f\u008b', 'gzip'],
  ['7z\u00bc\u00af', '7z'],
  ['Rar!', 'RAR'],
]

function refuseOthers(head: Buffer): void {
  const text = head.subarray(0, 60).toString('latin1')
  if (/^RIFF.{4}WEBP/s.test(text)) throw new SpreadsheetError('unsupported', { kind: 'WebP' })
  if (/^.{4}ftyp(hei|mif|avif)/s.test(text)) throw new SpreadsheetError('unsupported', { kind: 'HEIC' })
  if (/^ID;P[^\r\n]*\r?\n[A-Z]{1,2};/.test(text)) throw new SpreadsheetError('unsupported', { kind: 'SYLK' })
  if (/^TABLE\r?\n0,1\r?\n/.test(text)) throw new SpreadsheetError('unsupported', { kind: 'DIF' })
  for (const [start, kind] of others) if (text.startsWith(start)) throw new SpreadsheetError('unsupported', { kind })
}

/** Tables in HTML, in Excel's XML of 2003 or in Calc's; other XML, such as a bank's camt.053, is no spreadsheet. */
function markupKind(text: string): 'html' | 'ods' | 'csv' {
  if (text.includes('application/vnd.oasis.opendocument.spreadsheet')) return 'ods'
  if (/<(!doctype html|html|table)\b|urn:schemas-microsoft-com:office:spreadsheet/.test(text)) return 'html'
  if (text.startsWith('<?xml')) throw new SpreadsheetError('unsupported', { kind: 'XML' })
  return 'csv'
}

function zipKind(names: readonly string[]): 'xlsx' | 'xlsb' | 'ods' {
  if (names.some((name) => /^xl\/[^/]+\.bin$/.test(name)) && !names.includes('xl/workbook.xml')) return 'xlsb'
  if (names.some((name) => /^xl\/[^/]+\.xml$/.test(name))) return 'xlsx'
  if (names.includes('content.xml')) return 'ods'
  if (names.includes('word/document.xml')) throw new SpreadsheetError('unsupported', { kind: 'Word' })
  if (names.includes('ppt/presentation.xml')) throw new SpreadsheetError('unsupported', { kind: 'PowerPoint' })
  if (names.some((name) => /^index(\.zip$|\/)/.test(name)))
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
