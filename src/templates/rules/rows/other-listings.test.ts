import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => {
  const reading = readSuggested(sheetOf(...lines))
  const told = reading.warnings.map(({ code }) => code)
  const rows = outcomes(reading).map((line) => line.replace(/^\d+: /, ''))
  return { told, rows: rows.filter((row) => !['header', 'preamble', 'balance-row'].includes(row)) }
}

describe('account rows of vouchers are told as what they are, and none is ready to be invoiced', () => {
  const accountRows = { told: ['account-rows'], rows: ['account-row', 'account-row', 'account-row'] }

  test.each([
    [
      'a general ledger of all accounts',
      [
        'Huvudbok',
        'Konto;Benämning;Ver.nr;Datum;Text;Debet;Kredit;Saldo',
        '1930;Företagskonto;A12;2026-03-02;Spotify;;119,00;881,00',
        '1930;Företagskonto;A13;2026-03-04;Kund;500,00;;1381,00',
        '2641;Ingående moms;A12;2026-03-02;Spotify;23,80;;23,80',
      ],
    ],
    [
      'a list of vouchers',
      [
        'Verifikationsnummer;Verifikationsdatum;Verifikationstext;Konto;Kontonamn;Debet;Kredit',
        'A1;2026-03-02;Spotify;1930;Bank;;119,00',
        'A1;2026-03-02;Spotify;2641;Moms;23,80;',
        'A1;2026-03-02;Spotify;6540;IT;95,20;',
      ],
    ],
    [
      'one account of the ledger, whose name stands above',
      [
        '1930 Företagskonto',
        'Datum;Ver;Text;Debet;Kredit;Saldo',
        ';;Ingående balans;;;1 000,00',
        '2026-03-02;A 12;Spotify;;119,00;881,00',
        '2026-03-03;A 13;SJ;;500,00;381,00',
        '2026-03-04;A 14;Kund AB;500,00;;881,00',
      ],
    ],
    [
      'signed amounts that come to nothing in each voucher',
      [
        'Serie;Vernr;Datum;Konto;Belopp;Text',
        'A;1;2026-03-02;1930;-119,00;Spotify',
        'A;1;2026-03-02;2641;23,80;Spotify',
        'A;1;2026-03-02;6540;95,20;Spotify',
      ],
    ],
    [
      'two rows a purchase, as expense systems write them for the books, without numbers',
      [
        'Date;Account;Description;Debit;Credit',
        '2026-03-02;6540;Spotify;95.20;',
        '2026-03-02;2641;Spotify;23.80;',
        '2026-03-02;1930;Spotify;;119.00',
      ],
    ],
  ])('%s', (_, lines) => {
    expect(read(...lines)).toEqual(accountRows)
  })

  test.each([
    [
      "a bank's statement with money out and in, and its account's last figures",
      [
        'Konto;Datum;Text;Debet;Kredit',
        '4411;2026-03-02;Kortköp ICA;119,00;',
        '4411;2026-03-04;Kund;;500,00',
        '4412;2026-03-05;Kortköp SJ;95,00;',
      ],
    ],
    [
      "a bank's statement whose own numbers are long",
      [
        'Bokföringsdatum;Verifikationsnummer;Text;Debet;Kredit',
        '2026-03-02;5490990004;Kortköp ICA;119,00;',
        '2026-03-04;5490990005;Kund;;500,00',
        '2026-03-05;5490990006;Kortköp SJ;95,00;',
      ],
    ],
  ])('%s stays one', (_, lines) => {
    expect(read(...lines)).toEqual({
      told: [],
      rows: ['2026-03-02 Kortköp ICA 11900', 'incoming', '2026-03-05 Kortköp SJ 9500'],
    })
  })

  test('purchases that say which account they are to be booked on stay purchases', () => {
    const lines = [
      'Vernr;Datum;Leverantör;Konto;Belopp',
      '1;2026-03-02;ICA;6071;119,00',
      '1;2026-03-02;ICA;6071;-119,00',
      '2;2026-03-04;SJ;5810;95,00',
    ]
    expect(read(...lines)).toMatchObject({
      told: [],
      rows: ['2026-03-02 ICA 11900', '2026-03-02 ICA -11900', '2026-03-04 SJ 9500'],
    })
  })
})

