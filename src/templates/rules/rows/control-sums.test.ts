import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, workbookOf } from '../../testing/sheets.ts'

test('a total that somebody wrote under the rows is one where it is what they come to', () => {
  const rows = ['2026-05-01;KAFÉ;;10,00', '2026-05-02;HOTELL;;20,50', '2026-05-02;HOTELL;5,00;']
  const found = (...last: string[]) => {
    const reading = readSuggested(sheetOf('Datum;Text;In;Ut', ...rows, ...last))
    return [...outcomes(reading).slice(4), ...reading.controlSums.map(({ agrees }) => agrees)]
  }
  expect(found('Summa kostnader;;;30,50')).toEqual(['5: printed-total', true])
  expect(found(';Totalt ut SEK;;25,50')).toEqual(['5: printed-total', true])
  expect(found('Summa kostnader;;;30,00')).toEqual(['5: date-unreadable@A5'])
  expect(found(';Sumo Sushi;;30,50')).toEqual(['5: date-missing@A5'])
})

test('a total with a date is no purchase, whether or not it is what the rows come to', () => {
  const rows = ['2026-05-02;ICA;100,00', '2026-05-03;JULA;200,00']
  const found = (...last: string[]) => {
    const reading = readSuggested(sheetOf('Datum;Leverantör;Belopp', ...rows, ...last))
    return [...outcomes(reading).slice(3), ...reading.controlSums.map(({ agrees }) => agrees)]
  }
  expect(found('2026-05-31;Summa maj;300,00')).toEqual(['4: printed-total', true])
  expect(found('2026-05-31;Summa;350,00')).toEqual(['4: printed-total', false])
  expect(found('2026-05-31;Delsumma 1234;350,00')).toEqual(['4: printed-total', false])
  expect(found('2026-05-31;Summa kostnader;300,00')).toEqual(['4: printed-total', true])
  // shops, the last in a file that says more of its purchases
  expect(found('2026-05-31;TOTAL;350,00', '2026-05-31;Summa Summarum AB;10,00', '2026-05-31;Total 4521;7,00')).toEqual([
    '4: 2026-05-31 TOTAL 35000',
    '5: 2026-05-31 Summa Summarum AB 1000',
    '6: 2026-05-31 Total 4521 700',
  ])
  expect(found('2026-05-30;Total;50,00', '2026-05-31;Total;350,00')).toEqual([
    '4: 2026-05-30 Total 5000',
    '5: printed-total',
    true,
  ])
})

test('a sum of a card or of purchases is no purchase beside a date and anything else, also where it sums one row', () => {
  const rows = ['2026-05-02;1234;ICA;100,00', '2026-05-31;1234;Summa kort 1234;100,00', '2026-05-04;5678;SJ;695,00']
  const reading = readSuggested(
    sheetOf(
      'Datum;Kort;Butik;Belopp',
      ...rows,
      '2026-05-31;5678;Summa kort 5678;700,00',
      '2026-05-31;;Slutsumma;795,00',
    ),
  )
  expect(outcomes(reading).slice(1)).toEqual([
    '2: 2026-05-02 ICA 10000',
    '3: printed-total',
    '4: 2026-05-04 SJ 69500',
    '5: printed-total',
    '6: printed-total',
  ])
})

test('a sum written in one cell under the rows is one, and a cell that says something else is still asked about', () => {
  const rows = ['Datum;Text;Belopp', '2026-05-02;ICA;100,00', 'Summa: 100,00 kr', 'Total: 100,00', 'Bio Summan: 80,00']
  expect(outcomes(readSuggested(sheetOf(...rows))).slice(2)).toEqual([
    '3: printed-total',
    '4: printed-total',
    '5: date-unreadable@A5 amount-missing@C5',
  ])
})

test('a total of the whole file agrees under the totals of its parts, and one above its rows with those', () => {
  const reading = readSuggested(
    sheetOf(
      'Datum;Leverantör;Belopp',
      ';Summa;310,00',
      '2026-05-02;ICA;100,00',
      '2026-05-03;JULA;100,00',
      ';*1234 Summa;200,00',
      '2026-06-02;OKQ8;50,00',
      '2026-06-03;COOP;60,00',
      ';*9876 Summa;110,00',
      ';Totalsumma;310,00',
    ),
  )
  expect(outcomes(reading).filter((row) => row.endsWith('printed-total'))).toHaveLength(4)
  expect(reading.controlSums.map(({ printed, agrees }) => [printed, agrees])).toEqual([
    [31_000, true],
    [20_000, true],
    [11_000, true],
    [31_000, true],
  ])
})

