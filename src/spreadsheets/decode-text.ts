import iconv from 'iconv-lite'
import { SpreadsheetError } from './spreadsheet.ts'

export type DecodedText = { text: string; encoding: string; isRepaired: boolean; hasLostCharacters: boolean }

/** UTF-8 bytes read as Windows-1252 and saved again: `Ã¥ Ã¤ Ã¶ Ã… Ã„ Ã– Ã©`. */
const doubleEncoded = /Ã[¥¤¶…„–©†\u0080-\u00bf]/

/**
 * Bytes to text by a ladder that never guesses by statistics: byte order mark, zero bytes of UTF-16, strict UTF-8, and
 * Windows-1252, which Swedish banks use where they do not use UTF-8. Text that was encoded twice is repaired.
 */
export function decodeText(bytes: Uint8Array, encoding?: string): DecodedText {
  const name = encoding ?? detectEncoding(bytes)
  if (!iconv.encodingExists(name)) throw new SpreadsheetError('unsupported', { encoding: name })
  const text =
    name === 'utf-8'
      ? new TextDecoder('utf-8', { fatal: false }).decode(bytes)
      : iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name)
  const repaired = doubleEncoded.test(text) ? repairDoubleEncoding(text) : null
  const result = (repaired ?? text).replace(/^\ufeff/, '')
  return {
    text: result,
    encoding: name,
    isRepaired: repaired !== null,
    hasLostCharacters: result.includes('\ufffd') || result.includes('ï¿½'),
  }
}

function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = zeroBytes(bytes)
  if (zeros.odd > zeros.pairs * 0.3 && zeros.even < zeros.pairs * 0.05) return 'utf-16le'
  if (zeros.even > zeros.pairs * 0.3 && zeros.odd < zeros.pairs * 0.05) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function zeroBytes(bytes: Uint8Array): { even: number; odd: number; pairs: number } {
  const length = Math.min(bytes.length, 4096) & ~1
  let even = 0
  let odd = 0
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  return { even, odd, pairs: length / 2 }
}

/** Null when the text is not wholly made of twice-encoded characters, so that nothing sound is touched. */
function repairDoubleEncoding(text: string): string | null {
  const original = iconv.encode(text, 'windows-1252')
  if (iconv.decode(original, 'windows-1252') !== text) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(original)
  } catch {
    return null
  }
}
