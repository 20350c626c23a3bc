import { expect, test } from 'vitest'
import { askAgainMs } from './ask-again.ts'

const now = Date.parse('2026-11-26T04:00:00.000Z')
const source = (minutes: number | null, isFetching = false) => ({
  isFetching,
  nextAt: minutes === null ? null : new Date(now + minutes * 60_000).toISOString(),
})

test('the page asks anew when a schedule comes due, so that what it fetched by itself is shown by itself', () => {
  const due = askAgainMs([source(null), source(26), source(6)], now)
  expect(due).toBeGreaterThan(6 * 60_000)
  expect(due).toBeLessThan(7 * 60_000)
  expect(askAgainMs([source(6), source(null, true)], now)).toBeLessThan(5_000)
  expect(askAgainMs([source(null)], now)).toBe(false)
})

test('neither a fetching that is late nor one a month ahead makes it ask all the time', () => {
  expect(askAgainMs([source(-60)], now)).toBeGreaterThanOrEqual(10_000)
  expect(askAgainMs([source(31 * 24 * 60)], now)).toBeLessThan(2 ** 31)
})
