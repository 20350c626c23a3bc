import { describe, expect, test } from 'vitest'
import { merchantKey } from './merchant-key.ts'
import { suggest } from './suggest-suppliers.ts'
import { buildSupplierBook, namesOtherCountry } from './supplier-book.ts'

const bookOf = (...taught: [number: string, text: string][]) =>
  buildSupplierBook(
    taught.map(([number, text]) => ({
      supplier: { number, name: text, account: null, vatType: null, isActive: true, registerAccount: null },
      designations: [{ match: 'exact' as const, text }],
    })),
  )

test.each([
  ['TELIA NORGE AS', 'no', 'no'],
  ['BAUHAUS SE 4411', 'se', 'se'],
  ['AMAZON.DE', 'de', 'de'],
  ['AMAZON.SE LUXEMBOURG LU', 'se', 'se'],
  ['AMZN Mktp DE*2K4LT6QZ3', 'de', 'de'],
  ['PAYPAL *TELIASVERIGEAB', 'se', 'se'],
  ['TELE2 SVERIGE AB,800-123-1234,US', 'se', 'se'],
  ['IKEA BARCELONA ES', '', 'es'],
  ['SPOTIFY P123 STOCKHOLM SE', '', 'se'],
  ['UBER *TRIP AMSTERDAM NL', '', ''],
  ['BOLT.EU/O/2410 TALLINN EE', '', ''],
  ['KAFÉ BRYGGAN OSLO', '', ''],
  ['LIDL DE BERLIN', 'de', 'de'],
  ['ZARA IT ROMA', 'it', 'it'],
  ['ZARA ROMA IT', '', 'it'],
  ['AMZN Mktp IT*2K4LT6QZ3', 'it', 'it'],
  ['LANSTEKNIK IT', '', ''],
  ['LANSTEKNIK IT AB STOCKHOLM SE', '', 'se'],
  ['WEB IT SVERIGE AB', 'se', 'se'],
  ['LA MAISON DE PARIS', '', ''],
  ['FÖRLAGET BE STOCKHOLM', '', ''],
  ['INSIDE OUT AT AB', '', ''],
  ['PUB NO 7', '', ''],
])('%s names the country %o in its name, and lies in %o', (text, named, country) => {
  expect(merchantKey(text)).toMatchObject({ named, country })
})

test('the country of a column for places counts, and its city stays the same city', () => {
  expect(merchantKey('ZALANDO', { place: 'LONDON GB' })).toMatchObject({ country: 'gb', city: 'london' })
  expect(merchantKey('ZALANDO', { place: 'SE' })).toMatchObject({ country: 'se', city: '' })
})

