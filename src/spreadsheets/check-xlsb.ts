import { SpreadsheetError } from './spreadsheet.ts'
import type { Zip } from './zip-members.ts'

/** [MS-XLSB] 2.5.121 RichStr: the types of records that hold one, and where in the record it begins. */
const richTextAt: ReadonlyMap<number, number> = new Map([
  [0x13, 0], // BrtSSTItem
  [0x3e, 8], // BrtCellRString, after the cell's column and style
  [0x27d, 0], // BrtCommentText
])

/** [MS-XLSB] BrtMdb: how many pairs follow, of two numbers of four bytes each. */
const metadataBlock = 0x33

/**
 * Walks the records of an XLSB before the library reads it: where a text says that it has thousands of millions of
 * differently written parts, or a block of metadata of so many pairs, the library makes them all, until no memory is left.
 */
export function checkXlsb(zip: Zip): void {
  for (const name of zip.names)
    if (/^xl\/.*\.bin$/.test(name)) checkRecords(new Uint8Array(Buffer.concat([...zip.pieces(name)])))
}

function checkRecords(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at < bytes.length) {
    const type = readGroups(bytes, at, 2)
    const length = readGroups(bytes, type.end, 4)
    const end = Math.min(length.end + length.value, bytes.length)
    const offset = richTextAt.get(type.value)
    if (offset !== undefined && !isWhole(view, length.end + offset, end))
      throw new SpreadsheetError('unreadable', {}, new Error('damaged XLSB: parts of a text'))
    if (type.value === metadataBlock && !holdsPairs(view, length.end, end))
      throw new SpreadsheetError('unreadable', {}, new Error('damaged XLSB: pairs of metadata'))
    at = end
  }
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

function holdsPairs(view: DataView, start: number, end: number): boolean {
  return start + 4 <= end && start + 4 + 8 * view.getUint32(start, true) <= end
}

/** The text's parts, four bytes each, are within the record. */
function isWhole(view: DataView, start: number, end: number): boolean {
  if (start + 5 > end) return false
  const isParted = (view.getUint8(start) & 1) === 1
  const partsAt = start + 5 + 2 * view.getUint32(start + 1, true)
  return !isParted || (partsAt + 4 <= end && partsAt + 4 + 4 * view.getUint32(partsAt, true) <= end)
}
