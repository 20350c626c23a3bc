import { expect, test } from 'vitest'
import { type BlindFile, purchasesOf, readBlind } from '../testing/read-blind.ts'

/** Exports of Swedish banks and issuers read blind: the built-in formats are switched off. Amounts in öre. */
const files: Record<string, BlindFile> = {
  'SEB Kort': {
    lines: [
      'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp',
      '2026-02-07;2026-02-10;WWW.PERPLEXITY.AI;SAN FRANCISCO;USD;12,5;116,04',
      '2026-02-08;2026-02-10;ICA KVANTUM;OEREBRO;SEK;0;1249,00',
      '2026-02-12;2026-02-13;ELGIGANTEN;GOETEBORG;SEK;0;-331,83',
    ],
    fields: {
      invoiceDate: 'Datum',
      merchant: 'Specifikation',
      total: 'Belopp',
      currency: 'Valuta',
      foreignAmount: 'Utl. belopp',
    },
    purchases: [11604, 124900, -33183],
  },
  'Eurocard invoice': {
    lines: [
      'Datum;Bokfört;Specifikation;Ort;Valuta;Utl.belopp/moms;Belopp',
      '2026-02-07;2026-02-10;GITHUB;SAN FRANCISCO;USD;12,50;116,04',
      '2026-02-08;2026-02-10;HOTELL;OEREBRO;SEK;133,82;1249,00',
    ],
    fields: {
      invoiceDate: 'Datum',
      merchant: 'Specifikation',
      total: 'Belopp',
      currency: 'Valuta',
      vatAmount: 'Utl.belopp/moms',
    },
    purchases: [11604, 124900],
  },
  'First Card': {
    lines: [
      'Datum;Ytterligare information;Reseinformation / Inköpsplats;Valuta;växlingskurs;Utländskt belopp;Belopp;Moms;Kort',
      '2026-05-01;;APPLE COM BILL;SEK;;;129,00;25,80;*1234',
      '2026-05-02;;BRITISH AIRWAYS;GBP;13,20;100,00;1 320,00;0,00;*1234',
    ],
    fields: {
      invoiceDate: 'Datum',
      merchant: 'Reseinformation / Inköpsplats',
      total: 'Belopp',
      currency: 'Valuta',
      vatAmount: 'Moms',
      card: 'Kort',
    },
    purchases: [12900, 132000],
  },
  'American Express': {
    lines: [
      'Datum;Beskrivning;Kortmedlem;Konto #;Belopp;Utökade specifikationer;Visas på ditt kontoutdrag som;Adress;Ort;Postnummer;Land;Referens',
      "06/21/2026;TESTBUTIK;ANNA;-31009;164,00;;TESTBUTIK;Gatan 1;Stockholm;111 22;SWEDEN;'AT261720001'",
      "06/20/2026;KAFÉ;ANNA;-31009;45,00;;KAFÉ;Gatan 2;Stockholm;111 23;SWEDEN;'AT261720002'",
    ],
    fields: { invoiceDate: 'Datum', merchant: 'Beskrivning', total: 'Belopp', card: 'Konto #', providerId: 'Referens' },
    purchases: [16400, 4500],
  },
  'SEB business': {
    lines: [
      'Bokförd;Valutadatum;Text;Typ;Insättningar;Uttag;Bokfört saldo',
      '2026-07-21;2026-07-21;SAN FRANCISC/26-07-20;Kortköp;;-89.44;433217.91',
      '2026-07-20;2026-07-20;KUND AB;Insättning;12500.00;;433307.35',
    ],
    fields: { invoiceDate: 'Bokförd', merchant: 'Text', amountIn: 'Insättningar', amountOut: 'Uttag', type: 'Typ' },
    purchases: [8944],
  },
  'SEB private': {
    lines: [
      'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo',
      '2026-02-03;2026-02-03;5484000001;COOP FORUM;-312,50;8 000,00',
      '2026-02-02;2026-02-02;5484000002;KIOSK;-50,00;8 312,50',
    ],
    fields: { invoiceDate: 'Bokföringsdatum', merchant: 'Text', total: 'Belopp' },
    purchases: [31250, 5000],
  },
  Swedbank: {
    lines: [
      'Radnummer;Clearingnummer;Kontonummer;Produkt;Valuta;Bokföringsdag;Transaktionsdag;Valutadag;Referens;Beskrivning;Belopp;Bokfört saldo',
      '1;8327-9;1234567;Privatkonto;SEK;2026-07-31;2026-07-30;2026-07-31;PAYPAL *X;PAYPAL *X;-30.40;1407.00',
      '2;8327-9;1234567;Privatkonto;SEK;2026-07-30;2026-07-29;2026-07-30;SJ;SJ;-595.00;1437.40',
    ],
    fields: { invoiceDate: 'Transaktionsdag', merchant: 'Beskrivning', total: 'Belopp', currency: 'Valuta' },
    purchases: [3040, 59500],
  },
  Handelsbanken: {
    lines: [
      'Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo',
      '2026-01-02;2026-01-01;BUTIK;-238,00;1 000,50',
      '2026-01-02;2025-12-30;TANKA;-799,95;1 238,50',
    ],
    fields: { invoiceDate: 'Transaktionsdatum', merchant: 'Text', total: 'Belopp' },
    purchases: [23800, 79995],
  },
  Nordea: {
    lines: [
      'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta;',
      '2026/01/15;-1249,00;1234 56 78901;;;Kortköp 260113 Elgiganten;12000,50;SEK;',
      '2026/01/03;-89,00;1234 56 78901;;;Kortköp 260102 Google Workspace_elv;13249,50;SEK;',
    ],
    fields: { invoiceDate: 'Bokföringsdag', merchant: 'Rubrik', total: 'Belopp', currency: 'Valuta' },
    purchases: [124900, 8900],
  },
  Länsförsäkringar: {
    lines: [
      'Bokföringsdatum;Transaktionsdatum;Transaktionstyp;Meddelande;Belopp',
      '2026-03-08;2026-03-08;Överföring;Eget konto;-44 134,00',
      '2026-03-07;2026-03-06;Kortköp;APL*APPLE SEARCH ADS,800-275-2273,US;-282,88',
    ],
    fields: { invoiceDate: 'Transaktionsdatum', merchant: 'Meddelande', total: 'Belopp', type: 'Transaktionstyp' },
    purchases: [28288],
  },
  'ICA Banken': {
    lines: [
      'Datum;Text;Typ;Budgetgrupp;Belopp;Saldo',
      '2026-01-17;Närbutik;Korttransaktion;Mat;-144,75 kr;2 500,00 kr',
      '2026-01-15;Lön AB;Insättning;;25 000,00 kr;2 644,75 kr',
    ],
    fields: { invoiceDate: 'Datum', merchant: 'Text', total: 'Belopp', type: 'Typ' },
    purchases: [14475],
  },
  Skandia: {
    lines: [
      'Datum;Beskrivning;Belopp;Saldo;Bankkategori',
      '2026-01-17;Coop;-144,75;2 500,00;Mat',
      '2026-01-15;Bauhaus;-1 000,00;2 644,75;Hem',
    ],
    fields: { invoiceDate: 'Datum', merchant: 'Beskrivning', total: 'Belopp' },
    purchases: [14475, 100000],
  },
  Entercard: {
    lines: [
      'Transaktionsdatum;Bokföringsdatum;Beskrivning;Belopp',
      '2026-01-17;2026-01-18;COOP;144,75',
      '2026-01-20;2026-01-20;INBETALNING, TACK;-500,00',
    ],
    fields: { invoiceDate: 'Transaktionsdatum', merchant: 'Beskrivning', total: 'Belopp' },
    purchases: [14475],
  },
  Lunar: {
    lines: [
      'Datum;Tid;Titel;Belopp;Balans;Transaktions-ID',
      '2026-02-03;09:32;Kontorsgiganten;-12.345,67;100.000,00;a1b2c3d4-0001',
      '2026-02-02;12:00;Fika & Co;-45,00;112.345,67;a1b2c3d4-0002',
    ],
    fields: { invoiceDate: 'Datum', merchant: 'Titel', total: 'Belopp', providerId: 'Transaktions-ID' },
    purchases: [1234567, 4500],
  },
}

test.each(Object.entries(files))('%s', (_name, { lines, fields, purchases }) => {
  const { found, fields: suggested, reading } = readBlind(lines)
  expect(suggested).toMatchObject(fields)
  expect(found.suggestions.every(({ reason }) => reason.code !== '')).toBe(true)
  expect(purchasesOf(reading)).toEqual(purchases)
  expect(reading.rows.filter(({ outcome }) => outcome.kind === 'unreadable')).toEqual([])
})
