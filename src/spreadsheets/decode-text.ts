import { isUtf8 as areUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { findEastern } from './eastern-encoding.ts'
import { bytesInMemory, type FileBytes } from './file-bytes.ts'
import { SpreadsheetError } from './spreadsheet.ts'

/**
 * Bytes to text by a ladder that never guesses by statistics: byte order mark, zero bytes of UTF-16, strict UTF-8, the
 * Swedish letters of DOS and of old Macs where they stand inside words and those of Windows nowhere, words that only files
 * from Poland to Latvia have, and Windows-1252, which Swedish banks use where they do not use UTF-8. What is asked for goes before all but the byte order mark, which
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

/** å ä ö é ø inside words in each. Those of DOS and the Mac are quotation marks and the like to Windows, which stand in no word. */
const smallOf = {
  windows: [0xe5, 0xe4, 0xf6, 0xe9, 0xf8],
  dos: [0x86, 0x84, 0x94, 0x82, 0x9b],
  mac: [0x8c, 0x8a, 0xbf],
}

/** Å Ä Ö É Ø between capitals. To Windows those of the others are no characters at all, or ™, €, … and ƒ. Ä of DOS is Ž. */
const capitalsOf = {
  windows: [0xc5, 0xc4, 0xd6, 0xc9, 0xd8],
  dos: [0x8f, 0x99, 0x90, 0x9d],
  mac: [0x81, 0x80, 0x85, 0x83, 0xaf],
}
/** Those of them that are no characters to Windows, so that they may begin or end a word. */
const noneOf = { windows: [], dos: [0x8f, 0x90, 0x9d], mac: [0x81] }

function singleByteEncoding(file: FileBytes): string {
  const counts = { small: new Uint32Array(256), capital: new Uint32Array(256), edge: new Uint32Array(256) }
  let [dosWords, macWords] = [0, 0]
  for (const piece of file.pieces()) {
    for (let i = 1; i < piece.length - 1; i++) {
      const byte = piece[i] ?? 0
      if (byte < 0x80) continue
      const [before, after] = [piece[i - 1] ?? 0, piece[i + 1] ?? 0]
      if (isMacLetter(byte, before, after)) macWords++
      if (isDosLetter(byte, before, after)) dosWords++
      const place = placeOf(before, after)
      if (place) counts[place][byte] = (counts[place][byte] ?? 0) + 1
    }
  }
  const scoreOf = (system: 'windows' | 'dos' | 'mac') =>
    sumOf(counts.small, smallOf[system]) +
    sumOf(counts.capital, capitalsOf[system]) +
    sumOf(counts.edge, noneOf[system]) +
    (system === 'windows' ? sumOf(counts.small, capitalsOf.windows) + sumOf(counts.capital, smallOf.windows) : 0)
  const eastern = counts.small[0xe5] || counts.capital[0xc5] ? null : findEastern(file.head(), polishIn(counts.small))
  if (eastern) return eastern
  const [dos, mac] = [scoreOf('dos') + dosWords, scoreOf('mac') + macWords]
  if (scoreOf('windows') > 0 || dos + mac === 0) return 'windows-1252'
  return dos >= mac ? 'cp850' : 'macintosh'
}

/** ł inside a word, which is ³ in Windows-1252, and in no word. */
function polishIn(small: Uint32Array): { hasPolishLetter: boolean } {
  return { hasPolishLetter: (small[0xb3] ?? 0) > 0 }
}

/** Where in a word a letter stands, by its neighbours. */
function placeOf(before: number, after: number): 'small' | 'capital' | 'edge' | null {
  const isBegun = isSmallLetter(before) || isCapital(before)
  if (isBegun && isSmallLetter(after)) return 'small'
  if (isCapital(before) && isCapital(after)) return 'capital'
  return isBegun || isSmallLetter(after) || isCapital(after) ? 'edge' : null
}

function sumOf(counts: Uint32Array, letters: readonly number[]): number {
  return letters.reduce((sum, letter) => sum + (counts[letter] ?? 0), 0)
}

/** The Mac's ö is š to Windows, which some names have: `för` and `köp` tell it. Its é is Ž, which ends no small word, and É ƒ. */
function isMacLetter(byte: number, before: number, after: number): boolean {
  if (byte === 0xca) return isFigure(before) && isFigure(after) // its space that does not break, Ê to Windows: `20 000,00`
  if (byte === 0x8e) return isSmallLetter(before) && !isSmallLetter(after)
  if (byte === 0x83) return isCapital(before) && !isSmallLetter(after) && !isCapital(after)
  if (byte !== 0x9a) return false
  const small = before | 0x20
  return (small === 0x66 && after === 0x72) || (small === 0x6b && after === 0x70)
}

/** The é of DOS is to Windows the quotation mark ‚ that opens, and so ends no word: `Café`. */
function isDosLetter(byte: number, before: number, after: number): boolean {
  return byte === 0x82 && isSmallLetter(before) && !isSmallLetter(after)
}

function isFigure(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
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
