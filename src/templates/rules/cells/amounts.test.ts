import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import { decideDecimalMark, readNumber, readTypedNumber } from './amounts.ts'

const comma = { mark: 'comma', isFromEvidence: true } as const
const dot = { mark: 'dot', isFromEvidence: true } as const
const read = (text: string, rule: Parameters<typeof readNumber>[1]) => {
  const reading = readNumber(text, rule)
  return reading.kind === 'number' ? reading.decimal : reading.kind === 'unreadable' ? reading.reason : reading.kind
}

describe('reading a number', () => {
  test.each([
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['24\u202f512,80', '24512.80'],
    ["1'234,56", '1234.56'],
    ['1.234,56', '1234.56'],
    ['12.345.678,90', '12345678.90'],
    ['\u2212123,45', '-123.45'],
    ['\u20135,00', '-5.00'],
    ['123,45-', '-123.45'],
    ['(99,00)', '-99.00'],
    ['(99,00) kr', '-99.00'],
    ['+7,50', '7.50'],
    ['- 7,50', '-7.50'],
    ['-1 144,75 kr', '-1144.75'],
    ['SEK 12,50', '12.50'],
    ['-€12,50', '-12.50'],
    ['12,50 €', '12.50'],
    ['129:-', '129'],
    ['1.129:-', '1129.00'],
    ['99,-', '99.00'],
    ['1 299,- kr', '1299.00'],
    ['-1.299,\u2013', '-1299.00'],
    ['kr 45,--', '45.00'],
    ['129', '129'],
    [',50', '0.50'],
    ['0,000', '0.000'],
  ])('%s with a decimal comma is %s', (text, decimal) => expect(read(text, comma)).toBe(decimal))

  test.each([
    ['99,-', '99.00'],
    ['-45,-', '-45.00'],
    ['1.106,- kr', '1106.00'],
    ['kr 12,\u2014', '12.00'],
    ['(8,-)', '-8.00'],
    ['99,00-', '-99.00'],
    ['99-', '-99'],
  ])('%s is %s: a dash where the öre would stand is no minus', (text, decimal) =>
    expect(read(text, comma)).toBe(decimal),
  )

  test.each([
    ['1,234.50', '1234.50'],
    ['-30.40', '-30.40'],
    ['1 234.5', '1234.5'],
    ['1,234.-', '1234.00'],
    ['3282.210000000001', '3282.210000000001'],
    ['1,500.00CR', '-1500.00'],
    ['8.00 Cr', '-8.00'],
    ['GBP 8.00DR', '8.00'],
    ['1,249.00 D', '1249.00'],
    ['1249.00C', '-1249.00'],
  ])('%s with a decimal dot is %s', (text, decimal) => expect(read(text, dot)).toBe(decimal))

  test.each([
    ['1 249,00 D', '1249.00'],
    ['1.249,00 C', '-1249.00'],
    ['1 249,00 K', '-1249.00'],
  ])('%s is %s: debit and credit as a letter behind the öre', (text, decimal) =>
    expect(read(text, comma)).toBe(decimal),
  )

  test.each([
    '12 K',
    '12k',
    '12,5k',
    '-5,00 C',
    '12,50 st',
    'abc',
    '1,2,3',
    '12 34,50',
    '1.23,50',
    '--5,00',
    '-5,00-',
    '(5,00',
    '1 2',
    '12.5.2026',
    '-5,00CR',
    'CR',
    '10 %',
  ])('%s is unreadable, never 0', (text) => expect(read(text, comma)).toBe('amount-unreadable'))

  test.each(['', ' ', '\u00a0', '-', '\u2013'])('"%s" is empty', (text) => expect(read(text, comma)).toBe('empty'))

  test('a value with a mark stays unread while nothing says what the mark is', () => {
    expect(read('1.234', { mark: null, isFromEvidence: false })).toBe('amount-ambiguous')
    expect(read('1 234', { mark: null, isFromEvidence: false })).toBe('1234')
  })

  test('a value that could be thousands is not taken for thousandths because other values have that decimal mark', () => {
    expect(read('1.234', dot)).toBe('amount-ambiguous')
    expect(read('1.234', comma)).toBe('1234')
    expect(read('1.234', { mark: 'dot', isFromEvidence: false })).toBe('1.234')
  })

  test('a number of the workbook itself needs no rule', () => {
    expect(readTypedNumber('-10000')).toEqual({ kind: 'number', decimal: '-10000' })
    expect(readTypedNumber('1.234')).toEqual({ kind: 'number', decimal: '1.234' })
    expect(readTypedNumber('1e5').kind).toBe('unreadable')
  })
})