describe('what customers paid in by Swish is income', () => {
  const received = { told: ['swish-received'], rows: ['incoming', 'incoming'] }

  test.each([
    [
      "the bank's report with both numbers",
      [
        'Bokfdag;Transdag;Belopp;Mottagarnr;Mottagarnamn;Avsändarnr;Avsändarnamn;Meddelande;Tid',
        '2026-03-02;2026-03-02;125,00;1231231231;BOLAGET AB;46701234567;EVA LIND;Order 77;10:11',
        '2026-03-03;2026-03-03;250,00;1231231231;BOLAGET AB;46707654321;BO EK;Order 78;11:11',
      ],
    ],
    [
      'the number of the company and who paid',
      [
        'Datum;Tid;Swishnummer;Betalare;Meddelande;Belopp',
        '2026-03-02;10:11;123 123 12 31;EVA LIND;Order 77;125,00',
        '2026-03-03;11:11;123 123 12 31;BO EK;Order 78;250,00',
      ],
    ],
  ])('%s', (_, lines) => {
    expect(read(...lines)).toEqual(received)
  })

  test('and what was paid back to a customer is no purchase', () => {
    const rows = [
      'Datum;Swishnummer;Avsändare;Avsändarens namn;Meddelande;Belopp',
      '2026-03-02;1231231231;46701234567;EVA LIND;Order 77;125,00',
      '2026-03-03;1231231231;46707654321;BO EK;Order 78;-25,00',
    ]
    expect(read(...rows)).toEqual({ told: ['swish-received'], rows: ['incoming', 'other-movement'] })
  })

  test.each([
    [
      "Handelsbanken's",
      [
        'Kontohavare;Kontonr;Kontoform;Valuta;Bokföringsdag;Referens;Insättning/Uttag;Bokfört saldo;Referens Swish;Avsändar-id Swish;',
        'EXEMPEL AB;123456789;Affärskonto;SEK;2026-03-13;CLAS OHLSON;-399,00;10000,00;;;',
        'EXEMPEL AB;123456789;Affärskonto;SEK;2026-03-14;CIRCLE K;-650,00;9350,00;;;',
        'EXEMPEL AB;123456789;Affärskonto;SEK;2026-03-16;SWISH 46701234567;1250,00;10600,00;ABC123;46701234567;',
      ],
    ],
    [
      "another bank's",
      [
        'Bokföringsdag;Text;Belopp;Saldo;Swish avsändare;Avsändare',
        '2026-03-13;CLAS OHLSON;-399,00;10000,00;;',
        '2026-03-14;CIRCLE K;-650,00;9350,00;;',
        '2026-03-16;Swish inbetalning;1250,00;10600,00;46701234567;EVA LIND',
      ],
    ],
  ])('but %s statement is read by its rows, of which some were paid in by Swish', (_, lines) =>
    expect(read(...lines)).toEqual({
      told: [],
      rows: ['2026-03-13 CLAS OHLSON 39900', '2026-03-14 CIRCLE K 65000', 'incoming'],
    }),
  )

  test('and the sum below a report of Swish has no sender', () => {
    const rows = [
      'Datum;Tid;Swishnummer;Betalare;Meddelande;Belopp',
      '2026-03-02;10:11;123 123 12 31;EVA LIND;Order 77;125,00',
      '2026-03-03;11:11;123 123 12 31;BO EK;Order 78;250,00',
      'Summa;;;;;375,00',
    ]
    expect(read(...rows).told).toEqual(['swish-received'])
  })

  test('what the company itself paid by Swish is read as before, by who was paid', () => {
    const rows = [
      'Datum;Avsändarnr;Mottagarnr;Mottagarens namn;Meddelande;Swish-belopp',
      '2026-03-02;1231231231;46701234567;EVA LIND;Vinst;-125,00',
      '2026-03-03;1231231231;46707654321;BO EK;Pris;-250,00',
    ]
    expect(read(...rows)).toEqual({ told: [], rows: ['2026-03-02 EVA LIND 12500', '2026-03-03 BO EK 25000'] })
  })
})

