import { describe, expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const header = 'Datum;Text;Belopp'
const customers = ['2026-07-01;Kund AB;9000,00', '2026-07-02;Annan Kund AB;19000,00', '2026-07-03;Kund Tre;500,00']

test.each([
  ['salaries go out', '2026-07-04;Lön Anna;-25000,00'],
  ['taxes go out', '2026-07-04;Skatteverket;-12000,00'],
  ['a Swish comes in', '2026-07-04;Swish +46701234567;900,00'],
  ['money is paid in', '2026-07-04;Insättning 55;1900,00'],
])('a statement of which most rows came in is an account’s where %s: what customers paid is no purchase', (_, row) => {
  const { found, reading } = readBlind([header, ...customers, row, '2026-07-05;ICA MAXI;-145,00'])
  expect(found.mapping.account).toBe('bank')
  expect(purchasesOf(reading)).toEqual([14500])
})

test.each([
  ['a shop called so', '2026-07-04;Swish Sushi;900,00', 'as-is'],
  ['taxes paid with a card', '2026-07-04;Skatteverket;12000,00', 'as-is'],
  ['the bill paid by giro', '2026-07-04;Bankgirobetalning;-12000,00', 'as-is'],
])('a card stays a card beside %s', (_, row, signRule) => {
  const { found } = readBlind([
    header,
    '2026-07-01;SJ AB;300,00',
    row,
    '2026-07-03;COOP;50,00',
    '2026-07-05;ICA;-145,00',
  ])
  expect(found.mapping).toMatchObject({ account: 'card', signRule })
})

test.each([
  ['Finnish', 'Kirjauspäivä;Määrä EUROA;Selitys;Saaja/Maksaja'],
  ['German', 'Buchungstag;Betrag;Buchungstext;Beguenstigter/Zahlungspflichtiger'],
  ['Swedish', 'Datum;Belopp;Typ;Mottagare / avsändare'],
])('a column of whoever is paid or pays is an account’s (%s): a customer’s payment is no refund', (_, header) => {
  const { found, reading } = readBlind([
    header,
    '02.01.2026;-35,90;KORTKÖP;K-MARKET OULU',
    '13.01.2026;1500,00;GIRO;ASIAKAS OY',
    '15.01.2026;-12,40;KORTKÖP;R-KIOSKI',
  ])
  expect(found.mapping.account).toBe('bank')
  expect(purchasesOf(reading)).toEqual([3590, 1240])
})

test('suppliers’ VAT numbers are no accounts of the other side', () => {
  const { found, reading } = readBlind([
    'Expense ID;Date;Supplier name;Supplier VAT;Total amount;Currency;Total amount (SEK)',
    '1001;2026-02-02;Figma Inc.;;45;USD;471.15',
    '1002;2026-02-03;ICA Sverige AB;SE556021026101;200;SEK;200',
    '1003;2026-02-04;Bol.com;NL123456789B01;20;EUR;226.10',
  ])
  expect(found.mapping.account).toBe('card')
  expect(purchasesOf(reading)).toEqual([47115, 20000, 22610])
})

test('what is paid to a giro number is a bill, which has its invoice, and no purchase with the account’s card', () => {
  const { reading } = readBlind([
    'Datum;Text;Belopp;Saldo',
    '2026-07-01;ICA NÄRA;-245,50;10 000,00',
    '2026-07-02;Bg 5050-1055 SKATTEVERK;-5 000,00;5 000,00',
    '2026-07-02;PG 12 34 56-7;-500,00;4 500,00',
    '2026-07-03;BG TRAVEL SERVICE;-70,00;4 430,00',
  ])
  expect(purchasesOf(reading)).toEqual([24550, 7000])
})

test('rent, a supplier paid by invoice and a Swish to a number are no card purchases; a shop that hires out is one', () => {
  const texts = [
    'HYRA',
    'Lokalhyra okt 2026',
    'Hyra kontor 2026-10',
    'Leverantörsbetalning',
    '46701234567',
    '070-123 45 67',
  ]
  const lines = [...texts, 'HYRA SLÄP SKÅNE', 'Hyrverket AB'].map((text) => `2026-07-01;${text};-100,00;1 000,00`)
  const { reading } = readBlind(['Datum;Text;Belopp;Saldo', ...lines])
  expect(outcomes(reading).slice(1)).toEqual([
    ...texts.map((_, row) => `${row + 2}: other-movement`),
    '8: 2026-07-01 HYRA SLÄP SKÅNE 10000',
    '9: 2026-07-01 Hyrverket AB 10000',
  ])
})

test.each([
  [
    'a balance that results',
    'Date;Name / Description;Code;Debit/credit;Amount (EUR);Transaction type;Resulting balance',
    [
      '20260302;ALBERT HEIJN;BA;Debit;23,45;Payment terminal;1000,00',
      '20260303;Klant BV;GT;Credit;1500,00;Online Banking;2500,00',
      '20260304;Verhuurder;GT;Debit;900,00;Online Banking;1600,00',
    ],
    [2345],
  ],
  [
    'a balance whose name has a mark before it',
    '#Data operacji;#Opis operacji;#Kwota;#Saldo po operacji',
    ['2026-03-02;ZABKA;-62,30 PLN;1 437,70 PLN', '2026-03-04;KLIENT SP Z OO;500,00 PLN;1 937,70 PLN'],
    [6230],
  ],
  [
    'the account of every row',
    'Buchungstag;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber',
    [
      '14.03.2026;Lastschrift;DB VERTRIEB;-49,90;EUR;DE02100500000054540402',
      '15.03.2026;Gutschrift;Kunde GmbH;1.190,00;EUR;DE02100500000054540402',
    ],
    [4990],
  ],
  [
    'types of transfers',
    'Buchungstag;Umsatzart;Buchungstext;Betrag;Währung',
    [
      '14.03.2026;Lastschrift;DB VERTRIEB;-49,90;EUR',
      '15.03.2026;Gutschrift;Kunde GmbH;1.190,00;EUR',
      '17.03.2026;Überweisung;Vermieter;-900,00;EUR',
    ],
    [4990],
  ],
])('%s is an account’s: what customers paid and what was transferred is no purchase', (_, header, rows, purchases) => {
  const { found, reading } = readBlind([header, ...rows])
  expect(found.mapping.account).toBe('bank')
  expect(purchasesOf(reading)).toEqual(purchases)
})

test('a card of which most rows paid its bill stays a card, whatever their type is called', () => {
  const { found, reading } = readBlind([
    'Datum;Text;Typ;Belopp',
    '2026-07-01;SJ AB;Köp;300,00',
    '2026-07-02;Tack;Insättning;-200,00',
    '2026-07-03;Tack;Bankgiro;-100,00',
  ])
  expect(found.mapping.account).toBe('card')
  expect(purchasesOf(reading)).toEqual([30000])
})

test('bills that the bank pays by order are no purchases: Betalingsservice, Avtalegiro', () => {
  const { reading } = readBlind([
    'Dato;Tekst;Beløb;Saldo',
    '13-03-2026;Bs betaling TDC;-299,00;9 701,00',
    '14-03-2026;Avtalegiro Strøm;-100,00;9 601,00',
    '15-03-2026;NETTO;-45,00;9 556,00',
  ])
  expect(purchasesOf(reading)).toEqual([4500])
})

test('on an account told in English pay, transfers and cash are no purchases', () => {
  const rows = [
    '2026-07-01;ICA MAXI;-145,00;9000,00',
    '2026-07-02;Salary July;-20000,00;9145,00',
    '2026-07-03;Transfer to savings;-500,00;29145,00',
    '2026-07-04;ATM withdrawal;-300,00;29645,00',
  ]
  expect(purchasesOf(readBlind(['Date;Description;Amount;Balance', ...rows]).reading)).toEqual([14500])
})

test('what is left to pay of invoices is no balance of an account: none of a list of suppliers’ invoices came in', () => {
  const rows = ['Telia;F1;2026-07-01;2026-07-31;499,00;499,00', 'Dustin;F2;2026-07-02;2026-08-01;1250,00;0,00']
  const { found, reading } = readBlind(['Leverantör;Fakturanr;Fakturadatum;Förfallodatum;Belopp;Saldo', ...rows])
  expect(found.mapping.account).toBe('card')
  expect(purchasesOf(reading)).toEqual([49900, 125000])
})

test('what is called Krediteringar beside Debiteringar is all that came in: a supplier’s bill that was paid is no refund', () => {
  const { found, reading } = readBlind([
    'Datum;Typ;Beskrivning;Debiteringar;Krediteringar;Saldo',
    '2026-06-01;Kampanjer;Kampanjaktivitet 1-30 juni;1204,00;;1204,00',
    '2026-06-02;Betalningar;Automatisk betalning: Visa 1234;;1204,00;0,00',
    '2026-06-30;Kampanjer;Kampanjaktivitet 1-30 juni;500,00;;500,00',
  ])
  expect(found.mapping).toMatchObject({ account: 'bank', signRule: 'two-columns' })
  expect(purchasesOf(reading)).toEqual([120400, 50000])
})

test('Handelsbanken’s card in Norway calls its columns as accounts do, and is a card where nothing else moves on it', () => {
  const header = 'Dato;Beskrivelse;Inn på konto;Ut fra konto;Originalt beløp;Valuta;Kurs'
  const rows = ['2026-07-01;VG NETT;;49,00;49,00;NOK;-', '2026-07-02;ELKJØP RETUR;200,00;;200,00;NOK;-']
  const paid = '2026-07-03;Innbetaling;900,00;;900,00;NOK;-'
  const { found, reading } = readBlind([header, ...rows, paid])
  expect([found.mapping.account, ...outcomes(reading).slice(3)]).toEqual(['card', '4: payment-to-card'])
  expect(purchasesOf(reading)).toEqual([4900, -20000])
  const pay = '2026-07-03;Lønn juli;;25000,00;25000,00;NOK;-'
  expect(readBlind([header, ...rows, pay]).found.mapping.account).toBe('bank')
})

test.each([
  ['each says so', ['Swish från ANNA EK', 'Kundinbetalning 1001', 'Insättning'], false],
  ['a giro may be either', ['Swish från ANNA EK', 'Bg 123-4567'], true],
  ['half are shops', ['Swish från ANNA EK', 'Swish BO', 'ICA MAXI', 'SJ AB'], true],
])(
  'an account’s file without a balance in which nothing has a minus and money came in is no card’s: %s',
  (_, texts, isAsked) => {
    const { found, reading } = readBlind([
      header,
      ...texts.map((text, day) => `2026-07-0${day + 1};${text};${day + 3}00,00`),
    ])
    expect(found).toMatchObject({ mapping: { account: 'bank' }, isSignOpen: isAsked })
    expect(purchasesOf(reading)).toEqual([])
  },
)

test('money that came in by its type came in to an account, and what a card file calls so pays the card', () => {
  const rows = (name: string) => [
    `Datum;Typ;${name};Belopp`,
    '2026-07-01;Swish;ANNA;300,00',
    '2026-07-02;Insättning;BO;450,00',
  ]
  expect(readBlind(rows('Meddelande')).found.mapping.account).toBe('bank')
  expect(
    readBlind([header, '2026-07-01;ICA;30,00', '2026-07-02;SJ;50,00', '2026-07-03;Insättning;80,00']).found.mapping
      .account,
  ).toBe('card')
})

test('what was bought from suppliers and paid by Swish came in to no account', () => {
  const rows = ['2026-07-01;ICA;Swish;100,00', '2026-07-02;Loppis;Swish;250,00']
  const { found, reading } = readBlind(['Datum;Leverantör;Typ;Belopp', ...rows])
  expect(found).toMatchObject({ mapping: { account: 'card' }, isSignOpen: false })
  expect(purchasesOf(reading)).toEqual([10000, 25000])
})

test.each(['Deposit Hotel Hilton', 'Depositphotos', 'Incoming Media AB'])('%s is bought from', (shop) => {
  const { found, reading } = readBlind(['Date;Description;Amount', `2026-07-01;${shop};100,00`, '2026-07-02;SJ;250,00'])
  expect(found).toMatchObject({ mapping: { account: 'card' }, isSignOpen: false })
  expect(purchasesOf(reading)).toEqual([10000, 25000])
})

describe('an account’s file without a balance', () => {
  const rows = (...texts: string[]) =>
    readBlind([header, ...texts.map((text, day) => `2026-07-${String(day + 1).padStart(2, '0')};${text}`)])

  test('on which less was bought than came in from customers is no card’s, and asked about unless all of it is called so', () => {
    const told = rows('Insättning Zettle;7415,60', 'Kundinbetalning 12;267,26', 'CIRCLE K;-100,00', 'Swish BO;1400,00')
    expect(told.found).toMatchObject({ mapping: { account: 'bank', signRule: 'inverted' }, isSignOpen: false })
    expect(purchasesOf(told.reading)).toEqual([10000])
    const open = rows('Insättning Zettle;7415,60', 'Kundinbetalning 12;267,26', 'CIRCLE K;-100,00', 'Acme AB;1400,00')
    expect(open.found).toMatchObject({ mapping: { account: 'bank' }, isSignOpen: true })
  })

  test('on which more was bought is none either where customers paid it: they are given nothing back', () => {
    const { found, reading } = rows('ICA;-350,00', 'COOP;-2408,40', 'Kundinbetalning 29;2100,00', 'SJ;-925,58')
    expect(found).toMatchObject({ mapping: { account: 'bank' }, isSignOpen: false })
    expect(purchasesOf(reading)).toEqual([35000, 240840, 92558])
  })

  test('is a card’s where its bill is paid beside refunds', () => {
    const { found, reading } = rows('ICA;-350,00', 'COOP;-2408,40', 'Inbetalning;2758,40', 'COOP;99,00')
    expect(found.mapping.account).toBe('card')
    expect(purchasesOf(reading)).toEqual([35000, 240840, -9900])
  })
})

test.each([
  ...['Skatt', 'SKAT', 'Skatteetaten', 'Skattestyrelsen', 'F-skatt oktober', 'Arbetsgivaravgift', 'Löneutbetalning'],
])('%s of an account is no purchase', (tax) => {
  const rows = ['01.07.2026;REMA 1000;-100,00;1000,00', `02.07.2026;${tax};-500,00;500,00`]
  expect(purchasesOf(readBlind(['Dato;Tekst;Beløp;Saldo', ...rows]).reading)).toEqual([10000])
})

test.each([
  ...['Skatteförvaltningen', 'Forskuddstrekk', 'Arbeidsgiveravgift', 'A-skat', 'Løn Hans Hansen', 'Lønnsutbetaling'],
  ...['Moms SKAT', 'Giro 1234.56.78901'],
  ...['Nettgiro til Leverandør AS', 'Kontogirering Leverantör Ab', 'Kontoöverföring'],
])('%s, as a neighbour’s bank writes it, is no purchase on an account', (text) => {
  const rows = ['01.07.2026;REMA 1000;-100,00;1000,00', `02.07.2026;${text};-500,00;500,00`]
  expect(purchasesOf(readBlind(['Dato;Tekst;Beløp;Saldo', ...rows]).reading)).toEqual([10000])
})

test.each(['Lønn Kari', 'Lønoverførsel', 'Salary Anna Berg', 'Skatteetaten', 'Palkka'])(
  'a file that pays %s is an account’s, as one that pays Lön is: no card pays wages or taxes',
  (text) => {
    const rows = ['01.07.2026;REMA 1000;Ut;100,00', `02.07.2026;${text};Ut;500,00`, '03.07.2026;Nordbygg AS;Inn;900,00']
    const { found, reading } = readBlind(['Dato;Tekst;Inn/Ut;Beløp', ...rows])
    expect(found.mapping.account).toBe('bank')
    expect(purchasesOf(reading)).toEqual([10000])
  },
)

test('where shops stand in a column of shops, a giro number in the column of what came in pays the card', () => {
  const rows = ['2026-10-01;ICA;120,00;', '2026-10-02;SJ;;20,00', '2026-10-03;Bg 5050-1055;;500,00']
  const { found, reading } = readBlind(['Datum;Butik;Debet;Kredit', ...rows])
  expect(found.mapping.account).toBe('card')
  expect(purchasesOf(reading)).toEqual([12000, -2000])
  const paid = readBlind(['Datum;Butik;Debet;Kredit', ...rows.slice(0, 2), '2026-10-03;Bg 5050-1055;500,00;'])
  expect(paid.found.mapping.account).toBe('bank')
})

test('what Norwegians and Danes pay an account by Vipps, as Kunde 12 or as Innskudd is no purchase', () => {
  const rows = ['Vipps fra BO;300,00', 'Kunde 12;500,00', 'Innskudd;900,00', 'REMA 1000;-100,00']
  const { found, reading } = readBlind(['Dato;Tekst;Beløp', ...rows.map((row, day) => `0${day + 1}.07.2026;${row}`)])
  expect(found.mapping.account).toBe('bank')
  expect(purchasesOf(reading)).toEqual([10000])
})

test.each(['Skatt & Redovisning i Malmö AB', 'Skatt och Revision AB'])(
  '%s is a shop on an account, and Skatt F-skatt OCR 123456 is a tax',
  (shop) => {
    const rows = [`2026-07-01;${shop};-100,00;1000,00`, '2026-07-02;Skatt F-skatt OCR 123456;-500,00;500,00']
    expect(purchasesOf(readBlind(['Datum;Text;Belopp;Saldo', ...rows]).reading)).toEqual([10000])
  },
)

test('deposits of whomever are no purchases where most rows are so called, and are asked about', () => {
  const rows = ['2026-07-01;Deposit Acme AB;500.00', '2026-07-02;Deposit Stripe;300.00', '2026-07-03;SJ;50.00']
  const open = readBlind(['Date;Description;Amount', ...rows])
  expect(open.found).toMatchObject({ mapping: { account: 'bank' }, isSignOpen: true })
  const told = readBlind(['Date;Description;Amount', '2026-07-01;Incoming from Acme;500.00'])
  expect(told.found).toMatchObject({ mapping: { account: 'bank' }, isSignOpen: false })
})

test.each(['Gutschrift COOP', 'COOP MEDLEM', 'Refund membership'])('%s is given back on a card', (text) => {
  const rows = ['ICA;-350,00', 'COOP;-2408,40', `${text};99,00`, 'SJ;-20,00']
  const { found, reading } = readBlind(['Datum;Text;Belopp', ...rows.map((row) => `2026-07-01;${row}`)])
  expect(found.mapping.account).toBe('card')
  expect(purchasesOf(reading)).toEqual([35000, 240840, -9900, 2000])
})

test.each(['Mottagen betalning', 'Mottagen betalning, tack', 'Received payment'])(
  '%s pays a card, whose refunds are read beside it',
  (text) => {
    const rows = ['ICA;-350,00', 'COOP;-2408,40', `${text};2758,40`, 'COOP;99,00', 'SJ;-20,00']
    const { reading } = readBlind(['Datum;Text;Belopp', ...rows.map((row) => `2026-07-01;${row}`)])
    expect(purchasesOf(reading)).toEqual([35000, 240840, -9900, 2000])
  },
)

test('Bg-inbetalning pays the card that each row says, whose refunds are read; where only purchases say one it came in to an account', () => {
  const rows = ['2026-05-01;WILLYS;-300,00', '2026-05-03;BG-inbetalning;900,00', '2026-05-04;HERTZ;-200,00']
  const bought = ['2: 2026-05-01 WILLYS 30000', '4: 2026-05-04 HERTZ 20000']
  const refund = '2026-05-05;HERTZ KREDIT;80,00'
  const card = [...rows, refund].map((row) => `${row};**** 8487`)
  expect(outcomes(readSuggested(sheetOf('Datum;Text;Belopp;Kortnummer', ...card))).slice(1)).toEqual([
    bought[0],
    '3: payment-to-card',
    bought[1],
    '5: 2026-05-05 HERTZ KREDIT -8000',
  ])
  const account = [...rows, '2026-05-06;BG-inbetalning;80,00'].map((row) => `${row};${/BG/.test(row) ? '' : '8487'}`)
  expect(outcomes(readSuggested(sheetOf('Datum;Text;Belopp;Kortnummer', ...account))).slice(1)).toEqual([
    bought[0],
    '3: incoming',
    bought[1],
    '5: incoming',
  ])
})

test('what is called Retur beside Belastat shops gave back', () => {
  const rows = ['2026-07-01;ICA;100,00;', '2026-07-02;SJ;50,00;', '2026-07-03;ICA;;20,00']
  const { found, reading } = readBlind(['Datum;Text;Belastat;Retur', ...rows])
  expect(found.mapping.account).toBe('card')
  expect(purchasesOf(reading)).toEqual([10000, 5000, -2000])
})

describe('an account whose minuses are fewer', () => {
  const signOpen = (names: string, ...rows: string[]) =>
    readBlind([names, ...rows.map((row) => `2026-07-01;${row}`)]).found.isSignOpen

  test('may be a card’s debt with a refund, where nothing but a balance says account', () => {
    const rows = ['ICA;300,00;300,00', 'SJ;200,00;500,00', 'IKEA;100,00;600,00', 'H&M;-50,00;550,00']
    expect(signOpen('Datum;Text;Belopp;Saldo', ...rows)).toBe(true)
  })

  test.each(['Hyra oktober', 'Lön Bo', 'Bg 123-4567', 'Avgift bank', 'Autogiro Telia'])(
    'is none that pays %s',
    (text) => {
      const rows = ['Acme AB;300,00;300,00', 'Beta AB;200,00;500,00', `${text};-50,00;450,00`]
      expect(signOpen('Datum;Text;Belopp;Saldo', ...rows)).toBe(false)
    },
  )

  test('is none that a person paid', () => {
    const rows = ['Acme AB;300,00;300,00', 'Anna Ek;200,00;500,00', 'ICA;-50,00;450,00']
    expect(signOpen('Datum;Text;Belopp;Saldo', ...rows)).toBe(false)
  })

  test('is none where a column of the other side’s account says so', () => {
    const rows = ['SE1234;ICA;-100,00', ';Acme AB;5000,00', ';Beta AB;3000,00']
    expect(signOpen('Datum;Mottagarens konto;Text;Belopp', ...rows)).toBe(false)
  })
})
