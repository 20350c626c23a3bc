import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines)))
const rows = ['2026-01-05;ICA;12,5', '2026-01-06;SJ;3,1']

test.each([
  'Belopp (tkr)',
  'Belopp (KSEK)',
  'Belopp tkr',
  'Amount (SEK k)',
  "Amount (SEK '000)",
  'Belopp i tusental kronor',
  'Utfall MSEK',
])('amounts in a column called %s are asked about: thousands are rounded off', (name) => {
  expect(read(`Datum;Text;${name}`, ...rows).slice(1)).toEqual([
    '2: amount-in-thousands@C2',
    '3: amount-in-thousands@C3',
  ])
})

test.each([
  'Alla belopp i tkr',
  'Belopp i tkr',
  '(tkr)',
  'Amounts in KSEK',
  'Avdelning Marknad (tkr)',
  'Utfall 2026 (KSEK)',
  'Amounts in thousands of SEK',
])('so are all amounts where %s stands above the table or under its header', (text) => {
  const asked = [expect.stringContaining('amount-in-thousands'), expect.stringContaining('amount-in-thousands')]
  expect(read(text, 'Datum;Text;Belopp', ...rows).slice(2)).toEqual(asked)
  expect(read('Datum;Text;Belopp', `;;${text}`, ...rows).slice(2)).toEqual(asked)
})

test.each(['Kreditgräns 50 tkr', 'Konto Tkr Bygg AB', 'Period januari 2026'])(
  '%s says nothing of the amounts',
  (text) => {
    expect(read(text, 'Datum;Text;Belopp', ...rows).slice(2)).toEqual([
      '3: 2026-01-05 ICA 1250',
      '4: 2026-01-06 SJ 310',
    ])
  },
)

test.each(['Belopp (kr)', 'Belopp SEK', 'Kostnad', 'Belopp kr ink moms'])('%s is in kronor', (name) => {
  expect(read(`Datum;Text;${name}`, ...rows).slice(1)).toEqual(['2: 2026-01-05 ICA 1250', '3: 2026-01-06 SJ 310'])
})

test('an amount in kronor beside one in thousands is read', () => {
  expect(
    read('Datum;Text;Belopp (kr);Belopp (tkr)', '2026-01-05;ICA;12500,00;12,5', '2026-01-06;SJ;90,50;0,1').slice(1),
  ).toEqual(['2: 2026-01-05 ICA 1250000', '3: 2026-01-06 SJ 9050'])
})

test('a unit in the lower part of a header is seen', () => {
  expect(read('Datum;Text;Belopp', 'Datum;;tkr', ...rows).slice(2)).toEqual([
    '3: amount-in-thousands@C3',
    '4: amount-in-thousands@C4',
  ])
})
