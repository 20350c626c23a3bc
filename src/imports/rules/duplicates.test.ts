import { expect, test } from 'vitest'
import { fingerprint, lastDigits, numberOccurrences, type PurchaseIdentity } from './duplicates.ts'

const identity = (changes: Partial<PurchaseIdentity> = {}): PurchaseIdentity => ({
  providerId: null,
  card: '525412******1234',
  invoiceDate: '2026-10-06',
  amount: 9_600,
  currency: 'SEK',
  merchant: 'KAFE BRYGGAN',
  ...changes,
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
  // The money back of a purchase may have its number.
  expect(fingerprint(pending)).not.toBe(fingerprint({ ...pending, amount: -pending.amount }))
  expect(fingerprint(pending)).not.toBe(fingerprint({ ...pending, currency: 'EUR' }))
})

test('a letter with its mark is the same in one sign and in two', () => {
  const [one, two] = ['CAF\u00c9', 'CAFE\u0301'].map((merchant) => fingerprint(identity({ merchant })))
  expect(one).toBe(two)
})

test('a fingerprint is 128 bits, and a card whose last four digits are not known is its text, which cannot pose as more', () => {
  expect(fingerprint(identity())).toMatch(/^[\w-]{22}$/)
  expect([lastDigits('Kort 1234'), lastDigits('Kort 123'), lastDigits('A|2026-10-06')]).toEqual([
    '1234',
    'kort 123',
    '1006',
  ])
  expect(lastDigits('A|B')).toBe('a b')
})

test('equal purchases are counted from one', () => {
  expect(numberOccurrences(['a', 'b', 'a', 'a'])).toEqual([1, 1, 2, 3])
})
