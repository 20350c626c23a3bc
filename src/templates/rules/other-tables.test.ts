import { describe, expect, test } from 'vitest'
import { outcomes, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const month = ['Datum;Butik;Belopp', '2026-03-01;ICA;100,00', '2026-03-02;SJ;200,00', '2026-03-03;Coop;300,00']

/** By the template of a month that holds nothing else. */
function readBelow(...lines: string[]): string[] {
  const { mapping } = suggestMapping(sheetOf(...month), { today })!
  return outcomes(readSource(sheetOf(...month, '', ...lines), mapping, { today })).slice(month.length)
}

describe('a table below the purchases, whose columns hold something else', () => {
  test.each([
    ['balances', ['Datum;Konto;Saldo', '2026-03-31;Kortkonto;12345,00']],
    ['VAT', ['Datum;Text;Moms', '2026-03-05;Hotell;60,00']],
    ['a budget', ['Datum;Kategori;Budget', '2026-03-01;Resor;5000,00']],
    ['limits', ['Datum;Kortnummer;Kreditgräns', '2026-03-31;1234;50000,00']],
  ])('of %s is none of purchases', (_, lines) => {
    expect(readBelow(...lines)).toEqual(['6: header', '7: column-missing'])
  })

  test('is read where its names are the template’s, in whatever order', () => {
    expect(readBelow('Belopp;Datum;Butik', '300,00;2026-03-05;Hotell')).toEqual([
      '6: header',
      '7: 2026-03-05 Hotell 30000',
    ])
  })

  test('is not begun by words beside a day, nor by a line that stands under no amount', () => {
    const purchase = '2026-03-31;Hotell;50,00'
    const read = '7: 2026-03-31 Hotell 5000'
    expect(readBelow('Utlandsköp;;', purchase).at(-1)).toBe(read)
    expect(readBelow('Datum;se ovan;', purchase).at(-1)).toBe(read)
    expect(readBelow('Anm;se kvitto;saknas', purchase).at(-1)).toBe(read)
  })
})
