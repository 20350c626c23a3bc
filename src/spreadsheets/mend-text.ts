import iconv from 'iconv-lite'
import { lostLetter, withLostLetters } from '#kernel/lost-letter.ts'

export type TextMending = {
  mend: (text: string) => string
  warnings: () => { code: string; params: { cells: number; encoding?: string } }[]
}

/** What the bytes 0x80–0x9f of Windows-1252 look like, and which byte each was. */
const bytesOfSigns = new Map(
  Array.from({ length: 32 }, (_, i) => [iconv.decode(Buffer.from([0x80 + i]), 'windows-1252'), 0x80 + i] as const),
)

/** A lead byte of UTF-8 beside a continuation byte, both shown as if they were Windows-1252: `Ã¥ Ã– Ã© Â£ â‚¬ ï¿½`. */
const doubleEncoded = /[ÂÃâï][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]/

/** Whatever was encoded twice or lost holds one of these, or a letter written by its number. */
const beyondAscii = /[\u0080-\uffff]|_x/

/**
 * Mends cells that were encoded twice: UTF-8 bytes read as Windows-1252 by whoever made the file, as in Swedbank's XLS.
 * Counts them, and the cells whose letters are lost for good, which nobody can mend. In a single-byte encoding
 * the sign for it stands for bytes that mean nothing in it: the file says that it is written in another.
 */
export function createTextMending(encoding = 'utf-8'): TextMending {
  const isWhole = encoding.startsWith('utf')
  let unreadable = 0
  let mended = 0
  let lost = 0
  return {
    mend(text) {
      if (!beyondAscii.test(text)) return text
      let result = text
      // a file that went that way twice is mended twice; each turn makes the text shorter
      while (doubleEncoded.test(result)) {
        const before = decodeAgain(result)
        if (before === null) break
        result = before
      }
      if (result !== text) mended++
      if (result !== text && text.startsWith('ï»¿')) result = withoutQuotes(result)
      const isUnreadable = !isWhole && result.includes(lostLetter)
      result = withLostLetters(result)
      if (isUnreadable) unreadable++
      else if (result.includes(lostLetter)) lost++
      return result
    },
    warnings: () => [
      ...(mended > 0 ? [{ code: 'double-encoding-repaired', params: { cells: mended } }] : []),
      ...(unreadable > 0 ? [{ code: 'characters-unreadable', params: { cells: unreadable, encoding } }] : []),
      ...(lost > 0 ? [{ code: 'characters-lost', params: { cells: lost } }] : []),
    ],
  }
}

/** Behind a byte order mark that was taken for letters the quotation marks of the first cell were left in it. */
function withoutQuotes(text: string): string {
  return /^"((?:[^"]|"")*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text
}

/** Null unless the whole text is made of such bytes, so that nothing sound is touched. */
function decodeAgain(text: string): string | null {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const byte = code <= 0xff ? code : bytesOfSigns.get(text.charAt(i))
    if (byte === undefined) return null
    bytes[i] = byte
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
