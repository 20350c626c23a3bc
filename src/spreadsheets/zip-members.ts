import { crc32 } from 'node:zlib'
import { Inflate, zipSync } from 'fflate'
import { inMegabytes, SpreadsheetError } from './spreadsheet.ts'

/** APPNOTE.TXT 4.3: records of a zip file, told by their first four bytes. */
const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const localHeader = 0x04034b50
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
  const end = findEnd(view)
  const size = view.getUint32(end + 12, true)
  // measured from the end record, so that bytes before the zip move nothing
  const start = end - size
  const moved = start - view.getUint32(end + 16, true)
  const members = new Map<string, Member>()
  let at = start
  while (at >= 0 && at + 46 <= end && view.getUint32(at, true) === directoryEntry) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0
    const name = Buffer.from(bytes.subarray(at + 46, nameEnd)).toString(isUtf8 ? 'utf8' : 'latin1')
    members.set(memberName(name), {
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true) + moved,
    })
    if (members.size > mostMembers) throw unreadable('members')
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (members.size === 0 || at !== end) throw unreadable('directory')
  return members
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - longestComment)
  for (let at = view.byteLength - 22; at >= first; at--) if (view.getUint32(at, true) === endOfDirectory) return at
  throw unreadable('end of directory')
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
 * The same zip with every member unpacked, checked and stored as it is, for a library that goes by what stands before
 * each member, whatever the directory says, and unpacks a damaged one for ever.
 */
export function storeMembers(zip: Zip): Uint8Array {
  return zipSync(
    Object.fromEntries(zip.names.map((name) => [name, new Uint8Array(Buffer.concat([...zip.pieces(name)]))])),
    { level: 0 },
  )
}
