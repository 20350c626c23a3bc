import { expect, test } from 'vitest'
import { sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from './suggest-mapping.ts'

test.each([
  ['EUR', "Date de l'opération;Libellé;Débit;Crédit", '05/01/2026;SNCF PARIS;-120,00;'],
  ['EUR', 'Fecha operación;Concepto;Importe', '05/01/2026;MERCADONA;-45,90'],
  ['EUR', 'Data contabile;Descrizione;Importo', '15/01/2026;TRENITALIA;-45,90'],
  ['EUR', 'Datum;Omschrijving;Bedrag', '15-01-2026;ALBERT HEIJN;-45,90'],
  ['PLN', 'Data operacji;Opis operacji;Kwota', '2026-01-05;ZABKA;-45,90'],
  ['DKK', 'Dato;Tekst;Beløb', '15-01-2026;NETTO;-45,90'],
  ['NOK', 'Dato;Tekst;Beløp', '15.01.2026;KIWI;-45,90'],
  ['GBP', 'Date;Sort Code;Description;Debit;Credit', "15/01/2026;'30-00-00;TESCO;45.90;"],
  ['SEK', 'Datum;Text;Belopp', '2026-01-15;ICA;-45,90'],
])('an account whose columns say nothing of its currency is in %s: %s', (currency, header, row) =>
  expect(suggestMapping(sheetOf(header, row), { today })?.mapping.currency).toBe(currency),
)

test.each([
  ['nothing says it', true, ['Datum;Text;Belopp', '2026-01-15;ICA;-45,90']],
  ['a column that is empty does not', true, ['Datum;Text;Belopp;Valuta', '2026-01-15;ICA;-45,90;']],
  ["the amount's name says it", false, ['Datum;Text;Belopp (SEK)', '2026-01-15;ICA;-45,90']],
  ['so do kronor', false, ['Datum;Text;Belopp kr', '2026-01-15;ICA;-45,90']],
  ['so do the amounts', false, ['Datum;Text;Belopp', '2026-01-15;ICA;-45,90 kr']],
  ['so does a column', false, ['Datum;Text;Belopp;Valuta', '2026-01-15;ICA;-45,90;SEK']],
  ['so do two currencies', false, ['Datum;Text;Belopp;Valuta', '2026-01-15;ICA;-45,90;SEK', '2026-01-15;A;-4,90;EUR']],
  ['so does the language of the names', false, ['Dato;Tekst;Beløp', '15.01.2026;KIWI;-45,90']],
])('a person is told that the currency is assumed where the file does not say it: %s', (_, isAssumed, lines) =>
  expect(suggestMapping(sheetOf(...lines), { today })?.isCurrencyAssumed).toBe(isAssumed),
)
