import { type ReadLimits, SpreadsheetError } from './spreadsheet.ts'
import { storeMembers, type Zip } from './zip-members.ts'

/**
 * `shortest`: the fewest bytes of data in which a record has all that it is read for. `textAt`: where a text begins, with the
 * number of its letters in four bytes (2.5.168), and `texts` where more than one follow each other. `isRich`: behind it are
 * its differently written parts, if the byte before it says so (2.5.121 RichStr).
 */
type Kept = { shortest: number; textAt?: number; texts?: number; isRich?: boolean }

/** [MS-XLSB] 2.3, 2.4: the records that make sheets and cells. */
const kept: ReadonlyMap<number, Kept> = new Map<number, Kept>([
  [0x00, { shortest: 12 }], // BrtRowHdr
  [0x02, { shortest: 12 }], // BrtCellRk
  [0x03, { shortest: 9 }], // BrtCellError
  [0x04, { shortest: 9 }], // BrtCellBool
  [0x05, { shortest: 16 }], // BrtCellReal
  [0x06, { shortest: 12, textAt: 8 }], // BrtCellSt
  [0x07, { shortest: 12 }], // BrtCellIsst
  [0x08, { shortest: 12, textAt: 8 }], // BrtFmlaString
  [0x09, { shortest: 16 }], // BrtFmlaNum
  [0x0a, { shortest: 9 }], // BrtFmlaBool
  [0x0b, { shortest: 9 }], // BrtFmlaError
  [0x0d, { shortest: 8 }], // BrtShortRk: these are in the column after the last
  [0x0e, { shortest: 5 }], // BrtShortError
  [0x0f, { shortest: 5 }], // BrtShortBool
  [0x10, { shortest: 12 }], // BrtShortReal
  [0x11, { shortest: 8, textAt: 4 }], // BrtShortSt
  [0x12, { shortest: 8 }], // BrtShortIsst
  [0x13, { shortest: 5, textAt: 1, isRich: true }], // BrtSSTItem
  [0x2c, { shortest: 6, textAt: 2 }], // BrtFmt
  [0x2f, { shortest: 4 }], // BrtXF
  [0x3e, { shortest: 13, textAt: 9, isRich: true }], // BrtCellRString
  [0x99, { shortest: 8, textAt: 8 }], // BrtWbProp, whose text may be left out
  [0x9c, { shortest: 16, textAt: 8, texts: 2 }], // BrtBundleSh
  [0x9f, { shortest: 8 }], // BrtBeginSst
  [0xa0, { shortest: 0 }], // BrtEndSst
  [0xb0, { shortest: 16 }], // BrtMergeCell
  [0x269, { shortest: 0 }], // BrtBeginCellXFs
  [0x26a, { shortest: 0 }], // BrtEndCellXFs
])
/** Of memory, that the library takes for a cell or a shared text: measured, about. */
const bytesOfRecord = 200
/** Instead of the number of letters, where there is no text at all (2.5.166). */
const noText = 0xffffffff

/**
 * An XLSB as a zip whose members are stored as they are, without the records that make no cells: in many of them the library
 * takes all memory where they say that they hold more than they do, as a link over all cells. What it reads is checked for
 * that; a file in which it is so is refused, and so is one with more of them than there is memory for: half a megabyte of zip
 * holds forty million shared texts.
 */
export function keepCells(zip: Zip, { heapMegabytes }: Pick<ReadLimits, 'heapMegabytes'>): Uint8Array {
  const room = { records: Math.floor((heapMegabytes * 2 ** 20) / bytesOfRecord) }
  return storeMembers(zip, (name, bytes) => (name.endsWith('.bin') ? keptRecords(bytes, room) : bytes))
}

/** `room`: for so many records more there is memory; taken from. */
function keptRecords(bytes: Uint8Array, room: { records: number }): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = new Uint8Array(bytes.length)
  let size = 0
  let at = 0
  let isAfterBlank = false
  while (at < bytes.length) {
    const type = readGroups(bytes, at, 2)
    const length = readGroups(bytes, type.end, 4)
    const end = Math.min(length.end + length.value, bytes.length)
    const what = kept.get(type.value)
    isAfterBlank = isBlankCell(type.value) || (isAfterBlank && !hasOwnPlace(type.value))
    if (isAfterBlank && isShort(type.value)) throw damaged('a cell that says no column behind an empty one')
    if (what) {
      if (--room.records < 0) throw new SpreadsheetError('out-of-memory')
      if (end - length.end < what.shortest) throw damaged('too short')
      if (!holdsTexts(view, length.end, end, what)) throw damaged('letters of a text')
      whole.set(bytes.subarray(at, end), size)
      size += end - at
    }
    at = end
  }
  return whole.subarray(0, size)
}

/** BrtCellBlank and BrtShortBlank, after which the library takes the next short cell for theirs. */
function isBlankCell(type: number): boolean {
  return type === 0x01 || type === 0x0c
}

/** A row begins, or a cell says its column. */
function hasOwnPlace(type: number): boolean {
  return type <= 0x0b || type === 0x3e
}

function isShort(type: number): boolean {
  return type >= 0x0d && type <= 0x12
}

function damaged(cause: string): SpreadsheetError {
  return new SpreadsheetError('unreadable', {}, new Error(`damaged XLSB: ${cause}`))
}

/** [MS-XLSB] 2.1.4: seven bits a byte, the eighth says that another follows. */
function readGroups(bytes: Uint8Array, start: number, most: number): { value: number; end: number } {
  let value = 0
  let at = start
  for (let group = 0; group < most && at < bytes.length; group++) {
    const byte = bytes[at++] ?? 0
    value |= (byte & 0x7f) << (7 * group)
    if ((byte & 0x80) === 0) break
  }
  return { value, end: at }
}

/** A record's texts, two bytes a letter, and the parts of a rich one, four bytes each, are within it. */
function holdsTexts(view: DataView, start: number, end: number, { textAt, texts = 1, isRich }: Kept): boolean {
  if (textAt === undefined || start + textAt === end) return true
  let at = start + textAt
  for (let text = 0; text < texts; text++) {
    if (at + 4 > end) return false
    const letters = view.getUint32(at, true)
    at += 4 + (letters === noText ? 0 : 2 * letters)
  }
  const isParted = isRich && (view.getUint8(start + textAt - 1) & 1) === 1
  return at <= end && (!isParted || (at + 4 <= end && at + 4 + 4 * view.getUint32(at, true) <= end))
}
