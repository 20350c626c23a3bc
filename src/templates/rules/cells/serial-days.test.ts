import { expect, test } from 'vitest'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import { outcomes, readSuggested } from '../../testing/sheets.ts'

/** Days as a workbook holds them, `kinds` saying of each what it is. */
const read = (kinds: string, ...days: string[]) => {
  const rows = days.map((day, index) => ({
    number: index + 2,
    cells: [day, 'Coop', '100'],
    kinds: `${kinds.charAt(index)}tn`,
  }))
  const header = { number: 1, cells: ['Datum', 'Butik', 'Belopp'], kinds: 'ttt' }
  const book: Spreadsheet = { kind: 'xlsx', sheets: [{ name: 'Blad1', rows: [header, ...rows] }], warnings: [] }
  return outcomes(readSuggested(book)).slice(1)
}

test('a number among the days of a workbook is the day that it counts, where it is one of their time', () => {
  expect(read('dndn', '2026-03-01', '46082', '2026-03-05', '46088')).toEqual([
    '2: 2026-03-01 Coop 10000',
    '3: 2026-03-01 Coop 10000',
    '4: 2026-03-05 Coop 10000',
    '5: 2026-03-07 Coop 10000',
  ])
})

test.each([
  ['the number is years away', 'dnd', ['2026-03-01', '45082', '2026-03-05']],
  ['another day is a text', 'dnt', ['2026-03-01', '46082', '2026-03-05']],
  ['it is a text itself', 'dtd', ['2026-03-01', '46082', '2026-03-05']],
])('but it is asked about where %s', (_, kinds, days) => {
  expect(read(kinds, ...days)[1]).toBe('3: date-unreadable@A3')
})

test('a number with a time of day is of the day that a spreadsheet program shows, to the second', () => {
  expect(read('nnnn', '46082', '46083.41667', '46084.99999', '46084.9999999').map((row) => row.slice(3, 13))).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
  ])
})
