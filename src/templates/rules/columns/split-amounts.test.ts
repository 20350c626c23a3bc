import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test('kronor and öre in two columns are one amount, and the öre take the sign of their kronor', () => {
  const rows = ['2026-03-02;Telia AB;400;05', '2026-03-04;Bok AB;-100;50', '2026-03-05;Bok AB;;5']
  const purchases = ['2: 2026-03-02 Telia AB 40005', '3: 2026-03-04 Bok AB -10050', '4: 2026-03-05 Bok AB 5']
  expect(read('Datum;Butik;Kr;Öre', ...rows)).toEqual(purchases)
  expect(read('Datum;Butik;Belopp kr;Belopp öre', ...rows)).toEqual(purchases)
})

test('so are those of columns for money out and in', () => {
  const rows = ['2026-03-02;Telia AB;400;05;;', '2026-03-05;Kund;;;200;00']
  expect(read('Datum;Text;Ut kr;Ut öre;In kr;In öre', ...rows)).toEqual(['2: 2026-03-02 Telia AB 40005', '3: incoming'])
})

test('so are those of VAT, and the euro and cent of what a purchase cost abroad', () => {
  const fieldsOf = (...lines: string[]) =>
    readSuggested(sheetOf(...lines)).rows.flatMap(({ outcome }) =>
      outcome.kind === 'purchase' ? [outcome.fields] : [],
    )
  const inKronor = [
    '2026-03-02;Telia AB;1125;00;120;50',
    '2026-03-04;Bok AB;-25;10;-0;02',
    '2026-03-05;Bok AB;90;00;;18',
  ]
  const vat = fieldsOf('Datum;Butik;Kronor;Öre;Moms kr;Moms öre', ...inKronor)
  expect(vat.map(({ vatAmount }) => vatAmount)).toEqual([12050, -2, 18])
  const abroad = ['2026-03-02;Hotel;EUR;100;50;1150,00', '2026-03-04;Hotel;EUR;-20;05;-230,00']
  const paid = fieldsOf('Datum;Butik;Valuta;Utl. belopp;Utl. cent;Belopp', ...abroad)
  expect(paid.map(({ foreignAmount }) => foreignAmount)).toEqual([10050, -2005])
})

test('a column of öre beside an amount that has its own is no part of it', () => {
  const rows = ['2026-03-02;Telia AB;400,05;5', '2026-03-04;Bok AB;100,50;50']
  expect(read('Datum;Butik;Belopp;Avrundning öre', ...rows)).toEqual([
    '2: 2026-03-02 Telia AB 40005',
    '3: 2026-03-04 Bok AB 10050',
  ])
})

test('of net and VAT without a total the sum was paid, and what nobody can tell is asked about', () => {
  const rows = [
    '2026-03-02;Telia AB;881234;400,00;100,00',
    '2026-03-04;Bok AB;881235;-100,00;-6,00',
    '2026-03-05;Utland;881236;80,00;',
    '2026-03-06;Bok AB;881237;-100,00;6,00',
    '2026-03-07;Bok AB;881238;;6,00',
  ]
  expect(read('Datum;Leverantör;Ordernr;Netto;Moms', ...rows)).toEqual([
    '2: 2026-03-02 Telia AB 50000',
    '3: 2026-03-04 Bok AB -10600',
    '4: 2026-03-05 Utland 8000',
    '5: parts-against-each-other@E5',
    '6: amount-missing',
  ])
})

test('a total that stands in a column of any name is what was paid, and beside freight a person must say', () => {
  expect(read('Datum;Leverantör;Netto;Moms;Betalt', '2026-03-02;Telia AB;400,00;100,00;500,00')).toEqual([
    '2: 2026-03-02 Telia AB 50000',
  ])
  expect(read('Datum;Leverantör;Netto;Moms;Frakt', '2026-03-02;Telia AB;400,00;100,00;49,00')).toEqual([
    '2: field-not-mapped',
  ])
})

test('a rate is no VAT to add', () => {
  expect(read('Datum;Leverantör;Netto;Moms', '2026-03-02;Telia AB;400,00;25')).toEqual(['2: field-not-mapped'])
})

test.each(['0,00', '0', ''])(
  'the VAT of several rates is kept where nothing was bought at one of them: %s',
  (nothing) => {
    const rows = [`2026-03-02;Kjell;500,00;100,00;0,00;${nothing}`, `2026-03-03;ICA;336,00;0,00;36,00;${nothing}`]
    const { rows: read } = readSuggested(sheetOf('Datum;Butik;Belopp;Moms 25%;Moms 12%;Moms 6%', ...rows))
    const vat = read.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? [outcome.fields.vatAmount] : []))
    expect(vat).toEqual([10000, 3600])
  },
)

test.each([
  'Belopp exkl.;Moms',
  'Summa ex;Moms',
  'Kostnad exkl.;Moms',
  'Belopp (exkl);Moms',
  'Nettopris;Moms',
  'Belopp ex;Moms',
  'Inköp exkl;Moms',
  'Nettosumma;Moms',
  'Exkl;Moms',
  'Exkl;Moms;Inkl',
])('an amount without VAT is not what was paid, however shortly its name says so: %s', (names) => {
  const rows = ['2026-03-02;Prinsen;300,00;36,00;', '2026-03-04;Kjell;399,20;99,80;']
  const paid = ['2: 2026-03-02 Prinsen 33600', '3: 2026-03-04 Kjell 49900']
  expect(read(`Datum;Butik;${names}`, ...rows)).toEqual(paid)
  expect(read(`Datum;Butik;${names}`, ...rows.slice(0, 1))).toEqual(paid.slice(0, 1))
})

test('where each VAT is 25, 12 or 6 % of an amount that no name tells of, a person must say what was paid', () => {
  const rows = ['2026-03-02;Prinsen;300,00;36,00', '2026-03-04;Kjell;399,20;99,80', '2026-03-05;SJ;564,15;33,85']
  for (const name of ['Belopp', 'Kostnad', 'Inköp', 'Underlag'])
    expect(read(`Datum;Butik;${name};Moms`, ...rows)).toEqual([2, 3, 4].map((row) => `${row}: field-not-mapped`))
  const withOne = [...rows, '2026-03-06;Ica;112,00;12,00']
  expect(read('Datum;Butik;Belopp;Moms', ...withOne)).toContain('2: 2026-03-02 Prinsen 30000')
  expect(read('Datum;Butik;Belopp;Moms;Totalt', ...rows.map((row) => `${row};`))).toContain('2: field-not-mapped')
  expect(
    read('Datum;Butik;Belopp;Moms;Totalt', `${rows[0]};336,00`, `${rows[1]};499,00`, `${rows[2]};598,00`),
  ).toContain('2: 2026-03-02 Prinsen 33600')
})
