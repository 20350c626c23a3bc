import { expect, test } from 'vitest'
import { createReceiptPace } from './receipt-pace.ts'

const began = Date.parse('2026-11-21T08:00:00Z')
const pagesOf = (state: 'waiting' | 'matched' | 'attached', createdAt = new Date(began).toISOString()) => [
  { items: [{ state, createdAt }] },
]

test('a receipt that was just uploaded is asked for until Radvis has had its time to match it, and then no more', () => {
  let now = began + 1_000
  const pace = createReceiptPace(() => now)
  const waiting = pagesOf('waiting')
  expect(pace(waiting)).toBe(3_000)
  now = began + 31_000
  expect(pace(waiting)).toBe(false)
  expect(pace(undefined)).toBe(false)
})

test('receipts on their way are followed closely, and slower where nothing has happened for a minute', () => {
  let now = began + 86_400_000
  const pace = createReceiptPace(() => now)
  const matched = pagesOf('matched')
  expect(pace(matched)).toBe(3_000)
  now += 61_000
  expect(pace(matched)).toBe(30_000)
  expect(pace(pagesOf('matched'))).toBe(3_000)
  expect(pace(pagesOf('attached'))).toBe(false)
})
