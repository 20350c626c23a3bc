import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/local-dates.ts'
import { findStatementMonth } from '../rows/statement-month.ts'
import { createDateReader, type DateRule, decideDateOrder, looksLikeDate } from './dates.ts'

const today = '2026-08-01'
const rule = (over: Partial<DateRule> = {}): DateRule => ({
  order: null,
  isSixDigits: false,
  month: null,
  today,
  ...over,
})
const read = (text: string, over: Partial<DateRule> = {}) => {
  const reading = createDateReader(rule(over))(text)
  return reading.kind === 'date' ? reading.date : reading.kind === 'unreadable' ? reading.reason : reading.kind
}

test.each([
  ['mån 5 jan 2026', '2026-01-05'],
  ['02MAR26', '2026-03-02'],
  ['13okt2026', '2026-10-13'],
  ['31FEB26', 'date-unreadable'],
  ['Torsdag 2026-01-08', '2026-01-08'],
  ['lör. 10.01.2026', '2026-01-10'],
  ['Monday, January 5, 2026', '2026-01-05'],
  ['Thu Jan 08 2026 10:11:12', '2026-01-08'],
  ['man. 5. jan. 2026', '2026-01-05'],
  ['måne 5 jan 2026', 'date-unreadable'],
])('%s is read without its day of the week: %s', (text, date) => expect(read(text)).toBe(date))

test.each([
  ['20260314T101112', '2026-03-14'],
  ['20260314101112', '2026-03-14'],
  ['20260314 1011', '2026-03-14'],
  ['20260314T101112.123+0100', '2026-03-14'],
  ['20260430T220000Z', '2026-05-01'],
  ['20260314106012', 'date-unreadable'],
  ['202603141011', 'date-unreadable'],
])('%s is a moment without marks between its parts: %s', (text, date) => expect(read(text)).toBe(date))

describe('the order of a column of dates', () => {
  test('one month above 12 settles American order for the whole column', () =>
    expect(decideDateOrder(['06/05/2026', '06/21/2026'], today).order).toBe('mdy'))
  test('one day above 12 settles European order for the whole column', () =>
    expect(decideDateOrder(['05/06/2026', '21/06/2026'], today).order).toBe('dmy'))
  test('days up to 12 alone are ambiguous', () =>
    expect(decideDateOrder(['03/04/2026'], today)).toMatchObject({ order: null, isAmbiguous: true }))
  test('dots between are never American', () => expect(decideDateOrder(['03.04.2026'], today).order).toBe('dmy'))
  test('as written by hand, the year behind a space or a dash, the day stands first', () => {
    expect(decideDateOrder(['5/1 2026', '3/4 2026'], today).order).toBe('dmy')
    const read = createDateReader({ order: null, isSixDigits: false, month: null, today })
    expect(['5/1 2026', '17/1-26', '3/4 - 2026'].map(read)).toEqual(
      ['2026-01-05', '2026-01-17', '2026-04-03'].map((date) => ({ kind: 'date', date })),
    )
    expect(read('13/14 2026')).toMatchObject({ kind: 'unreadable' })
  })
  test('values that refute each other are a conflict', () =>
    expect(decideDateOrder(['06/21/2026', '21/06/2026'], today)).toMatchObject({ order: null, isConflict: true }))
  test('two digits for the year behind dashes are year first', () =>
    expect(decideDateOrder(['26-07-20', '26-07-03'], today).order).toBe('ymd'))
  test('days up to 12 year first beside later ones year last were turned by a spreadsheet program', () => {
    expect(decideDateOrder(['2026-01-04', '28/01/2026'], today).isTurned).toBe(true)
    expect(decideDateOrder(['2026-01-14', '28/01/2026'], today).isTurned).toBe(false)
    expect(decideDateOrder(['2026-01-04', '28/01/2026', '03/01/2026'], today).isTurned).toBe(false)
    expect(decideDateOrder(['2026-01-04', '2026-01-05'], today).isTurned).toBe(false)
    expect(
      ['2026-01-04', '2026-04-04', '28/01/2026'].map((day) => read(day, { order: 'dmy', isTurned: true })),
    ).toEqual(['date-turned', '2026-04-04', '2026-01-28'])
  })
  test('nothing is bought months ahead, and a bill may well be due then', () => {
    expect(decideDateOrder(['12/04/2026', '07/05/2026'], today, { isPast: true }).order).toBe('dmy')
    expect(decideDateOrder(['04/12/2026', '07/05/2026'], today, { isPast: true }).order).toBe('mdy')
    expect(decideDateOrder(['12/04/2026'], today).isAmbiguous).toBe(true)
    // each order takes one of them ahead, or neither more than some days
    expect(decideDateOrder(['12/04/2026', '04/12/2026'], today, { isPast: true }).isAmbiguous).toBe(true)
    expect(decideDateOrder(['08/06/2026'], today, { isPast: true }).isAmbiguous).toBe(true)
  })
  test('a reading that lies more than five years off is no reading', () =>
    expect(decideDateOrder(['20-07-26'], today).order).toBe('dmy'))
})

