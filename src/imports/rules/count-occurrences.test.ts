import { expect, test } from 'vitest'
import { createOccurrenceCounter } from './count-occurrences.ts'
import { fingerprint, numberOccurrences } from './duplicates.ts'

test('counts as a map of texts does, far beyond what its table held at first', () => {
  const purchase = { providerId: null, card: null, invoiceDate: '2026-10-05', currency: 'SEK', merchant: 'KAFE' }
  // Some are counted several times before the table grows.
  const amounts = Array.from({ length: 20_000 }, (_, i) => (i * 7919) % (i < 4000 ? 1000 : 9001))
  const prints = amounts.map((amount) => fingerprint({ ...purchase, amount }))
  const { next } = createOccurrenceCounter()
  expect(prints.map(next)).toEqual(numberOccurrences(prints))
})
