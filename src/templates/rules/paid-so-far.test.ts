import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

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
])(
  'of %s the former is the amount where some of them are paid: what is left to pay is none, and may be after a discount else',
  (names) => {
    const rows = ['2026-10-02;Dustin;F-88;12500,00;12500,00', '2026-10-15;Telia;99120;1249,00;249,00']
    expect(bills(names, ...rows, '2026-10-16;Loopia;77;99,00;0,00')).toEqual(['1250000', '124900', '9900'])
    const open = ['2026-10-15;Telia;99120;1249,00;249,00', '2026-10-02;Dustin;F-88;500,00;500,00']
    expect(bills(names, ...open)).toEqual(['field-not-mapped', 'field-not-mapped'])
  },
)

test.each([
  ['a discount stands beside it', 'Belopp;Rabatt;Att betala', '100,00;20,00;80,00'],
  ['the other is less', 'Belopp;Att betala', '64,00;80,00'],
  ['the other has öre more', 'Belopp;Att betala', '80,40;80,00'],
  ['the other is a price', 'Pris;Att betala', '100,00;80,00'],
  ['the other is in another currency', 'Belopp;Valuta;Att betala', '900,00;JPY;80,00'],
])('what is to be paid is the amount where %s', (_, names, row) => {
  expect(bills(names, `2026-10-02;Dustin;F-88;${row}`)[0]).toMatch(/^80/)
})
