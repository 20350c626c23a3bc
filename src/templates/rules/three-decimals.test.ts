import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test('three decimals are thousandths where the currency has them, and asked about where it has not', () => {
  const header = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
  const paid = [
    '2026-02-27;2026-03-01;SULTAN CENTER;KUWAIT;KWD;12.345;415.20',
    '2026-02-28;2026-03-01;ICA;LUND;SEK;0;5.5',
  ]
  expect(read(header, ...paid)).toEqual(['2: 2026-02-27 SULTAN CENTER 41520 KWD 12345', '3: 2026-02-28 ICA 550'])
  const dollars = '2026-02-27;2026-03-01;DELL;AUSTIN;USD;12.345;115200.20'
  expect(read(header, dollars, paid[1]!)[0]).toBe('2: foreign-amount-ambiguous@F2')
})

test('a rate with three decimals is read like those with four beside it', () => {
  const csv = [
    'Datum;Reseinformation/Inköpsplats;Valuta;växlingskurs;Utländskt belopp;Belopp;Moms;Kort',
    '2026-03-01;HILTON;EUR;11,481;100,00;1 148,10;;*1234',
    '2026-03-02;SUICA;JPY;0,0711;2 000;142,20;;*1234',
  ]
  const reading = readSuggested(readSpreadsheet(new TextEncoder().encode(csv.join('\n'))))
  expect(outcomes(reading).slice(1)).toEqual([
    '2: 2026-03-01 HILTON 114810 EUR 10000',
    '3: 2026-03-02 SUICA 14220 JPY 2000',
  ])
  expect(reading.rows[1]?.outcome).toMatchObject({ fields: { rate: '11.481' } })
})

test('thousandths in a file with dots are no thousands, although the template was made of one with commas', () => {
  const header = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
  const { mapping } = suggestMapping(sheetOf(header, '2026-02-27;2026-03-01;ICA;LUND;SEK;0;5,50'), { today })!
  const file = sheetOf(header, '2026-02-27;2026-03-01;SULTAN CENTER;KUWAIT;KWD;12.345;415.20')
  expect(outcomes(readSource(file, mapping, { today }))[1]).toBe('2: foreign-amount-ambiguous@F2')
})

const ofSeb = 'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo'
const seb = (amount: string, balance: string) => `2026-03-11;2026-03-11;1000000001;ICA /26-03-10;${amount};${balance}`

test('öre with a zero behind them are no thousands where the balance shows it, whatever the bank', () => {
  const rows = [seb('-30.000', '10000.000'), seb('-1253.520', '10030.000')]
  const purchases = ['2: 2026-03-10 ICA 3000', '3: 2026-03-10 ICA 125352']
  expect(read(ofSeb, ...rows)).toEqual(purchases)
  const other = read('Datum;Butik;Belopp;Saldo', '2026-03-11;ICA;-30.000;10000.000', '2026-03-11;SJ;-250.000;10030.000')
  expect(other).toEqual(['2: 2026-03-11 ICA 3000', '3: 2026-03-11 SJ 25000'])
  // somebody may have filled the column in by hand
  const mixed = read('Datum;Butik;Belopp;Saldo', '2026-03-11;ICA;-30.000;10000.000', '2026-03-11;SJ;-250.5;10030.000')
  expect(mixed).toEqual(['2: amount-ambiguous@C2', '3: 2026-03-11 SJ 25050'])
})

test('of small figures alone SEB is known to write öre; of any other bank a person says what they are', () => {
  const rows = [seb('-30.000', '970.000'), seb('-253.520', '1.000')]
  expect(suggestMapping(sheetOf(ofSeb, ...rows), { today })?.numberFormat).toMatchObject({ isAmbiguous: false })
  expect(read(ofSeb, ...rows)).toEqual(['2: 2026-03-10 ICA 3000', '3: 2026-03-10 ICA 25352'])
  const { warnings } = readSuggested(sheetOf(ofSeb, ...rows))
  expect(warnings).toEqual([{ code: 'amounts-three-decimals', params: { field: 'total', figure: '-30.000' } }])
  expect(readSuggested(sheetOf(ofSeb, seb('-30.000', '10000.000'))).warnings).toEqual([])
  const other = sheetOf('Datum;Butik;Belopp;Saldo', '2026-03-11;ICA;-30.000;970.000')
  expect(suggestMapping(other, { today })?.numberFormat).toMatchObject({ isAmbiguous: true })
})

test('a template made of SEB’s files with a decimal comma reads those with three decimals behind a dot', () => {
  const { mapping } = suggestMapping(sheetOf(ofSeb, seb('-312,50', '8 000,00')), { today })!
  expect(mapping.numberFormat).toBe('comma')
  for (const balance of ['10000.000', '970.000']) {
    const reading = readSource(sheetOf(ofSeb, seb('-30.000', balance)), mapping, { today })
    expect(outcomes(reading)[1]).toBe('2: 2026-03-10 ICA 3000')
  }
})

test('a comma before three digits is none that SEB writes, and may be thousands though its header stands there', () => {
  const rows = [seb('-1,250', '12,500'), seb('-2,500', '13,750')]
  expect(suggestMapping(sheetOf(ofSeb, ...rows), { today })?.numberFormat).toMatchObject({ isAmbiguous: true })
  expect(read(ofSeb, ...rows)).toEqual(['2: amount-ambiguous@E2', '3: amount-ambiguous@E3'])
})

test('how the account is written says nothing of three digits behind a mark in what a purchase cost abroad', () => {
  const header = 'Datum;Butik;Belopp;Utländskt belopp;Valuta'
  const rows = ['2026-03-11;SUICA;1000.000;12.500;JPY', '2026-03-12;LAWSON;98.500;1.200;JPY']
  expect(read(header, ...rows)).toEqual(['2: foreign-amount-ambiguous@D2', '3: foreign-amount-ambiguous@D3'])
})
