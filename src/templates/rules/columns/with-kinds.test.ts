import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

test('Swedbank: where the text says what kind of row it is, the shop is in the reference', () => {
  const { rows } = readSuggested(
    sheetOf(
      'Radnr;Clnr;Kontonr;Produkt;Valuta;Bokfdag;Transdag;Valutadag;Referens;Text;Belopp;Saldo',
      '1;8327-9;1234567;Företagskonto;SEK;2026-03-23;2026-03-22;2026-03-23;MATBUTIKEN;Kortköp/uttag;-512.30;9487.70',
      '2;8327-9;1234567;Företagskonto;SEK;2026-03-20;2026-03-20;2026-03-20;Swish;Kalle Karlsson;270.00;10000.00',
      '3;8327-9;1234567;Företagskonto;SEK;2026-03-20;2026-03-20;2026-03-20;Polisen;Bg-bet. via internet;-360.00;9730.00',
      '4;8327-9;1234567;Företagskonto;SEK;2026-03-20;2026-03-20;2026-03-20;Sparkonto;Överföring;-100.00;10090.00',
    ),
  )
  expect(rows.map(({ outcome }) => (outcome.kind === 'purchase' ? outcome.fields.merchant : outcome.kind))).toEqual([
    'skipped',
    'MATBUTIKEN',
    'skipped',
    'skipped',
    'skipped',
  ])
})

test('Sparbanken Tanum: what is reserved has a dash for day and balance, and is not booked yet', () => {
  const { rows } = readSuggested(
    sheetOf(
      'SKYDDAT BELOPP;2026-07-19;-;-196,00;-',
      'Övf via internet;2026-07-19;2026-07-22;-1,00;22 102,16',
      'KIOSKEN;2026-07-19;2026-07-19;-10,00;22 103,16',
    ),
  )
  expect(rows.map(({ outcome }) => (outcome.kind === 'skipped' ? outcome.reason : outcome.kind))).toEqual([
    'pending',
    'other-movement',
    'purchase',
  ])
})

test('Nordea: a lone Kortköp beside rows that name the shop behind it does not say kinds', () => {
  const { rows } = readSuggested(
    sheetOf(
      'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta;',
      '2026/01/15;-1249,00;1234;;;Kortköp 260113 Elbutiken;12000,50;SEK;',
      '2026/01/14;-50,00;1234;;;Kortköp;13249,50;SEK;',
      '2026/01/13;-30,00;1234;;;Autogiro Telefonen;13299,50;SEK;',
    ),
  )
  expect(rows.map(({ outcome }) => outcome.kind)).toEqual(['skipped', 'purchase', 'purchase', 'skipped'])
})

test('Nordea: where the heading says nothing but Kortköp, the shop is the name', () => {
  const { rows } = readSuggested(
    sheetOf(
      'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
      '2026-01-15;-99,00;;MUSIK AB;MUSIK AB;Kortköp;12 345,67;SEK',
      '2026-01-13;25 000,00;KUND AB;;KUND AB;Betalning;12 877,17;SEK',
    ),
  )
  expect(rows.map(({ outcome }) => (outcome.kind === 'purchase' ? outcome.fields.merchant : outcome.kind))).toEqual([
    'skipped',
    'MUSIK AB',
    'skipped',
  ])
})

test.each([
  [
    'German',
    'Buchungstag;Buchungstext;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung',
    ['KARTENZAHLUNG', 'GUTSCHR. UEBERWEISUNG', 'ONLINE-UEBERWEISUNG'],
  ],
  ['Finnish', 'Kirjauspäivä;Selitys;Saaja/Maksaja;Määrä;Valuutta', ['PKORTTIMAKSU', 'TILISIIRTO', 'TILISIIRTO']],
])(
  'a column beside the shop that says which rows were paid by card tells purchases and refunds from transfers: %s',
  (_, header, [card, income, transfer]) => {
    const { rows } = readSuggested(
      sheetOf(
        header,
        `03.03.2026;${card};REWE;-34,12;EUR`,
        `04.03.2026;${income};Kunde GmbH;1.500,00;EUR`,
        `15.03.2026;${transfer};Vermieter;-900,00;EUR`,
        `16.03.2026;${card};HORNBACH;12,00;EUR`,
      ),
    )
    expect(
      rows.map(({ outcome }) =>
        outcome.kind === 'purchase' ? [outcome.fields.merchant, outcome.fields.foreignAmount] : outcome.kind,
      ),
    ).toEqual(['skipped', ['REWE', 3412], 'skipped', 'skipped', ['HORNBACH', -1200]])
  },
)

test('a column Info that says in every row whether it is booked tells what is not', () => {
  const { rows } = readSuggested(
    sheetOf(
      'Buchungstag;Verwendungszweck;Betrag;Waehrung;Info',
      '03.03.26;REWE;-34,12;EUR;Umsatz gebucht',
      '17.03.26;SHELL;-60,00;EUR;Umsatz vorgemerkt',
    ),
  )
  expect(rows.map(({ outcome }) => (outcome.kind === 'skipped' ? outcome.reason : outcome.kind))).toEqual([
    'header',
    'purchase',
    'pending',
  ])
})

test('Länsförsäkringar’s columns beside one of whoever was paid: that is the shop where the message is mostly empty', () => {
  const { rows } = readSuggested(
    sheetOf(
      'Bokföringsdatum;Transaktionsdatum;Transaktionstyp;Motpart;Meddelande;Belopp',
      '2026-03-02;2026-03-01;Kortköp;Willys;;-345,00',
      '2026-03-03;2026-03-02;Kortköp;Jula;;-45,00',
      '2026-03-05;2026-03-05;Insättning;Kund AB;Faktura 1;1 000,00',
    ),
  )
  expect(rows.map(({ outcome }) => (outcome.kind === 'purchase' ? outcome.fields.merchant : outcome.kind))).toEqual([
    'skipped',
    'Willys',
    'Jula',
    'skipped',
  ])
})

test('a column of kinds is one whatever it is called, where another names the shops', () => {
  const lines = [
    '2026-07-01;Purchase;Kiosk AB;-120.50;SEK',
    '2026-07-02;Refund;Kiosk AB;20.50;SEK',
    '2026-07-03;Cash withdrawal;Bank Street;-100.00;SEK',
    '2026-07-04;Account load;;1000.00;SEK',
    '2026-07-05;FX fee;;-1.00;SEK',
  ]
  const read = readSuggested(sheetOf('date;description;merchant;amount;currency', ...lines))
  expect(outcomes(read).slice(1)).toEqual([
    '2: 2026-07-01 Kiosk AB 12050',
    '3: 2026-07-02 Kiosk AB -2050',
    '4: other-movement',
    '5: payment-to-card',
    '6: other-movement',
  ])
})
