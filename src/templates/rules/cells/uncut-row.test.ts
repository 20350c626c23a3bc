import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'
import { isSendersLine } from './uncut-row.ts'

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
    '4: date-missing@B4 amount-missing@D4',
  ])
})

test('so does one whose cells stand in quotation marks', () => {
  const left = '"LT55","2026-03-04","MAXIMA","12.50"'
  expect(
    outcomes(readSuggested(sheetOf('Datum;Text;Belopp', '2026-03-01;ICA;10,00', '2026-03-02;SJ;20,50', left)))[3],
  ).toBe('4: date-unreadable@A4 amount-missing@C4')
})

test.each([
  'Bankgiro 123-4567, OCR 123456789012',
  'Org.nr 556677-8899, Bg 123-4567',
  'Tel: 0771-658 658, www.bolaget.se',
])('%s under a table is no row of it', (line) => {
  const rows = outcomes(readSuggested(sheetOf('Datum;Butik;Belopp', '2026-03-02;ICA;100,00', line)))
  expect(rows.slice(1)).toEqual(['2: 2026-03-02 ICA 10000', '3: blank-date-and-amount'])
})

test('a row that begins with a giro and holds a day or an amount may be one', () => {
  expect(isSendersLine('Bankgiro, 2026-03-04, 250')).toBe(false)
  expect(isSendersLine('Plusgiro, 4 mars, 250,00')).toBe(false)
})
