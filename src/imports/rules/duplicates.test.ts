import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDuplicates, fingerprint, numberOccurrences, occurrenceKey, type PurchaseIdentity } from './duplicates.ts'

const identity = (changes: Partial<PurchaseIdentity> = {}): PurchaseIdentity => ({
  providerId: null,
  card: '525412******1234',
  invoiceDate: '2026-10-06',
  amount: 9_600,
  currency: 'SEK',
  merchant: 'KAFE BRYGGAN',
  ...changes,
})

/** Imports a file's purchases: returns what was new and what is known afterwards. */
function importFile(file: readonly string[], known: ReadonlySet<string>) {
  const occurrences = numberOccurrences(file)
  const isDuplicate = findDuplicates(file, known)
  const added = file.map((each, i) => occurrenceKey(each, occurrences[i]!)).filter((_, i) => !isDuplicate[i])
  return { added, known: new Set([...known, ...added]) }
}
const countOf = (file: readonly string[], text: string) => file.filter((each) => each === text).length
const file = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })

test('three equal purchases of which two were imported give one new', () => {
  const { known } = importFile(['a', 'a'], new Set())
  expect(findDuplicates(['a', 'a', 'a'], known)).toEqual([true, true, false])
})

test('the same file twice adds nothing', () => {
  fc.assert(
    fc.property(file, (rows) => {
      expect(importFile(rows, importFile(rows, new Set()).known).added).toEqual([])
    }),
  )
})

test('two files that overlap add their union as multisets, in any order of rows', () => {
  fc.assert(
    fc.property(file, file, (first, second) => {
      const { known } = importFile(second, importFile(first, new Set()).known)
      for (const text of ['a', 'b', 'c']) {
        const count = [...known].filter((key) => key.endsWith(`|${text}`)).length
        expect(count).toBe(Math.max(countOf(first, text), countOf(second, text)))
      }
    }),
  )
})

test('spelling of spaces and case, and how the card is masked, make no difference', () => {
  expect(fingerprint(identity({ merchant: ' Kafe\u00a0 bryggan ', card: '5254 12•• •••• 1234' }))).toBe(
    fingerprint(identity()),
  )
})

test('another day, amount, currency, card or text is another purchase', () => {
  const others = [
    { invoiceDate: '2026-10-07' },
    { amount: -9_600 },
    { currency: 'EUR' },
    { card: '525412******9999' },
    { merchant: 'KAFE BRYGGAN 2' },
  ]
  expect(new Set([identity(), ...others.map(identity)].map(fingerprint)).size).toBe(6)
})

test("the provider's own number is enough, whatever the text became", () => {
  const pending = identity({ providerId: 'AT262780001', merchant: 'PENDING' })
  expect(fingerprint(pending)).toBe(fingerprint({ ...pending, merchant: 'KLM', invoiceDate: '2026-10-08' }))
  expect(fingerprint(pending)).not.toBe(fingerprint({ ...pending, providerId: 'AT262780002' }))
})
