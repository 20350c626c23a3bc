import { expect, test } from 'vitest'
import { type BlindFile, purchasesOf, readBlind } from '../testing/read-blind.ts'
import { readSuggested, sheetOf } from '../testing/sheets.ts'

/** Layouts of banks, cards and expense programs that are no built-in formats, with made-up rows. */
const files: Record<string, BlindFile & { currency?: string }> = {
  'Debit Amount and Credit Amount': {
    lines: [
      'Transaction Date;Transaction Type;Transaction Description;Debit Amount;Credit Amount;Balance',
      '22/03/2026;DEB;CORNER SHOP;12.50;;987.50',
      '21/03/2026;FPI;A SMITH;;500.00;1000.00',
    ],
    fields: { merchant: 'Transaction Description', amountOut: 'Debit Amount', amountIn: 'Credit Amount' },
    purchases: [1250],
  },
  'Outflow and Inflow': {
    lines: ['Date;Payee;Memo;Outflow;Inflow', '2026-03-22;Shop;Bread;12.50;', '2026-03-23;Employer;;;900.00'],
    fields: { merchant: 'Payee', amountOut: 'Outflow', amountIn: 'Inflow' },
    purchases: [1250],
  },
  'names with their currency: the balance is not the amount': {
    lines: [
      'Date;Booking text;Debit CHF;Credit CHF;Value date;Balance CHF',
      '22.03.2026;Kiosk;12.50;;22.03.2026;987.50',
      '23.03.2026;Employer;;900.00;23.03.2026;1887.50',
    ],
    fields: { merchant: 'Booking text', amountOut: 'Debit CHF', amountIn: 'Credit CHF' },
    purchases: [1250],
    currency: 'CHF',
  },
  'Withdrawal (-), Deposit (+) and RunningBalance': {
    lines: [
      'Date;Type;Description;Withdrawal (-);Deposit (+);RunningBalance',
      '03/22/2026;ATM;Shop;$12.50;;$987.50',
      '03/20/2026;WIRE;Employer;;$900.00;$1000.00',
    ],
    fields: { merchant: 'Description', amountOut: 'Withdrawal (-)', amountIn: 'Deposit (+)' },
    purchases: [1250],
    currency: 'USD',
  },
  'booking_date and amount': {
    lines: ['booking_date;valuta_date;amount;name;purpose', '2026-03-22;2026-03-23;-12.50;Shop;Order'],
    fields: { invoiceDate: 'booking_date', merchant: 'name', total: 'amount' },
    purchases: [1250],
  },
  'Af and Bij beside unsigned amounts': {
    lines: [
      'Datum;Naam / Omschrijving;Rekening;Tegenrekening;Af Bij;Bedrag (EUR);Mededelingen',
      '2026-03-22;Winkel;NL11BANK0001234567;;Af;12,50;pas 001',
      '2026-03-21;J Jansen;NL11BANK0001234567;NL22BANK0123456789;Bij;500,00;huur',
      '2026-03-20;Webwinkel;NL11BANK0001234567;NL33BANK0123456789;Af;30,00;order',
    ],
    fields: { merchant: 'Naam / Omschrijving', direction: 'Af Bij', total: 'Bedrag (EUR)' },
    purchases: [1250, 3000],
    currency: 'EUR',
  },
  'S and H beside unsigned amounts': {
    lines: [
      'Buchungstag;Empfänger;Währung;Umsatz;',
      '22.03.2026;Laden;EUR;12,50;S',
      '21.03.2026;Firma GmbH;EUR;500,00;H',
    ],
    fields: { merchant: 'Empfänger', total: 'Umsatz' },
    purchases: [1250, -50000],
    currency: 'EUR',
  },
  'Soll/Haben is a column of signed amounts': {
    lines: [
      'Buchungstag;Soll/Haben;Buchungsart;Empfänger/Auftraggeber Name;End-to-End',
      '22.03.2026;-12,50;Karte;Laden;100837 PP',
      '21.03.2026;-2,50;Karte;Kiosk;650278',
    ],
    fields: { merchant: 'Empfänger/Auftraggeber Name', total: 'Soll/Haben' },
    purchases: [1250, 250],
  },
  'accounts of the other side are no merchants and no cards': {
    lines: [
      'Date;Amount;Account;Counterparty;Name;Description',
      '2026-03-22;-12,50;NL11BANK0001234567;;Shop;Shop Amsterdam',
      '2026-03-21;500,00;NL11BANK0001234567;NL22BANK0123456789;J Jansen;rent of March',
      '2026-03-20;-30,00;NL11BANK0001234567;NL33BANK0123456789;Web;order of March',
    ],
    fields: { merchant: 'first', card: 'Account', total: 'Amount' },
    purchases: [1250, 3000],
  },
  'a column of IBANs is not the card': {
    lines: [
      'Buchungsdatum;Zahlungsempfänger*in;Verwendungszweck;IBAN;Betrag (€);Status',
      '22.03.2026;Laden;VISA Umsatz;DE11100100100000000001;-12,50;Gebucht',
      '23.03.2026;Kiosk;VISA Umsatz;DE22100100100000000002;-60,00;Vorgemerkt',
    ],
    fields: { merchant: 'Zahlungsempfänger*in', total: 'Betrag (€)', status: 'Status' },
    purchases: [1250],
    currency: 'EUR',
  },
  'Inn and Ut are Norwegian': {
    lines: [
      'Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto',
      '28.02.2026;BUTIKK;;;-348,56;;98765432109',
      '14.02.2026;Lønn AS;;28750,34;;12345678901;56712345678',
    ],
    fields: { merchant: 'Beskrivelse', amountOut: 'Ut', amountIn: 'Inn' },
    purchases: [34856],
    currency: 'NOK',
  },
  'Määrä EUROA': {
    lines: [
      'Kirjauspäivä;Arvopäivä;Määrä EUROA;Selitys;Saaja/Maksaja',
      '04.03.2026;04.03.2026;-50,00;PKORTTIMAKSU;KAUPPA',
      '15.03.2026;15.03.2026;-20,00;PKORTTIMAKSU;KIOSKI',
    ],
    fields: { merchant: 'Saaja/Maksaja', total: 'Määrä EUROA' },
    purchases: [5000, 2000],
    currency: 'EUR',
  },
  'what the account paid beside Currency Amount': {
    lines: [
      'TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;Merchant Area;BookDate',
      '2026-03-22;BOOKS;Köp;-45,20;11,33;EUR;-512,30;LUXEMBOURG;2026-03-24',
      '2026-03-20;TÅG AB;Köp;-295,00;1;SEK;-295,00;STOCKHOLM;2026-03-21',
      '2026-03-19;Inbetalning;Betalning;5000,00;1;SEK;5000,00;;2026-03-19',
    ],
    fields: { total: 'Amount', foreignAmount: 'Currency Amount', currency: 'Currency', rate: 'Currency Rate' },
    purchases: [51230, 29500],
  },
  'an account in euro is told by the rows in which both amounts are alike': {
    lines: [
      'TransactionDate;Text;Currency Amount;Currency;Amount',
      '2026-03-22;Tank;-182,52;PLN;-39,22',
      '2026-03-20;Laden;-12,00;EUR;-12,00',
    ],
    fields: { total: 'Amount', foreignAmount: 'Currency Amount', currency: 'Currency' },
    purchases: [3922, 1200],
    currency: 'EUR',
  },
  'Amount in account currency': {
    lines: [
      'Transaction date;Merchant;Card last four;Amount;Currency;Amount in account currency;Account currency;Status',
      '2026-03-22;Ads;1234;-100.00;EUR;-1133.00;SEK;Settled',
      '2026-03-21;Search;1234;-500.00;SEK;-500.00;SEK;Settled',
    ],
    fields: { total: 'Amount in account currency', foreignAmount: 'Amount', currency: 'Currency' },
    purchases: [113300, 50000],
  },
  'so it is where every purchase was made abroad': {
    lines: [
      'Transaction date;Merchant;Amount;Currency;Amount in account currency;Account currency',
      '2026-03-22;Ads;-100.00;EUR;-1133.00;SEK',
    ],
    fields: { total: 'Amount in account currency' },
    purchases: [113300],
  },
  'a card with columns for debit and credit gives refunds, and its payments are told': {
    lines: [
      'Transaction Date;Posted Date;Card No.;Description;Category;Debit;Credit',
      '2026-03-22;2026-03-23;1234;COFFEE;Dining;5.75;',
      '2026-03-20;2026-03-20;1234;EXAMPLE MOBILE PYMT;Payment/Credit;;500.00',
      '2026-03-19;2026-03-20;1234;STORE;Merchandise;;25.00',
    ],
    fields: { merchant: 'Description', card: 'Card No.', amountOut: 'Debit', amountIn: 'Credit' },
    purchases: [575, -2500],
  },
  'Payment Thank You says which sign pays': {
    lines: [
      'Transaction Date;Post Date;Description;Category;Type;Amount;Memo',
      '03/22/2026;03/23/2026;BOOKS;Shopping;Sale;-45.20;',
      '03/20/2026;03/20/2026;Payment Thank You-Mobile;;Payment;1200.00;',
      '03/18/2026;03/19/2026;TAXI;Travel;Sale;-18.75;',
      '03/17/2026;03/18/2026;STORE;Shopping;Return;80.10;',
    ],
    fields: { merchant: 'Description', total: 'Amount' },
    purchases: [4520, 1875, -8010],
  },
  'where Sale and Payment stand beside each other a payment is one whatever its text says': {
    lines: [
      'Transaction Date;Description;Type;Amount',
      '03/22/2026;BOOKS;Sale;-45.20',
      '03/20/2026;THANK YOU;Payment;1200.00',
      '03/17/2026;STORE;Return;80.10',
    ],
    fields: { merchant: 'Description', total: 'Amount' },
    purchases: [4520, -8010],
  },
  'where all amounts are without sign a payment says nothing of it': {
    lines: [
      'Date Processed;Description;Amount;',
      '12-Dec-2025;INSURANCE;£1,183.23;',
      '11-Dec-2025;RESTAURANT;£18.89;',
      '02-Dec-2025;PAYMENT RECEIVED - THANK YOU;+ £1,100.00;CR',
    ],
    fields: { merchant: 'Description', total: 'Amount' },
    purchases: [118323, 1889],
    currency: 'GBP',
  },
  'Saldo nach Buchung is a balance': {
    lines: [
      'Buchungstag;Name Zahlungsbeteiligter;Betrag;Waehrung;Saldo nach Buchung',
      '22.03.2026;Laden;-12,50;EUR;987,50',
      '21.03.2026;Firma GmbH;500,00;EUR;1000,00',
    ],
    fields: { merchant: 'Name Zahlungsbeteiligter', total: 'Betrag' },
    purchases: [1250],
  },
  'letters like a currency are none where no name says so': {
    lines: [
      'Date;Time Zone;Code;Name;Amount;Balance',
      '31/12/2025;PST;DEB;Some User;-12.34;0.00',
      '30/12/2025;PST;DEB;Other User;-1.34;12.34',
    ],
    fields: { merchant: 'Name', total: 'Amount' },
    purchases: [1234, 134],
    currency: 'SEK',
  },
  'a type of card that puts money on the account is no purchase': {
    lines: [
      'Date;Name;Type;Currency;Gross;Balance',
      '31/12/2025;Some User;Payment Sent;SEK;-20.00;0.00',
      '31/12/2025;Debit Card;Charge From Debit Card;SEK;20.00;20.00',
    ],
    fields: { merchant: 'Name', total: 'Gross' },
    purchases: [2000],
  },
  'what stands above calls it an account': {
    lines: [
      'Umsatzanzeige;;;',
      'Kontoname;Girokonto;;',
      'Buchung;Auftraggeber/Empfänger;Betrag;Währung',
      '22.03.2026;VISA Laden;-12,50;EUR',
      '21.03.2026;Firma GmbH;500,00;EUR',
      '20.03.2026;Kiosk;-2,50;EUR',
    ],
    fields: { merchant: 'Auftraggeber/Empfänger', total: 'Betrag' },
    purchases: [1250, 250],
  },
  'debit and credit beside amounts without a name': {
    lines: [
      '12/10/2025;Shop;0.25;debit;Food',
      '12/13/2025;Employer;100.00;credit;Pay',
      '12/14/2025;Kiosk;2.00;debit;Food',
    ],
    fields: {},
    purchases: [25, -10000, 200],
  },
  'a plus is what came in, where as many went out': {
    lines: ['Date;Merchant;Amount;Info', '2026-03-02;Shop;-42,50;x1', '2026-03-03;Employer;+1500,00;x2'],
    fields: { merchant: 'Merchant', total: 'Amount' },
    purchases: [4250, -150000],
  },
  'Beloeb is Danish': {
    lines: ['Exportkonto,Dato,Tekst,Beloeb,Saldo'.replaceAll(',', ';'), '1234;14/08/2025;NETTO;-112.30;9487.70'],
    fields: { merchant: 'Tekst', total: 'Beloeb' },
    purchases: [11230],
    currency: 'DKK',
  },
  'CR beside amounts without a sign': {
    lines: [
      'Date;Description;Amount;',
      '12/03/2026;SHOP ONE;12.50;',
      '14/03/2026;STORE TWO;5.00;CR',
      '15/03/2026;PAYMENT RECEIVED - THANK YOU;100.00;CR',
    ],
    fields: { merchant: 'Description', total: 'Amount' },
    purchases: [1250, -500],
  },
  'of two columns of a name the one that every row fills': {
    lines: [
      'Belegdatum;Verwendungszweck;Fremdwährung;Betrag;Kurs;Betrag;Währung',
      '13.01.2026;Laden;;;;-12,34;EUR',
      '14.01.2026;Tank;PLN;-82,52;4,30;-19,22;EUR',
      '15.01.2026;Kiosk;;;;-2,00;EUR',
    ],
    fields: { merchant: 'Verwendungszweck', total: 'Betrag' },
    purchases: [1234, 1922, 200],
    currency: 'EUR',
  },
  'yes and no are no merchants': {
    lines: [
      'Umsatz abgerechnet;Wertstellung;Belegdatum;Beschreibung;Betrag (EUR)',
      'Nein;14.01.2026;13.01.2026;Laden;-12,34',
      'Ja;15.01.2026;14.01.2026;Kiosk;-2,00',
    ],
    fields: { merchant: 'Beschreibung', total: 'Betrag (EUR)' },
    purchases: [1234, 200],
  },
  'who was paid, and not what for': {
    lines: ['Date;Vendor;Description;Amount', '2026-03-22;Dustin;Keyboard;100.00', '2026-03-20;SJ;Train;200.50'],
    fields: { merchant: 'Vendor' },
    purchases: [10000, 20050],
  },
  'the day of a purchase and the one it was posted': {
    lines: ['Trans. Date;Post Date;Description;Amount', '03/22/2026;03/23/2026;SHOP;12.50'],
    fields: { invoiceDate: 'Trans. Date' },
    purchases: [1250],
  },
}

