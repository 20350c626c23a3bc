import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test.each([
  ['EUR', 'SEK'],
  ['Belopp EUR', 'Belopp SEK'],
  ['Amount (EUR)', 'Amount (SEK)'],
])('%s beside %s is what the purchase cost abroad, and the kronor are the total', (abroad, total) => {
  const lines = ['2026-05-01;Hotel Berlin;100,00;1150,00', '2026-05-02;ICA;;199,00', '2026-05-03;Figma;-12,00;-138,50']
  const expected = ['2: 2026-05-01 Hotel Berlin 115000 EUR 10000', '3: 2026-05-02 ICA 19900']
  expect(read(`Datum;Text;${abroad};${total}`, ...lines)).toEqual([...expected, '4: 2026-05-03 Figma -13850 EUR -1200'])
  const swapped = lines.map((line) => line.split(';')).map(([day, text, a, b]) => [day, text, b, a].join(';'))
  expect(read(`Datum;Text;${total};${abroad}`, ...swapped).slice(0, 2)).toEqual(expected)
})

test('of two currencies abroad each row says its own, where it fills one of them', () => {
  const rows = ['2026-05-01;Figma;10,00;;115,00', '2026-05-02;GitHub;;10,00;100,00', '2026-05-03;ICA;;;50,00']
  const found = ['2: 2026-05-01 Figma 11500 EUR 1000', '3: 2026-05-02 GitHub 10000 USD 1000', '4: 2026-05-03 ICA 5000']
  expect(read('Datum;Text;EUR;USD;SEK', ...rows)).toEqual(found)
  expect(read('Datum;Text;Belopp EUR;Belopp USD;Belopp SEK', ...rows)).toEqual(found)
})

test('of two currencies abroad that a row fills both, or beside a column that says the currency, nothing is said by their names', () => {
  const both = read('Datum;Text;EUR;USD;SEK', '2026-05-01;Figma;10,00;11,00;115,00', '2026-05-02;GitHub;;10,00;100,00')
  expect(both).toEqual(['2: 2026-05-01 Figma 11500', '3: 2026-05-02 GitHub 10000'])
})
