import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'
import { isRefundType } from './type-words.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const swedish = (type: string, amount = '336,92') =>
  read(
    'Datum;Butik;Typ;Belopp',
    '2026-07-03;Spotify;Kortköp;119,00',
    `2026-07-04;Amazon;${type};${amount}`,
    '2026-07-05;Ikea;Kortköp;500,00',
  )[1]
const english = (type: string, amount = '336.92') =>
  read(
    'Amount;Type;Date;Merchant;Card',
    `${amount};${type};2026-07-04;Amazon;1234`,
    '119.00;Purchase;2026-07-03;Spotify;1234',
    '500.00;Purchase;2026-07-05;Ikea;1234',
  )[0]

const swedishRefunds = [
  ...[
    'Kortretur',
    'Kreditert',
    'Krediteret',
    'Refusion',
    'Köpretur',
    'Returköp',
    'Retur köp',
    'Retur/kredit',
    'Returnerad',
    'Returer',
    'Varuretur',
    'Återbet.',
  ],
  ...['Återbetald', 'Återbetalt', 'Återbetalningar', 'Återbetalat köp', 'Köp återbetalt', 'KÖPRETUR', 'Krediterad'],
  ...['Krediterat köp', 'Kreditering köp', 'Kreditnota'],
  ...['Returkøb', 'Returbetaling', 'Returbelopp', 'Returbeløp', 'Returpengar', 'Returpremie', 'Returinsättning'],
  ...['Returtransaksjon', 'Returkreditt', 'Returbetalning'],
]
const englishRefunds = [
  ...['Refunded', 'Refunds', 'Returned goods', 'Purchase return', 'Purchase returns', 'Merchandise credit', 'Credited'],
  ...['Card payment refund', 'purchase_return', 'Chargeback', 'Credited purchase'],
]

test.each(swedishRefunds)('without a sign, what is called %s gives something back', (type) => {
  expect(swedish(type)).toBe('3: 2026-07-04 Amazon -33692')
})

test.each(englishRefunds)('without a sign, what is called %s gives something back', (type) => {
  expect(english(type)).toBe('2: 2026-07-04 Amazon -33692')
})

test('a purchase on credit is a purchase, and a ticket there and back is one too', () => {
  for (const type of ['Kreditköp', 'Kreditkortsköp', 'Kortköp tur och retur', 'Köp på kredit', 'Kortköp returresa'])
    expect(swedish(type)).toBe('3: 2026-07-04 Amazon 33692')
  for (const type of [
    'Credit card purchase',
    'Purchase on credit',
    'Card purchase return ticket',
    'Non-refundable card purchase',
  ])
    expect(english(type)).toBe('2: 2026-07-04 Amazon 33692')
})

test('what a return costs was bought, with or without a word for that beside it', () => {
  const bought = [
    'Returfrakt',
    'Köp returfrakt',
    'Returförsändelse',
    'Returpapper',
    'Inköp returemballage',
    'Returavgift',
  ]
  for (const type of [...bought, 'Kortköp tur/retur', 'Tur-retur'])
    expect([type, swedish(type)]).toEqual([type, '3: 2026-07-04 Amazon 33692'])
  for (const type of ['Kundretur', 'Returen', 'Returnering', 'Delretur köp', 'Returköp varor'])
    expect([type, swedish(type)]).toEqual([type, '3: 2026-07-04 Amazon -33692'])
})

test.each(['returköpsavgift', 'returbetalingsgebyr', 'returkøbsafgift'])('%s is no return', (type) => {
  expect(isRefundType(type)).toBe(false)
})

test('a word with a return in it that nobody knows is asked about where no amount of the file has a sign', () => {
  for (const type of ['Köp returvaror', 'Returgods', 'Retur frakt']) {
    expect([type, swedish(type)]).toEqual([type, '3: booked-unclear@C3'])
    expect(swedish(type, '-336,92')).toBe('3: 2026-07-04 Amazon -33692')
  }
})

test('what was taken back is asked about, whether it has a sign or not, until it has the sign of a refund', () => {
  for (const type of ['Köp makulerat', 'Återkallat köp', 'Annullerat köp']) {
    expect(swedish(type)).toBe('3: booked-unclear@C3')
    expect(swedish(type, '-336,92')).toBe('3: 2026-07-04 Amazon -33692')
  }
  for (const type of ['Reversed purchase', 'Purchase cancelled', 'Voided purchase'])
    expect(english(type)).toBe('2: booked-unclear@B2')
})