test.each(Object.entries(files))('%s', (_, { lines, fields, purchases, currency }) => {
  const { found, fields: suggested, reading } = readBlind(lines)
  expect(suggested).toMatchObject(fields)
  expect(purchasesOf(reading)).toEqual(purchases)
  if (currency) expect(found.mapping.currency).toBe(currency)
})

test('the account of the other side is suggested for nothing', () => {
  expect(readBlind(files['a column of IBANs is not the card']?.lines ?? []).fields).not.toHaveProperty('card')
})

test('of two columns with a figure in either, whose names say nothing, none is taken for the amount', () => {
  const { fields } = readBlind([
    'Datum;Text;Kol A;Kol B;Kol C',
    '2026-03-22;Butik;12,50;;987,50',
    '2026-03-23;Kund;;900,00;1887,50',
    '2026-03-24;Kiosk;10,00;;1877,50',
  ])
  expect(fields).not.toHaveProperty('total')
})

test.each([
  ['11/01/2025;Deposit;0;500.00;500.00', '11/02/2025;Check;100.00;0;400.00', '11/13/2025;Shop;100.00;0;300.00'],
  ['01/19/2025;SUBWAY;8.19;;1000.00', '02/18/2025;WENDYS;8.55;;1000.00', '02/25/2025;WENDYS;9.55;;1000.00'],
])('without names and signs the balance of an account is not guessed to be the amount', (...lines) => {
  expect(readBlind(lines).found.suggestions.map(({ field }) => field)).not.toContain('total')
})

