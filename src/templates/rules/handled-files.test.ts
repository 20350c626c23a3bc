import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { workbook } from '../../../test/workbook.ts'
import { outcomes, plainMapping, readSuggested, sheetOf, today, workbookOf } from '../testing/sheets.ts'
import { findDrift } from './find-drift.ts'
import { readSource } from './rows/read-source.ts'

/** What bookkeepers do to a file between the bank and us. */
const header = 'Datum;Leverantör;Belopp'

test('rows on a sheet that lost its header are asked about, not left out', () => {
  const reading = readSuggested(
    workbookOf({
      'Kort 1234': [header, '2026-05-02;ICA;100,00'],
      'Kort 9876': ['Kort 9876', 'Saldo;2026-05-01;5,00', '2026-05-04;OKQ8;300,00'],
    }),
  )
  expect(outcomes(reading).slice(2)).toEqual(['1: preamble', '2: preamble', '3: header-not-found'])
})

test('rows above a header that was sorted down among them are asked about', () => {
  const reading = readSuggested(
    sheetOf('Kortutdrag;2026-10-01', '2026-05-02;ICA;100,00', header, '2026-05-04;OKQ8;300,00', '2026-05-05;COOP;1,00'),
  )
  expect(outcomes(reading)).toEqual([
    '1: preamble',
    '2: header-not-found',
    '3: header',
    '4: 2026-05-04 OKQ8 30000',
    '5: 2026-05-05 COOP 100',
  ])
})

test('a line alone between the rows is a remark, also with figures in it', () => {
  const between = (line: string) =>
    outcomes(readSuggested(sheetOf(header, '2026-05-04;OKQ8;300,00', line, '2026-05-05;COOP;1,00')))[2]
  for (const line of ['Vecka 12', 'September 2026', 'Kontrollerad av Anna 2026-10-02'])
    expect(between(line)).toBe('3: blank-date-and-amount')
  // what may be a purchase
  for (const line of ['ICA, 2026-05-04, 12', 'ICA 12.50', '2026-05-0x', 'Vecka 12;ICA'])
    expect(between(line)).toMatch(/^3: date-unreadable/)
})

test("what pays a card's bill is no refund, however the issuer calls it", () => {
  const read = (text: string, amount = '-500,00') =>
    outcomes(
      readSuggested(sheetOf(header, '2026-05-01;ICA;9,00', `2026-05-02;${text};${amount}`, '2026-05-03;OKQ8;8,00')),
    )[2]
  const payments = [
    'Betalning',
    'Betalning via autogiro',
    'Din inbetalning',
    'Autogiro',
    'Autogiroinbetalning',
    'Payment',
  ]
  for (const text of [...payments, 'Överföring från konto 1234', 'Betalning faktura maj', 'BANKGIROBETALNING'])
    expect(read(text)).toBe('3: payment-to-card')
  for (const text of [
    'Betalningstjänst AB',
    'Betalning Kafé AB',
    'Återbetalning JULA',
    'Överföring Media AB',
    'Paymentsense',
  ])
    expect(read(text)).toBe(`3: 2026-05-02 ${text} -50000`)
  expect(read('Autogiro', '500,00')).toBe('3: 2026-05-02 Autogiro 50000') // money out
})

test('dates that were kept from being taken for dates are dates', () => {
  const rows = ["'2026-05-02;ICA;'-100,00", "'2026-05-03;JULA;'-1 200,50"]
  expect(outcomes(readSuggested(sheetOf(header, ...rows))).slice(1)).toEqual([
    '2: 2026-05-02 ICA 10000',
    '3: 2026-05-03 JULA 120050',
  ])
  const text = `${header}\r\n="2026-05-02";="ICA";"-100,00"\r\n="2026-05-03";="Kafé ""Ett""";"-200,50"\r\n`
  const csv = readSpreadsheet(new TextEncoder().encode(text))
  expect(outcomes(readSuggested(csv)).slice(1)).toEqual(['2: 2026-05-02 ICA 10000', '3: 2026-05-03 Kafé "Ett" 20050'])
})

test('a day that Excel took for the number 20260502 is a day', () => {
  const book = workbook({ Blad1: [header, '20260502;ICA;100.5', '20260503;JULA;200'] })
  expect(outcomes(readSuggested(readSpreadsheet(book))).slice(1)).toEqual([
    '2: 2026-05-02 ICA 10050',
    '3: 2026-05-03 JULA 20000',
  ])
})

