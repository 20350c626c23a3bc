import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveRate, toSek } from './exchange-rates.ts'

describe('deriving a rate', () => {
  test.each([
    [11604, 1250, 'USD', '9.2832'], // SEB Kort: 12,50 USD for 116,04 kr
    [148633, 12900, 'EUR', '11.521938'],
    [-24950, -2500, 'EUR', '9.98'],
    [7000, 1000, 'JPY', '0.07'],
    [35000, 10_000, 'KWD', '35'],
    [192_308, 5_000_000, 'VND', '0.000384616'], // 0.000385 would make it 1 925,00 kr
    [850_000_037, 75_000_001, 'EUR', '11.33333368'],
    [100, 100, 'SEK', '1'],
    [0, 100, 'EUR', '0'],
  ])('%i öre for %i minor units of %s is %s', (sek, foreign, currency, rate) => {
    expect(deriveRate(sek, foreign, currency)).toBe(rate)
  })

  test('from nothing is impossible', () => {
    expect(deriveRate(100, 0, 'EUR')).toBeNull()
  })

  test('and converting back gives the same öre for any purchase below 10 000.00 in the currency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.constantFrom('EUR', 'USD', 'NOK', 'GBP'),
        fc.boolean(),
        (foreign, sek, currency, isRefund) => {
          const sign = isRefund ? -1 : 1
          const rate = deriveRate(sek * sign, foreign * sign, currency)
          expect(rate).toMatch(/^\d+(\.\d{1,6})?$/)
          expect(toSek(foreign * sign, currency, rate ?? '')).toBe(isRefund ? 0 - sek : sek)
        },
      ),
    )
  })
})

describe('converting to SEK', () => {
  test.each([
    [1250, 'USD', '9.2832', 11604],
    [-1250, 'USD', '9.2832', -11604],
    [1, 'EUR', '0.4', 0],
    [1, 'EUR', '0.5', 1],
    [-1, 'EUR', '0.5', -1],
    [-1, 'EUR', '0.4', 0],
    [1500, 'JPY', '0.0701', 10515],
    [1234, 'KWD', '34.5', 4257],
    [12345, 'SEK', '1', 12345],
  ])('%i minor units of %s at %s are %i öre', (foreign, currency, rate, expected) => {
    expect(toSek(foreign, currency, rate)).toBe(expected)
  })

  test('uses every decimal of the rate', () => {
    expect(toSek(100_000_000, 'EUR', '11.52193798')).toBe(1_152_193_798)
    expect(toSek(100_000_000, 'EUR', '11.5219379')).toBe(1_152_193_790)
  })

  test.each(['', '11,52', '-1', '.5', '1.', '1e3', ' 1', 'x'])('is refused at the rate %j', (rate) => {
    expect(toSek(100, 'EUR', rate)).toBeNull()
  })

  test('a refund is the exact opposite of the purchase', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        (foreign, rate) => {
          const text = `${Math.floor(rate / 1e6)}.${String(rate % 1e6).padStart(6, '0')}`
          expect(toSek(-foreign, 'EUR', text)).toBe(0 - (toSek(foreign, 'EUR', text) ?? Number.NaN))
        },
      ),
    )
  })
})
