import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test.each(['År;Månad;Dag;Butik;Belopp', 'Year;Month;Day;Merchant;Amount'])(
  '%s: three columns are one day',
  (header) => {
    const lines = ['2026;3;1;Coop;100,00', '2026;03;12;ICA;125,50', ';;;Summa;225,50', '2026;4;31;Jula;10,00']
    expect(read(header, ...lines)).toEqual([
      '2: 2026-03-01 Coop 10000',
      '3: 2026-03-12 ICA 12550',
      '4: printed-total',
      '5: date-unreadable@A5',
    ])
  },
)

test('a day in a column of its own comes before year and month beside it', () => {
  expect(read('År;Månad;Datum;Butik;Belopp', '2026;3;2026-03-02;Coop;100,00')).toEqual(['2: 2026-03-02 Coop 10000'])
  expect(read('År;Månad;Dag;Datum;Butik;Belopp', '2025;3;1;2026-03-02;Coop;100,00')).toEqual([
    '2: 2026-03-02 Coop 10000',
  ])
})

test('a part of the day is no amount beside öre', () => {
  const lines = ['År;Mån;Dag;Butik;Kr;Öre', '2026;3;1;Coop;100;05', '2026;3;12;ICA;125;50']
  expect(read(...lines)).toEqual(['2: 2026-03-01 Coop 10005', '3: 2026-03-12 ICA 12550'])
})
