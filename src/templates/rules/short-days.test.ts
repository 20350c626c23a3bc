import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const rows = ['20/12;OPENAI;120,50', '05/01;GITHUB;20,50']
const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines)))

test.each([
  'Kontoutdrag 2025-12-16 - 2026-01-15',
  'Period: 2025-12-16 - 2026-01-15',
  'Fakturadatum;2026-01-31',
  'Utdragsdatum: 2026-01-31',
])('under %s the days of a new year have their year, and one day says of all which part is the day', (line) => {
  const expected = ['3: 2025-12-20 OPENAI 12050', '4: 2026-01-05 GITHUB 2050']
  expect(read(line, 'Datum;Text;Belopp', ...rows).slice(2)).toEqual(expected)
})

test('where nothing says the year, or which part is the day, a person is asked', () => {
  expect(read('Datum;Text;Belopp', ...rows).slice(1)).toEqual(['2: date-without-year@A2', '3: date-without-year@A3'])
  const open = read('Period: 2025-12-16 - 2026-01-15', 'Datum;Text;Belopp', '02/01;A;1,00', '05/01;B;2,00')
  expect(open.slice(2)).toEqual(['3: date-ambiguous@A3', '4: date-ambiguous@A4'])
})

test('an Amex file in English with the day first and a decimal comma is not taken for a British one', () => {
  const lines = [
    'Date;Description;Card Member;Account #;Amount',
    '20/06/2026;A;ANNA;-31009;120,50',
    '05/01/2026;B;ANNA;-31009;20,50',
  ]
  const found = suggestMapping(sheetOf(...lines), { today })!
  expect([found.mapping.currency, found.isCurrencyAssumed, found.format]).toEqual(['SEK', true, null])
  expect(read(...lines).slice(1)).toEqual(['2: 2026-06-20 A 12050', '3: 2026-01-05 B 2050'])
})