describe("what customers paid through Stripe is income, and its payouts are the company's own money", () => {
  const balance = [
    'balance_transaction_id;created;available_on;currency;gross;fee;net;reporting_category;source_id;description',
    'txn_1;2026-03-02 11:00:00;2026-03-09;sek;500.00;9.50;490.50;charge;ch_1;Order 1',
    'txn_2;2026-03-03 11:00:00;2026-03-10;sek;-500.00;0.00;-500.00;refund;re_1;Refund',
    'txn_3;2026-03-04 11:00:00;2026-03-10;sek;-900.00;0.00;-900.00;payout;po_1;STRIPE PAYOUT',
  ]

  test.each([
    ['the balance report', balance, ['incoming', 'other-movement', 'other-movement']],
    [
      'the list of payments',
      [
        'id;Created date (UTC);Amount;Amount Refunded;Currency;Captured;Description;Fee;Status;Customer Email',
        'ch_1;2026-03-02 10:00;500,00;0,00;sek;true;Order 1;9,50;Paid;a@example.com',
      ],
      ['incoming'],
    ],
    [
      'the list of payouts',
      [
        'id;Amount;Created (UTC);Currency;Arrival Date (UTC);Source Type;Status;Type;Description',
        'po_1;900.00;2026-03-01 10:00;sek;2026-03-03 00:00;card;paid;bank_account;STRIPE PAYOUT',
      ],
      ['incoming'],
    ],
  ])('%s', (_, lines, rows) => {
    expect(read(...lines)).toEqual({ told: ['customer-payments'], rows })
  })

  test('a balance report that holds purchases with a card of Stripe is not left out whole', () => {
    const bought = 'txn_4;2026-03-05 11:00:00;2026-03-10;sek;-104.13;0.00;-104.13;issuing_transaction;ipi_1;FIGMA'
    expect(read(...balance, bought).told).toEqual(['fees-left-out'])
  })
})

test('where a person said that the rows are purchases, they are read as purchases whatever they look like', () => {
  const rows = sheetOf('Fakturanr;Kundnr;Kundnamn;Fakturadatum;Totalt', '1001;12;Kund AB;2026-03-02;1250,00')
  const reading = readSuggested(rows, { isOfPurchases: true })
  expect(reading.warnings).toEqual([])
  expect(outcomes(reading)).toEqual(['1: header', '2: 2026-03-02 Kund AB 125000'])
})

test('invoices to customers are income, and pay is no purchase', () => {
  expect(
    read(
      'Fakturanr;Kundnr;Kundnamn;Fakturadatum;Förfallodatum;Totalt;Moms;Valuta',
      '1001;12;Kund AB;2026-03-02;2026-04-01;1250,00;250,00;SEK',
      '1002;13;Köpare AB;2026-03-05;2026-04-04;-500,00;-100,00;SEK',
    ),
  ).toEqual({ told: ['customer-invoices'], rows: ['incoming', 'other-movement'] })
  expect(
    read(
      'Anställningsnr;Namn;Utbetalningsdatum;Bruttolön;Skatt;Nettolön',
      '1;Anna Svensson;2026-03-25;30000,00;7500,00;22500,00',
    ),
  ).toEqual({ told: ['payroll'], rows: ['other-movement'] })
})

