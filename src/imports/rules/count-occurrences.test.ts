import { expect, test } from 'vitest'
import { createOccurrenceCounter } from './count-occurrences.ts'
import { fingerprint, numberOccurrences } from './duplicates.ts'

test('counts as a map of texts does, far beyond what its table held at first', () => {
  const purchase = { providerId: null, card: null, invoiceDate: '2026-10-05', currency: 'SEK', merchant: 'KAFE' }
  const prints = Array.from({ length: 20_000 }, (_, i) => fingerprint({ ...purchase, amount: (i * 7919) % 9001 }))
  const { next } = createOccurrenceCounter()
  expect(prints.map(next)).toEqual(numberOccurrences(prints))
})
