import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

test('the price of a litre is not what was paid: that is what the row cost without VAT and the VAT on it', () => {
  const reading = readSuggested(
    sheetOf(
      'Datum;Tid;Station;Produkt;Volym;Pris;Belopp exkl. moms;Moms',
      '2026-06-01;07:00;PREEM SOLNA;AdBlue;4,00;20,00;64,00;16,00',
      '2026-06-02;07:00;PREEM SOLNA;Tvätt;1;149,00;119,20;29,80',
    ),
  )
  expect(outcomes(reading).slice(1)).toEqual(['2: 2026-06-01 PREEM SOLNA 8000', '3: 2026-06-02 PREEM SOLNA 14900'])
})

test('a price that is never less than the row cost without VAT is what was paid', () => {
  const reading = readSuggested(
    sheetOf('Datum;Butik;Pris;Netto;Moms', '2026-06-01;BIO;100,00;80,00;20,00', '2026-06-02;ICA;112,00;100,00;12,00'),
  )
  expect(outcomes(reading).slice(1)).toEqual(['2: 2026-06-01 BIO 10000', '3: 2026-06-02 ICA 11200'])
})
