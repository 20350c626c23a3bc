import { expect, test } from 'vitest'
import { readBlind } from '../../testing/read-blind.ts'

const missing = (lines: string[]) =>
  readBlind(['Datum;Vad;Summa', '2026-03-02;ICA Maxi;120,00', ...lines]).reading.rows.flatMap(({ number, outcome }) =>
    outcome.kind === 'unreadable'
      ? outcome.problems.map(({ code, cell, params }) => `${number}: ${code}@${cell} ${params?.above ?? ''}`.trim())
      : [],
  )

test('where a day is missing the day of the purchase above is named, however many rows have come since', () => {
  expect(missing([';Coop;89,00', ';Shell;500,00', '2026-03-05;SJ;1095,00', '', ';Kiosk;45,00'])).toEqual([
    '3: date-missing@A3 2026-03-02',
    '4: date-missing@A4 2026-03-02',
    '7: date-missing@A7 2026-03-05',
  ])
})

test('no day is named below a heading or a total, nor where the row lacks more than its day', () => {
  const dated = ['2026-03-03;Coop;89,00', '2026-03-04;Shell;500,00']
  expect(missing([...dated, 'Summa;;709,00', ';Kiosk;45,00'])).toEqual(['6: date-missing@A6'])
  expect(missing([...dated, 'Datum;Vad;Summa', ';Kiosk;45,00'])).toEqual(['6: date-missing@A6'])
  expect(missing([...dated, ';Kiosk;4S,00'])).toEqual(['5: date-missing@A5', '5: amount-unreadable@C5'])
})

test('below a purchase whose amount nobody can read its day is named still', () => {
  expect(missing(['2026-03-03;Coop;8g,00', ';Kiosk;45,00'])).toEqual([
    '3: amount-unreadable@C3',
    '4: date-missing@A4 2026-03-03',
  ])
})
