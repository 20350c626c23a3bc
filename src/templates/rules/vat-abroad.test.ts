import { expect, test } from 'vitest'
import { readSuggested, sheetOf } from '../testing/sheets.ts'

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
