import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const lansforsakringar = (account: string, balance: string, ...rows: string[]) => [
  'Kontonummer;Kontonamn;;Saldo;Tillgängligt belopp',
  `${account};Företagskonto;;${balance};${balance}`,
  '',
  'Bokföringsdatum;Transaktionsdatum;Transaktionstyp;Meddelande;Belopp',
  ...rows,
]

test('of two exports one under the other what stands above the second is left out like what stands above the first', () => {
  const sheet = sheetOf(
    ...lansforsakringar('9020 12 345 67', '12 345,67', '2026-07-03;2026-07-02;Kortköp;ICA MAXI,NORA,SE;-45,00'),
    ...lansforsakringar('9020 12 345 68', '345,67', '2026-07-04;2026-07-03;Kortköp;SJ AB,STOCKHOLM,SE;-1 245,00'),
  )
  expect(outcomes(readSuggested(sheet))).toEqual([
    '1: preamble',
    '2: preamble',
    '4: header',
    '5: 2026-07-02 ICA MAXI 4500',
    '6: preamble',
    '7: preamble',
    '9: header',
    '10: 2026-07-03 SJ AB 124500',
  ])
})

test('a row that cannot be read above a header that comes again is still told', () => {
  const sheet = sheetOf(
    'Kortutdrag',
    'Testbolaget AB',
    'Datum;Text;Belopp',
    '2026-07-03;ICA;45,00',
    '2026-13-45;SJ;99,00',
    'Kortutdrag',
    'Datum;Text;Belopp',
    '2026-07-04;COOP;20,00',
  )
  expect(outcomes(readSuggested(sheet)).slice(4, 6)).toEqual(['5: date-unreadable@A5', '6: blank-date-and-amount'])
})

test('a card above each of two exports is carried down to its own rows', () => {
  const block = (card: string, text: string) => [
    'Testbanken;;',
    `Kort: **** ${card};;`,
    'Datum;Butik;Belopp',
    `2026-07-03;${text};45,00`,
  ]
  const { rows } = readSuggested(sheetOf(...block('1234', 'ICA'), ...block('5678', 'COOP')))
  const cards = rows.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? outcome.fields.card : []))
  expect(cards).toEqual(['**** 1234', '**** 5678'])
})

test("another bank's export under the first is read by its own names, or its rows are told to lack a column", () => {
  const sheet = sheetOf(
    'Datum;Text;Typ;Budgetgrupp;Belopp;Saldo',
    '2026-07-03;ICA;Korttransaktion;Mat;-144,75 kr;1 000,00 kr',
    'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo',
    '2026-07-02;2026-07-02;5484123458;COOP/26-07-01;-350,00;2 345,67',
  )
  expect(outcomes(readSuggested(sheet))).toEqual([
    '1: header',
    '2: 2026-07-03 ICA 14475',
    '3: header',
    '4: column-missing',
  ])
})

test('a second line of names under the header is one too', () => {
  const names = ['Datum;Text;Belopp;Saldo', 'Date;Description;Amount;Balance']
  const sheet = sheetOf(...names, '2026-07-03;ICA;-45,00;100,00', ...names, '2026-07-04;SJ;-99,00;1,00')
  expect(outcomes(readSuggested(sheet))).toEqual([
    '1: header',
    '2: header',
    '3: 2026-07-03 ICA 4500',
    '4: header',
    '5: header',
    '6: 2026-07-04 SJ 9900',
  ])
})

test('the lowest row of a header of three, whose names are merged down, is no row to mend', () => {
  const sheet = sheetOf(
    'Datum;Text;Belopp;',
    'Datum;Text;SEK;Moms',
    'Datum;Text;inkl.;kr',
    '2026-07-03;ICA;125,00;25,00',
  )
  expect(outcomes(readSuggested(sheet)).slice(1)).toEqual(['2: header', '3: header', '4: 2026-07-03 ICA 12500'])
})

test('a line that rules the header off is part of it', () => {
  const sheet = sheetOf(';Datum;Text;Belopp;', ';---;---;---:;', ';2026-07-03;ICA;125,00;')
  expect(outcomes(readSuggested(sheet))).toEqual(['1: header', '2: header', '3: 2026-07-03 ICA 12500'])
})

test('the columns of a file are judged by its own rows, not by those of a summary below', () => {
  const sheet = sheetOf(
    'Datum;Specifikation;Belopp;Valuta',
    '2026-07-01;ICA;145,00;SEK',
    'Kategori;Antal;Datum;Belopp',
    'Mat;1;2026-07-01;145,00',
  )
  expect(outcomes(readSuggested(sheet))).toEqual([
    '1: header',
    '2: 2026-07-01 ICA 14500',
    '3: header',
    '4: column-missing',
  ])
})
