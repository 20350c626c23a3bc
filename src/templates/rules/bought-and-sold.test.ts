import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => {
  const reading = readSuggested(sheetOf(...lines))
  return {
    told: reading.warnings.map(({ code }) => code),
    rows: outcomes(reading)
      .slice(1)
      .map((row) => row.replace(/^\d+: /, '')),
  }
}

describe("a supplier's list of what we bought on its account is no list of our invoices", () => {
  test.each([
    [
      'of fuel',
      [
        'Kundnummer;Kund;Fakturanummer;Kortnummer;Regnr;Datum;Station;Produkt;Volym;Belopp exkl moms;Moms;Belopp inkl moms',
        '4455;Exempel AB;7712345;7012345678901234;ABC123;2026-03-02;CIRCLE K SOLNA;MILES 95;42,31;625,85;156,46;782,31',
        '4455;Exempel AB;7712345;7012345678905678;DEF456;2026-03-11;CIRCLE K KISTA;DIESEL;55,02;844,66;211,17;1055,83',
      ],
      ['2026-03-02 CIRCLE K SOLNA 78231', '2026-03-11 CIRCLE K KISTA 105583'],
    ],
    [
      'of fuel in English',
      [
        'Customer number;Customer name;Invoice number;Vehicle;Transaction date;Station;Product;Net amount;VAT amount;Gross amount',
        '4455;Exempel AB;7712345;ABC123;2026-03-02;OKQ8 SOLNA;95;625.85;156.46;782.31',
        '4455;Exempel AB;7712345;DEF456;2026-03-11;OKQ8 KISTA;Diesel;844.66;211.17;1055.83',
      ],
      ['2026-03-02 OKQ8 SOLNA 78231', '2026-03-11 OKQ8 KISTA 105583'],
    ],
    [
      'of journeys by taxi',
      [
        'Kundnr;Kund;Fakturanr;Resdatum;Resenär;Taxibolag;Från;Till;Belopp;Moms',
        '991;Exempel AB;55001;2026-03-02;Anna Test;Taxi Stockholm;Sveavägen 1;Arlanda;520,00;29,43',
        '991;Exempel AB;55001;2026-03-11;Bo Prov;Taxi Stockholm;Kista;Centralen;312,00;17,66',
      ],
      ['2026-03-02 Taxi Stockholm 52000', '2026-03-11 Taxi Stockholm 31200'],
    ],
    [
      'of telephones, on which nobody says who sold it, and least of all we',
      [
        'Kundnummer;Kundnamn;Fakturanummer;Fakturadatum;Abonnemang;Period;Belopp exkl. moms;Moms;Belopp inkl. moms',
        '123456;Exempel AB;99120;2026-03-05;070-1234567;mars;249,00;62,25;311,25',
        '123456;Exempel AB;99120;2026-03-05;070-7654321;mars;349,00;87,25;436,25',
      ],
      ['field-not-mapped', 'field-not-mapped'],
    ],
    [
      'of work on our cars',
      [
        'Kundnr;Kund;Fakturanr;Datum;Regnr;Verkstad;Belopp',
        '991;Exempel AB;55001;2026-03-02;ABC123;MEKONOMEN SOLNA;520,00',
        '991;Exempel AB;55002;2026-03-11;DEF456;MEKONOMEN KISTA;312,00',
      ],
      ['2026-03-02 MEKONOMEN SOLNA 52000', '2026-03-11 MEKONOMEN KISTA 31200'],
    ],
  ])('%s', (_, lines, rows) => expect(read(...lines)).toEqual({ told: [], rows }))

  test('but what a garage invoiced several customers for is its own', () => {
    const rows = ['991;Eva Lind;55001;2026-03-02;ABC123;520,00', '992;Bo Ek;55002;2026-03-11;DEF456;312,00']
    expect(read('Kundnr;Kund;Fakturanr;Datum;Regnr;Belopp', ...rows).told).toEqual(['customer-invoices'])
  })
})

test('what an association bought, by its cashier, was not sold over a till', () => {
  const rows = ['2026-06-02;1;Fika ICA;336,00;Kort;Anna', '2026-06-03;2;Bollar Intersport;990,00;Kort;Anna']
  expect(read('Datum;Kvittonr;Vad;Belopp;Betalsätt;Kassör', ...rows)).toEqual({
    told: [],
    rows: ['2026-06-02 Fika ICA 33600', '2026-06-03 Bollar Intersport 99000'],
  })
})