test('a label and its day above the header are not asked about', () => {
  const { reading } = readBlind([
    'BLZ:;42461435;;Datum:;04.04.2026',
    'Buchungstag;Empfänger;Betrag;Währung;Info',
    '22.03.2026;Laden;-12,50;EUR;',
    '21.03.2026;Kiosk;-2,50;EUR;',
  ])
  expect(reading.rows.map(({ outcome }) => outcome.kind)).toEqual(['skipped', 'skipped', 'purchase', 'purchase'])
})

test('times are no names: a name that some rows have is taken', () => {
  const { fields } = readBlind([
    'Date;Time;Name;Type;Currency;Gross;Balance',
    '22/03/2026;10:11:12;Code Inc;Express Checkout;USD;-21.00;-21.00',
    '22/03/2026;10:11:13;;Conversion;USD;21.00;0.00',
    '22/03/2026;10:11:14;;Conversion;USD;-23.00;-23.00',
  ])
  expect(fields.merchant).toBe('Name')
})

test('a header of ordinary names is not near a known format', () => {
  const lines = [
    'Row;Num;Date;Reference;Description;Amount;Account;Category',
    '1;A1;2026-03-22;;Shop;12.50;Checking;Food',
    '2;A2;2026-03-23;;Kiosk;7.50;Checking;Food',
  ]
  const purchases = readSuggested(sheetOf(...lines)).rows.flatMap(({ outcome }) =>
    outcome.kind === 'purchase' ? [Object.keys(outcome.cellsOf)] : [],
  )
  expect(purchases.flat()).not.toContain('currency')
  expect(purchases).toHaveLength(2)
})

test.each([
  ['Beløp inn;Beløp ut', ';-129,90', '30 000,00;'],
  ['Belopp in;Belopp ut', ';129,90', '30 000,00;'],
])('%s are money in and money out', (columns, paid, income) => {
  const { reading } = readBlind([
    `Dato;Beskrivelse;${columns}`,
    `02.03.2026;KIWI;${paid}`,
    `13.03.2026;KUNDE;${income}`,
  ])
  expect(purchasesOf(reading)).toEqual([12990])
})

test('a purchase is of the day of the operation, not of its settlement', () => {
  const { fields } = readBlind([
    'Settlement date (UTC);Operation date (UTC);Counterparty name;Total amount (incl. VAT);Currency',
    '02-03-2026 10:00:00;01-03-2026 09:00:00;Deutsche Bahn;-49,90;EUR',
    '13-03-2026 10:00:00;12-03-2026 09:00:00;SJ AB;-45,10;EUR',
  ])
  expect(fields.invoiceDate).toBe('Operation date (UTC)')
})
