import { readRootStream } from './compound-file.ts'
import { SpreadsheetError } from './spreadsheet.ts'

/** [MS-XLS] 2.3: record types; 2.1.4: the longest a record's data can be. */
const record = {
  endOfFile: 0x0a,
  filePass: 0x2f,
  continue: 0x3c,
  codePage: 0x42,
  uncalced: 0x5e,
  boundSheet: 0x85,
  mergeCells: 0xe5,
  sharedStrings: 0xfc,
  beginOfFile: 0x809,
}
const longestRecord = 8224
/** In BOF: Excel 5 and 95, whose texts have a byte a letter, so that their code page is never UTF-16 (Gnumeric says so). */
const eightBitVersion = 0x0500
const utf16CodePage = 1200
/** [MS-XLS] 2.5.49 Col. */
const lastColumn = 255
/** The library copies all merged cells of a sheet for each record of them; Excel puts 1026 in each (2.4.168). */
const mostMergesCopied = 1e8

/**
 * `shortest`: the fewest bytes of data in which a record has all that it is read for. `isCell`: it begins with its row and
 * column, two bytes each (2.5.19). `isFormula`: behind what the formula came to is how it is reckoned, which is not read.
 */
type Kept = { shortest: number; isCell?: boolean; isFormula?: boolean }

/** [MS-XLS] 2.4: the records that make sheets and cells; those of Excel 2 to 5 as OpenOffice's "Excel File Format" has them. */
const kept: ReadonlyMap<number, Kept> = new Map<number, Kept>([
  [record.beginOfFile, { shortest: 4 }],
  [record.endOfFile, { shortest: 0 }],
  [0x22, { shortest: 2 }], // Date1904
  [record.codePage, { shortest: 2 }],
  [record.boundSheet, { shortest: 8 }],
  [0x00, { shortest: 0 }], // Dimensions of Excel 2
  [0x200, { shortest: 0 }], // Dimensions: a sheet begins, how large it says it is counts for nothing
  [0x208, { shortest: 16 }], // Row
  [0xe0, { shortest: 16 }], // XF
  [0x41e, { shortest: 3 }], // Format
  [record.sharedStrings, { shortest: 8 }],
  [record.continue, { shortest: 0 }],
  [record.mergeCells, { shortest: 2 }],
  [0x07, { shortest: 1 }], // String of Excel 2
  [0x207, { shortest: 2 }], // String: what the formula before it came to
  [0x02, { shortest: 9, isCell: true }], // Integer of Excel 2
  [0x03, { shortest: 15, isCell: true }], // Number of Excel 2
  [0x04, { shortest: 8, isCell: true }], // Label of Excel 2
  [0x05, { shortest: 9, isCell: true }], // BoolErr of Excel 2
  [0xbd, { shortest: 12, isCell: true }], // MulRk
  [0xd6, { shortest: 8, isCell: true }], // RString of Excel 5
  [0xfd, { shortest: 10, isCell: true }], // LabelSst
  [0x203, { shortest: 14, isCell: true }], // Number
  [0x204, { shortest: 8, isCell: true }], // Label
  [0x205, { shortest: 8, isCell: true }], // BoolErr
  [0x27e, { shortest: 10, isCell: true }], // RK
  [0x06, { shortest: 22, isCell: true, isFormula: true }], // Formula, also under the numbers of Excel 3 and 4
  [0x206, { shortest: 22, isCell: true, isFormula: true }],
  [0x406, { shortest: 22, isCell: true, isFormula: true }],
])
/** Of a formula: its cell and its result, a byte further in Excel 2. */
const resultEnd = 15

/**
 * The records of an old XLS, with those that make no cells turned into one that says nothing: the library goes round for
 * ever in many of them, or takes all memory, where they are shorter than they should be or say that they hold more than they
 * do. What it reads is checked for that; a file in which it is so, or in which rows would be left out, is refused. So is what
 * is protected by a password.
 */
export function readXlsRecords(bytes: Uint8Array): Buffer {
  const stream = workbookStream(bytes)
  const begins = new Set<number>()
  const sheets: number[] = []
  const countMerges = createMergeCount()
  let isEightBit = false
  let hasSharedStrings = false
  let depth = 0
  let at = 0
  while (at + 4 <= stream.length) {
    const type = stream.readUInt16LE(at)
    const length = stream.readUInt16LE(at + 2)
    const data = stream.subarray(at + 4, at + 4 + length)
    if (depth === 0 && type !== record.beginOfFile) break // zeros fill the last sector
    if (length > longestRecord || data.length < length) throw damaged('record')
    if (type === record.filePass) throw new SpreadsheetError('encrypted')
    const what = kept.get(type)
    if (what) checkData(what, data)
    else stream.writeUInt16LE(record.uncalced, at)
    if (type === record.mergeCells) countMerges(data)
    if (type === record.sharedStrings && hasSharedStrings) throw damaged('shared strings')
    hasSharedStrings ||= type === record.sharedStrings
    if (type === record.codePage && isEightBit && data.readUInt16LE(0) === utf16CodePage) throw damaged('code page')
    if (type === record.boundSheet) sheets.push(data.readUInt32LE(0))
    if (type === record.beginOfFile) {
      isEightBit ||= at === 0 && data.readUInt16LE(0) === eightBitVersion
      begins.add(at)
      depth++
    } else if (type === record.endOfFile) depth--
    at += 4 + length
  }
  if (begins.size === 0 || depth !== 0) throw damaged('cut off')
  if (sheets.some((start) => !begins.has(start))) throw damaged('a sheet is gone')
  return stream.subarray(0, at)
}

function checkData({ shortest, isCell, isFormula }: Kept, data: Buffer): void {
  if (data.length < shortest) throw damaged('too short')
  if (isCell && data.readUInt16LE(2) > lastColumn) throw damaged('column')
  if (isFormula) data.fill(0, resultEnd)
}

function createMergeCount(): (data: Buffer) => void {
  let merges = 0
  let copied = 0
  return (data) => {
    merges += data.readUInt16LE(0)
    copied += merges
    if (2 + 8 * data.readUInt16LE(0) > data.length || copied > mostMergesCopied) throw damaged('merged cells')
  }
}

function workbookStream(bytes: Uint8Array): Buffer {
  if (bytes[0] === 0x09) return Buffer.from(bytes) // the records alone
  const stream = readRootStream(bytes, ['Workbook', 'Book'])
  if (!stream) throw damaged('no workbook')
  return stream
}

function damaged(cause: string): SpreadsheetError {
  return new SpreadsheetError('unreadable', {}, `XLS: ${cause}`)
}
