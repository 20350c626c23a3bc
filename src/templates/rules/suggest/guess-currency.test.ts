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
  ['NOK', 'Dato;Brukersted;Sum', '15.01.2026;KIWI;45,90'],
  ['NOK', 'Dato;Tekst;Totalbeløp', '15.01.2026;KIWI;45,90'],
  ['DKK', 'Dato;Tekst;Samlet beløb', '15-01-2026;NETTO;45,90'],
  ['GBP', 'Date;Sort Code;Description;Debit;Credit', "15/01/2026;'30-00-00;TESCO;45.90;"],
  ['SEK', 'Datum;Text;Belopp', '2026-01-15;ICA;-45,90'],
])('an account whose columns say nothing of its currency is in %s: %s', (currency, header, row) =>
  expect(suggestMapping(sheetOf(header, row), { today })?.mapping.currency).toBe(currency),
)

test.each([
  ['CHF', ['Konto;CH93 0076 2011 6238 5295 7', '', 'Buchungstag;Text;Betrag', '15.01.2026;MIGROS;-45,90']],
  ['CHF', ['IBAN: CH9300762011623852957', '', "Date d'opération;Libellé;Montant", '15.01.2026;MIGROS;-45,90']],
  ['CHF', ['Währung: CHF', '', 'Buchungstag;Text;Betrag', '15.01.2026;MIGROS;-45,90']],
  ['EUR', ['IBAN: DE89370400440532013000', '', 'Date;Text;Amount', '15.01.2026;REWE;-45,90']],
  ['SEK', ['IBAN: SE4550000000058398257466', '', 'Datum;Text;Belopp', '2026-01-15;ICA;-45,90']],
  ['EUR', ['Kontoinhaber: MUSTER 12 AG', '', 'Buchungstag;Text;Betrag', '15.01.2026;REWE;-45,90']],
])('what stands above the rows comes before the language of the names: %s, %s', (currency, lines) =>
  expect(suggestMapping(sheetOf(...lines), { today })?.mapping.currency).toBe(currency),
)

test.each([
  ['EUR', ['EUR;0,00;24,50', 'SEK;199,00;18,11', 'USD;10,00;9,10']],
  ['EUR', ['EUR;;24,50', 'SEK;199,00;18,11', 'SEK;299,00;27,21']],
  ['SEK', ['USD;45,00;432,00', 'USD;10,00;96,00', 'EUR;-5,00;-56,00']],
  // where a row of it has an amount abroad, or one says no currency, nobody can tell
  ['SEK', ['EUR;0,00;24,50', 'EUR;45,00;495,11', 'SEK;0,00;18,11']],
  ['SEK', ['EUR;0,00;24,50', ';0,00;495,11', 'USD;10,00;99,10']],
  ['SEK', ['SEK;0,00;24,50', 'EUR;45,00;495,11', 'EUR;10,00;110,00']],
])('an account is in the currency of the rows without an amount abroad, where the others have one: %s', (code, rows) =>
  expect(
    suggestMapping(
      sheetOf(
        'Datum;Butik;Valuta;Utländskt belopp;Belopp',
        ...rows.map((row, day) => `2026-03-0${day + 1};ICA;${row}`),
      ),
      { today },
    )?.mapping.currency,
  ).toBe(code),
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

test('kronor under Danish or Norwegian names may be of either country, which a person has to say', () => {
  const assumed = (...lines: string[]) => suggestMapping(sheetOf(...lines), { today })?.isCurrencyAssumed
  const rows = ['2026-06-01;Netto;100,00 kr;', '2026-06-03;Bilka;74,60 kr;']
  expect(assumed('Dato;Tekst;Debet;Kredit', ...rows)).toBe(true)
  expect(assumed('Datum;Text;Debet;Kredit', ...rows)).toBe(false)
  expect(assumed('Dato;Hvor;Kr', '2026-06-01;Netto;100,00')).toBe(true)
  expect(assumed('Dato;Tekst;Debet;Kredit', ...rows.map((row) => row.replace('kr', 'SEK')))).toBe(false)
})
