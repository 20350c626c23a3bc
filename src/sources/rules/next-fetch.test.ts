import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceSchedule } from '../contract.ts'
import { nextFetch } from './next-fetch.ts'

const templateId = '01a1fd4f-76b5-7000-ac44-37494000000f' // minute 15
const schedule = (change: Partial<SourceSchedule>): SourceSchedule => ({
  every: 'day',
  hour: 6,
  weekday: 1,
  day: 1,
  ...change,
})
const next = (change: Partial<SourceSchedule>, after: string) =>
  nextFetch(schedule(change), templateId, new Date(after)).toISOString()

describe('the next fetching', () => {
  test('is at the hour in Sweden, summer and winter', () => {
    expect(next({}, '2026-11-21T04:00:00Z')).toBe('2026-11-21T05:15:00.000Z')
    expect(next({}, '2026-07-01T04:00:00Z')).toBe('2026-07-01T04:15:00.000Z')
    expect(next({}, '2026-11-21T05:15:00Z')).toBe('2026-11-22T05:15:00.000Z')
  })
  test('comes once in the night when the clocks go back and in the one when they go forward', () => {
    expect(next({ hour: 2 }, '2026-03-28T12:00:00Z')).toMatch(/^2026-03-29T01/)
    const first = next({ hour: 2 }, '2026-10-24T12:00:00Z')
    expect(next({ hour: 2 }, first)).toMatch(/^2026-10-26/)
  })
  test('is on the weekday, on the day of the month, or on the last day of a month that lacks it', () => {
    expect(next({ every: 'week', weekday: 7 }, '2026-11-21T12:00:00Z')).toBe('2026-11-22T05:15:00.000Z')
    expect(next({ every: 'month', day: 31 }, '2026-11-21T12:00:00Z')).toBe('2026-11-30T05:15:00.000Z')
    expect(next({ every: 'month', day: 31 }, '2026-11-30T12:00:00Z')).toBe('2026-12-31T05:15:00.000Z')
    expect(next({ every: 'month', day: 31 }, '2026-08-30T12:00:00Z')).toBe('2026-08-31T04:15:00.000Z')
    expect(next({ every: 'month', day: 29 }, '2026-02-01T12:00:00Z')).toBe('2026-02-28T05:15:00.000Z')
    expect(next({ every: 'month', day: 5 }, '2026-11-21T12:00:00Z')).toBe('2026-12-05T05:15:00.000Z')
    expect(next({ every: 'hour' }, '2026-11-21T12:20:00Z')).toBe('2026-11-21T13:15:00.000Z')
  })
  test('is always later, and never further away than the period', () => {
    const days = { hour: 0.05, day: 1.1, week: 7.1, month: 31.1 }
    fc.assert(
      fc.property(
        fc.record({
          every: fc.constantFrom('hour', 'day', 'week', 'month'),
          hour: fc.integer({ min: 0, max: 23 }),
          weekday: fc.integer({ min: 1, max: 7 }),
          day: fc.integer({ min: 1, max: 31 }),
        }),
        fc.uuid(),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (wanted, id, after) => {
          const ahead = nextFetch(wanted as SourceSchedule, id, after).getTime() - after.getTime()
          expect(ahead).toBeGreaterThan(0)
          expect(ahead / 86_400_000).toBeLessThanOrEqual(days[wanted.every])
        },
      ),
      { numRuns: 200 },
    )
  })
})
