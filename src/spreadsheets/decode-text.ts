import iconv from 'iconv-lite'
import { bytesInMemory, type FileBytes } from './file-bytes.ts'
import { SpreadsheetError } from './spreadsheet.ts'

/**
 * Bytes to text by a ladder that never guesses by statistics: byte order mark, zero bytes of UTF-16, strict UTF-8, and
 * Windows-1252, which Swedish banks use where they do not use UTF-8. Others, such as CP437, only when asked for.
 */
export function findEncoding(bytes: FileBytes, asked?: string): string {
  const encoding = asked ?? detectEncoding(bytes)
  if (!iconv.encodingExists(encoding)) throw new SpreadsheetError('unsupported', { encoding })
  return encoding
}

/** The text in pieces of a bounded size, without byte order mark. Refuses what is no text in that encoding. */
export function* decodePieces(bytes: FileBytes, encoding: string): Generator<string> {
  // not TextDecoder: it lacks CP437
  const decoder = iconv.getDecoder(encoding)
  let isFirst = true
  for (const part of bytes.pieces()) {
    const piece = decoder.write(asBuffer(part))
    if (isFirst) refuseBinary(piece)
    isFirst = false
    yield piece
  }
  const rest = decoder.end()
  if (rest) yield rest
}

/** Whole text, for those that cannot read in pieces. */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  return [...decodePieces(bytesInMemory(bytes), encoding)].join('')
}

function detectEncoding(file: FileBytes): string {
  const bytes = file.head()
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = zeroBytes(bytes)
  if (zeros.odd > zeros.pairs * 0.3 && zeros.even < zeros.pairs * 0.05) return 'utf-16le'
  if (zeros.even > zeros.pairs * 0.3 && zeros.odd < zeros.pairs * 0.05) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

function isUtf8(file: FileBytes): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const piece of file.pieces()) decoder.decode(piece, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

function zeroBytes(bytes: Uint8Array): { even: number; odd: number; pairs: number } {
  const length = bytes.length & ~1
  let even = 0
  let odd = 0
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  return { even, odd, pairs: length / 2 }
}

/** Pictures, programs and the like decode to something in every single-byte encoding; control characters give them away. */
function refuseBinary(piece: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const controls = piece.match(/[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/g)?.length ?? 0
  if (controls > piece.length * 0.01) throw new SpreadsheetError('unreadable')
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
