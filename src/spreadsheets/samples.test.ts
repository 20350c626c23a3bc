import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const read = (name: string) =>
  readSpreadsheet(new Uint8Array(readFileSync(new URL(`../../test/fixtures/samples/${name}`, import.meta.url))))

test('American Express: commas, an address over two lines, Unicode minus', () => {
  expect(read('amex_se_activity.csv')).toEqual({
    kind: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    warnings: [],
    sheets: [
      {
        name: '',
        rows: [
          {
            number: 1,
            width: 12,
            cells: [
              'Datum',
              'Beskrivning',
              'Kortmedlem',
              'Konto #',
              'Belopp',
              'Utökade specifikationer',
              'Visas på ditt kontoutdrag som',
              'Adress',
              'Ort',
              'Postnummer',
              'Land',
              'Referens',
            ],
          },
          {
            number: 2,
            width: 12,
            cells: [
              '06/21/2026',
              'TESTBUTIK STOCKHOLM',
              'ANNA TESTSSON',
              '-31009',
              '164,00',
              '',
              'TESTBUTIK',
              'TESTGATAN 1\nSTOCKHOLM',
              'Stockholm',
              '111 22',
              'SE',
              "'AT261720001'",
            ],
          },
          {
            number: 3,
            width: 12,
            cells: [
              '06/20/2026',
              'EXAMPLE CLOUD',
              'ANNA TESTSSON',
              '-31009',
              '1 049,50',
              'Foreign Spend Amount: 99,00 US DOLLAR Commission Amount: 20,50 Currency Exchange Rate: 0,0962',
              'EXAMPLE',
              '',
              '',
              '',
              'US',
              "'AT261710002'",
            ],
          },
          {
            number: 4,
            width: 12,
            cells: [
              '06/15/2026',
              'BETALNING MOTTAGEN, TACK',
              'ANNA TESTSSON',
              '-31009',
              '\u22125 000,00',
              '',
              '',
              '',
              '',
              '',
              '',
              "'AT261660003'",
            ],
          },
        ],
      },
    ],
  })
})

test('First Card: dates and amounts are typed, empty cells are empty', () => {
  expect(read('firstcard.xlsx')).toEqual({
    kind: 'xlsx',
    warnings: [],
    sheets: [
      {
        name: 'Sheet1',
        rows: [
          {
            number: 1,
            cells: [
              'Datum',
              'Ytterligare information',
              'Reseinformation / Inköpsplats',
              'Valuta',
              'växlingskurs',
              'Utländskt belopp',
              'Belopp',
              'Moms',
              'Kort',
            ],
            kinds: 'ttttttttt',
          },
          {
            number: 2,
            cells: ['2025-05-01', '', 'APPLE COM BILL', 'SEK', '', '', '129', '', '*1234'],
            kinds: 'd_tt__n_t',
          },
          { number: 3, cells: ['2025-05-03', '', 'RETUR', 'SEK', '', '', '-50', '', '*1234'], kinds: 'd_tt__n_t' },
        ],
      },
    ],
  })
})

test('Handelsbanken: read whole though its dimension says A1:A1, dates are text', () => {
  expect(read('handelsbanken_konto_dim_a1a1.xlsx')).toEqual({
    kind: 'xlsx',
    warnings: [],
    sheets: [
      {
        name: 'Sheet1',
        rows: [
          { number: 1, cells: ['Handelsbanken'], kinds: 't' },
          { number: 2, cells: ['2026-01-03, 15:52'], kinds: 't' },
          { number: 4, cells: ['Företagskonto 123 123 123'], kinds: 't' },
          { number: 6, cells: ['Kontoform: Allkonto'], kinds: 't' },
          { number: 7, cells: ['Period: 2025-11-05 - 2026-01-03'], kinds: 't' },
          { number: 9, cells: ['Reskontradatum', 'Transaktionsdatum', 'Text', 'Belopp', 'Saldo'], kinds: 'ttttt' },
          { number: 10, cells: ['2026-01-02', '2026-01-02', 'BUTIK TEST', '-238', '779.4'], kinds: 'tttnn' },
          { number: 11, cells: ['', '2026-01-02', 'Prel KORTKÖP', '-99', '680.4'], kinds: '_ttnn' },
        ],
      },
    ],
  })
})

