import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const table = ['Datum;Butik;Belopp', '2026-03-02;Ica;10,00', '2026-03-03;Coop;20,00']

test('days and sums that stand by their names above a table are around it: they were asked about as purchases without a header', () => {
  for (const above of [
    'Kund;Testbolaget AB;Kundnr;12345;Datum;2026-03-31',
    'Förfallodatum;2026-04-30;OCR;123456789',
    'Fakturanr;90012;Fakturadatum;2026-03-31;Belopp;30,00',
    'Saldo per;2026-03-31;1234,50;SEK',
    'Skapad:;2026-03-31;Anna;12',
  ])
    expect(outcomes(readSuggested(sheetOf(above, ...table)))[0]).toBe('1: preamble')
})

test('a purchase above the header is asked about as before', () => {
  const above = ['2026-03-01;Lidl;5,00', 'Hotell;2026-03-01;5,00', 'Söndag;2026-03-01;5,00']
  const rows = outcomes(readSuggested(sheetOf(...above, ...table)))
  expect(rows.slice(0, 3)).toEqual(['1: header-not-found', '2: header-not-found', '3: header-not-found'])
})
