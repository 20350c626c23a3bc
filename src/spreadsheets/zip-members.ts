import { crc32 } from 'node:zlib'
import { Inflate, zipSync } from 'fflate'
import { inMegabytes, SpreadsheetError } from './spreadsheet.ts'

/** APPNOTE.TXT 4.3: records of a zip file, told by their first four bytes. */
const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const localHeader = 0x04034b50
/** Zip64, 4.3.14–15 and 4.5.3: what Apache POI writes around every workbook that it streams, however small. */
const endOfDirectory64 = 0x06064b50
const locator64 = 0x07064b50
const endBytes64 = 56
const locatorBytes = 20
const extra64 = 0x0001
const isIn64 = 0xffffffff
const longestComment = 65_535
/** A packed piece of this size unpacks to 33 MB at the very most (deflate packs 1032 to 1). */
const pieceBytes = 2 ** 15
const mostMembers = 20_000

type Member = { method: number; isEncrypted: boolean; crc: number; packed: number; size: number; offset: number }

export type Zip = {
  /** Names as compared here: lower case, with `/` between folders. */
  readonly names: readonly string[]
  has(name: string): boolean
  /** What a member holds, unpacked in pieces, counted while it is unpacked and checked against its check sum. */
  pieces(name: string): Iterable<Uint8Array>
}

/** A zip by its directory, as Excel reads it. Every byte unpacked counts, whatever the directory says of sizes. */
export function openZip(bytes: Uint8Array, limit: number): Zip {
  const members = readDirectory(bytes)
  const unpacked = new Map<string, number>()
  let declared = 0
  const count = (name: string, size: number) => {
    unpacked.set(name, size)
    let total = 0
    for (const one of unpacked.values()) total += one
    if (total > limit) throw new SpreadsheetError('unzipped-too-large', { limit: inMegabytes(limit) })
  }
  return {
    names: [...members.keys()],
    has: (name) => members.has(memberName(name)),
    *pieces(name) {
      const key = memberName(name)
      const member = members.get(key)
      if (!member) throw unreadable(`no ${name}`)
      if (member.isEncrypted) throw new SpreadsheetError('encrypted')
      if (!unpacked.has(key)) declared += member.size
      if (declared > limit) throw new SpreadsheetError('unzipped-too-large', { limit: inMegabytes(limit) })
      let size = 0
      let sum = 0
      for (const piece of unpack(bytes, member)) {
        size += piece.length
        sum = crc32(piece, sum)
        count(key, size)
        yield piece
      }
      if (sum !== member.crc) throw unreadable(`check sum of ${name}`)
    },
  }
}

function unreadable(cause: string): SpreadsheetError {
  return new SpreadsheetError('unreadable', {}, cause)
}

/** Some programs write `xl\Workbook.xml`. */
function memberName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

function readDirectory(bytes: Uint8Array): Map<string, Member> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { end, size, offset } = findEnd(view)
  // measured from the end record, so that bytes before the zip move nothing
  const start = end - size
  const moved = start - offset
  const members = new Map<string, Member>()
  let at = start
  while (at >= 0 && at + 46 <= end && view.getUint32(at, true) === directoryEntry) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0
    const name = Buffer.from(bytes.subarray(at + 46, nameEnd)).toString(isUtf8 ? 'utf8' : 'latin1')
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const sizes = sizesOf(view, at, nameEnd, Math.min(extraEnd, end))
    members.set(memberName(name), {
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...sizes,
      offset: sizes.offset + moved,
    })
    if (members.size > mostMembers) throw unreadable('members')
    at = extraEnd + view.getUint16(at + 32, true)
  }
  if (members.size === 0 || at !== end) throw unreadable('directory')
  return members
}

/** Sizes and place of an entry: those that say so stand as 64 bits in its extra field, in this order. */
function sizesOf(view: DataView, entry: number, extraStart: number, extraEnd: number) {
  let at = extraStart
  while (at + 4 <= extraEnd && view.getUint16(at, true) !== extra64) at += 4 + view.getUint16(at + 2, true)
  at += 4
  const take = (place: number) => {
    const value = view.getUint32(entry + place, true)
    if (value !== isIn64 || at + 8 > extraEnd) return value
    at += 8
    return Number(view.getBigUint64(at - 8, true))
  }
  return { size: take(24), packed: take(20), offset: take(42) }
}

/** Where the directory ends, how long it is, and where it says that it starts. */
function findEnd(view: DataView): { end: number; size: number; offset: number } {
  const first = Math.max(0, view.byteLength - 22 - longestComment)
  for (let at = view.byteLength - 22; at >= first; at--)
    if (view.getUint32(at, true) === endOfDirectory)
      return (
        findEnd64(view, at) ?? { end: at, size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) }
      )
  throw unreadable('end of directory')
}

function findEnd64(view: DataView, end32: number): { end: number; size: number; offset: number } | null {
  const end = end32 - locatorBytes - endBytes64
  if (end < 0 || view.getUint32(end32 - locatorBytes, true) !== locator64) return null
  if (view.getUint32(end, true) !== endOfDirectory64) throw unreadable('end of directory')
  return {
    end,
    size: Number(view.getBigUint64(end + 40, true)),
    offset: Number(view.getBigUint64(end + 48, true)),
  }
}

function* unpack(bytes: Uint8Array, { method, packed, offset }: Member): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (offset < 0 || offset + 30 > bytes.length || view.getUint32(offset, true) !== localHeader)
    throw unreadable('local header')
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const end = start + packed
  if (end > bytes.length) throw unreadable('length')
  if (method === 0) {
    for (let at = start; at < end; at += pieceBytes) yield bytes.subarray(at, Math.min(at + pieceBytes, end))
    return
  }
  if (method !== 8) throw unreadable(`method ${method}`)
  const waiting: Uint8Array[] = []
  const inflate = new Inflate((piece) => void (piece.length > 0 && waiting.push(piece)))
  for (let at = start; at < end; at += pieceBytes) {
    const next = Math.min(at + pieceBytes, end)
    try {
      inflate.push(bytes.subarray(at, next), next === end)
    } catch (cause) {
      throw new SpreadsheetError('unreadable', {}, cause)
    }
    yield* waiting.splice(0)
  }
}

/**
 * The same zip with every member unpacked, checked and stored as `change` makes it, for a library that goes by what stands
 * before each member, whatever the directory says, and unpacks a damaged one for ever.
 */
export function storeMembers(zip: Zip, change: (name: string, bytes: Uint8Array) => Uint8Array): Uint8Array {
  const changed = (name: string) => change(name, new Uint8Array(Buffer.concat([...zip.pieces(name)])))
  return zipSync(Object.fromEntries(zip.names.map((name) => [name, changed(name)])), { level: 0 })
}
