import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyDecimals, decimalFromMinor, divideRounded, minorFromDecimal, multiplyRounded } from './money.ts'

const currency = fc.constantFrom('SEK', 'EUR', 'USD', 'JPY', 'ISK', 'KWD')
/** Any amount below a hundred billion. */
const minor = fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 })

describe('the decimals of a currency', () => {
  test('are two for kronor and euro, none for yen, three for dinars', () => {
    expect(['SEK', 'EUR', 'JPY', 'ISK', 'XPF', 'KWD', 'LYD'].map(currencyDecimals)).toEqual([2, 2, 0, 0, 0, 3, 3])
  })
  test('are two for a text that happens to be the name of an object method', () => {
    expect(['constructor', 'toString', '__proto__'].map(currencyDecimals)).toEqual([2, 2, 2])
  })
})

describe('decimal text', () => {
  test.each([
    ['1234.5', 123450],
    ['-1234.50', -123450],
    ['+7', 700],
    ['.5', 50],
    ['5.', 500],
    [' 12.34 ', 1234],
    ['0', 0],
    ['-0.00', 0],
    ['3282.210000000001', 328221],
    ['3282.2099999999', 328221],
    ['0.005', 1],
    ['-0.005', -1],
    ['-0.0049', 0],
    ['0.995', 100],
    ['90071992547409.91', 9007199254740991],
  ])('%s is read as %i öre', (text, expected) => {
    expect(minorFromDecimal(text, 'SEK')).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '.',
    '-',
    '+.',
    '1,5',
    '1 000',
    '1.2.3',
    '--1',
    '1-',
    '1e3',
    'NaN',
    '0x10',
    '١٢',
    '90071992547409.92',
    '9'.repeat(30),
  ])('%j is no amount', (text) => {
    expect(minorFromDecimal(text, 'SEK')).toBeNull()
  })

  test('is rounded to the decimals of its currency', () => {
    expect(minorFromDecimal('129.5', 'JPY')).toBe(130)
    expect(minorFromDecimal('129.4999', 'ISK')).toBe(129)
    expect(minorFromDecimal('1.2345', 'KWD')).toBe(1235)
  })

  test('written and read again is the same amount, in every currency', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const text = decimalFromMinor(amount, code)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(minorFromDecimal(text, code)).toBe(amount)
      }),
    )
  })

  test('has all its decimals also below one', () => {
    expect([5, -5, 0, 100].map((amount) => decimalFromMinor(amount, 'SEK'))).toEqual(['0.05', '-0.05', '0.00', '1.00'])
    expect(decimalFromMinor(-0, 'SEK')).toBe('0.00')
    expect(decimalFromMinor(7, 'KWD')).toBe('0.007')
    expect(decimalFromMinor(-7, 'JPY')).toBe('-7')
  })

  test('with noise after the tenth decimal reads as the amount without it', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 9 }), (amount, digit) => {
        expect(minorFromDecimal(`${decimalFromMinor(amount, 'SEK')}0000000${digit}`, 'SEK')).toBe(amount)
      }),
    )
  })

  test('that is negative reads as the opposite of the positive', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999n }), fc.bigInt({ min: 0n, max: 99_999n }), (whole, fraction) => {
        const text = `${whole}.${fraction}`
        expect(minorFromDecimal(`-${text}`, 'SEK')).toBe(0 - (minorFromDecimal(text, 'SEK') ?? Number.NaN))
      }),
    )
  })
})

describe('rounding', () => {
  test.each([
    [5, 2, 3],
    [-5, 2, -3],
    [5, -2, -3],
    [-5, -2, 3],
    [4, 3, 1],
    [-1, 3, 0],
    [0, -7, 0],
  ])('%i / %i is %i, half away from zero', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected)
  })

  test('a quotient is never more than half a unit from the truth', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 1, max: 100_000 }), (numerator, denominator) => {
        const rest = BigInt(numerator) - BigInt(divideRounded(numerator, denominator)) * BigInt(denominator)
        expect((rest < 0n ? -rest : rest) * 2n <= BigInt(denominator)).toBe(true)
      }),
    )
  })

  test('is symmetric: the opposite amount gives the opposite result, so a refund undoes a purchase to the öre', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 200 }), (amount, by, over) => {
        expect(multiplyRounded(-amount, by, over)).toBe(0 - multiplyRounded(amount, by, over))
      }),
    )
  })

  test('gross splits into VAT and base without an öre left, at every Swedish rate', () => {
    fc.assert(
      fc.property(minor, fc.constantFrom(25, 12, 6, 0), (gross, rate) => {
        const vat = multiplyRounded(gross, rate, 100 + rate)
        const base = gross - vat
        // VAT of the base, rounded, is the VAT again, give or take the half öre that rounding the base cost
        expect(Math.abs(multiplyRounded(base, rate, 100) - vat)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('stays exact where floating point would not', () => {
    expect(multiplyRounded(9_007_199_254_740_991, 25, 125)).toBe(1_801_439_850_948_198)
    expect(multiplyRounded(9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991)).toBe(
      9_007_199_254_740_991,
    )
  })

  test('refuses what it cannot do exactly', () => {
    expect(() => multiplyRounded(9_007_199_254_740_991, 2, 1)).toThrow(RangeError)
    expect(() => divideRounded(1, 0)).toThrow(RangeError)
    expect(() => divideRounded(1.5, 1)).toThrow(RangeError)
  })
})