test('several sellers beside a fee and the day of settlement are shops that a card paid', () => {
  const rows = [
    '2026-06-02;2026-06-04;GitHub;Mastercard;221.10;2.00;223.10;SEK',
    '2026-06-03;2026-06-05;SJ AB;Mastercard;990.00;0.00;990.00;SEK',
  ]
  const header = 'Transaction date;Settlement date;Merchant;Card type;Amount;Transaction fee;Net amount;Currency'
  expect(read(header, ...rows).told).not.toContain('customer-payments')
  expect(read(header, ...rows.map((row) => row.replace('SJ AB', 'GitHub'))).told).toContain('customer-payments')
})

describe('what customers paid, and an acquirer or a wallet paid out, is income', () => {
  test.each([
    [
      'Klarna',
      [
        'type;capture_id;short_order_id;sale_date;capture_date;payout_date;amount;currency_code_of_registration_country;detailed_type',
        'SALE;c1;SO1;2026-03-01T10:00:00Z;2026-03-02T10:00:00Z;2026-03-16;45910;SEK;PURCHASE',
        'FEE;c1;SO1;2026-03-01T10:00:00Z;2026-03-02T10:00:00Z;2026-03-16;-1510;SEK;PURCHASE_FEE_PERCENTAGE',
        'RETURN;c2;SO2;2026-03-01T10:00:00Z;2026-03-05T10:00:00Z;2026-03-16;-19000;SEK;PURCHASE_RETURN',
      ],
    ],
    [
      'Vipps',
      [
        'Salgsdato;Salgssted;Vippsnummer;Produkt;Transaksjons-ID;Brutto;Gebyr;Netto;Transaksjonstype;Oppgjørs-ID;Oppgjørsdato;Oppgjørssum',
        '02.03.2026;Butikken;12345;Vipps Netthandel;T1;459,00;8,03;450,97;Salg;77;05.03.2026;637,64',
        '02.03.2026;Butikken;12345;Vipps Netthandel;T2;190,00;3,33;186,67;Salg;77;05.03.2026;637,64',
      ],
    ],
    [
      'Zettle',
      [
        'Datum;Tid;Kvittonummer;Typ;Betalningsmetod;Korttyp;Belopp;Avgift;Netto;Utbetalning',
        '2026-03-01;10:12;1001;Betalning;Kort;Visa;459,00;-8,49;450,51;2026-03-03',
        '2026-03-01;11:12;1002;Betalning;Kort;Mastercard;190,00;-3,52;186,48;2026-03-03',
        '2026-03-02;09:12;1002;Återbetalning;Kort;Mastercard;-190,00;3,52;-186,48;2026-03-04',
      ],
    ],
    [
      'Klarna in Swedish',
      [
        'Typ;Capture-ID;Ordernummer;Text;Försäljningsdatum;Utbetalningsdatum;Belopp;Avgift;Valuta',
        'Försäljning;c1;SO1;Webbutiken;2026-03-01;2026-03-16;459,10;-15,10;SEK',
        'Retur;c2;SO2;Webbutiken;2026-03-05;2026-03-16;-190,00;0,00;SEK',
      ],
    ],
  ])('%s', (_, lines) => {
    const { told, rows } = read(...lines)
    expect(told).toContain('customer-payments')
    expect(rows.filter((row) => /^\d/.test(row))).toEqual([])
  })

  test.each([
    ['Försäljningsdatum;Typ;Station;Kort;Belopp;Avräkningsdatum', 'Försäljning;Preem Solna;1234;500,00;2026-06-30'],
    ['Sale date;Type;Merchant;Card;Amount;Settlement date', 'Sale;Preem Solna;1234;500,00;2026-06-30'],
    ['Försäljningsdatum;Typ;Butik;Belopp;Avräkningsdatum', 'Försäljning;Preem Solna;500,00;2026-06-30'],
    [
      'Försäljningsdatum;Typ;Butik;Kortnr;Avgift;Belopp;Utbetalningsdag',
      'Försäljning;Preem Solna;1234;0,00;500,00;2026-06-30',
    ],
  ])('but not what a supplier calls its sales to us: %s', (header, row) => {
    expect(read(header, `2026-06-02;${row}`, `2026-06-03;${row}`)).toEqual({
      told: [],
      rows: ['2026-06-02 Preem Solna 50000', '2026-06-03 Preem Solna 50000'],
    })
  })

  test('a card that calls a purchase a sale is read as before', () => {
    const rows = ['2026-06-02;2026-06-04;GITHUB;Sale;-221,10', '2026-06-03;2026-06-05;SJ AB;Sale;-990,00']
    expect(read('Transaction Date;Settlement Date;Description;Type;Amount', ...rows)).toEqual({
      told: [],
      rows: ['2026-06-02 GITHUB 22110', '2026-06-03 SJ AB 99000'],
    })
  })
})
