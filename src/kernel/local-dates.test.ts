import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayInSweden, localDate, parseLocalDate } from './local-dates.ts'

/** Any day of the years 1 to 9998, so that a few days can be added. */
const day = fc
  .date({ min: new Date('0001-02-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a day', () => {
  test.each([
    [2024, 2, 29],
    [2000, 2, 29],
    [1, 1, 1],
    [9999, 12, 31],
  ])('%i-%i-%i exists', (year, month, date) => {
    expect(localDate(year, month, date)).toBe(
      `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`,
    )
  })

  test.each([
    [2023, 2, 29],
    [1900, 2, 29],
    [2026, 4, 31],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 1, 0],
    [0, 1, 1],
    [10_000, 1, 1],
    [2026.5, 1, 1],
    [2026, Number.NaN, 1],
    [2026, 1.5, 1],
    [2026, 1, Number.NaN],
    [2026, 1, 1.5],
  ])('%d-%d-%d does not', (year, month, date) => {
    expect(localDate(year, month, date)).toBeNull()
  })

  test.each(['2026-2-03', '26-02-03', '2026-02-30', '2026-02-03 ', '2026/02/03', '20260203', '', '2026-02-03T00:00'])(
    '%j is not written as a day',
    (text) => {
      expect(parseLocalDate(text)).toBeNull()
    },
  )

  test('that is read is the text itself', () => {
    fc.assert(fc.property(day, (date) => parseLocalDate(date) === date))
  })
})

describe('adding days', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-28', 2, '2026-03-30'], // over the change to summer time
    ['2026-11-21', 30, '2026-12-21'],
    ['0099-12-31', 1, '0100-01-01'],
  ])('%s and %i is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })

  test('and taking them away again gives the same day, and text order is time order', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 31 }), (date, days) => {
        const later = addDays(date, days)
        expect(addDays(later, -days)).toBe(date)
        expect(later > date).toBe(true)
      }),
    )
  })

  test('to what is no day, or out of the calendar, is refused', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError)
  })
})

describe('the day in Sweden', () => {
  test.each([
    ['2026-10-31T22:59:59Z', '2026-10-31'],
    ['2026-10-31T23:00:00Z', '2026-11-01'], // winter: one hour ahead
    ['2026-06-30T21:59:59Z', '2026-06-30'],
    ['2026-06-30T22:00:00Z', '2026-07-01'], // summer: two hours ahead
  ])('at %s is %s', (instant, expected) => {
    expect(dayInSweden(new Date(instant))).toBe(expected)
  })
})
