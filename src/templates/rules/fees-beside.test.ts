import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const header = 'Datum;Text;Belopp;Avgift;Saldo'
const read = (...rows: string[]) => outcomes(readSuggested(sheetOf(header, ...rows))).slice(1)
const down = ['2026-03-02;Spotify;-119,00;0,00;881,00', '2026-03-04;Notion;-106,10;1,00;773,90']

test('a fee by which the balance falls besides the amount is part of what was paid, whichever row stands first', () => {
  expect(read(...down)).toEqual(['2: 2026-03-02 Spotify 11900', '3: 2026-03-04 Notion 10710'])
  expect(read(...down.toReversed())).toEqual(['2: 2026-03-04 Notion 10710', '3: 2026-03-02 Spotify 11900'])
})

test('a fee that the amount holds already is none', () =>
  expect(read(down[0] ?? '', '2026-03-04;Notion;-106,10;1,00;774,90')).toEqual([
    '2: 2026-03-02 Spotify 11900',
    '3: 2026-03-04 Notion 10610',
  ]))

const warningsOf = (...lines: string[]) => readSuggested(sheetOf(...lines)).warnings

test('fees that no balance shows to be part of the amounts or not are told, with how many rows have one', () => {
  const rows = ['2026-03-02;Spotify;-119,00;0,00', '2026-03-04;Notion;-106,10;1,00', '2026-03-05;SJ;-95,00;']
  const told = [{ code: 'fees-left-out', params: { column: 'Avgift', rows: 1 } }]
  expect(warningsOf('Datum;Text;Belopp;Avgift', ...rows)).toEqual(told)
  expect(warningsOf('Datum;Text;Belopp;Avgift', rows[0] ?? '')).toEqual([])
  expect(warningsOf(header, ...down)).toEqual([])
})
