import { kindsOfPlace } from './merchant-words.ts'
import { normaliseMerchant } from './normalise-merchant.ts'

export type NamedSupplier = { number: string; name: string }
/** `confidence` from 0 to 1; 1 only where the names are the same. */
export type Suggestion = { supplierNumber: string; supplierName: string; confidence: number }

const lowestConfidence = 0.45

/** Suppliers whose name resembles a merchant's, best first, at most three. */
export function suggest(merchantText: string, suppliers: readonly NamedSupplier[]): Suggestion[] {
  return createSuggester(suppliers)(merchantText)
}

/** The same for many merchants over one register, whose names are then taken apart once. */
export function createSuggester(suppliers: readonly NamedSupplier[]): (merchantText: string) => Suggestion[] {
  const named = suppliers.map((supplier) => ({ supplier, name: normaliseMerchant(supplier.name) }))
  const known = named.map(({ supplier, name }) => ({ supplier, name, words: wordsOf(name) }))
  return (merchantText) => {
    const name = normaliseMerchant(merchantText)
    const words = wordsOf(name)
    return known
      .map(({ supplier, ...other }) => ({ supplier, confidence: likeness({ name, words }, other) }))
      .filter(({ confidence }) => confidence >= lowestConfidence)
      .sort((a, b) => b.confidence - a.confidence || (a.supplier.number < b.supplier.number ? -1 : 1))
      .slice(0, 3)
      .map(({ supplier, confidence }) => ({
        supplierNumber: supplier.number,
        supplierName: supplier.name,
        confidence: Math.round(confidence * 100) / 100,
      }))
  }
}

type Name = { name: string; words: readonly string[] }

/**
 * The same name; a name that the bank cut short; all words of the shorter name in the longer; letters mistyped; some
 * words in common. In this order, each a step less sure than the one before.
 */
function likeness(merchant: Name, supplier: Name): number {
  if (merchant.name === '' || supplier.name === '') return 0
  if (merchant.name === supplier.name) return 1
  const [short, long] = merchant.name.length <= supplier.name.length ? [merchant, supplier] : [supplier, merchant]
  if (short.name.length >= 5 && long.name.startsWith(short.name)) return 0.9
  const overlap = weightOf(short.words.filter((word) => long.words.includes(word))) // of the words that tell who it is
  if (overlap >= 1 && short.words.every((word) => long.words.includes(word))) return 0.85
  const slips = short.name.length >= 9 ? 3 : short.name.length >= 5 ? 2 : 0
  const distance =
    Math.abs(short.name.length - long.name.length) <= slips ? editDistance(short.name, long.name, slips) : slips + 1
  if (distance <= slips) return 0.9 - distance * 0.06
  return (0.7 * 2 * overlap) / (weightOf(short.words) + weightOf(long.words))
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
