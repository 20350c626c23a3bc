import type { LocalDate } from '#kernel/local-dates.ts'
import type { MatchReason, Purchase, ReceiptFacts, ReceiptMatch } from '../contract.ts'

/** What each reason is worth; together at most 1. Amount and merchant alone, or amount and day alone, are not certain. */
const worth: Record<MatchReason, number> = {
  'amount-is-total': 0.5,
  'amount-found': 0.35,
  'amount-in-sek': 0.35,
  'same-day': 0.22,
  'near-day': 0.12,
  'merchant-found': 0.23,
  'merchant-partly': 0.12,
  'currency-same': 0.05,
}
/** Below this a purchase is not suggested at all. */
const leastConfidence = 0.45
/** From here Radvis matches by itself, if nothing else comes near. */
export const certain = 0.9
const clearLead = 0.15
const nearDays = 7
const mostSuggestions = 5

/** Purchases that a receipt may belong to, likeliest first, each with why. */
export function matchReceipt(facts: ReceiptFacts, purchases: readonly Purchase[]): ReceiptMatch[] {
  // Of thousands few have the amount, and without it nothing else matters.
  const printed = new Set(facts.amounts.map(({ minor }) => Math.abs(minor)))
  const fitting = purchases.flatMap((purchase) => {
    if (!printed.has(Math.abs(purchase.total)) && !printed.has(Math.abs(purchase.amount))) return []
    const ofAmount = amountReason(facts, purchase)
    return ofAmount === null ? [] : [{ purchase, ofAmount }]
  })
  if (fitting.length === 0) return []
  const words = new Set(facts.text.match(/[\p{L}\d]+/gu))
  return fitting
    .map(({ purchase, ofAmount }) => {
      const reasons = [ofAmount, ...otherReasons(facts, words, purchase)]
      const confidence = Math.min(
        1,
        reasons.reduce((sum, reason) => sum + worth[reason], 0),
      )
      return { purchase, reasons, confidence }
    })
    .filter(({ confidence }) => confidence >= leastConfidence)
    .toSorted((a, b) => b.confidence - a.confidence || (a.purchase.reference < b.purchase.reference ? -1 : 1))
    .slice(0, mostSuggestions)
    .map((match) => ({ ...match, confidence: Math.round(match.confidence * 100) / 100 }))
}

/** The one that may be taken without asking: certain, and far before the next. Two equal purchases are never told apart. */
export function certainMatch(matches: readonly ReceiptMatch[]): ReceiptMatch | null {
  const [first, ...others] = matches
  if (!first || first.confidence < certain) return null
  const second = others.find((one) => !isRefundOf(one, first))
  return second && first.confidence - second.confidence < clearLead ? null : first
}

/** Money that came back for the purchase that fits better is no rival of it: it has a receipt of its own. */
function isRefundOf(one: ReceiptMatch, { purchase, confidence }: ReceiptMatch): boolean {
  return purchase.total > 0 && one.purchase.total < 0 && one.confidence < confidence
}

function otherReasons(facts: ReceiptFacts, words: ReadonlySet<string>, purchase: Purchase): MatchReason[] {
  return [dayReason(facts, purchase.date), merchantReason(words, purchase)]
    .concat(hasCurrency(facts, purchase) ? 'currency-same' : null)
    .filter((reason) => reason !== null)
}

/** A receipt prints what was paid without sign, and a refund's receipt its minus or not. */
function amountReason({ amounts }: ReceiptFacts, { total, amount, currency }: Purchase): MatchReason | null {
  const same = amounts.filter(
    (one) => Math.abs(one.minor) === Math.abs(total) && (one.currency === null || one.currency === currency),
  )
  if (same.some(({ isTotal }) => isTotal)) return 'amount-is-total'
  if (same.length > 0) return 'amount-found'
  const inSek = amounts.some(
    (one) => currency !== 'SEK' && Math.abs(one.minor) === Math.abs(amount) && one.currency !== currency,
  )
  return inSek ? 'amount-in-sek' : null
}

function dayReason({ dates }: ReceiptFacts, day: LocalDate): MatchReason | null {
  const distances = dates.map((date) => Math.abs(Date.parse(date) - Date.parse(day)) / 86_400_000)
  const nearest = Math.min(...distances)
  if (nearest === 0) return 'same-day'
  return nearest <= nearDays ? 'near-day' : null
}

function merchantReason(words: ReadonlySet<string>, { supplierName, text: rowText }: Purchase): MatchReason | null {
  const isThere = (name: string) => {
    const wanted = wordsOf(name)
    const found = wanted.filter((word) => words.has(word)).length
    return wanted.length > 0 ? found / wanted.length : 0
  }
  const share = Math.max(isThere(supplierName), isThere(rowText))
  if (share === 1) return 'merchant-found'
  return share >= 0.5 ? 'merchant-partly' : null
}

/** Legal forms and short words stand in everybody's text. */
const common = new Set(['aktiebolag', 'the', 'and', 'och', 'sweden', 'sverige', 'ltd', 'inc', 'gmbh', 'www', 'com'])

function wordsOf(name: string): string[] {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  return [...new Set(words.filter((word) => !common.has(word)))]
}

function hasCurrency({ amounts }: ReceiptFacts, { currency }: Purchase): boolean {
  return amounts.some((one) => one.currency === currency)
}
