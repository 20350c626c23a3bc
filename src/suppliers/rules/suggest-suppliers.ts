import type { SuggestionReason } from '../contract.ts'
import { areOfTwoCountries } from './country-of.ts'
import { type MerchantKey, merchantKey } from './merchant-key.ts'
import { kindsOfPlace } from './merchant-words.ts'
import { normaliseMerchant } from './normalise-merchant.ts'

export type NamedSupplier = { number: string; name: string }
/**
 * `confidence` from 0 to 1; 1 only where the names are the same. `like`: what the merchant resembles, the supplier's name
 * or a text that was taught for it.
 */
export type Suggestion = {
  supplierNumber: string
  supplierName: string
  confidence: number
  reason: SuggestionReason
  like: string
  isTaught: boolean
}

/** What suggestions are made of besides the register: taught texts by supplier, and pairs that a person has declined. */
export type SuggestionGround = {
  taught: readonly { supplierNumber: string; text: string }[]
  /** Merchants as `declineKey` has them. */
  declined: readonly { merchant: string; supplierNumber: string }[]
}

const lowestConfidence = 0.45
const mostSuggested = 3

/** Suppliers whose name resembles a merchant's, best first, at most three. */
export function suggest(merchantText: string, suppliers: readonly NamedSupplier[]): Suggestion[] {
  return createSuggester(suppliers)(merchantText)
}

/** What a merchant is remembered by that a person said is not a supplier: every spelling, city and number of it. */
export function declineKey(merchantText: string): string {
  return merchantKey(merchantText).bare
}

/** The same for many merchants over one register, whose names are then taken apart once. */
export function createSuggester(
  suppliers: readonly NamedSupplier[],
  { taught, declined }: SuggestionGround = { taught: [], declined: [] },
): (merchantText: string) => Suggestion[] {
  const byNumber = new Map(suppliers.map((supplier) => [supplier.number, supplier]))
  const known = [
    ...suppliers.map((supplier) => ({ supplier, like: supplier.name, isTaught: false })),
    ...taught.flatMap(({ supplierNumber, text }) => {
      const supplier = byNumber.get(supplierNumber)
      return supplier ? [{ supplier, like: text, isTaught: true }] : []
    }),
  ].map((one) => ({ ...one, ...nameOf(one.like) }))
  const refused = new Set(declined.map(({ merchant, supplierNumber }) => `${supplierNumber}\n${merchant}`))
  return (merchantText) => {
    const merchant = nameOf(merchantText)
    const found = known.flatMap(({ supplier, like, isTaught, ...other }) => {
      const { confidence, reason } = likeness(merchant, other)
      if (confidence < lowestConfidence || refused.has(`${supplier.number}\n${merchant.key.bare}`)) return []
      return [{ supplierNumber: supplier.number, supplierName: supplier.name, confidence, reason, like, isTaught }]
    })
    found.sort((a, b) => b.confidence - a.confidence || (a.supplierNumber < b.supplierNumber ? -1 : 1))
    const best = new Map<string, Suggestion>()
    for (const one of found) {
      if (best.size === mostSuggested) break
      const confidence = Math.round(one.confidence * 100) / 100
      if (!best.has(one.supplierNumber)) best.set(one.supplierNumber, { ...one, confidence })
    }
    return [...best.values()]
  }
}

type Name = { name: string; words: readonly string[]; key: MerchantKey }
type Likeness = { confidence: number; reason: SuggestionReason }

function nameOf(text: string): Name {
  const name = normaliseMerchant(text)
  return { name, words: wordsOf(name), key: merchantKey(text) }
}

/**
 * The same name; the same in other letters, or of another country, or of a shop in another city; a name that the bank cut short; all words of
 * the shorter name in the longer; letters mistyped; some words in common. In this order, each a step less sure than the
 * one before.
 */
function likeness(merchant: Name, supplier: Name): Likeness {
  if (merchant.name === '' || supplier.name === '') return { confidence: 0, reason: 'common-words' }
  const isSameBesides = merchant.key.bare === supplier.key.bare
  if (isSameBesides && areOfTwoCountries(merchant.key, supplier.key))
    return { confidence: 0.92, reason: 'other-country' }
  if (merchant.name === supplier.name) return { confidence: 1, reason: 'same-name' }
  if (isSameBesides) return sameBesidesCity(merchant.key, supplier.key)
  const [short, long] = merchant.name.length <= supplier.name.length ? [merchant, supplier] : [supplier, merchant]
  if (short.name.length >= 5 && long.name.startsWith(short.name)) return { confidence: 0.9, reason: 'same-beginning' }
  const overlap = weightOf(short.words.filter((word) => long.words.includes(word))) // of the words that tell who it is
  if (overlap >= 1 && short.words.every((word) => long.words.includes(word)))
    return { confidence: 0.85, reason: 'all-words' }
  const slips = short.name.length >= 9 ? 3 : short.name.length >= 5 ? 2 : 0
  const distance =
    Math.abs(short.name.length - long.name.length) <= slips ? editDistance(short.name, long.name, slips) : slips + 1
  if (distance <= slips) return { confidence: 0.9 - distance * 0.06, reason: 'misspelled' }
  return {
    confidence: (0.7 * 2 * overlap) / (weightOf(short.words) + weightOf(long.words)),
    reason: 'common-words',
  }
}

function sameBesidesCity(merchant: MerchantKey, supplier: MerchantKey): Likeness {
  const isElsewhere = merchant.city !== '' && supplier.city !== '' && merchant.city !== supplier.city
  return isElsewhere ? { confidence: 0.92, reason: 'other-city' } : { confidence: 0.96, reason: 'other-spelling' }
}

/** Word by word, also within addresses: `example.ai` is `example` and `ai`. */
function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{M}\d&]+/u).filter((word) => word !== '')
}

/** A long word says more than a short one; `restaurang` and `com` say nothing. */
function weightOf(words: readonly string[]): number {
  return words.reduce(
    (sum, word) =>
      sum + (kindsOfPlace.includes(word) || wordsOfAnybody.includes(word) ? 0.2 : Math.min(word.length, 8)),
    0,
  )
}
const wordsOfAnybody = [
  'com',
  'se',
  'www',
  'net',
  'sverige',
  'sweden',
  'nordic',
  'svenska',
  'stockholm',
  'international',
  'group',
  'europe',
  'och',
  'and',
  '&',
  'i',
  'online',
  'bill',
]

/** Levenshtein's distance, given up as soon as it must be above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    if (Math.min(...current) > limit) return limit + 1
    previous = current
  }
  return previous[b.length] ?? limit + 1
}
