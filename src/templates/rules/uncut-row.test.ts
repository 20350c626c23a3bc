import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { outcomes, readSuggested } from '../testing/sheets.ts'

test('a row that was left whole waits for a person, also where the first column is not the day', () => {
  const sheet = readSpreadsheet(
    new TextEncoder().encode(
      [
        'Text  Datum  Valutadatum  Belopp',
        'ICA NORA  2026-07-01  2026-07-02  145,00',
        'SJ AB  2026-07-02  2026-07-03  99,00',
        'COOP  2026-07-03  45,00',
      ].join('\n'),
    ),
  )
  expect(outcomes(readSuggested(sheet))).toEqual([
    '1: header',
    '2: 2026-07-01 ICA NORA 14500',
    '3: 2026-07-02 SJ AB 9900',
    '4: date-missing amount-missing',
  ])
})
