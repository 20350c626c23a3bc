import { expect, test } from 'vitest'
import { type BlindFile, purchasesOf, readBlind } from '../testing/read-blind.ts'

/** Ordinary exports of accounting and expense programs, spelled as nobody here spelled them before. */
const files: Record<string, BlindFile> = {
  'Visma in English: the supplier number is no name': {
    lines: [
      'Supplier number;Supplier name;Invoice date;Due date;Invoice number;Total amount;Currency',
      '1001;Telia Sverige AB;2026-03-01;2026-03-31;778812;1250,00;SEK',
      '1002;Dustin AB;2026-03-04;2026-04-03;778813;99,00;SEK',
    ],
    fields: {
      merchant: 'Supplier name',
      invoiceDate: 'Invoice date',
      dueDate: 'Due date',
      invoiceNumber: 'Invoice number',
      total: 'Total amount',
      currency: 'Currency',
    },
    purchases: [125000, 9900],
  },
  'Spiris in English': {
    lines: [
      'Supplier no.;Name;Date;Amount excl. VAT;VAT;Amount incl. VAT',
      '1001;Telia;2026-03-01;100,00;25,00;125,00',
      '1002;Dustin;2026-03-02;80,00;20,00;100,00',
    ],
    fields: { merchant: 'Name', invoiceDate: 'Date', total: 'Amount incl. VAT', vatAmount: 'VAT' },
    purchases: [12500, 10000],
  },
  'Leverantörsnummer är inget namn': {
    lines: [
      'Leverantörsnr;Leverantörsnamn;Fakturadatum;Förfallodatum;Fakturanr;Totalt inkl. moms;Varav moms',
      '12;Telia;2026-03-01;2026-03-31;A1;125,00;25,00',
      '13;Dustin;2026-03-02;2026-03-31;A2;100,00;20,00',
    ],
    fields: {
      merchant: 'Leverantörsnamn',
      invoiceDate: 'Fakturadatum',
      dueDate: 'Förfallodatum',
      invoiceNumber: 'Fakturanr',
      total: 'Totalt inkl. moms',
      vatAmount: 'Varav moms',
    },
    purchases: [12500, 10000],
  },
  'Netto, moms och brutto': {
    lines: [
      'Köpdatum;Butik;Netto;Moms;Brutto',
      '2026-03-01;Coop;80,00;20,00;100,00',
      '2026-03-02;Ica;40,00;10,00;50,00',
    ],
    fields: { invoiceDate: 'Köpdatum', merchant: 'Butik', vatAmount: 'Moms', total: 'Brutto' },
    purchases: [10000, 5000],
  },
  'Belopp inkl moms': {
    lines: [
      'Inköpsdatum;Försäljningsställe;Belopp exkl moms;Momsbelopp;Belopp inkl moms;Valutakod',
      '2026-03-01;Coop;80,00;20,00;100,00;SEK',
      '2026-03-02;Ica;40,00;10,00;50,00;SEK',
    ],
    fields: {
      invoiceDate: 'Inköpsdatum',
      merchant: 'Försäljningsställe',
      total: 'Belopp inkl moms',
      vatAmount: 'Momsbelopp',
      currency: 'Valutakod',
    },
    purchases: [10000, 5000],
  },
  Utlägg: {
    lines: [
      'Transaktionsdatum;Handelsnamn;Köpbelopp;Köpvaluta;Belopp i SEK;Kortinnehavare',
      '2026-03-01;Figma;45,00;USD;480,10;Anna',
      '2026-03-02;Coop;50,00;SEK;50,00;Anna',
    ],
    fields: {
      invoiceDate: 'Transaktionsdatum',
      merchant: 'Handelsnamn',
      foreignAmount: 'Köpbelopp',
      currency: 'Köpvaluta',
      total: 'Belopp i SEK',
    },
    purchases: [48010, 5000],
  },
  'Pleo, columns of the admin': {
    lines: [
      'Date;Merchant;Amount;Currency;VAT amount;Account number;Note',
      '2026-03-01;Figma;-480,10;SEK;-96,02;5420;Design',
      '2026-03-02;Coop;-50,00;SEK;-5,36;4010;Fika',
    ],
    fields: {
      invoiceDate: 'Date',
      merchant: 'Merchant',
      total: 'Amount',
      currency: 'Currency',
      vatAmount: 'VAT amount',
      comments: 'Note',
    },
    purchases: [48010, 5000],
  },
  'Stripe Issuing': {
    lines: [
      'id;Created (UTC);Amount;Currency;Merchant Name;Card ID',
      'ipi_1001;2026-03-01 10:00;-104.13;sek;Figma;ic_1',
      'ipi_1002;2026-03-02 10:00;-50.00;sek;Coop;ic_1',
    ],
    fields: {
      invoiceDate: 'Created (UTC)',
      total: 'Amount',
      merchant: 'Merchant Name',
      currency: 'Currency',
      providerId: 'id',
    },
    purchases: [10413, 5000],
  },
  'Posting date and Payee': {
    lines: [
      'Posting date;Payee;Reference;Debit;Credit;Balance',
      '2026-03-01;Coop;A-1;50.00;;950.00',
      '2026-03-02;Refund Coop;A-2;;10.00;960.00',
    ],
    fields: { invoiceDate: 'Posting date', merchant: 'Payee', amountOut: 'Debit', amountIn: 'Credit' },
    purchases: [5000, -1000],
  },
  'Norsk regnskap': {
    lines: [
      'Transaksjonsdato;Leverandør;Beløp inkl. mva;Mva-beløp;Valuta',
      '01.03.2026;Rema;125,00;25,00;NOK',
      '13.03.2026;Kiwi;50,00;10,00;NOK',
    ],
    fields: {
      invoiceDate: 'Transaksjonsdato',
      merchant: 'Leverandør',
      total: 'Beløp inkl. mva',
      vatAmount: 'Mva-beløp',
      currency: 'Valuta',
    },
    purchases: [12500, 5000],
  },
  'Dansk regnskab': {
    lines: [
      'Bilagsdato;Leverandørnavn;Beløb inkl. moms;Momsbeløb;Fakturanr.',
      '01-03-2026;Netto;125,00;25,00;F1',
      '13-03-2026;Føtex;50,00;10,00;F2',
    ],
    fields: {
      invoiceDate: 'Bilagsdato',
      merchant: 'Leverandørnavn',
      total: 'Beløb inkl. moms',
      vatAmount: 'Momsbeløb',
      invoiceNumber: 'Fakturanr.',
    },
    purchases: [12500, 5000],
  },
  'Deutsche Kreditkarte': {
    lines: [
      'Belegdatum;Buchungsdatum;Verwendungszweck;Originalbetrag;Originalwährung;Betrag;Währung',
      '01.03.2026;02.03.2026;FIGMA;45,00;USD;41,20;EUR',
      '13.03.2026;14.03.2026;REWE;12,00;EUR;12,00;EUR',
    ],
    fields: {
      invoiceDate: 'Belegdatum',
      merchant: 'Verwendungszweck',
      foreignAmount: 'Originalbetrag',
      currency: 'Originalwährung',
      total: 'Betrag',
    },
    purchases: [4120, 1200],
  },
  Rechnungsliste: {
    lines: [
      'Rechnungsdatum;Lieferant;Rechnungsnr.;Gesamtbetrag;MwSt-Betrag;Fälligkeitsdatum',
      '01.03.2026;REWE;R1;119,00;19,00;31.03.2026',
      '13.03.2026;ALDI;R2;50,00;8,00;31.03.2026',
    ],
    fields: {
      invoiceDate: 'Rechnungsdatum',
      merchant: 'Lieferant',
      invoiceNumber: 'Rechnungsnr.',
      total: 'Gesamtbetrag',
      vatAmount: 'MwSt-Betrag',
      dueDate: 'Fälligkeitsdatum',
    },
    purchases: [11900, 5000],
  },
  'Transaction amount and billing amount': {
    lines: [
      'Transaction date;Posted date;Merchant name;Transaction amount;Transaction currency;Billing amount;Billing currency',
      '2026-03-01;2026-03-02;Figma;45.00;USD;480.10;SEK',
      '2026-03-02;2026-03-03;Coop;50.00;SEK;50.00;SEK',
    ],
    fields: {
      invoiceDate: 'Transaction date',
      merchant: 'Merchant name',
      foreignAmount: 'Transaction amount',
      currency: 'Transaction currency',
      total: 'Billing amount',
    },
    purchases: [48010, 5000],
  },
  'Gross and net': {
    lines: [
      'Receipt date;Vendor name;Net amount;Tax amount;Gross amount;Cost centre;Project code',
      '2026-03-01;Figma;80.00;20.00;100.00;10;P1',
      '2026-03-02;Coop;40.00;10.00;50.00;20;P2',
    ],
    fields: {
      invoiceDate: 'Receipt date',
      merchant: 'Vendor name',
      total: 'Gross amount',
      vatAmount: 'Tax amount',
      costCenter: 'Cost centre',
      project: 'Project code',
    },
    purchases: [10000, 5000],
  },
  'Kontering i kolumner': {
    lines: [
      'Datum;Leverantör;Belopp;Kostnadskonto;Kostnadsställe;Projektnr;Er ref;Kommentar',
      '2026-03-01;Figma;100,00;5420;10;P1;Anna;Design',
      '2026-03-02;Coop;50,00;4010;20;P2;Bo;Fika',
    ],
    fields: {
      invoiceDate: 'Datum',
      merchant: 'Leverantör',
      total: 'Belopp',
      account: 'Kostnadskonto',
      costCenter: 'Kostnadsställe',
      project: 'Projektnr',
      yourReference: 'Er ref',
      comments: 'Kommentar',
    },
    purchases: [10000, 5000],
  },
  'Accounts with their names, one of them unreadable': {
    lines: [
      'Datum;Leverantör;Belopp;Konto',
      '2026-03-01;Figma;100,00;5420 Programvaror',
      '2026-03-02;Coop;50,00;4010 - Inköp',
      '2026-03-03;Ica;25,00;kontorsmat',
    ],
    fields: { invoiceDate: 'Datum', merchant: 'Leverantör', total: 'Belopp', account: 'Konto' },
    purchases: [10000, 5000, 2500],
  },
  'The account that was paid from is no cost': {
    lines: [
      'Datum;Leverantör;Belopp;Konto',
      '2026-03-01;Figma;100,00;1930 Företagskonto',
      '2026-03-02;Coop;50,00;1930 Företagskonto',
    ],
    fields: { invoiceDate: 'Datum', merchant: 'Leverantör', total: 'Belopp' },
    purchases: [10000, 5000],
  },
  'Representation and how many took part': {
    lines: [
      'Datum;Ställe;Belopp;Moms;Antal personer;Syfte',
      '2026-03-01;Sturehof;2000,00;214,29;4;Avtal med kund',
      '2026-03-02;Coop;50,00;5,36;;Fika',
    ],
    fields: {
      invoiceDate: 'Datum',
      merchant: 'Ställe',
      total: 'Belopp',
      vatAmount: 'Moms',
      persons: 'Antal personer',
      comments: 'Syfte',
    },
    purchases: [200000, 5000],
  },
  'Guests counted in English': {
    lines: [
      'Date;Restaurant;Amount;Tax amount;Number of guests;Purpose',
      '2026-10-01;Riche;3000.00;500.00;5;Client dinner',
      '2026-10-03;Tak;448.00;48.00;2;Client lunch',
    ],
    fields: {
      invoiceDate: 'Date',
      merchant: 'Restaurant',
      total: 'Amount',
      vatAmount: 'Tax amount',
      persons: 'Number of guests',
    },
    purchases: [300000, 44800],
  },
  'Mixed case, spaces and colons': {
    lines: [
      ' DATUM : ;  INKÖPS STÄLLE ;SUMMA KR;MOMS KR',
      '2026-03-01;Coop;100,00;20,00',
      '2026-03-02;Ica;50,00;10,00',
    ],
    fields: { invoiceDate: 'DATUM :', merchant: 'INKÖPS STÄLLE', total: 'SUMMA KR', vatAmount: 'MOMS KR' },
    purchases: [10000, 5000],
  },
  'Bokningsdatum och Händelse': {
    lines: [
      'Bokningsdatum;Händelse;Ut/In;Kontobalans',
      '2026-03-01;Coop;-100,00;900,00',
      '2026-03-02;Ica;-50,00;850,00',
    ],
    fields: { invoiceDate: 'Bokningsdatum', merchant: 'Händelse', total: 'Ut/In' },
    purchases: [10000, 5000],
  },
  'Balance without a known name': {
    lines: [
      'Datum;Text;Rörelse;Kvar',
      '2026-03-01;Coop;-100,00;900,00',
      '2026-03-02;Ica;-50,00;850,00',
      '2026-03-03;Willys;-25,00;825,00',
    ],
    fields: { invoiceDate: 'Datum', merchant: 'Text', total: 'Rörelse' },
    purchases: [10000, 5000, 2500],
  },
  'Fuel card': {
    lines: [
      'Datum;Station;Produkt;Liter;Literpris;Moms;Belopp inkl. moms;Kortnr;Regnr',
      '2026-03-01;Circle K Mora;Diesel;40,5;19,90;161,19;805,95;1234;ABC123',
      '2026-03-02;OKQ8 Umeå;Bensin;10,0;18,00;36,00;180,00;1234;ABC123',
    ],
    fields: {
      invoiceDate: 'Datum',
      merchant: 'Station',
      vatAmount: 'Moms',
      total: 'Belopp inkl. moms',
      card: 'Kortnr',
    },
    purchases: [80595, 18000],
  },
  'Card export with many dates': {
    lines: [
      'Authorised at;Settled at;Merchant;Merchant category;Amount (SEK);Original amount;Original currency;Card holder',
      '2026-03-01;2026-03-03;Figma;Software;480,10;45,00;USD;Anna',
      '2026-03-02;2026-03-04;Coop;Food;50,00;50,00;SEK;Anna',
    ],
    fields: {
      invoiceDate: 'Authorised at',
      merchant: 'Merchant',
      total: 'Amount (SEK)',
      foreignAmount: 'Original amount',
      currency: 'Original currency',
    },
    purchases: [48010, 5000],
  },
  'Datum för köp': {
    lines: [
      'Datum för köp;Namn på butik;Totalbelopp inkl moms;Momssumma',
      '2026-03-01;Coop;100,00;20,00',
      '2026-03-02;Ica;50,00;10,00',
    ],
    fields: {
      invoiceDate: 'Datum för köp',
      merchant: 'Namn på butik',
      total: 'Totalbelopp inkl moms',
      vatAmount: 'Momssumma',
    },
    purchases: [10000, 5000],
  },
}

test.each(Object.entries(files))('%s', (_name, { lines, fields, purchases }) => {
  const { found, fields: suggested, reading } = readBlind(lines)
  expect(suggested).toMatchObject(fields)
  expect(found.suggestions.every(({ reason }) => reason.code !== '')).toBe(true)
  expect(purchasesOf(reading)).toEqual(purchases)
  expect(reading.rows.filter(({ outcome }) => outcome.kind === 'unreadable')).toEqual([])
})

test('numbers of tickets are offered as nobody, beside a product that is no shop', () => {
  const { fields } = readBlind([
    'Biljettnr;Köpt;Produkt;Pris',
    'A1;2026-01-05;Enkel;42,00',
    'B2;2026-01-16;Enkel;42,00',
  ])
  expect(fields).toMatchObject({ total: 'Pris' })
  expect(fields.merchant).toBeUndefined()
})
