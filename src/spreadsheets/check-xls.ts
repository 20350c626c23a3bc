import type * as XLSX from '@e965/xlsx'
import { SpreadsheetError } from './spreadsheet.ts'
import { xlsxLibrary } from './xlsx-library.ts'

/** [MS-XLS] 2.3: record types; 2.1.4: the longest a record's data can be. */
const record = {
  endOfFile: 0x0a,
  string: 0x07,
  externSheet: 0x17,
  filePass: 0x2f,
  codePage: 0x42,
  boundSheet: 0x85,
  beginOfFile: 0x809,
}
const longestRecord = 8224
/** In BOF: Excel 5 and 95, whose texts have a byte a letter, so that their code page is never UTF-16 (Gnumeric says so). */
const eightBitVersion = 0x0500
const utf16CodePage = 1200

/**
 * Walks the records of an old XLS before the library reads it: in a damaged file it would go round for ever, or leave
 * rows out without a word. Refuses what is protected by a password.
 */
export function checkXls(bytes: Uint8Array): void {
  const stream = workbookStream(bytes)
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const begins = new Set<number>()
  const sheets: number[] = []
  let isEightBit = false
  let depth = 0
  let at = 0
  while (at + 4 <= stream.length) {
    const type = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    if (depth === 0 && type !== record.beginOfFile) break // zeros fill the last sector
    if (length > longestRecord || at + 4 + length > stream.length) throw damaged('record')
    // The library goes by the number at their start, for ever where there is none.
    if (isCounted(type) && length < 2) throw damaged('no count')
    if (type === record.filePass) throw new SpreadsheetError('encrypted')
    if (type === record.beginOfFile && at === 0) isEightBit = length >= 2 && view.getUint16(4, true) === eightBitVersion
    if (type === record.codePage && isEightBit && length >= 2 && view.getUint16(at + 4, true) === utf16CodePage)
      throw damaged('code page')
    if (type === record.boundSheet && length >= 4) sheets.push(view.getUint32(at + 4, true))
    if (type === record.beginOfFile) {
      begins.add(at)
      depth++
    } else if (type === record.endOfFile) depth--
    at += 4 + length
  }
  if (begins.size === 0 || depth !== 0) throw damaged('cut off')
  if (sheets.some((start) => !begins.has(start))) throw damaged('a sheet is gone')
}

function isCounted(type: number): boolean {
  return type === record.externSheet || type === record.string
}

function workbookStream(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0x09) return bytes // the records alone
  const { CFB } = xlsxLibrary()
  let entry: ReturnType<typeof XLSX.CFB.find>
  try {
    const container = CFB.read(bytes, { type: 'array' })
    entry = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')
  } catch (cause) {
    throw new SpreadsheetError('unreadable', {}, cause)
  }
  if (!entry?.content) throw damaged('no workbook')
  return Uint8Array.from(entry.content)
}

function damaged(cause: string): SpreadsheetError {
  return new SpreadsheetError('unreadable', {}, `XLS: ${cause}`)
}