describe('the decimal mark of a column', () => {
  test.each([
    [['129', '12,50', '1.000'], 'comma'],
    [['1.000', '12.50'], 'dot'],
    [['1,234.50'], 'dot'],
    [['1.234.567'], 'comma'],
    [['0.500'], 'dot'],
    [['1234,567'], 'comma'],
    [['1 144,75 kr'], 'comma'],
    [['129', '-4'], null],
    [['12,50', '1,2,3', '12.5.2026'], 'comma'],
  ])('%j → %s', (values, mark) =>
    expect(decideDecimalMark(values)).toMatchObject({ mark, isAmbiguous: false, isConflict: false }),
  )

  test('thousands alone are ambiguous and are said to be', () =>
    expect(decideDecimalMark(['1.000', '2.500'])).toEqual({
      ...{ mark: null, isAmbiguous: true, isConflict: false, paddedOre: 'open' },
      first: { comma: null, dot: null, either: '1.000' },
    }))
  test('both marks as decimal mark are a conflict', () =>
    expect(decideDecimalMark(['1,50', '1.50'])).toEqual({
      ...{ mark: null, isAmbiguous: false, isConflict: true, paddedOre: 'ruled-out' },
      first: { comma: '1,50', dot: '1.50', either: null },
    }))
})

test.each([
  [['-30.000', '10000.000'], 'shown'],
  [['0.500', '0.000'], 'shown'],
  [['1,253.500', '970.000'], 'shown'],
  [['-30.000', '970.000'], 'open'],
  [['-30.000', '10000.00'], 'ruled-out'],
  [['-30.000', '10000.005'], 'ruled-out'],
  [['-30.005', '10000.000'], 'ruled-out'],
  [['1.000.000', '30.000'], 'ruled-out'],
  [['10000.000', '30'], 'ruled-out'],
  [['10000.000', '10000,000'], 'ruled-out'],
])('a zero behind the öre of %j is %s', (values, paddedOre) =>
  expect(decideDecimalMark(values)).toMatchObject({ paddedOre }),
)

test('whatever way an amount is written, reading it gives the amount back', () => {
  const minus = fc.constantFrom('-', '\u2212', '\u2013', 'trailing', 'parentheses')
  const group = fc.constantFrom('', ' ', '\u00a0', '\u202f', "'", 'other')
  const currency = fc.constantFrom('', ' kr', ' SEK', '€', ' EUR')
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      fc.constantFrom('comma' as const, 'dot' as const),
      group,
      minus,
      currency,
      (minor, mark, groupBy, sign, suffix) => {
        const [whole = '', fraction = ''] = decimalFromMinor(Math.abs(minor), 'SEK').split('.')
        const separator = groupBy === 'other' ? (mark === 'comma' ? '.' : ',') : groupBy
        const figure = `${whole.replace(/\B(?=(\d{3})+$)/g, separator)}${mark === 'comma' ? ',' : '.'}${fraction}${suffix}`
        const text =
          minor >= 0
            ? figure
            : sign === 'trailing'
              ? `${figure}-`
              : sign === 'parentheses'
                ? `(${figure})`
                : sign + figure
        const reading = readNumber(text, { mark, isFromEvidence: true })
        expect(reading.kind === 'number' ? minorFromDecimal(reading.decimal, 'SEK') : reading).toBe(
          minor === 0 ? 0 : minor,
        )
      },
    ),
    { numRuns: 2000 },
  )
})
