import { normaliseLabel } from '../cells/cell-text.ts'
import { isDeposit } from './card-payments.ts'
import { isRefundLabel } from './row-marks.ts'
import { isRefundType } from './type-words.ts'

/**
 * What banks write in the rows that took money from the account and in those that brought some, in Nordic and Baltic
 * languages, English, Dutch, German and Romance ones.
 */
const ofBanks = [
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
  ['Ausgang', 'Eingang'],
  ['Ausgehend', 'Eingehend'],
  ['Uit', 'In'],
  ['Débit', 'Crédit'],
  ['Salida', 'Entrada'],
  ['Uscita', 'Entrata'],
  ['Udgående', 'Indgående'],
  ['Utgående', 'Innkommende'],
] as const
/** What a company may call them in a list of its own; of one of these in every row nothing follows. */
const ofLists = [
  ['Utgift', 'Inkomst'],
  ['Utgifter', 'Inkomster'],
  ['Utbetalning', 'Inbetalning'],
  ['Utbetalningar', 'Inbetalningar'],
  ['Utbetaling', 'Innbetaling'],
  ['Udbetaling', 'Indbetaling'],
  ['Kostnad', 'Intäkt'],
  ['Kostnader', 'Intäkter'],
  ['Utgift', 'Inntekt'],
  ['Utgifter', 'Inntekter'],
  ['Udgift', 'Indtægt'],
  ['Udgifter', 'Indtægter'],
  ['Meno', 'Tulo'],
  ['Menot', 'Tulot'],
  ['Belastning', 'Kreditering'],
  ['Debitering', 'Kreditering'],
  ['Debiterad', 'Krediterad'],
  ['Expense', 'Income'],
  ['Expenses', 'Income'],
  ['Charge', 'Credit'],
  ['Sent', 'Received'],
  ['Minus', 'Plus'],
] as const
const pairs = [...ofBanks, ...ofLists]

/** With one minus for all that there are. */
function labelOf(word: string): string {
  return normaliseLabel(word).replace(/^[\u2212\u2010-\u2015\ufe63\uff0d]$/, '-')
}

const outgoing = new Set(pairs.map(([out]) => labelOf(out)))
const outgoingAtBanks = new Set(ofBanks.map(([out]) => labelOf(out)))
const incoming = new Set(pairs.map(([, back]) => labelOf(back)))

/** What moves no money: Wise's exchanges between a customer's own balances, PayPal's authorisations and requests. */
const neutral = new Set(['neutral', 'memo'])

export function isNeutralDirection(text: string): boolean {
  return neutral.has(labelOf(text))
}

/**
 * Which way the money went, by what the template calls money out and in and by what banks call money in; null of a word
 * that neither knows: taken for money in, a purchase would become a refund. A card's `Kredit` may be what the template
 * calls money out; its `Debet` is then money in.
 */
export function createDirectionReader(
  outWords: readonly string[],
  inWords: readonly string[],
): (text: string) => 'out' | 'in' | null {
  const out = new Set(outWords.map(labelOf))
  const turned = pairs.filter(([, back]) => out.has(labelOf(back))).map(([first]) => first)
  const back = new Set([...inWords, ...turned].map(labelOf))
  return (text) => {
    const label = labelOf(text)
    if (out.has(label)) return 'out'
    const isIn = back.has(label) || incoming.has(label) || neutral.has(label)
    return isIn || isRefundLabel(label) || isRefundType(label) || isDeposit(label) ? 'in' : null
  }
}

/** Words that say which way the money went, `NEUTRAL` perhaps among them, and nothing else. */
export function saysOnlyDirections(values: readonly string[]): boolean {
  const labels = [...new Set(values.map(labelOf))]
  const isDirection = (label: string) => outgoing.has(label) || incoming.has(label)
  return labels.some(isDirection) && labels.every((label) => isDirection(label) || neutral.has(label))
}

/** Money went out in some rows and came in, or moved nowhere, in others. */
export function saysDifferent(values: readonly string[]): boolean {
  return new Set(values.map(labelOf)).size > 1
}

/** Nothing but the direction, were it in every row: `debit` may as well be the kind of the card that all was bought with. */
export function isOutgoingAlone(text: string): boolean {
  const label = labelOf(text)
  return label.length > 2 && outgoingAtBanks.has(label) && !/^d(?:e+|é)b/.test(label) && label !== 'dbit'
}

/** Only its sign beside an amount: on a card a purchase may have either. */
export function isPlusOrMinus(text: string): boolean {
  return labelOf(text) === '-' || text === '+'
}

export function isOutgoing(text: string): boolean {
  return outgoing.has(labelOf(text))
}

export function isIncoming(text: string): boolean {
  return incoming.has(labelOf(text))
}

const income = new Set(
  `inkomst | inkomster | intäkt | intäkter | income | revenue | inntekt | inntekter | indtægt | indtægter | tulo | tulot`
    .split('|')
    .map(labelOf),
)

/** What the company earned: of a shop's refund hardly anybody says so. */
export function isIncome(text: string): boolean {
  return income.has(labelOf(text))
}

/** Of such words those that say that money went out; where none of them does, what the next file will say in such rows. */
export function outgoingOf(words: readonly string[]): string[] {
  const found = words.filter((word) => outgoing.has(labelOf(word)))
  if (found.length > 0) return found
  const labels = new Set(words.map(labelOf))
  return [...new Set(pairs.filter(([, back]) => labels.has(labelOf(back))).map(([out]) => out))]
}
