import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/local-dates.ts'
import { buildRateBook, rateOn } from './rate-book.ts'
import { readRates } from './read-rates.ts'

describe('the rate of a day', () => {
  const book = buildRateBook([
    { currency: 'EUR', day: '2026-04-07', rate: '11.02' },
    { currency: 'EUR', day: '2026-04-02', rate: '10.95' },
    { currency: 'USD', day: '2026-04-02', rate: '9.38' },
  ])
  test('is the one published that day, else that of the previous banking day', () => {
    expect(rateOn(book, 'EUR', '2026-04-02')).toEqual({ rate: '10.95', day: '2026-04-02' })
    expect(rateOn(book, 'EUR', '2026-04-06')).toEqual({ rate: '10.95', day: '2026-04-02' }) // Easter Monday
    expect(rateOn(book, 'EUR', '2026-04-08')).toEqual({ rate: '11.02', day: '2026-04-07' })
  })
  test('is not known before the first, long after the last, or for another currency', () => {
    expect(rateOn(book, 'EUR', '2026-04-01')).toBeNull()
    expect(rateOn(book, 'EUR', '2026-04-18')).toBeNull()
    expect(rateOn(book, 'GBP', '2026-04-02')).toBeNull()
  })
  test('is not known where a banking day between was asked for and not answered', () => {
    const stretch = { currency: 'EUR', from: '2026-04-10', to: '2026-04-14' }
    const asked = buildRateBook([{ currency: 'EUR', day: '2026-04-09', rate: '11' }], [stretch])
    const days = ['2026-04-09', '2026-04-10', '2026-04-12', '2026-04-16']
    expect(days.map((day) => rateOn(asked, 'EUR', day)?.rate ?? null)).toEqual(['11', null, null, null])
    const weekend = buildRateBook(
      [{ currency: 'EUR', day: '2026-04-10', rate: '11' }],
      [{ ...stretch, from: '2026-04-11' }],
    )
    expect(rateOn(weekend, 'EUR', '2026-04-12')?.rate).toBe('11')
    expect(rateOn(weekend, 'EUR', '2026-04-13')).toBeNull()
  })
  test('is never that of a later day', () => {
    const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days))
    fc.assert(
      fc.property(fc.uniqueArray(day), day, (days, asked) => {
        const found = rateOn(buildRateBook(days.map((one) => ({ currency: 'EUR', day: one, rate: one }))), 'EUR', asked)
        const expected = days
          .filter((one) => one <= asked && addDays(one, 10) >= asked)
          .toSorted()
          .at(-1)
        expect(found?.day).toBe(expected)
      }),
    )
  })
})

describe('a rates file', () => {
  const read = (text: string) => readRates(text.split('\n').map((line) => line.split(';')))
  test('has a line a rate or a column a currency, with comma or dot', () => {
    const expected = [
      { currency: 'EUR', day: '2026-04-01', rate: '10.888' },
      { currency: 'USD', day: '2026-04-01', rate: '9.3820' },
    ]
    expect(read('date;currency;rate\n2026-04-01;EUR;10,888\n2026-04-01;USD;9.3820').rates).toEqual(expected)
    expect(read('Datum;EUR;USD\n2026-04-01;10,888;9.3820\n2026-04-03;;').rates).toEqual(expected)
    expect(read('Period;SEKEURPMI;1 USD\n2026-04-01;10,888;9.3820').rates).toEqual(expected)
  })
  test('with what is no rate says how many, and makes none up', () => {
    expect(read('Datum;EUR\n2026-04-01;n/a\n2026-04-02;0\n2026-04-03;11')).toEqual({
      rates: [{ currency: 'EUR', day: '2026-04-03', rate: '11' }],
      unreadable: 2,
    })
  })
})
