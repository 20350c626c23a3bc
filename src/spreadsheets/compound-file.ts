/** [MS-CFB] 2.2: where the header's fields stand, and how long it is. */
const header = { sectorShift: 30, firstDirectory: 48, firstMiniFat: 60, firstDifat: 68, difat: 76, bytes: 512 }
/** [MS-CFB] 2.6.1: the same of an entry of the directory; numbers of entries and sectors are below 0 where there is none. */
const entry = { nameBytes: 64, type: 66, left: 68, right: 72, child: 76, start: 116, size: 120, bytes: 128 }
const streamType = 2
const miniSectorBytes = 64
const longestInMiniStream = 4095

type Container = { bytes: Buffer; sectorBytes: number; fat: Int32Array }
type Entry = { name: string; type: number; left: number; right: number; child: number; start: number; size: number }

/**
 * What a stream at the root of a compound file holds (a copy of it), by the first of these names that is there; null where none is. A
 * chain of sectors that comes back to where it was ends there: no file takes more time or memory than its bytes do.
 */
export function readRootStream(file: Uint8Array, names: readonly string[]): Buffer | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (bytes.length < header.bytes) return null
  const sectorBytes = bytes.readUInt16LE(header.sectorShift) === 12 ? 4096 : 512
  const container = { bytes, sectorBytes, fat: readFat(bytes, sectorBytes) }
  const directory = readDirectory(readChain(container, bytes.readInt32LE(header.firstDirectory)))
  const streams = entriesAtRoot(directory).filter(({ type }) => type === streamType)
  for (const name of names) {
    const stream = streams.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (stream) return readStream(container, stream, directory[0]?.start ?? -1)
  }
  return null
}

function readStream(container: Container, { start, size }: Entry, miniStreamStart: number): Buffer {
  if (size > longestInMiniStream) return readChain(container, start).subarray(0, size)
  const miniStream = readChain(container, miniStreamStart)
  const miniFat = numbersIn(readChain(container, container.bytes.readInt32LE(header.firstMiniFat)))
  const pieces = follow(miniFat, start).map((at) =>
    miniStream.subarray(at * miniSectorBytes, (at + 1) * miniSectorBytes),
  )
  return Buffer.concat(pieces).subarray(0, size)
}

function sector({ bytes, sectorBytes }: Pick<Container, 'bytes' | 'sectorBytes'>, number: number): Buffer {
  return bytes.subarray((number + 1) * sectorBytes, (number + 2) * sectorBytes)
}

function readChain(container: Container, start: number): Buffer {
  return Buffer.concat(follow(container.fat, start).map((number) => sector(container, number)))
}

/** Which sectors come one after the other, by what the table says of each. */
function follow(table: Int32Array, start: number): number[] {
  const chain = new Set<number>()
  for (let at = start; at >= 0 && at < table.length && !chain.has(at); at = table[at] ?? -1) chain.add(at)
  return [...chain]
}

/** The first 109 sectors of the table are named in the header, the others in sectors that each name the next. */
function readFat(bytes: Buffer, sectorBytes: number): Int32Array {
  const places = [...numbersIn(bytes.subarray(header.difat, header.bytes))]
  const seen = new Set<number>()
  for (let at = bytes.readInt32LE(header.firstDifat); at >= 0 && !seen.has(at); at = places.pop() ?? -1) {
    seen.add(at)
    const more = sector({ bytes, sectorBytes }, at)
    if (more.length < sectorBytes) break
    places.push(...numbersIn(more))
  }
  const most = Math.ceil((4 * bytes.length) / sectorBytes ** 2) // says something of every sector of the file
  const named = places.filter((place) => place >= 0).slice(0, most)
  return numbersIn(Buffer.concat(named.map((place) => sector({ bytes, sectorBytes }, place))))
}

function numbersIn(bytes: Buffer): Int32Array {
  return Int32Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readInt32LE(4 * at))
}

function readDirectory(bytes: Buffer): Entry[] {
  return Array.from({ length: Math.floor(bytes.length / entry.bytes) }, (_, number) => {
    const at = bytes.subarray(number * entry.bytes, (number + 1) * entry.bytes)
    return {
      name: at.toString('utf16le', 0, Math.min(Math.max(0, at.readUInt16LE(entry.nameBytes) - 2), entry.nameBytes)),
      type: at.readUInt8(entry.type),
      left: at.readInt32LE(entry.left),
      right: at.readInt32LE(entry.right),
      child: at.readInt32LE(entry.child),
      start: at.readInt32LE(entry.start),
      size: at.readUInt32LE(entry.size),
    }
  })
}

/** Those within another storage are left out: a workbook that is put into this one is called the same. */
function entriesAtRoot(directory: readonly Entry[]): Entry[] {
  const found = new Set<Entry>()
  const waiting = [directory[0]?.child ?? -1]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const one = directory[number]
    if (!one || found.has(one)) continue
    found.add(one)
    waiting.push(one.left, one.right)
  }
  return [...found]
}
