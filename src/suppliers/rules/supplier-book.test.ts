import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MatchKind } from './designations.ts'
import { type BookEntry, buildSupplierBook } from './supplier-book.ts'

function entry(number: string, ...designations: [MatchKind, string][]): BookEntry {
  return {
    supplier: {
      number,
      name: `Supplier ${number}`,
      account: 4000,
      vatType: 'SE25',
      isActive: true,
      registerAccount: null,
    },
    designations: designations.map(([match, text]) => ({ match, text })),
  }
}
const book = buildSupplierBook([
  entry('1', ['exact', 'TALLTICKET AB'], ['exact', 'Tallticket Sverige']),
  entry('2', ['starts-with', 'circle k']),
  entry('3', ['starts-with', 'Circle K Truck']),
  entry('4', ['contains', 'parkering']),
  entry('5', ['contains', 'p-parkering']),
  entry('6', ['starts-with', 'PAYPAL *']),
  entry('7', ['exact', 'PAYPAL *SPOTIFY']),
])
const found = (text: string, place?: string) => {
  const recognition = book.find(text, { place })
  return recognition && [recognition.supplier.number, recognition.how, recognition.designation]
}

describe('a merchant is recognised', () => {
  test('by its whole name, whatever the terminal added', () => {
    expect(found('KORTKÖP 260301 TALLTICKET 4471')).toEqual(['1', 'exact', 'TALLTICKET AB'])
    expect(found('Tallticket Sverige STOCKHOLM', 'Stockholm')).toEqual(['1', 'exact', 'Tallticket Sverige'])
    expect(found('TALLTICKETS')).toBeNull()
  })

  test('in another city than the taught one only by a person', () => {
    const shops = buildSupplierBook([entry('1', ['exact', 'ICA Maxi Göteborg']), entry('2', ['exact', 'Kafé Bryggan'])])
    expect(shops.find('ICA MAXI GOETEBORG 4471')?.supplier.number).toBe('1')
    expect(shops.find('ICA MAXI')?.supplier.number).toBe('1')
    expect(shops.find('ICA MAXI LUND')).toBeNull()
    expect(shops.find('KAFE BRYGGAN LUND')?.supplier.number).toBe('2')
    const chain = buildSupplierBook([entry('1', ['exact', 'ICA Maxi Göteborg'], ['exact', 'ICA Maxi Malmö'])])
    expect(chain.find('ICA MAXI LUND')?.supplier.number).toBe('1')
  })

  test('with a number glued to its name, and never as who has only the beginning of it', () => {
    const shops = buildSupplierBook([
      entry('1', ['exact', 'ICA']),
      entry('2', ['exact', 'ICA Maxi']),
      entry('3', ['exact', 'OKQ8']),
    ])
    expect(shops.find('ICA MAXI8758')?.supplier.number).toBe('2')
    expect(shops.find('ICA MAXI-8758 LUND')?.supplier.number).toBe('2')
    expect(shops.find('ICA 8758')?.supplier.number).toBe('1')
    expect(shops.find('OKQ83282')?.supplier.number).toBe('3')
    const tens = buildSupplierBook([entry('1', ['exact', 'ST1']), entry('2', ['exact', 'ST10'])])
    expect(tens.find('ST10829')).toBeNull()
  })

  test('by the longest beginning', () => {
    expect(found('CIRCLE K UPPSALA 0123')).toEqual(['2', 'starts-with', 'circle k'])
    expect(found('CIRCLE K TRUCK ÖREBRO')).toEqual(['3', 'starts-with', 'Circle K Truck'])
  })

  test('by the longest part', () => {
    expect(found('STADENS PARKERING 12')).toEqual(['4', 'contains', 'parkering'])
    expect(found('NORRA P-PARKERING')).toEqual(['5', 'contains', 'p-parkering'])
  })

  test('by a short part only where it is a word, and not in the middle of another', () => {
    const short = buildSupplierBook([entry('1', ['contains', 'ica']), entry('2', ['starts-with', 'sas'])])
    const numbers = ['STOR ICA LUND', 'ICA8758', 'AMERICAN AIRLINES', 'SAS 1234', 'SASKATOON', 'AFRICA ICA'].map(
      (text) => short.find(text)?.supplier.number,
    )
    expect(numbers).toEqual(['1', '1', undefined, '2', undefined, '1'])
  })

  test('by a part of its name only where no other supplier is meant by another part', () => {
    const two = buildSupplierBook([entry('1', ['contains', 'parkering']), entry('2', ['contains', 'göteborg'])])
    expect(two.find('STADENS PARKERING')?.supplier.number).toBe('1')
    expect(two.find('PARKERING GÖTEBORG HAMN')).toBeNull()
  })

  test('by the payment service in front only when nothing says more', () => {
    expect(found('PAYPAL *BOKLÅDAN')).toEqual(['6', 'starts-with', 'PAYPAL *'])
    expect(found('PAYPAL *SPOTIFY 353143')).toEqual(['7', 'exact', 'PAYPAL *SPOTIFY'])
    expect(found('SPOTIFY')).toEqual(['7', 'exact', 'PAYPAL *SPOTIFY'])
  })

  test('never where there is no text', () => {
    expect(found('')).toBeNull()
    expect(found('   ')).toBeNull()
    expect(buildSupplierBook([]).find('TALLTICKET')).toBeNull()
  })
})