test('of two invoices without years below each other, rows are asked about; a date in words is not the month', () => {
  const table = ['Köp/uttag', 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl.belopp/moms;Belopp']
  const first = ['Utskriven 3 mars 2026', 'Månad: Januari 2026', ...table, '12-22;12-23;ICA;NORA;SEK;0;100,00']
  const second = ['Månad: November 2025', ...table, '11-05;11-07;JULA;NORA;SEK;0;200,00']
  expect(outcomes(readSuggested(sheetOf(...first))).at(-1)).toBe('5: 2025-12-22 ICA 10000')
  expect(
    outcomes(readSuggested(sheetOf(...first, ...second))).filter((row) => /date-without-year/.test(row)),
  ).toHaveLength(2)
})

test('a list of what moved on an account, without its balance, makes no credit invoices of what came in', () => {
  const rows = ['2026-05-02;ICA;-100,00', '2026-05-03;Swish 0701740605;50,00', '2026-05-04;BG 5050-1055;70,00']
  expect(
    outcomes(readSuggested(sheetOf(header, ...rows, '2026-05-05;JULA;-9,00', '2026-05-05;JULA;-9,00'))).slice(1, 4),
  ).toEqual(['2: 2026-05-02 ICA 10000', '3: incoming', '4: incoming'])
  // a card's refund
  expect(
    outcomes(readSuggested(sheetOf(header, rows[0]!, '2026-05-03;JULA;-9,00', '2026-05-04;JULA;5,00'))).at(-1),
  ).toBe('4: 2026-05-04 JULA -500')
})

test('in a file without the header of its template every row with a text and a figure is asked about', () => {
  const file = sheetOf('Kortutdrag maj', '########;ICA;-100,00', '07-aug;JULA;-9,00', 'lör 2026-08-29;OKQ8;5,00')
  expect(outcomes(readSource(file, plainMapping(), { today }))).toEqual([
    '1: preamble',
    '2: header-not-found',
    '3: header-not-found',
    '4: header-not-found',
  ])
  // and none of them is taken for the header renamed
  expect(findDrift(file, plainMapping(), sheetOf('Kort', header, '2026-05-02;ICA;-100,00'))?.drift.canMend).toBe(false)
})

test('rows of other columns that were pasted under a table are asked about', () => {
  const head = 'Datum;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
  const dayForShop = '23-06-2026;26-06-2026;;SEK;0;100,00'
  expect(outcomes(readSuggested(sheetOf(head, '03-06-2026;ICA;NORA;SEK;0;9,00', dayForShop)))[2]).toBe(
    '3: merchant-missing@B3',
  )
  const account = ['Ver;Datum;Text;Belopp;Saldo', 'A1;2026-05-02;ICA;-9,00;91,00', '2026-05-04;2026-05-04;-5,50;85,50;']
  expect(outcomes(readSuggested(sheetOf(...account)))[2]).toBe('3: merchant-missing@C3 booked-unclear@C3')
  const pasted = '23-06-2026;26-06-2026;TOTALBYGG;;SEK;0,00;-100,00'
  expect(outcomes(readSuggested(sheetOf(head, '03-06-2026;ICA;NORA;SEK;0;9,00', pasted)))[2]).toBe('3: amount-cut@F3')
})

test('of two tables of different widths pasted under each other one is read and the other asked about', () => {
  const first = Array.from({ length: 15 }, (_, day) => `2026-03-${day + 10};ICA;85,51`)
  const second = Array.from({ length: 8 }, (_, day) => `2026-04-${day + 10};JULA;ANNA;-31009;9,81`)
  const lines = [header, ...first, 'Datum;Leverantör;Kortmedlem;Konto #;Belopp', ...second]
  const file = readSpreadsheet(new TextEncoder().encode(lines.join('\r\n')))
  const read = outcomes(readSuggested(file))
  expect(read.filter((row) => row.endsWith(' JULA 981'))).toHaveLength(8)
  expect(read.filter((row) => row.endsWith('header-not-found'))).toHaveLength(15)
})

test('an amount that commas cut in two is asked about, and so is one whose row has a cell too many', () => {
  const read = (...lines: string[]) =>
    outcomes(readSuggested(readSpreadsheet(new TextEncoder().encode(lines.join('\n'))))).slice(1)
  expect(read('Datum,Text,Belopp', '2026-05-02,ICA,-100', '2026-05-03,ICA,-200,50', '2026-05-04,JULA,-15,00')).toEqual([
    '2: 2026-05-02 ICA 10000',
    '3: amount-cut@C3',
    '4: amount-cut@C4',
  ])
  const [whole = '', ...many] = [
    '2026-05-02;ICA;NORA;9,00',
    '2026-05-02;ICA;NORA;7,00',
    '2026-05-03;26-05-04;JULA;NORA;5,00',
  ]
  expect(read('Datum;Text;Ort;Belopp', whole, ...many).at(-1)).toBe('4: amount-unreadable@D4')
  const shop = '2026-05-05,Dell,-195.00,0.00,SEK'
  expect(read('Date,Text,Amount,Fee,Currency', '2026-05-04,Dell,-1,415.41,0.00,SEK', shop, shop)).toEqual([
    '2: amount-cut@C2',
    '3: 2026-05-05 Dell 19500',
    '4: 2026-05-05 Dell 19500',
  ])
  // nor is it whole kronor where what was cut off stands before a last cell that is no figure
  expect(read('Datum,Text,Belopp,Valuta', '2026-05-02,ICA,249,50,SEK', '2026-05-03,JULA,495,00,SEK')).toEqual([
    '2: amount-cut@C2',
    '3: amount-cut@C3',
  ])
  // a remark beside the row is none of its cells
  expect(read('Datum;Text;Belopp', '2026-05-02;ICA;9,50;25', '2026-05-03;JULA;8;privat')).toEqual([
    '2: 2026-05-02 ICA 950',
    '3: 2026-05-03 JULA 800',
  ])
})

test('cells of a row that were moved to the left leave no amount of nothing behind', () => {
  const rows = ['2026-01-02;2026-01-03;ICA;-195;0', '2026-01-02;Café;-1500;0;', '2026-01-02;2026-01-03;COOP;0;0']
  expect(outcomes(readSuggested(sheetOf('Datum;Bokförd;Butik;Belopp;Avgift', ...rows))).slice(1)).toEqual([
    '2: 2026-01-02 ICA 19500',
    '3: merchant-missing@C3',
    '4: zero-amount',
  ])
})

test('days without a year are of the month that stands above: `Företagskort, mars 2026`', () => {
  const { rows } = readSuggested(
    sheetOf(
      'Företagskort SEB, mars 2026',
      'Dag;Inköp hos;Summa kr',
      '2 mars;Espresso House;87,00',
      '27 mars;SAS;-500,00',
    ),
  )
  expect(rows.map(({ outcome }) => (outcome.kind === 'purchase' ? outcome.fields.invoiceDate : outcome.kind))).toEqual([
    'skipped',
    'skipped',
    '2026-03-02',
    '2026-03-27',
  ])
})