test('ICA Banken: kr stays in the amount', () => {
  expect(read('ica_banken_kr_suffix.csv')).toEqual({
    kind: 'csv',
    encoding: 'utf-8',
    delimiter: ';',
    warnings: [],
    sheets: [
      {
        name: '',
        rows: [
          { number: 1, cells: ['Datum', 'Text', 'Typ', 'Budgetgrupp', 'Belopp', 'Saldo'] },
          { number: 2, cells: ['2026-01-17', 'Närbutik', 'Korttransaktion', 'Övrigt', '-1 144,75 kr', '419,87 kr'] },
        ],
      },
    ],
  })
})

test('Länsförsäkringar: two tables, Windows-1252, a no-break space in the amount', () => {
  expect(read('lansforsakringar_foretag.csv')).toEqual({
    kind: 'csv',
    encoding: 'windows-1252',
    delimiter: ';',
    warnings: [],
    sheets: [
      {
        name: '',
        rows: [
          { number: 1, cells: ['Kontonummer', 'Kontonamn', '', 'Saldo', 'Tillgängligt belopp'] },
          { number: 2, cells: ['90240000000', 'Rörelsekonto', '', '195 460,31', '195 460,31'] },
          { number: 4, cells: ['Bokföringsdatum', 'Transaktionsdatum', 'Transaktionstyp', 'Meddelande', 'Belopp'] },
          { number: 5, cells: ['2026-03-08', '2026-03-08', 'Kortköp', 'APL*EXAMPLE ADS,800-000-0000,US', '-387,27'] },
          { number: 6, cells: ['2026-03-08', '2026-03-08', 'Betalning', 'SKATTEVERKET', '-44\u00a0134,00'] },
        ],
      },
    ],
  })
})

test('Nordea (old): dot thousands in quotes, blank lines at the end', () => {
  expect(read('nordea_privat_old.csv')).toEqual({
    kind: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    warnings: [],
    sheets: [
      {
        name: '',
        rows: [
          { number: 1, width: 5, cells: ['Datum', 'Transaktion', 'Kategori', 'Belopp', 'Saldo'] },
          { number: 2, width: 5, cells: ['2026-05-05', 'Reservation Kortköp Test', '', '-99,00'] },
          { number: 3, width: 5, cells: ['2026-05-05', 'Swish inbetalning TEST', '', '3.000,00', '8.778,76'] },
        ],
      },
    ],
  })
})

test('SEB: no byte order mark on the first header', () => {
  expect(read('seb_foretag_transaktioner_bom_crlf.csv')).toEqual({
    kind: 'csv',
    encoding: 'utf-8',
    delimiter: ';',
    warnings: [],
    sheets: [
      {
        name: '',
        rows: [
          { number: 1, cells: ['Bokförd', 'Valutadatum', 'Text', 'Typ', 'Insättningar', 'Uttag', 'Bokfört saldo'] },
          {
            number: 2,
            cells: ['2026-07-21', '2026-07-21', 'SAN FRANCISC/26-07-20', 'Kortköp', '', '-89.44', '433217.91'],
          },
          {
            number: 3,
            cells: ['2026-07-20', '2026-07-20', 'H04510236587', 'Internationell betalning', '1000.00', '', '433307.35'],
          },
        ],
      },
    ],
  })
})

