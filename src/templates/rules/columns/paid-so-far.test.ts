import { expect, test } from 'vitest'
import { readBlind } from '../../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'

const lines = [
  '2026-05-01;Telia;1200,50;200,50;1000,00',
  '2026-05-02;SJ;199,00;199,00;0,00',
  '2026-05-03;ICA;5,00;0,00;5,00',
]

test.each([
  ['Totalt', 'Betalt hittills', 'Kvar'],
  ['Belopp', 'Betalt', 'Att betala'],
  ['Total', 'Paid', 'Balance'],
])('of %s, %s and %s the first is the amount, and what is left is no balance of an account', (...names) => {
  expect(outcomes(readSuggested(sheetOf(`Datum;Leverantör;${names.join(';')}`, ...lines))).slice(1)).toEqual([
    '2: 2026-05-01 Telia 120050',
    '3: 2026-05-02 SJ 19900',
    '4: 2026-05-03 ICA 500',
  ])
})

const bills = (names: string, ...rows: string[]) => {
  const read = readSuggested(sheetOf(`Fakturadatum;Leverantör;Fakturanr;${names}`, ...rows))
  return outcomes(read)
    .slice(1)
    .map((outcome) => outcome.split(' ').at(-1))
}

test.each([
  'Belopp;Att betala',
  'Amount;Amount due',
  'Totalt;Kvar att betala',
  'Invoice total;Balance due',
  'Fakturabelopp;Restbelopp',
])('of %s the former is the amount where it is never the lesser: what is left to pay is none', (names) => {
  const rows = ['2026-10-02;Dustin;F-88;12500,00;12500,00', '2026-10-15;Telia;99120;1249,00;249,00']
  expect(bills(names, ...rows, '2026-10-16;Loopia;77;99,00;0,00')).toEqual(['1250000', '124900', '9900'])
})

test.each(['Totalt;Kvar att betala', 'Invoice total;Balance due', 'Fakturabelopp;Restbelopp'])(
  'of %s the former is the amount though nothing was paid in full: the latter is what is left and nothing else',
  (names) => expect(bills(names, '2026-10-15;Telia;99120;1249,00;249,00')).toEqual(['124900']),
)

test.each([
  ...['Belopp;Att betala', 'Total;Amount due', 'Bruttobelopp;Att betala', 'Belopp;Belopp att betala'],
  ...['Belopp;Summa att betala', 'Summa;Netto att betala', 'Belopp;Att betala nu', 'Total;Amount to pay'],
  ...['Amount;Total due', 'Total;Amount payable', 'Total;Net payable', 'Amount;Total to pay', 'Total;Net amount due'],
])(
  'of %s a person must say which was paid where the latter is less and never nothing: a discount may be taken off',
  (names) => {
    const rows = ['2026-10-09;Elgiganten;77;1000,00;900,00', '2026-10-07;Kjell;78;500,00;500,00']
    expect(bills(names, ...rows)).toEqual(['field-not-mapped', 'field-not-mapped'])
    expect(bills(names, rows[1] ?? '')).toEqual(['50000'])
  },
)

test.each(['Att betala (SEK)', 'Att betala', 'Amount due', 'Belopp att betala', 'Total due'])(
  'what is to be paid for a purchase in another currency is not left of it: %s is the amount',
  (name) => {
    const rows = [
      '2026-10-01;ICA;500,00;SEK;500,00',
      '2026-10-02;TOKYO HOTEL;10000;JPY;700,00',
      '2026-10-03;REMA;100,00;NOK;95,00',
    ]
    expect(outcomes(readSuggested(sheetOf(`Datum;Butik;Belopp;Valuta;${name}`, ...rows))).slice(1)).toEqual([
      '2: 2026-10-01 ICA 50000',
      '3: 2026-10-02 TOKYO HOTEL 70000 JPY 10000',
      '4: 2026-10-03 REMA 9500 NOK 10000',
    ])
  },
)

test('invoices in several currencies of which nothing is left, or all, are what they say; where some of another is left, nobody knows', () => {
  const rows = ['2026-10-02;Dustin;F-88;1250,00;SEK;1250,00', '2026-10-15;Hetzner;99120;49,00;EUR;0,00']
  expect(bills('Belopp;Valuta;Att betala', ...rows)).toEqual(['125000', '4900'])
  expect(bills('Belopp;Valuta;Att betala', '2026-10-15;Rema;9;500,00;NOK;480,00')).toEqual(['field-not-mapped'])
})

test('before anything was bought abroad, what is to be paid in kronor is the amount of the next file', () => {
  const header = 'Datum;Butik;Belopp;Valuta;Att betala (SEK)'
  const mapping = suggestMapping(sheetOf(header, '2026-10-01;ICA;500,00;SEK;500,00'), { today })!.mapping
  const next = readSource(sheetOf(header, '2026-11-02;REWE;100,00;EUR;1130,00'), mapping, { today })
  expect(outcomes(next)[1]).toBe('2: 2026-11-02 REWE 113000 EUR 10000')
})

test.each([
  ['a discount stands beside it', 'Belopp;Rabatt;Att betala', '100,00;20,00;80,00'],
  ['the other is less', 'Belopp;Att betala', '64,00;80,00'],
  ['the other has öre more', 'Belopp;Att betala', '80,40;80,00'],
  ['the other is a price', 'Pris;Att betala', '100,00;80,00'],
])('what is to be paid is the amount where %s', (_, names, row) => {
  expect(bills(names, `2026-10-02;Dustin;F-88;${row}`)[0]).toMatch(/^80/)
})

test.each([
  ['is more, and nothing says of what', ['2026-10-01;ICA;1;100,00;125,00', '2026-10-02;SJ;2;200,00;200,00'], undefined],
  ['is the same', ['2026-10-01;ICA;1;100,00;100,00', '2026-10-02;SJ;2;200,00;200,00'], 'Belopp'],
  ['is rounded', ['2026-10-01;ICA;1;99,60;100,00', '2026-10-02;SJ;2;200,00;200,00'], 'Belopp'],
  ['is of all lines of a bill', ['2026-10-01;ICA;1;100,00;300,00', '2026-10-01;ICA;1;200,00;300,00'], 'Belopp'],
])('where Belopp att betala beside Belopp %s', (_, rows, total) => {
  const { fields } = readBlind(['Datum;Leverantör;Fakturanr;Belopp;Belopp att betala', ...rows])
  expect(fields.total).toBe(total)
})
