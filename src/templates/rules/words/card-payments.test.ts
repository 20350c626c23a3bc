import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'
import { isCardPaymentLabel, isPaidFromAccount, isPaidToGiro } from './card-payments.ts'

test("what a hotel's bill was paid with is no refund", () => {
  const lines = [
    '2026-03-02;Logi;1500,00',
    '2026-03-03;Logi;1500,00',
    '2026-03-03;Restaurang;650,00',
    '2026-03-04;Visa **1234;-3650,00',
  ]
  expect(outcomes(readSuggested(sheetOf('Datum;Beskrivning;Belopp', ...lines))).slice(4)).toEqual([
    '5: payment-to-card',
  ])
})

test.each([
  'visa **1234',
  'mastercard',
  'american express xxxx1234',
  'betalt med visa 1234',
  'kort ****1234',
  'credit card 1234',
])('%s is a card that something was paid with', (label) => expect(isCardPaymentLabel(label)).toBe(true))

test.each([
  ...[
    'bg inbetalning',
    'bg-inbetalning',
    'pg inbetalning',
    'bankgiroinbetalning',
    'extra inbetalning',
    'direktinbetalning',
  ],
  ...['ihre zahlung - besten dank', 'ihre zahlung – besten dank'],
  ...[
    'inbetalningar',
    'inbet',
    'inbet 261025',
    'betalning - tack',
    'kortbetalning mottagen',
    'faktura betald',
    'betald faktura',
  ],
])('%s is how the bill of a card was paid', (label) => expect(isCardPaymentLabel(label)).toBe(true))

test.each([
  'betalning & co',
  'inbetalningsservice ab',
  'extra inbetalningskort',
  'kortbetalning ica',
  'visa travel ab',
  'kort & foto',
  'kortspecialisten',
  'mc donalds',
  'card factory 1234',
  'kort',
])('%s may be a shop', (label) => expect(isCardPaymentLabel(label)).toBe(false))

test('a batch of suppliers’ payments from a giro is no purchase, with or without a column of types (SEB)', () => {
  const lines = ['2026-03-30;2026-03-30;5490000001;LBE5050-1055;-87768,00;580960,05']
  const card = '2026-03-29;2026-03-29;5490000002;ICA TEST/26-03-28;-100,00;668728,05'
  const header = 'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text/mottagare;Belopp;Saldo'
  expect(outcomes(readSuggested(sheetOf(header, ...lines, card))).slice(1)).toEqual([
    '2: other-movement',
    '3: 2026-03-28 ICA TEST 10000',
  ])
})

test.each(['lbe5050-1055', 'lb 5050-1055', 'lb 505-1055', 'bg 5050-1055 leverantören'])('%s is paid by giro', (label) =>
  expect(isPaidToGiro(label)).toBe(true),
)
test.each(['lb 2000 ab', 'lbe 12-1234', 'lbc frakt 5050-1055'])('%s may be a shop', (label) =>
  expect(isPaidToGiro(label)).toBe(false),
)

test.each([
  'omsättning lån',
  'omsättning lån 3992 12 34567',
  'lån återbetalning',
  'återbetalning lån',
  'lån 1234567',
  'bolån ränta januari',
  'amortering',
  'inbetalning 9558 12 34567',
  ...[
    'löneöverföring',
    'lönebg',
    'internöverföring',
    'egen överföring',
    'överf mobil',
    'omföring',
    'stående överföring',
  ],
  ...['koncernkonto', 'skattekontot ocr 123', 'momsinbetalning', 'preliminärskatt', 'agi 2026-10', 'eget uttag'],
  ...['utdelning 2026', 'aktieägartillskott', 'uttag automat', 'lb betalning', 'betalfil', 'låneavi', 'köp fonder'],
  ...['kortfaktura', 'kreditkortsfaktura', 'eurocard faktura', 'amex betalning av faktura', 'seb kort bank ab'],
  ...['american express autogiro', 'first card faktura november', 'eurocard avi 123'],
  ...[
    'american express',
    'american express europe s.a.',
    'amex 260501',
    'eurocard',
    'betalning eurocard',
    'seb kort bank ab',
  ],
  ...['first card', 'entercard group ab', 'diners club nordic ab'],
  ...['resa spanien 3435 20 01910', 'mastercard 1722 20 34439', '1709 20 72840', 'shb 537571892', 'seb 5490 99 00041'],
])('%s is paid from an account, and to no shop', (label) => expect(isPaidFromAccount(label)).toBe(true))

test.each([
  'lånekassan',
  'lån & spar ab',
  'amortering konsult ab',
  'lån av släp',
  'inbetalning elbolaget',
  'inbetalning 12',
  ...['fond & kapital ab', 'aktiebolaget sol', 'utdelning kaffe ab', 'kortfakturering ab', 'eurocard travel shop'],
  ...['american express travel', 'kreditkortsbutiken', 'kreditkort betalning'],
  ...['omföring & co', 'valutaväxling forex', 'cash pool billiard', 'lb betalning skruv ab', 'agi 2000 ab'],
  ...[
    'american express travel',
    'eurocard shop',
    'amexio',
    'seb kortspel',
    'first cards & gifts',
    'diners',
    'visa',
    'mastercard',
  ],
  ...['kortköp taxi 1722 20 34439', 'hotell 0771 20 34439', 'seb 2026-01-31', 'seb 20260131', 'swedbank 2026 01 31'],
  ...['insättning kort 260117 butik 3435 20 01910', 'nordea liv', 'butik nr1722 20 34439', 'kurs 2026-3435 20 01910'],
])('%s may be whoever was paid', (label) => expect(isPaidFromAccount(label)).toBe(false))

test('loans on an account are left out, and a text of nothing but digits is asked about: no shop is called so', () => {
  const lines = [
    '2026/07/01;-120,50;KIOSKEN;9879,50',
    '2026/07/02;-2000,00;Omsättning lån 3992 12 34567;7879,50',
    '2026/07/03;-500,00;5564012345;7379,50',
    '2026/07/04;700,00;5564012345;8079,50',
  ]
  expect(outcomes(readSuggested(sheetOf('Bokföringsdag;Belopp;Rubrik;Saldo', ...lines))).slice(1)).toEqual([
    '2: 2026-07-01 KIOSKEN 12050',
    '3: other-movement',
    '4: merchant-missing@C4',
    '5: incoming',
  ])
})

test('the bill of a card and money of one’s own on an account are left out, and a shop with such a word is not', () => {
  const lines = [
    '2026/07/01;-120,50;KIOSKEN;9879,50',
    '2026/07/02;-4200,00;Eurocard faktura;5679,50',
    '2026/07/03;-500,00;Internöverföring;5179,50',
    '2026/07/04;-79,50;Kortfakturering AB;5100,00',
  ]
  expect(outcomes(readSuggested(sheetOf('Bokföringsdag;Belopp;Rubrik;Saldo', ...lines))).slice(1)).toEqual([
    '2: 2026-07-01 KIOSKEN 12050',
    '3: other-movement',
    '4: other-movement',
    '5: 2026-07-04 Kortfakturering AB 7950',
  ])
})
