import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveRate, toSek } from './exchange-rates.ts'

describe('deriving a rate', () => {
  test.each([
    [11604, 1250, 'USD', '9.2832'], // SEB Kort: 12,50 USD for 116,04 kr
    [148633, 12900, 'EUR', '11.5219'],
    [148633, 12901, 'EUR', '11.52104'], // 11.521 would make it 1 486,32
    [1486330, 129000, 'EUR', '11.52194'], // 11.5219 would make it 14 863,25
    [-24950, -2500, 'EUR', '9.98'],
    [7000, 1000, 'JPY', '0.07'],
    [35000, 10_000, 'KWD', '35'],
    [192_308, 5_000_000, 'VND', '0.000384616'], // 0.000385 would make it 1 925,00 kr
    [850_000_037, 75_000_001, 'EUR', '11.33333368'],
    [1, 100_000, 'EUR', '0.00001'],
    [100, 100, 'SEK', '1'],
    [0, 100, 'EUR', '0'],
  ])('%i öre for %i minor units of %s is %s', (sek, foreign, currency, rate) => {
    expect(deriveRate(sek, foreign, currency)).toBe(rate)
  })

  test('from nothing is impossible, and so is one that no twelve decimals make right to the öre', () => {
    expect(deriveRate(100, 0, 'EUR')).toBeNull()
    expect(deriveRate(1, 9_007_199_254_740_991, 'EUR')).toBeNull()
  })

  const currencies = fc.constantFrom('EUR', 'USD', 'NOK', 'GBP', 'JPY', 'KWD')
  const purchase = fc.record({
    foreign: fc.integer({ min: 1, max: 1_000_000_000 }).chain((most) => fc.integer({ min: 1, max: most })),
    sek: fc.integer({ min: 0, max: 1_000_000_000 }),
    currency: currencies,
    isRefund: fc.boolean(),
  })

  test('and converting back gives the same öre, whatever the purchase', () => {
    fc.assert(
      fc.property(purchase, ({ foreign, sek, currency, isRefund }) => {
        const sign = isRefund ? -1 : 1
        const rate = deriveRate(sek * sign, foreign * sign, currency)
        expect(rate).toMatch(/^\d+(\.\d{1,12})?$/)
        expect(toSek(foreign * sign, currency, rate ?? '')).toBe(isRefund ? 0 - sek : sek)
      }),
    )
  })

  test('also where the other side keeps fewer decimals, as long as any rate of so many would do', () => {
    fc.assert(
      fc.property(purchase, fc.integer({ min: 4, max: 12 }), ({ foreign, sek, currency }, kept) => {
        const rate = deriveRate(sek, foreign, currency) ?? ''
        const [whole = '0', fraction = ''] = rate.split('.')
        const cut = `${whole}.${fraction.slice(0, kept).padEnd(kept, '0')}`
        // The nearest rates of so many decimals, below and above.
        const scaled = BigInt(cut.replace('.', ''))
        const texts = [scaled, scaled + 1n].map((digits) => {
          const text = digits.toString().padStart(kept + 1, '0')
          return `${text.slice(0, -kept)}.${text.slice(-kept)}`
        })
        const someWouldDo = texts.some((text) => toSek(foreign, currency, text) === sek)
        expect(toSek(foreign, currency, cut) === sek).toBe(someWouldDo)
      }),
    )
  })

  test.each([
    [9_999, 4],
    [99_999, 5],
    [999_999, 6],
    [9_999_999, 7],
  ])('up to %i cents takes %i decimals at most', (most, decimals) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: most }), fc.integer({ min: 0, max: 100_000_000 }), (foreign, sek) => {
        expect(deriveRate(sek, foreign, 'EUR')?.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals)
      }),
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