describe('a company of one name in another country is another', () => {
  test.each([
    ['TELIA NORGE AS', 'TELIA SVERIGE AB'],
    ['BAUHAUS DK', 'BAUHAUS SE'],
    ['BAUHAUS DK', 'BAUHAUS MALMÖ SE'],
    ['DHL EXPRESS SWEDEN', 'DHL EXPRESS GERMANY'],
    ['H&M SVERIGE', 'H&M DEUTSCHLAND'],
    ['AMAZON.DE', 'AMAZON.SE'],
    ['AMAZON.DE', 'AMAZON.COM'],
    ['AMAZON IT', 'AMAZON SE'],
    ['AMAZON IT', 'AMAZON.DE'],
    ['BOOZT NO UPPSALA SE', 'BOOZT SE'],
    ['BOOZT NO/26-03-01', 'BOOZT DK'],
    ['AMAZON.COM', 'AMAZON.DE LUXEMBOURG LU'],
    ['TELIA NORGE', 'PAYPAL *TELIASVERIGEAB'],
    ['CIRCLE K NORGE', 'CIRCLE K SVERIGE GOETEB'],
    ['BAUHAUS FIN', 'BAUHAUS MALMÖ SE'],
    ['AMAZON LUX', 'AMAZON SE'],
  ])('taught %s, %s waits for a person, who is told why', (taught, text) => {
    expect(bookOf(['1', taught]).find(text)).toBeNull()
    expect(bookOf(['1', text]).find(taught)).toBeNull()
  })

  test.each([
    ['TELIA NORGE AS', 'TELIA'],
    ['GOOGLE', 'GOOGLE IRELAND'],
    ['Lansteknik IT', 'LANSTEKNIK STOCKHOLM SE'],
    ['Lansteknik IT', 'LANSTEKNIK IT AB MALMÖ SE'],
    ['WEB IT', 'WEB IT SVERIGE AB'],
    ['WEB IT SVERIGE', 'WEB IT'],
    ['BAUHAUS DK', 'BAUHAUS'],
    ['AMAZON', 'AMAZON.SE'],
    ['SPOTIFY AB', 'SPOTIFY P123 STOCKHOLM SE'],
    ['NETFLIX.COM', 'NETFLIX.COM LOS GATOS US'],
    ['UBER *TRIP AMSTERDAM NL', 'UBER *TRIP TALLINN EE'],
    ['UBER *TRIP AMSTERDAM NL', 'UBER *TRIP HELP.UBER.COM'],
    ['BAUHAUS SVERIGE', 'BAUHAUS SE 4411'],
    // without the code's word nothing would be left that names anybody
    ['HOTEL LUX', 'HOTEL LUX MALMÖ SE'],
    ['HOTEL LUX MALMÖ SE', 'HOTEL LUX'],
    ['CAFE FIN', 'CAFE FIN STOCKHOLM SE'],
    ['BAR POL', 'BAR POL LUND SE'],
  ])('taught %s, %s is recognised', (taught, text) => {
    expect(bookOf(['1', taught]).find(text)?.supplier.number).toBe('1')
  })

  test('each is recognised by its own country when both are taught, and neither without', () => {
    const both = bookOf(['1', 'BAUHAUS DK'], ['2', 'BAUHAUS SE'])
    expect(both.find('BAUHAUS DK 4411')?.supplier.number).toBe('1')
    expect(both.find('KORTKÖP 260301 BAUHAUS SE')?.supplier.number).toBe('2')
    expect(both.find('BAUHAUS MALMÖ SE')?.supplier.number).toBe('2')
    expect(both.find('BAUHAUS')).toBeNull()
    expect(both.find('BAUHAUS NO')).toBeNull()
  })

  test('but a supplier that was taught in two countries is met in any', () => {
    const one = bookOf(['1', 'IKEA BARCELONA ES'], ['1', 'IKEA MALMÖ SE'])
    expect(one.find('IKEA OSLO NO')?.supplier.number).toBe('1')
    expect(bookOf(['1', 'TELIA NORGE'], ['1', 'TELIA SVERIGE']).find('TELIA DANMARK')?.supplier.number).toBe('1')
  })

  test('and is suggested with that as the reason, never as the same name', () => {
    const [found] = suggest('BAUHAUS SE', [{ number: '1', name: 'Bauhaus DK' }])
    expect(found).toMatchObject({ supplierNumber: '1', reason: 'other-country', confidence: 0.92 })
  })
})

test('one answer is not meant for names of two countries, nor kept from names of none', () => {
  expect(namesOtherCountry('TELIA NORGE', 'telia sverige')).toBe(true)
  expect(namesOtherCountry('TELIA NORGE', 'telia')).toBe(false)
  expect(namesOtherCountry('UBER *TRIP AMSTERDAM NL', 'UBER *TRIP TALLINN EE')).toBe(false)
})

test('a British or Australian site is called by its name, not by the ending that all of them have', () => {
  expect(merchantKey('ZALANDO.CO.UK').bare).toBe('zalando')
  expect(merchantKey('KOGAN.COM.AU').bare).toBe('kogan')
  expect(bookOf(['1', 'AMAZON.CO.UK']).find('ZALANDO.CO.UK')).toBeNull()
})
