import { expect, test } from 'vitest'
import { readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => {
  const { rows, warnings } = readSuggested(sheetOf(...lines))
  const vat = rows.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? [outcome.fields.vatAmount] : []))
  return { vat, told: warnings.map(({ code, params }) => `${code} ${params?.rows}`) }
}

test('of VAT in two currencies the one beside what was paid is taken, whichever stands first', () => {
  const names = ['Taxes in USD', 'Taxes in Local Currency']
  const paid = 'Transaction Amount in Local Currency (incl. Taxes);Local Currency Code'
  const lines = [
    ['1,09', '11,32', '200,00;SEK'],
    ['0,54', '5,66', '100,00;SEK'],
  ]
  for (const order of [(parts: string[]) => parts, (parts: string[]) => parts.toReversed()])
    expect(
      read(
        `Date;Merchant;${order(names).join(';')};${paid}`,
        ...lines.map(([usd = '', sek = '', rest]) => `2026-03-02;Uber;${order([usd, sek]).join(';')};${rest}`),
      ),
    ).toEqual({ vat: [1132, 566], told: [] })
  expect(read('Datum;Text;Belopp;Moms USD', '2026-03-02;Uber;200,00;1,09').vat).toEqual([null])
})

test('VAT in the currency that a purchase was made in is left out of an amount in SEK, and that is told', () => {
  const lines = ['2026-03-02;Hetzner;119,00;EUR;19,00;1344,70', '2026-03-03;Scandic;1890,00;SEK;202,50;1890,00']
  const header = 'Datum;Butik;Belopp;Valuta;Moms;Belopp SEK'
  expect(read(header, ...lines)).toEqual({ vat: [null, 20250], told: ['vat-in-other-currency 1'] })
  const danish = '2026-03-04;Dinesen;500,00;DKK;100,00;745,00'
  expect(read(header, ...lines, danish).vat).toEqual([null, 20250, null])
})

test('VAT in SEK of a purchase abroad stays', () => {
  const line = '2026-03-02;Hetzner;119,00;EUR;214,70;1344,70'
  const own = '2026-03-03;Scandic;1890,00;SEK;202,50;1890,00'
  expect(read('Datum;Butik;Belopp;Valuta;Moms;Belopp SEK', line, own)).toEqual({ vat: [21470, 20250], told: [] })
  const little = '2026-03-02;Hetzner;119,00;EUR;19,00;1344,70'
  expect(read('Datum;Butik;Belopp;Valuta;Moms SEK;Belopp SEK', little, own).vat).toEqual([1900, 20250])
})

test.each([
  [
    'every row was bought abroad',
    'Belopp;Moms (SEK);Valuta;Utländskt belopp',
    ['1000,00;200,00;EUR;90,00', '500,00;100,00;EUR;45,00'],
  ],
  [
    'every row was bought abroad',
    'Amount;VAT SEK;Original currency;Original amount',
    ['1000,00;200,00;EUR;90,00', '500,00;100,00;EUR;45,00'],
  ],
  ['rows write kr for kronor', 'Belopp;Valuta;Moms (SEK)', ['1000,00;kr;200,00', '500,00;kr;100,00']],
  ['rows write Kronor', 'Belopp;Valuta;Moms kr', ['1000,00;Kronor;200,00', '500,00;Kronor;100,00']],
])('VAT in kronor of amounts in kronor is kept where %s (%s)', (_, names, rows) => {
  const lines = rows.map((row, place) => `2026-03-0${place + 2};Adobe;${row}`)
  expect(read(`Datum;Butik;${names}`, ...lines)).toEqual({ vat: [20000, 10000], told: [] })
})

test('of VAT in kronor and in euro beside kronor that were paid in euro the former is taken', () => {
  const lines = ['2026-03-02;Adobe;1000,00;18,00;200,00;EUR;90,00', '2026-03-03;Figma;500,00;9,00;100,00;EUR;45,00']
  expect(read('Datum;Butik;Belopp;Moms EUR;Moms SEK;Valuta;Utländskt belopp', ...lines).vat).toEqual([20000, 10000])
})

test('the only VAT, in another currency than what was paid, is left out of each purchase, and that is told', () => {
  const lines = ['2026-03-02;Uber;200,00;1,09', '2026-03-03;Uber;100,00;0,54']
  expect(read('Datum;Text;Belopp;Moms USD', ...lines)).toEqual({ vat: [null, null], told: ['vat-in-other-currency 2'] })
})

test('VAT in kronor of a purchase in euro is left out and told, were it more than the purchase: it stops no row', () => {
  const euro = ['2026-03-02;Adobe;100,00;EUR;226,00', '2026-03-03;Figma;10,00;EUR;22,60']
  const told = { vat: [null, null], told: ['vat-in-other-currency 2'] }
  expect(read('Datum;Butik;Belopp;Valuta;Moms SEK', ...euro)).toEqual(told)
  const mixed = '2026-03-04;ICA;113,00;SEK;22,60'
  expect(read('Datum;Butik;Belopp;Valuta;Moms SEK', ...euro, mixed)).toEqual({ ...told, vat: [null, null, 2260] })
  expect(read('Datum;Butik;Belopp;Valuta;Moms SEK', mixed, '2026-03-05;ICA;100,00;SEK;226,00').vat).toEqual([2260])
})
