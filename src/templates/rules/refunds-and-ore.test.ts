import { describe, expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'

describe('a file of which most rows gave something back', () => {
  test.each([
    ['by its texts', ['Datum;Text;Belopp', '2026-07-03;Retur ICA;-45,90', '2026-07-04;Kreditering SJ;-92,00']],
    ['by its types', ['Datum;Text;Belopp;Typ', '2026-07-03;ICA;-45,90;Retur', '2026-07-04;SJ;-92,00;Retur']],
  ])('is read as refunds %s', (_, lines) => {
    expect(purchasesOf(readBlind(lines).reading)).toEqual([-4590, -9200])
  })

  test('is read as refunds beside a purchase without a sign', () => {
    const lines = [
      'Datum;Text;Belopp',
      '2026-07-03;Retur ICA;-45,90',
      '2026-07-04;Retur SJ;-92,00',
      '2026-07-05;COOP;30,00',
    ]
    expect(purchasesOf(readBlind(lines).reading)).toEqual([-4590, -9200, 3000])
  })

  test('whose purchases have a minus gives back what has none', () => {
    const lines = [
      'Datum;Text;Belopp',
      '2026-07-03;Retur ICA;45,90',
      '2026-07-04;Retur SJ;92,00',
      '2026-07-05;COOP;-30,00',
    ]
    expect(purchasesOf(readBlind(lines).reading)).toEqual([-4590, -9200, 3000])
  })
})

test('kronor and öre with a colon between are an amount, and a time of day is none', () => {
  const { fields, reading } = readBlind([
    'Datum;Klockslag;Text;Pris',
    '2026-07-03;12:34;ICA MAXI;1 234:50',
    '2026-07-04;08:10;SJ;92:00',
    '2026-07-05;23:59;GITHUB;300:-',
    '2026-07-06;09:05;COOP;-45:50',
  ])
  expect(fields.total).toBe('Pris')
  expect(purchasesOf(reading)).toEqual([123450, 9200, 30000, -4550])
})

test('what an account pays by Autogiro or e-faktura, and cash taken out, is no purchase', () => {
  const sheet = sheetOf(
    'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
    '2026/07/03;-145,00;1234 56 78901;;;Kortköp 260702 ICA MAXI;1000,00;SEK',
    '2026/07/02;-1199,00;1234 56 78901;;;Autogiro TELIA SVERIGE;1145,00;SEK',
    '2026/07/02;-1700,00;1234 56 78901;;;E-faktura FORTUM;2344,00;SEK',
    '2026/07/01;-500,00;1234 56 78901;;;Kontantuttag 260701 BANKOMAT;4044,00;SEK',
  )
  expect(outcomes(readSuggested(sheet)).slice(2)).toEqual([
    '3: other-movement',
    '4: other-movement',
    '5: other-movement',
  ])
})

test('what an account’s column of types calls a giro payment or a transfer is no purchase', () => {
  const { reading } = readBlind([
    'Datum;Text;Typ;Belopp;Saldo',
    '2026-07-03;TELIA;Bankgirobetalning;-500,00;1000,00',
    '2026-07-02;SPARKONTO;Överföring;-300,00;1500,00',
    '2026-07-01;ICA NORA;Vara;-145,00;1800,00',
  ])
  expect(purchasesOf(reading)).toEqual([14500])
  const nordea = sheetOf(
    'Bokföringsdag;Värdedag;Betalningstyp;Betalare/Mottagare;Meddelande/Referens;Belopp;Saldo',
    '2026-07-03;2026-07-03;Kortköp;ICA MAXI;;-145,00;1000,00',
    '2026-07-02;2026-07-02;Leverantörsbetalning;TELIA;123;-500,00;1145,00',
  )
  expect(outcomes(readSuggested(nordea)).slice(1)).toEqual(['2: 2026-07-03 ICA MAXI 14500', '3: other-movement'])
})

test('a card’s refunds are read by a template whose sample had none of their type', () => {
  const header = 'Datum;Text;Typ;Belopp;Kort'
  const { found } = readBlind([header, '2026-03-02;ICA;Köp;-100,00;1234', '2026-03-03;JULA;Köp;-200,00;1234'])
  const next = sheetOf(header, '2026-04-03;JULA;Retur;200,00;1234', '2026-04-04;Inbetalning;Inbetalning;900,00;1234')
  expect(outcomes(readSource(next, found.mapping, { today })).slice(1)).toEqual([
    '2: 2026-04-03 JULA -20000',
    '3: payment-to-card',
  ])
})

test.each(['Credit', 'Korrigering'])(
  'what is called %s on a card gave something back where payments are called otherwise',
  (type) => {
    const lines = [
      'Datum;Text;Typ;Belopp;Kort',
      '2026-03-02;ICA;Köp;100,00;1234',
      `2026-03-03;JULA;${type};-50,00;1234`,
    ]
    const paid = '2026-03-04;Tack;Betalning;-900,00;1234'
    expect(purchasesOf(readBlind([...lines, paid]).reading)).toEqual([10000, -5000])
    expect(purchasesOf(readBlind(lines).reading)).toEqual([10000])
  },
)

test('purchases and refunds in columns of their own are read from both, and a text called Köp is who sold something', () => {
  const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
  const rows = ['2026-03-02;ICA;100,00;', '2026-03-03;SJ;;695,00', '2026-03-04;COOP;50,00;']
  const purchases = ['2: 2026-03-02 ICA 10000', '3: 2026-03-03 SJ -69500', '4: 2026-03-04 COOP 5000']
  expect(read('Datum;Butik;Köp;Retur', ...rows)).toEqual(purchases)
  expect(read('Date;Merchant;Purchases;Refunds', ...rows)).toEqual(purchases)
  expect(read('Datum;Butik;Inköp;Återbetalningar', ...rows.map((row) => row.replace(/;$/, ';0,00')))).toEqual(purchases)
  expect(read('Datum;Köp;Belopp', '2026-03-02;SJ AB;100,00')).toEqual(['2: 2026-03-02 SJ AB 10000'])
})