test("a sum of the purchases agrees where the card's payments stand among them", () => {
  const rows = ['2026-05-02;ICA;100,00', '2026-05-03;Inbetalning;-500,00', '2026-05-04;JULA;50,00']
  const sumsOf = (last: string) => readSuggested(sheetOf('Datum;Leverantör;Belopp', ...rows, last)).controlSums
  expect(sumsOf('2026-05-31;Summa;150,00')).toMatchObject([{ agrees: true }])
  expect(sumsOf(';;150,00')).toMatchObject([{ agrees: true }])
  expect(sumsOf(';Summa;-350,00')).toMatchObject([{ agrees: true }])
})

test('two statements below each other each have their own sums', () => {
  const statement = (first: string, second: string, sum: string) => [
    'Totalt övriga händelser;;;;;;',
    'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp',
    `;;Summa köp/uttag;;;;${sum}`,
    `Totalt belopp;;;;;;${sum}`,
    '525412******1234;ANNA',
    'Köp/uttag',
    'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp',
    `2026-05-02;2026-05-03;ICA;NORA;SEK;0;${first}`,
    `2026-05-03;2026-05-04;JULA;NORA;SEK;0;${second}`,
    `Totalt belopp;;;;;;${sum}`,
  ]
  const { controlSums } = readSuggested(
    sheetOf(...statement('100,00', '20,00', '120,00'), ...statement('7,00', '8,00', '15,00')),
  )
  expect(controlSums.map(({ agrees }) => agrees)).toEqual([true, true, true, true, true, true])
})

test('a formula below the rows adds what is not booked yet, and what was declined, to what is', () => {
  const rows = ['2026-03-01;ICA;100,00;Bokförd', '2026-03-02;SJ;200,00;Bokförd', '2026-03-03;Coop;50,00;Reserverad']
  const sumOf = (...lines: string[]) => {
    const { rows: read, controlSums } = readSuggested(sheetOf('Datum;Text;Belopp;Status', ...rows, ...lines))
    const last = read.at(-1)?.outcome
    return [last?.kind === 'skipped' && last.reason, controlSums.map(({ agrees }) => agrees)]
  }
  expect(sumOf(';;350,00;')).toEqual(['printed-total', [true]])
  expect(sumOf('2026-03-03;Jula;30,00;Nekad', ';;380,00;')).toEqual(['printed-total', [true]])
  expect(sumOf('Summa;;350,00;')).toEqual(['printed-total', [true]])
  expect(sumOf('Summa;;360,00;')).toEqual(['printed-total', [false]])
})

test('SEB Kort’s file in Danish has its sums and sections', () => {
  const header = 'Dato;Bogført;Specifikation;Sted;Valuta;Udl. beløb;Beløb'
  const lines = [
    ...['Transaktionseksport;;;;;;2026-04-21', '', 'Total andre hændelser', header],
    ...['2026-03-31;2026-03-31;Faktureringsgebyr;;DKK;0;35,00', ';;Saldo hændelser;;;;35,00', 'Total beløb;;;;;;35,00'],
    ...['525412******1234 | ANNA', 'Køb/hævninger', header, '2026-03-02;2026-03-03;NETTO;LUND;DKK;0;1.200,00'],
  ]
  const { rows, controlSums } = readSuggested(sheetOf(...lines))
  const skipped = rows.flatMap(({ outcome }) => (outcome.kind === 'skipped' ? [outcome.reason] : []))
  expect(skipped.filter((reason) => reason === 'printed-total' || reason === 'section-title')).toEqual([
    ...['section-title', 'printed-total', 'printed-total', 'section-title'],
  ])
  expect(controlSums.map(({ label, agrees }) => [label, agrees])).toEqual([
    ['Saldo hændelser', true],
    ['Total beløb', true],
  ])
})

test('a sum of one of several sheets says in which it stands', () => {
  const lines = ['Datum;Leverantör;Belopp', '2026-05-02;ICA;100,00', '2026-05-03;JULA;50,00', ';Summa;150,00']
  const places = (spreadsheet: Parameters<typeof readSuggested>[0]) =>
    readSuggested(spreadsheet).controlSums.map(({ sheet, cell, agrees }) => [sheet, cell, agrees])
  expect(places(workbookOf({ Maj: lines, Juni: lines }))).toEqual([
    ['Maj', 'C4', true],
    ['Juni', 'C4', true],
  ])
  expect(places(workbookOf({ Maj: lines }))).toEqual([[undefined, 'C4', true]])
})