test('what may be more to pay or money back is asked about where no amount of the file has a sign', () => {
  expect(swedish('Köp, korrigering')).toBe('3: booked-unclear@C3')
  expect(english('Card credit')).toBe('2: booked-unclear@B2')
  const signed = ['Datum;Butik;Typ;Belopp', '2026-07-03;Spotify;Köp;119,00', '2026-07-04;Amazon;Köp, korrigering;36,92']
  expect(read(...signed, '2026-07-05;Amazon;Retur;-5,00')[1]).toBe('3: 2026-07-04 Amazon 3692')
})

test('a purchase that was refused is none', () => {
  for (const type of ['Nekat köp', 'Kortköp nekat', 'Misslyckat köp']) expect(swedish(type)).toBe('3: other-movement')
  for (const type of ['Declined purchase', 'Card payment failed']) expect(english(type)).toBe('2: other-movement')
})

test('a purchase that is not booked yet by its type is none', () => {
  for (const type of ['Auktoriserat köp', 'Reserverat köp']) expect(swedish(type)).toBe('3: pending')
  expect(english('Pre-authorised purchase')).toBe('2: pending')
})

test('a column of any name in which some rows give something back says of all what they are', () => {
  const rows = (...types: string[]) => types.map((type, row) => `2026-07-0${row + 3};Amazon;${type};20,00`)
  const found = (...amounts: number[]) =>
    amounts.map((amount, row) => `${row + 2}: 2026-07-0${row + 3} Amazon ${amount}`)
  expect(read('Datum;Butik;Händelse;Belopp', ...rows('Köp', 'Återköp', 'Köp'))).toEqual(found(2000, -2000, 2000))
  const kinds = rows('Card purchase', 'Card purchase refund', 'Card purchase reversal')
  expect(read('Date;Merchant;Transaction kind;Amount', ...kinds)).toEqual(found(2000, -2000, -2000))
  expect(read('Date;Vendor;Document type;Total', ...rows('Receipt', 'Credit note', 'Invoice'))).toEqual(
    found(2000, -2000, 2000),
  )
  expect(read('Datum;Butik;Slag;Belopp', ...rows('KÖP', 'RET'))).toEqual(found(2000, -2000))
  // a list of shops is none of these
  expect(read('Datum;Leverantör;Kategori;Belopp', ...rows('Resor', 'Returpapper', 'Köp'))).toEqual(
    found(2000, 2000, 2000),
  )
})

test('in whatever order the rows stand, each is what its type says', () => {
  const words = fc.constantFrom('Köp', 'Kortköp', 'Kreditköp', ...swedishRefunds)
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (types) => {
      const found = read(
        'Datum;Butik;Typ;Belopp',
        '2026-07-01;Spotify;Köp;119,00',
        ...types.map((type) => `2026-07-04;Amazon;${type};20,00`),
      )
      expect(found.slice(1)).toEqual(
        types.map((type, row) => `${row + 3}: 2026-07-04 Amazon ${isRefundType(type.toLowerCase()) ? -2000 : 2000}`),
      )
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['Returbetaling', '3: 2026-01-21 Netto -5025'],
  ['Returkøb', '3: 2026-01-21 Netto -5025'],
  ['Returvaror', '3: refund-unclear@C3'],
  ['Returgods', '3: refund-unclear@C3'],
  ['Insättning', '3: incoming'],
])('what came in on an account is never left out where its type calls it a return: %s', (type, expected) => {
  const rows = [
    '2026-01-20;Visa;Netto;-120,50;1000,00',
    `2026-01-21;${type};Netto;50,25;1050,25`,
    '2026-01-25;Visa;Meny;-10,00;1040,25',
  ]
  expect(read('Datum;Typ;Text;Belopp;Saldo', ...rows)[1]).toBe(expected)
})

test('what a shop gave back is a purchase’s beside rows of a kind of card, in Danish too', () => {
  const rows = [
    '20-01-2026;Dankort;Netto;-120,50;1000,00',
    '21-01-2026;Returkøb;Netto;50,25;1050,25',
    '25-01-2026;Dankort;Meny;-10,00;1040,25',
  ]
  expect(read('Dato;Type;Tekst;Beløb;Saldo', ...rows)[1]).toMatch(/^3: 2026-01-21 Netto .*-5025$/)
})

test.each(['Køb', 'Kortkøb', 'Varekøb', 'Dankortkøb'])('%s beside Returkøb is what was bought', (type) => {
  const rows = [`20-01-2026;${type};Netto;120,50`, '21-01-2026;Returkøb;Netto;50,25', `25-01-2026;${type};Meny;10,00`]
  expect(read('Dato;Type;Tekst;Beløb', ...rows)).toEqual([
    expect.stringMatching(/^2: 2026-01-20 Netto .*12050$/),
    expect.stringMatching(/^3: 2026-01-21 Netto .*-5025$/),
    expect.stringMatching(/^4: 2026-01-25 Meny .*1000$/),
  ])
})
