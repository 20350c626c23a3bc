import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseOrganisationNumber } from './organisation-number.ts'

describe('an organisation number', () => {
  test.each([
    '556036-0793',
    '5560360793',
    '556036 0793',
    ' 556036-0793 ',
    '16556036-0793',
    '165560360793',
    '556036\u20130793',
    '556036\u22120793',
    '556036\u00a00793',
  ])('is understood as %j', (text) => {
    expect(parseOrganisationNumber(text)).toBe('556036-0793')
  })

  test.each([
    '556036-0794',
    '556036-079',
    '556036-07933',
    '175560360793',
    '',
    'SE556036079301',
    '55603A-0793',
    '556036_0793',
  ])('%j is none', (text) => {
    expect(parseOrganisationNumber(text)).toBeNull()
  })

  test('of a sole trader is a personal number, with or without century, also past a hundred years', () => {
    expect(parseOrganisationNumber('19811218-9876')).toBe('811218-9876')
    expect(parseOrganisationNumber('811218-9876')).toBe('811218-9876')
    expect(parseOrganisationNumber('811218+9876')).toBe('811218-9876')
    expect(parseOrganisationNumber(withCheckDigit('811278987'))).toMatch(/^811278-987\d$/) // coordination number: day + 60
  })

  test('with a right check digit but neither a legal person’s group nor a date is refused', () => {
    expect(parseOrganisationNumber('000000-0000')).toBeNull()
    expect(parseOrganisationNumber(withCheckDigit('811318987'))).toBeNull()
    expect(parseOrganisationNumber(withCheckDigit('811200987'))).toBeNull()
    expect(parseOrganisationNumber(withCheckDigit('811232987'))).toBeNull()
  })

  const legal = fc
    .tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: 2, max: 9 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([a, b, c]) => withCheckDigit(`${a}${b}${String(c).padStart(6, '0')}`))

  test('reads the same once it has been read', () => {
    fc.assert(
      fc.property(legal, (digits) => {
        const read = parseOrganisationNumber(digits)
        expect(read).toBe(`${digits.slice(0, 6)}-${digits.slice(6)}`)
        expect(parseOrganisationNumber(read ?? '')).toBe(read)
      }),
    )
  })

  test('with one digit mistyped is always refused', () => {
    fc.assert(
      fc.property(legal, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
        const wrong = (Number(digits[at]) + by) % 10
        expect(parseOrganisationNumber(digits.slice(0, at) + wrong + digits.slice(at + 1))).toBeNull()
      }),
    )
  })
})

/** The tenth digit by the method of SKV 707: weights 2, 1, 2, … from the left, the digits of the products added up. */
function withCheckDigit(nine: string): string {
  const sum = [...nine].reduce(
    (total, digit, i) => total + [...String(Number(digit) * (i % 2 === 0 ? 2 : 1))].reduce((a, b) => a + Number(b), 0),
    0,
  )
  return `${nine}${(10 - (sum % 10)) % 10}`
}
