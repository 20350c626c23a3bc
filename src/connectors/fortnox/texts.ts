/**
 * Fortnox refuses a whole request for a single character (error 2000359). These are the ones seen refused; each becomes
 * the nearest thing that is let through, so that a text from a bank file never stops an invoice.
 */
const replacements: readonly [RegExp, string][] = [
  [/·/g, '-'],
  [/…/g, '...'],
  [/https?:\/\/+/gi, ''],
  [/:\/\/+/g, ': '],
  [/-+>+/g, '-'],
  [/[\p{Cc}\u2028\u2029]+/gu, ' '],
  [/ {2,}/g, ' '],
]

/** Cleans a text and cuts it to so many characters; undefined when nothing is left. */
export function cleanText(text: string | undefined, maxLength: number): string | undefined {
  if (text === undefined) return undefined
  const cleaned = replacements.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text).trim()
  return cutText(cleaned, maxLength) || undefined
}

/** Cuts between characters, never through a surrogate pair. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()
}
