import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today, workbookOf } from '../testing/sheets.ts'
import { monthOfSheet } from './rows/statement-month.ts'

const lines = ['Datum;Butik;Belopp', '3/1;Prinsen;980,00', '15/1;Taxi;312,00']
const later = ['Datum;Butik;Belopp', '30/1;Prinsen;98,00', '15/2;Taxi;31,20']
const readOf = (sheets: Record<string, readonly string[]>) =>
  outcomes(readSuggested(workbookOf(sheets))).filter((line) => !/header|preamble/.test(line))

test.each(['Jan 2026', 'Januari 2026', '2026-01', 'Kort jan 2026', '2026 januari', '2026', 'Kortköp 2026', 'Jan-26'])(
  'days without a year in a sheet called %s have the year that it says',
  (name) => expect(readOf({ [name]: lines })).toEqual(['2: 2026-01-03 Prinsen 98000', '3: 2026-01-15 Taxi 31200']),
)

test('each sheet has its own month, and days of December in one for January are of the year before', () => {
  const january = [...lines, '28/12;SJ;10,00']
  expect(readOf({ 'Jan 2026': january, 'Feb 2025': later })).toEqual([
    '2: 2026-01-03 Prinsen 98000',
    '3: 2026-01-15 Taxi 31200',
    '4: 2025-12-28 SJ 1000',
    '2: 2025-01-30 Prinsen 9800',
    '3: 2025-02-15 Taxi 3120',
  ])
})

test('a title with a year says it too, a month above the table says more than the name of the sheet, and two years say nothing', () => {
  const titled = (title: string) => [title, ...lines]
  const inYear = (year: number) => [`3: ${year}-01-03 Prinsen 98000`, `4: ${year}-01-15 Taxi 31200`]
  expect(readOf({ Blad1: titled('Kortköp 2026') })).toEqual(inYear(2026))
  expect(readOf({ '2026': titled('Kortköp 2026') })).toEqual(inYear(2026))
  expect(readOf({ '2025': titled('Kortköp januari 2026') })).toEqual(inYear(2026))
  expect(readOf({ '2025': titled('Kortköp 2026') })).toEqual(['3: date-without-year@A3', '4: date-without-year@A4'])
  expect(readOf({ Januari: lines })).toEqual(['2: date-without-year@A2', '3: date-without-year@A3'])
})

test('what is no month is none', () => {
  for (const name of ['', 'Blad1', 'Kort 1234', 'Kort 5678 2', 'Export 20261005', '2025-2026', 'Maja', 'Kort 26'])
    expect([name, monthOfSheet(name)]).toEqual([name, null])
})

test.each([
  '2026‑01‑05',
  '2026-01-05 kl 12:30',
  '2026-01-05 kl. 12.30',
  '5/1 -26',
  '2026-01-05 (mån)',
  '2026-01-05 måndag',
  '5 januari -26',
  '2026–01–05',
])('%s is the fifth of January', (day) =>
  expect(
    outcomes(readSuggested(sheetOf('Datum;Butik;Belopp', `${day};Bok AB;10,00`, '2026-01-06;Bok AB;10,00')))[1],
  ).toBe('2: 2026-01-05 Bok AB 1000'),
)

test('a day whose year would be ahead of today by its sheet is asked about', () => {
  expect(today < '2026-12').toBe(true)
  expect(readOf({ '2026': [...lines, '28/12;SJ;10,00'] })).toContain('4: date-without-year@A4')
})