test('SEB Kort: several tables in one sheet, days as days, no float noise', () => {
  expect(read('sebkort_transaktioner_multicard.xlsx')).toEqual({
    kind: 'xlsx',
    warnings: [],
    sheets: [
      {
        name: 'Transaktioner',
        rows: [
          { number: 1, cells: ['Transaktionsexport', '', '', '', '', '', '2026-04-21 14:35:49'], kinds: 't_____t' },
          { number: 3, cells: ['Totalt övriga händelser'], kinds: 't' },
          {
            number: 4,
            cells: ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp'],
            kinds: 'ttttttt',
          },
          { number: 5, cells: ['2026-03-13', '2026-03-13', 'Inbetalning', '', 'SEK', '0', '-10000'], kinds: 'ddt_tnn' },
          {
            number: 6,
            cells: ['2026-03-31', '2026-04-02', 'Faktureringsavgift', '', 'SEK', '0', '35'],
            kinds: 'ddt_tnn',
          },
          { number: 7, cells: ['', '', 'Summa köp/uttag', '', '', '', '13042.79'], kinds: '__t___n' },
          { number: 8, cells: ['Totalt belopp', '', '', '', '', '', '3282.21'], kinds: 't_____n' },
          { number: 10, cells: ['525400******1111', 'Anna Testsson'], kinds: 'tt' },
          { number: 11, cells: ['Köp/uttag'], kinds: 't' },
          {
            number: 12,
            cells: ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp'],
            kinds: 'ttttttt',
          },
          {
            number: 13,
            cells: ['2026-03-01', '2026-03-02', 'ICA SUPERMARKET TEST', 'UDDEVALLA', 'SEK', '0', '614'],
            kinds: 'ddtttnn',
          },
          {
            number: 14,
            cells: ['2026-03-07', '2026-03-10', 'WWW.EXAMPLE.AI', 'SAN FRANCISCO', 'USD', '12.5', '116.04'],
            kinds: 'ddtttnn',
          },
          { number: 15, cells: ['Valutakurs: 9.2832 Valutapåslag ingår med 2,00\u00a0%'], kinds: 't' },
          {
            number: 16,
            cells: ['2026-03-09', '2026-03-10', 'RETUR BUTIK AB', 'STOCKHOLM', 'SEK', '0', '-249.5'],
            kinds: 'ddtttnn',
          },
          { number: 17, cells: ['Totalt belopp', '', '', '', '', '', '480.54'], kinds: 't_____n' },
          { number: 19, cells: ['525400******2222', 'Bo Testsson'], kinds: 'tt' },
          { number: 20, cells: ['Köp/uttag'], kinds: 't' },
          {
            number: 21,
            cells: ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp'],
            kinds: 'ttttttt',
          },
          { number: 22, cells: ['2026-03-11', '2026-03-12', 'KAFE', 'OEREBRO', 'SEK', '0', '50'], kinds: 'ddtttnn' },
          { number: 23, cells: ['2026-03-11', '2026-03-12', 'KAFE', 'OEREBRO', 'SEK', '0', '50'], kinds: 'ddtttnn' },
          { number: 24, cells: ['Totalt belopp', '', '', '', '', '', '100'], kinds: 't_____n' },
        ],
      },
    ],
  })
})

test('Swedbank: a preamble of one cell does not decide the delimiter', () => {
  expect(read('swedbank_transaktioner_cp1252.csv')).toEqual({
    kind: 'csv',
    encoding: 'windows-1252',
    delimiter: ',',
    warnings: [],
    sheets: [
      {
        name: '',
        rows: [
          { number: 1, width: 1, cells: ['* Transaktioner Period 2026-05-01–2026-06-30 Skapad 2026-07-01 08:15 CEST'] },
          {
            number: 2,
            width: 12,
            cells: [
              'Radnummer',
              'Clearingnummer',
              'Kontonummer',
              'Produkt',
              'Valuta',
              'Bokföringsdag',
              'Transaktionsdag',
              'Valutadag',
              'Referens',
              'Beskrivning',
              'Belopp',
              'Bokfört saldo',
            ],
          },
          {
            number: 3,
            width: 12,
            cells: [
              '1',
              '8327-9',
              '1234567890',
              'Företagskonto',
              'SEK',
              '2026-06-28',
              '2026-06-27',
              '2026-06-28',
              'KÖPMANNEN',
              'KÖPMANNEN AB',
              '-482.50',
              '12345.67',
            ],
          },
        ],
      },
    ],
  })
})
