import { paymentServiceOf } from './normalise-merchant.ts'

/**
 * `joined`: with an AND between two words, as in HEM & KÖP; `one`: as one word, HEMKÖP. PayPal and addresses write any
 * name as one (`glued`).
 */
export type Spacing = 'joined' | 'apart' | 'one' | 'glued'

/** PayPal takes the spaces out of names; other payment services leave them. */
const gluingServices: ReadonlySet<string> = new Set(['paypal', 'pp'])
/** H & M is H&M. */
const joinedWords = /(?<!\p{L})\p{L}{3,}\s(?:&|och|and)\s\p{L}{3,}/u
const addressWithin = /https?:|www\.|\p{L}\.\p{L}{2,}/iu

export function spacingOf(text: string, name: string, words: readonly string[]): Spacing {
  if (words.length > 1) return joinedWords.test(name) ? 'joined' : 'apart'
  return gluingServices.has(paymentServiceOf(text)) || addressWithin.test(text) ? 'glued' : 'one'
}

const opposite: Partial<Record<Spacing, Spacing>> = { joined: 'one', one: 'joined' }

/** Whether a name in this spacing is another than one that is known only in those: HEM & KÖP is not HEMKÖP. */
export function isOtherSpacing(spacing: Spacing, known: ReadonlySet<Spacing>): boolean {
  const other = opposite[spacing]
  return other !== undefined && known.size === 1 && known.has(other)
}
