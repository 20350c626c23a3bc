import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test.each([
  ['Makulerad', 'Nej', 'Ja'],
  ['Makulerad', '', 'x'],
  ['Cancelled', 'FALSE', 'TRUE'],
  ['isVoided', 'no', 'yes'],
])(
  'where %s is %s for one row and %s for the next, the next was taken back and is no purchase',
  (name, first, second) => {
    const lines = [`Datum;Butik;Belopp;${name}`, `2026-03-02;ICA;100,00;${first}`, `2026-03-03;SJ;695,00;${second}`]
    expect(read(...lines)).toEqual(['2: 2026-03-02 ICA 10000', '3: other-movement'])
  },
)

test('a row that was not taken back has the state that another column says in words, or by its day of booking', () => {
  expect(
    read(
      'Datum;Butik;Belopp;Makulerad;Status',
      '2026-03-02;ICA;100,00;Nej;Bokförd',
      '2026-03-03;SJ;695,00;Nej;Väntande',
      '2026-03-04;SJ;95,00;Ja;Bokförd',
    ),
  ).toEqual(['2: 2026-03-02 ICA 10000', '3: pending', '4: other-movement'])
  expect(
    read(
      'Köpdatum;Bokföringsdatum;Butik;Belopp;Annullerad',
      '2026-03-02;2026-03-03;ICA;100,00;nej',
      '2026-03-03;;SJ;695,00;nej',
      '2026-03-04;2026-03-05;SJ;95,00;ja',
    ),
  ).toEqual(['2: 2026-03-02 ICA 10000', '3: pending', '4: other-movement'])
})

test('the day on which a row was taken back says so too, and a word that is no answer says nothing', () => {
  const purchase = '2: 2026-03-02 ICA 10000'
  const lines = ['Datum;Butik;Belopp;Makulerad', '2026-03-02;ICA;100,00;', '2026-03-03;SJ;695,00;2026-03-04']
  expect(read(...lines)).toEqual([purchase, '3: other-movement'])
  const others = ['Datum;Butik;Belopp;Makulerad', '2026-03-02;ICA;100,00;', '2026-03-03;SJ;695,00;delvis']
  expect(read(...others)).toEqual([purchase, '3: 2026-03-03 SJ 69500'])
})

test.each([
  ['Kreditfaktura', 'Nej', 'Ja'],
  ['Kredit', 'false', 'true'],
  ['credit_note', 'no', 'yes'],
])('an amount without a sign is given back where %s, otherwise %s, says %s', (name, first, second) => {
  const head = `Fakturanr;Leverantör;Fakturadatum;Belopp;${name}`
  const lines = [head, `1;Telia;2026-03-02;1250,00;${first}`, `2;Telia;2026-03-03;100,00;${second}`]
  expect(read(...lines)).toEqual(['2: 2026-03-02 Telia 125000', '3: 2026-03-03 Telia -10000'])
  const signed = [head, `1;Telia;2026-03-02;1250,00;${first}`, `2;Telia;2026-03-03;-100,00;${second}`]
  expect(read(...signed)).toEqual(['2: 2026-03-02 Telia 125000', '3: 2026-03-03 Telia -10000'])
})

test.each(['Kreditfaktura', 'Kreditnota', 'Credit note'])('an amount without a sign is given back by a %s', (type) => {
  const lines = [
    'Typ;Fakturanr;Leverantör;Fakturadatum;Belopp',
    'Faktura;1;Telia;2026-03-02;1250,00',
    `${type};2;Telia;2026-03-03;100,00`,
  ]
  expect(read(...lines)).toEqual(['2: 2026-03-02 Telia 125000', '3: 2026-03-03 Telia -10000'])
})

test.each([
  ['Payment status', 'Paid', 'Failed'],
  ['Betalningsstatus', 'Genomförd', 'Nekad'],
  ['Result', 'Approved', 'Declined'],
])('what %s says was %s is a purchase, and what it says was %s is none', (name, paid, failed) => {
  const lines = [`Datum;Butik;Belopp;${name}`, `2026-03-02;Meta;100,00;${paid}`, `2026-03-03;Meta;695,00;${failed}`]
  expect(read(...lines)).toEqual(['2: 2026-03-02 Meta 10000', '3: other-movement'])
})

test('what a manager thinks of a purchase that was paid takes nothing back', () => {
  const lines = ['Datum;Butik;Belopp;Attest', '2026-03-02;Meta;100,00;Godkänd', '2026-03-03;Meta;695,00;Nekad']
  expect(read(...lines)).toEqual(['2: 2026-03-02 Meta 10000', '3: 2026-03-03 Meta 69500'])
})

test.each(['Antal', 'Liter', 'Quantity'])(
  'a row with less than nothing in %s gives back, whether or not its amount has a sign',
  (name) => {
    const bought = '2026-03-02;Jula;2;740,00'
    expect(read(`Datum;Butik;${name};Belopp`, bought, '2026-03-03;Jula;-1;185,00')).toEqual([
      '2: 2026-03-02 Jula 74000',
      '3: 2026-03-03 Jula -18500',
    ])
    expect(read(`Datum;Butik;${name};Belopp`, bought, '2026-03-03;Jula;-1;-185,00')[1]).toBe(
      '3: 2026-03-03 Jula -18500',
    )
  },
)