test("a supplier's invoices that say our own number with it, or for which customer they are, stay purchases", () => {
  const rows = ['2026-03-02;Telia;F1;778;500,00', '2026-03-03;Dustin;F2;779;99,00']
  for (const name of ['Kundnr', 'Kund'])
    expect(read(`Fakturadatum;Leverantör;Fakturanr;${name};Belopp`, ...rows)).toEqual({
      told: [],
      rows: ['2026-03-02 Telia 50000', '2026-03-03 Dustin 9900'],
    })
})

describe('an acquirer’s list of what customers paid by card is income', () => {
  const told = { told: ['customer-payments'], rows: ['incoming', 'incoming'] }
  test('where each row says the card’s kind, what was kept and when the rest is paid out', () => {
    expect(
      read(
        'Utbetalningsdatum;Transaktionsdatum;Butik;Korttyp;Kortnummer;Bruttobelopp;Avgift;Nettobelopp;Valuta',
        '2026-03-03;2026-03-02;Min Butik;VISA;4571********1234;1000,00;12,50;987,50;SEK',
        '2026-03-03;2026-03-02;Min Butik;MC;5413********9911;500,00;6,25;493,75;SEK',
      ),
    ).toEqual(told)
    expect(
      read(
        'Settlement date;Transaction date;Merchant;Card type;Card number;Gross amount;Fee;Net amount;Currency',
        '2026-03-03;2026-03-02;Min Butik AB;VISA;4571********1234;1000,00;-12,50;987,50;SEK',
        '2026-03-03;2026-03-02;Min Butik AB;MC;5413********9911;500,00;-6,25;493,75;SEK',
      ),
    ).toEqual(told)
  })

  test('Zettle’s, which pays out later and says whose receipt each is, with what was sold or without', () => {
    const sold = ['101;20,00;100,00;-1,85;98,15;VISA;1234', '102;10,00;50,00;-0,93;49,07;MASTERCARD;9911']
    const header = 'Datum;Kvittonummer;Moms (25.0%);Totalt;Avgift;Netto;Kortutgivare;Sista siffror'
    const [one, other] = sold.map((cells) => `2026-03-02;${cells}`)
    expect(read(`${header};Tid;Beskrivning`, `${one};10:01;1 x Kaffe`, `${other};10:02;2 x Te`)).toEqual(told)
    const above = ['Betalningsmottagare:;;Kaféet AB', 'Betalningsförmedlare:;;iZettle AB']
    expect(read(...above, header, String(one), String(other)).told).toEqual(told.told)
    for (const name of ['Butik', 'Beskrivning']) {
      const bought = read(`${header};${name}`, `${one};ICA`, `${other};Coop`)
      expect(bought.rows).toEqual(['2026-03-02 ICA 10000', '2026-03-02 Coop 5000'])
    }
  })

  test('and the company’s own cards, of which each has a kind of its own, are read as before', () => {
    expect(
      read(
        'Transaction date;Settlement date;Merchant;Card number;Card type;Gross amount;Fee;Net amount;Currency',
        '2026-03-02;2026-03-03;Hotel;4571********1234;Virtual;1000,00;12,50;987,50;SEK',
        '2026-03-12;2026-03-13;Taxi;4571********1234;Physical;500,00;0,00;500,00;SEK',
      ),
    ).toEqual({ told: ['fees-left-out'], rows: ['2026-03-02 Hotel 100000', '2026-03-12 Taxi 50000'] })
  })
})

test('what was sold over a till, by who stood at it, is income and told so', () => {
  expect(
    read(
      'Datum;Tid;Kvittonummer;Betalningsmetod;Belopp;Kassör',
      '2026-06-01;10:00;101;Kort;100,00;Anna',
      '2026-06-02;11:00;102;Kort;112,00;Anna',
    ),
  ).toEqual({ told: ['customer-payments'], rows: ['incoming', 'incoming'] })
  const bought = read('Datum;Butik;Kvittonummer;Kassör;Belopp', '2026-06-01;BILTEMA;101;Eva;100,00')
  expect(bought).toEqual({ told: [], rows: ['2026-06-01 BILTEMA 10000'] })
})
