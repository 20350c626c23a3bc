import { isUtf8 as areUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { bytesInMemory, type FileBytes } from './file-bytes.ts'
import { SpreadsheetError } from './spreadsheet.ts'

/**
 * Bytes to text by a ladder that never guesses by statistics: byte order mark, zero bytes of UTF-16, strict UTF-8, the
 * Swedish letters of DOS and of old Macs where they stand inside words and those of Windows nowhere, and Windows-1252,
 * which Swedish banks use where they do not use UTF-8. What is asked for goes before all but the byte order mark, which
 * says it itself: a template made for one month's file may meet another in the next.
 */
export function findEncoding(bytes: FileBytes, asked?: string): string {
  const encoding = markedEncoding(bytes.head()) ?? asked ?? detectEncoding(bytes)
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

function markedEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0 && b === 0 && c === 0xfe && d === 0xff ? 'utf-32be' : null
}

function detectEncoding(file: FileBytes): string {
  const bytes = file.head()
  const zeros = zeroBytes(bytes)
  if (zeros.odd > zeros.pairs * 0.3 && zeros.even < zeros.pairs * 0.05) return 'utf-16le'
  if (zeros.even > zeros.pairs * 0.3 && zeros.odd < zeros.pairs * 0.05) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : singleByteEncoding(file)
}

/** å ä ö Å Ä Ö é in each. Those of DOS and the Mac are quotation marks and the like to Windows, which stand in no word. */
const lettersOf = [
  ['windows-1252', [0xe5, 0xe4, 0xf6, 0xc5, 0xc4, 0xd6, 0xe9]],
  ['cp850', [0x86, 0x84, 0x94]],
  ['macintosh', [0x8c, 0x8a]],
] as const

/** Å and Ö of DOS and Å of the Mac between capitals. To Windows they are no character at all, and ™. */
const capitalsOf = { cp850: [0x8f, 0x99], macintosh: [0x81] }

function singleByteEncoding(file: FileBytes): string {
  const capitals = new Uint32Array(256)
  const counts = new Uint32Array(256)
  let macWords = 0
  for (const piece of file.pieces()) {
    for (let i = 1; i < piece.length - 1; i++) {
      const byte = piece[i] ?? 0
      if (byte < 0x80) continue
      if (isCapital(piece[i - 1]) && isCapital(piece[i + 1])) capitals[byte] = (capitals[byte] ?? 0) + 1
      if (isMacLetter(byte, piece[i - 1] ?? 0, piece[i + 1] ?? 0)) macWords++
      if (!isSmallLetter(piece[i - 1]) || !isSmallLetter(piece[i + 1])) continue
      counts[byte] = (counts[byte] ?? 0) + 1
    }
  }
  const found = lettersOf.map(([, letters]) => letters.reduce((sum, letter) => sum + (counts[letter] ?? 0), 0))
  const countOf = (letters: readonly number[]) => letters.reduce((sum, letter) => sum + (capitals[letter] ?? 0), 0)
  const [small = 0, dosLetters = 0, macLetters = 0] = found
  const windows = small + countOf(lettersOf[0][1])
  const dos = dosLetters + countOf(capitalsOf.cp850)
  const mac = macLetters + macWords + countOf(capitalsOf.macintosh)
  if (windows > 0 || dos + mac === 0) return 'windows-1252'
  return dos >= mac ? 'cp850' : 'macintosh'
}

/** The Mac's ö is š to Windows, which some names have: `för` and `köp` tell it. Its é is Ž, which ends no small word. */
function isMacLetter(byte: number, before: number, after: number): boolean {
  if (byte === 0x8e) return isSmallLetter(before) && !isSmallLetter(after)
  if (byte !== 0x9a) return false
  const small = before | 0x20
  return (small === 0x66 && after === 0x72) || (small === 0x6b && after === 0x70)
}

function isCapital(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a
}

function isSmallLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x7a
}

function isUtf8(file: FileBytes): boolean {
  let begun = Buffer.alloc(0)
  for (const piece of file.pieces()) {
    const bytes = begun.length > 0 ? Buffer.concat([begun, piece]) : asBuffer(piece)
    const end = bytes.length - unfinishedBytes(bytes)
    if (!areUtf8(bytes.subarray(0, end))) return false
    begun = Buffer.from(bytes.subarray(end))
  }
  return begun.length === 0
}

/** How many bytes at the end begin a character whose rest is to come. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (wanted > 0) return wanted > back ? back : 0
  }
  return 0
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