describe('reading a date', () => {
  test.each([
    ['2026-07-21', '2026-07-21'],
    ['2026/01/15', '2026-01-15'],
    ['2026-07-29 09:11:03', '2026-07-29'],
    ['2026-07-29T09:11:03.120Z', '2026-07-29'],
    ['20260721', '2026-07-21'],
    ['20260721 09:11:03', '2026-07-21'],
    ['21 jul 2026', '2026-07-21'],
    ['21 jul 2026 09:11', '2026-07-21'],
    ['21-jul-26 9:11:03', '2026-07-21'],
    ['5 maj 2026', '2026-05-05'],
    ['05-Oct-25', '2025-10-05'],
    ['July 21, 2026', '2026-07-21'],
    ['21. desember 2025', '2025-12-21'],
  ])('%s needs no order', (text, date) => expect(read(text)).toBe(date))
  test.each([
    ['2026-04-30T22:00:00Z', '2026-05-01'],
    ['2026-04-30T22:00:00.000Z', '2026-05-01'],
    ['2026-01-31 23:30+00:00', '2026-02-01'],
    ['2026-07-31 22:15:00 UTC', '2026-08-01'],
    ['2026-05-01T00:00:00Z', '2026-05-01'],
    ['2026-04-30T23:30:00+02:00', '2026-04-30'],
    ['2026-04-30T23:30:00', '2026-04-30'],
  ])('%s is %s: a moment in UTC has its day in Sweden, any other the day it says', (text, date) =>
    expect(read(text)).toBe(date),
  )
  test('the order is the column\u2019s', () => {
    expect(read('7/6/2026, 9:11:03\u202fPM', { order: 'mdy' })).toBe('2026-07-06')
    expect(read('06/05/2026', { order: 'mdy' })).toBe('2026-06-05')
    expect(read('06/05/2026', { order: 'dmy' })).toBe('2026-05-06')
    expect(read('06/05/2026')).toBe('date-ambiguous')
  })
  test('a day that is the same in each order is no question', () => {
    expect(read('06/06/2026')).toBe('2026-06-06')
    expect(read('3/3/2026')).toBe('2026-03-03')
  })
  test('YYMMDD counts only where the whole column is so', () => {
    expect(decideDateOrder(['251229', '250916'], today).isSixDigits).toBe(true)
    expect(decideDateOrder(['251229', '2025-09-16'], today).isSixDigits).toBe(false)
    expect(read('251229', { isSixDigits: true })).toBe('2025-12-29')
    expect(read('251229')).toBe('date-unreadable')
  })
  test('days as workbooks count them are dates where the whole column is so', () => {
    expect(decideDateOrder(['46094', '46100'], today).isSerials).toBe(true)
    expect(decideDateOrder(['46094', '2026-03-18'], today).isSerials).toBe(false)
    expect(read('46094', { isSerials: true })).toBe('2026-03-13')
  })
  test('a day without year takes it from the month that the file is about, also across New Year, and a month far from it is asked about', () => {
    expect(read('02-14')).toBe('date-without-year')
    expect(read('02-14', { month: { year: 2025, month: 2 } })).toBe('2025-02-14')
    expect(read('12-30', { month: { year: 2025, month: 1 } })).toBe('2024-12-30')
    expect(read('01-02', { month: { year: 2025, month: 12 } })).toBe('2026-01-02')
    expect(read('12-24', { month: { year: 2025, month: 12 } })).toBe('2025-12-24')
    expect(read('06-10', { month: { year: 2025, month: 1 } })).toBe('date-without-year')
    expect(read('10-10', { month: { year: 2025, month: 1 } })).toBe('date-without-year')
    expect(read('28/12', { month: { year: 2025, month: 1 } })).toBe('2024-12-28')
    expect(read('2/1', { month: { year: 2025, month: 1 } })).toBe('date-ambiguous')
    expect(read('30 dec.', { month: { year: 2025, month: 1 } })).toBe('2024-12-30')
    expect(read('2 mars')).toBe('date-without-year')
    expect(findStatementMonth(['Kortnummer 525400', 'Månad: 2 Februari 2025'])).toEqual({ year: 2025, month: 2 })
  })
  test('six digits beside days written otherwise are a day where they can be read one way only', () => {
    expect(read('260305')).toBe('2026-03-05')
    expect(read('050326')).toBe('date-unreadable')
    expect(read('250326')).toBe('date-unreadable')
  })
  test.each([
    ['1970-01-01', 'date-too-far'],
    ['2052-01-01', 'date-too-far'],
    ['2026-02-30', 'date-unreadable'],
    ['46094', 'date-unreadable'],
    ['i går', 'date-unreadable'],
    ['2026-07-21 x', 'date-unreadable'],
    ['', 'empty'],
  ])('%s → %s', (text, outcome) => expect(read(text)).toBe(outcome))
})

test('every date written in any order is read back under that order', () => {
  const shapes = {
    ymd: (y: string, m: string, d: string, separator: string) => `${y}${separator}${m}${separator}${d}`,
    dmy: (y: string, m: string, d: string, separator: string) => `${d}${separator}${m}${separator}${y}`,
    mdy: (y: string, m: string, d: string) => `${m}/${d}/${y}`,
  }
  fc.assert(
    fc.property(
      fc.integer({ min: -1500, max: 1500 }),
      fc.constantFrom('ymd' as const, 'dmy' as const, 'mdy' as const),
      fc.constantFrom('-', '/', '.'),
      (days, order, separator) => {
        const date = addDays(today, days)
        const [y = '', m = '', d = ''] = date.split('-')
        expect(read(shapes[order](y, m, d, separator), { order })).toBe(date)
      },
    ),
  )
})

test('a day whose year stands first and whose month has a name is a day', () => {
  expect(['2026 Oct 14', '2026 oktober 14', '2026 Okt 41'].map(looksLikeDate)).toEqual([true, true, false])
})
