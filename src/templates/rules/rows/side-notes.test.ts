import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const purchases = ['Datum;Butik;Belopp', '2026-03-01;Coop;100,00', '2026-03-02;ICA;50,00']
const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...purchases, ...lines))).slice(3)
const outcomeOf = (line: string) => read(line)[0]?.slice(3)

test.each([
  ';Antal;2',
  'Antal köp;;2',
  ';Genomsnitt;75,00',
  'Medel;;75',
  'Snitt per köp;;75,00',
  ';Number of receipts;2',
])('%s below a table is counted from its rows, and no purchase', (line) =>
  expect(outcomeOf(line)).toBe('printed-total'),
)

test('a sum that is carried to the next page is no purchase, and the sum below the next page is compared with all rows', () => {
  const reading = readSuggested(
    sheetOf(...purchases, ';Transport;150,00', 'Transport;;150,00', '2026-03-03;Jula;25,00', ';Summa;175,00'),
  )
  expect(outcomes(reading).slice(3)).toEqual([
    '4: printed-total',
    '5: printed-total',
    '6: 2026-03-03 Jula 2500',
    '7: printed-total',
  ])
  expect(reading.controlSums.every(({ agrees }) => agrees)).toBe(true)
})

test.each([
  [';Transport;99,00', 'date-missing@A4'],
  ['2026-03-05;Transport;150,00', '2026-03-05 Transport 15000'],
  ['2026-03-05;Antal;2', '2026-03-05 Antal 200'],
  [';Antal Krog;2', 'date-missing@A4'],
])('%s may be a purchase', (line, outcome) => expect(outcomeOf(line)).toBe(outcome))

test.each([
  'Underskrift;Anna 2026-03-31;',
  'Attest: Anna 2026-03-31;;',
  '2026-03-31;Attest: Anna;',
  'Ort och datum;Umeå 2026-03-31;',
  ';;Attest: Anna',
  ';Underskrift: _____;',
])('%s below a table is who signs it', (line) => expect(outcomeOf(line)).toBe('blank-date-and-amount'))

test.each(['2026-03-05;;', '2026-03-05;;;FALSE;0,00'])('%s is a day that somebody wrote down beforehand', (line) =>
  expect(outcomeOf(line)).toBe('blank-date-and-amount'),
)

test.each([
  ['2026-03-05;Coop;', 'amount-missing@C4'],
  ['2026-03-05;;;Coop', 'amount-missing@C4'],
  ['2026-03-05;;;TRUE', 'amount-missing@C4'],
  ['2026-03-05;Signature;', 'amount-missing@C4'],
  ['2026-03-05;Attest Media AB;', 'amount-missing@C4'],
  ['2026-03-05;Coop;Attest: Anna', 'amount-unreadable@C4'],
  ['2026-03-05;Attest: Anna;12,00', '2026-03-05 Attest: Anna 1200'],
])('%s is not', (line, outcome) => expect(outcomeOf(line)).toBe(outcome))

test.each(['(ÅÅÅÅ-MM-DD);(text);(SEK)', 'åååå-mm-dd;text;kr', '[YYYY-MM-DD];[butik];[inkl. moms]'])(
  '%s under a header says how its cells are filled in',
  (line) =>
    expect(outcomes(readSuggested(sheetOf(purchases[0] ?? '', line, ...purchases.slice(1))))[1]).toBe(
      '2: blank-date-and-amount',
    ),
)

test('a sum that a cash book carries on with what came in and what went out is no purchase', () => {
  const lines = ['Datum;Text;Inkomst;Utgift', '2026-03-01;Lotteri;500,00;', '2026-03-02;Coop;;125,50']
  expect(
    outcomes(readSuggested(sheetOf(...lines, ';Transport;500,00;125,50', ';Coop;500,00;125,50'))).slice(3),
  ).toEqual(['4: printed-total', '5: date-missing@A5 amount-in-both-columns@D5'])
})