test('a designation taught from a text recognises that text, however it is kept', () => {
  const words = fc.constantFrom(
    'KORTKÖP',
    'PAYPAL *',
    'ICA',
    'Kafé',
    'AB',
    '0123',
    '2026-10-05',
    'SE',
    'XY12345',
    'nr 5',
    '*',
  )
  const text = fc.array(words, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '))
  fc.assert(
    fc.property(text, fc.constantFrom<MatchKind>('exact', 'starts-with', 'contains'), (taught, match) => {
      const recognition = buildSupplierBook([entry('9', [match, taught])]).find(taught)
      expect(recognition?.supplier.number).toBe('9')
    }),
  )
})

test('among five thousand designations each text finds its own', () => {
  const nameOf = (i: number) => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const matches = ['exact', 'exact', 'starts-with'] as const
  const large = buildSupplierBook(
    Array.from({ length: 5000 }, (_, i) => entry(String(i), [matches[i % 3]!, `${nameOf(i)}bolaget of somewhere`])),
  )
  let hits = 0
  for (let i = 0; i < 10_000; i++) {
    if (large.find(`KORTKÖP 260301 ${nameOf(i)}BOLAGET OF SOMEWHERE 4471`)?.supplier.number === String(i)) hits++
  }
  expect(hits).toBe(5000)
})

describe('names that only look alike', () => {
  const automatic = (taught: string, texts: readonly string[]) => {
    const one = buildSupplierBook([entry('1', ['exact', taught])])
    return texts.filter((text) => one.find(text) !== null)
  }

  test('two words joined by an AND are not the one word that they give, but what PayPal and addresses write as one', () => {
    expect(automatic('Hemköp', ['Hem & Köp AB', 'HEM OCH KÖP LUND', 'HEM & KÖP STOCKHO', 'HEMKOP 0421 LUND'])).toEqual([
      'HEMKOP 0421 LUND',
    ])
    expect(automatic('Hem & Köp', ['HEMKÖP LUND', 'HEMK?P', 'HEMKÖP STOCKHO', 'HEM KÖP 0421 LUND'])).toEqual([
      'HEM KÖP 0421 LUND',
    ])
    const joined = ['PAYPAL *KJELLCOMPANY', 'WWW.KJELLCOMPANY.SE', 'KJELL COMPANY 0421']
    expect(automatic('Kjell & Company', joined)).toEqual(joined)
    expect(automatic('H & M', ['H&M 0421 LUND', 'HM MALMO'])).toHaveLength(2)
  })

  test('a word that ends in AB is a name of its own, but what PayPal and addresses write', () => {
    expect(automatic('Stark', ['STARKAB', 'STARKAB MALMO', 'STARK AB MALMO', 'PAYPAL *STARKAB'])).toEqual([
      'STARK AB MALMO',
      'PAYPAL *STARKAB',
    ])
  })

  test('a word that names end in is no city that was cut', () => {
    expect(automatic('Nordea', ['KORTKÖP 260105 NORDEA LIV', 'NORDEA STOCKH', 'NORDEA GÖTEB'])).toEqual([
      'NORDEA STOCKH',
      'NORDEA GÖTEB',
    ])
    expect(automatic('Espressino', ['ESPRESSINO BAR', 'ESPRESSINO SPA', 'ESPRESSINO BARCEL'])).toEqual([
      'ESPRESSINO BARCEL',
    ])
  })

  test('a taxi or restaurant called by a number is not the one called by its city', () => {
    expect(automatic('Taxi Göteborg', ['TAXI 020 GÖTEBORG', 'TAXI020 GOETEBORG SE', 'TAXI GOTEBORG 4711'])).toEqual([
      'TAXI GOTEBORG 4711',
    ])
    expect(automatic('Taxi 020', ['TAXI 020 GÖTEBORG', 'TAXI020', 'TAXI 085 GÖTEBORG', 'TAXI 020 AB LUND'])).toEqual([
      'TAXI 020 GÖTEBORG',
      'TAXI020',
      'TAXI 020 AB LUND',
    ])
    expect(automatic('Parkering Stockholm', ['PARKERING 471 STOCKHOLM'])).toHaveLength(1)
  })
})
