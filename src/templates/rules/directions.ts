import { normaliseLabel } from './cell-text.ts'

/**
 * What banks write in the rows that took money from the account and in those that brought some, in Nordic and Baltic
 * languages, English, Dutch and German.
 */
const pairs = [
  ['D', 'K'],
  ['D', 'C'],
  ['DR', 'CR'],
  ['-', '+'],
  ['S', 'H'],
  ['Af', 'Bij'],
  ['OUT', 'IN'],
  ['Ut', 'In'],
  ['Ut', 'Inn'],
  ['Ud', 'Ind'],
  ['Debet', 'Kredit'],
  ['Debit', 'Kredit'],
  ['Debit', 'Credit'],
  ['DBIT', 'CRDT'],
  ['Debetas', 'Kreditas'],
  ['Debets', 'Kredīts'],
  ['Deebet', 'Kreedit'],
  ['Soll', 'Haben'],
  ['Uttag', 'Insättning'],
  ['Withdrawal', 'Deposit'],
  ['Outgoing', 'Incoming'],
  ['Utgående', 'Inkommande'],
  ['Money out', 'Money in'],
  ['Paid out', 'Paid in'],
] as const

const outgoing = new Set(pairs.map(([out]) => normaliseLabel(out)))
const incoming = new Set(pairs.map(([, back]) => normaliseLabel(back)))

/** A word that says which way the money went. */
export function isDirection(text: string): boolean {
  const label = normaliseLabel(text)
  return outgoing.has(label) || incoming.has(label)
}

/** Of such words those that say that money went out; where none of them does, what the next file will say in such rows. */
export function outgoingOf(words: readonly string[]): string[] {
  const found = words.filter((word) => outgoing.has(normaliseLabel(word)))
  if (found.length > 0) return found
  const labels = new Set(words.map(normaliseLabel))
  return [...new Set(pairs.filter(([, back]) => labels.has(normaliseLabel(back))).map(([out]) => out))]
}
