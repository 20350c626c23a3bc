import { bom, type Cell, crlf, day, type GoldenFiles, lf, minus, nbsp } from './made-up-file.ts'

const sebKortHeader = ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp']
const sebKortBook: Cell[][] = [
  ['Transaktionsexport', '', '', '', '', '', '2026-04-21 14:35:49'],
  [],
  ['Totalt övriga händelser'],
  sebKortHeader,
  [day('2026-03-02'), day('2026-03-02'), 'BETALT BG DATUM 260302', '', 'SEK', 0, -10000],
  [day('2026-03-05'), day('2026-03-05'), 'Faktureringsavgift', '', 'SEK', 0, 35],
  [day('2026-03-05'), day('2026-03-05'), 'Ränta på utnyttjad kredit', '', 'SEK', 0, 204.42],
  ['', '', 'Summa köp/uttag', '', '', '', 3282.210000000001],
  ['Totalt belopp', '', '', '', '', '', -6478.37],
  [],
  ['525412******1234', 'ANNA TESTSSON'],
  ['Köp/uttag'],
  sebKortHeader,
  [day('2026-02-07'), day('2026-02-10'), 'WWW.PERPLEXITY.AI', 'SAN FRANCISCO', 'USD', 12.5, 116.04],
  [`Valutakurs: 9.2832 Valutapåslag ingår med 2,00${nbsp}%`],
  [day('2026-02-08'), day('2026-02-10'), 'ICA KVANTUM', 'OEREBRO', 'SEK', 0, 1249],
  [day('2026-02-08'), day('2026-02-10'), 'ICA KVANTUM', 'OEREBRO', 'SEK', 0, 1249],
  [day('2026-02-12'), day('2026-02-13'), 'ELGIGANTEN', 'GOETEBORG', 'SEK', 0, -331.83],
  ['Totalt belopp', '', '', '', '', '', 2282.21],
  [],
  ['525412******5678', 'BO PROVSSON'],
  ['Köp/uttag'],
  sebKortHeader,
  [day('2026-02-11'), day('2026-02-12'), 'SJ AB', 'STOCKHOLM', 'SEK', 0, 1000],
  [day('2026-02-12'), '', 'HOTELL VÄNTAN', 'MALMOE', 'SEK', 0, 900],
  ['Totalt belopp', '', '', '', '', '', 1000],
]
const asCsv = (rows: Cell[][], decimal: string) =>
  crlf(
    ...rows.map((row) =>
      Array.from({ length: 7 }, (_, index) => {
        const cell = row[index] ?? ''
        if (typeof cell === 'object') return cell.date
        return typeof cell === 'number' && index > 4 ? cell.toFixed(2).replace('.', decimal) : String(cell)
      }).join(';'),
    ),
  )
const norwayHeader = ['Dato', 'Bokført', 'Spesifikasjon', 'Sted', 'Valuta', 'Utl. beløp', 'Beløp']
const invoiceHeader = ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl.belopp/moms', 'Belopp']
const amexHeader =
  'Datum,Beskrivning,Kortmedlem,Konto #,Belopp,Utökade specifikationer,Visas på ditt kontoutdrag som,Adress,Ort,Postnummer,Land,Referens'

export const cardFiles: GoldenFiles = {
  'seb-kort-xlsx': [
    'transactions-2026-03-05-to-2026-02-07.xlsx',
    { book: sebKortBook, sheet: 'Transaktioner', kind: 'xlsx' },
  ],
  'seb-kort-csv-dot': ['transaktioner.csv', { text: bom + asCsv(sebKortBook, '.') }],
  'seb-kort-csv-comma': [
    'transaktioner.csv',
    {
      text: asCsv(sebKortBook, ',').replace(';;Summa köp/uttag;;;;3282,21', ';;;Summa köp/uttag;;;3282,21'),
      encoding: 'windows-1252',
    },
  ],
  'seb-kort-norway': [
    'transactions.xlsx',
    {
      sheet: 'Transaksjonseksport',
      kind: 'xlsx',
      book: [
        ['Transaksjonseksport', '', '', '', '', '', '30.04.2026, 15:33:16'],
        [],
        ['Totalt andre hendelser'],
        norwayHeader,
        [day('2026-04-01'), day('2026-04-01'), 'Innbetaling', '', 'NOK', 0, -500],
        ['', '', 'Saldo hendelser', '', '', '', 349.98],
        ['Totalbeløp', '', '', '', '', '', -150.02],
        [],
        ['525412******4321', 'KARI PRØVE'],
        ['Kjøp/uttak'],
        norwayHeader,
        [day('2026-04-03'), day('2026-04-04'), 'OPENAI', 'SAN FRANCISCO', 'USD', 20, 199.96],
        ['Valutakurs: 9.997998 Valutapåslag inngår med 2,00 %'],
        [day('2026-04-05'), day('2026-04-06'), 'REMA 1000', 'OSLO', 'NOK', 0, 150.02],
        ['Totalbeløp', '', '', '', '', '', 349.98],
      ],
    },
  ],
  'seb-kort-older': [
    'sjprio.xlsx',
    {
      sheet: 'Blad1',
      kind: 'xlsx',
      book: [
        ['SJ Prio Mastercard'],
        [],
        ['Kortnummer 525400******1234'],
        [],
        invoiceHeader,
        [day('2026-05-03'), day('2026-05-04'), 'PRESSBYRAN', 'STOCKHOLM', 'SEK', 10.71, 100],
        [day('2026-05-05'), day('2026-05-06'), 'NOTION LABS', 'SAN FRANCISCO', 'USD', 10, 96.5],
        [day('2026-05-06'), day('2026-05-07'), 'PARKERING', 'UPPSALA', 'SEK', 0, 40],
        [day('2026-05-07'), day('2026-05-08'), 'BETALT BG DATUM 260507', '', 'SEK', 0, -500],
        ['', '', '', '', '', '', -263.5],
      ],
    },
  ],
  'seb-kort-invoice-detail': [
    'faktura.xls',
    {
      sheet: 'Fakturadetaljer',
      kind: 'biff8',
      book: [
        ['Eurocard Gold'],
        [],
        ['Namn:', 'Anna Testsson'],
        ['Kortnummer:', '525400******1234'],
        ['Fakturanummer:', '123456789'],
        ['Månad:', 'Januari 2026'],
        [],
        ['Förfallodag:', '2026-02-28'],
        ['Att betala', '', '', '', '', '', 845.5],
        [],
        ['Övriga händelser'],
        invoiceHeader,
        ['01-02', '01-02', 'Inbetalning', '', 'SEK', '', -1200],
        ['01-15', '01-15', 'Faktureringsavgift', '', 'SEK', '', 35],
        [],
        ['Köp/uttag'],
        invoiceHeader,
        ['12-29', '01-02', 'SYSTEMBOLAGET', 'LUND', 'SEK', 98, 490],
        ['01-07', '01-09', 'COOP KONSUM', 'STOCKHOLM', 'SEK', 40.01, 374.45],
        ['01-08', '01-09', 'GITHUB', 'SAN FRANCISCO', 'USD', 4, 41.05],
        ['01-11', '01-12', 'COOP KONSUM', 'STOCKHOLM', 'SEK', 0, -60],
        ['Totalt belopp', '', '', '', '', '', 845.5],
      ],
    },
  ],
  okq8: [
    'Transaktioner.csv',
    {
      encoding: 'windows-1252',
      text: lf(
        'Datum;Typ;Beskrivning;Belopp in;Belopp ut;Valuta;Originalt belopp;Valuta;Kurs',
        `28.07.2026;Köp;Bg Inbetalning;15${nbsp}400,00;;SEK;15${nbsp}400,00;SEK;-`,
        `27.07.2026;Köp;OKQ8 Umeå, Umeå;;?1${nbsp}243,01;SEK;?1${nbsp}243,01;SEK;-`,
        `26.07.2026;Köp;HOTEL TEST, BERLIN;;?1${nbsp}173,20;SEK;?100,00;EUR;11,732`,
        '24.07.2026;Köp;OKQ8 Umeå, Umeå;89,00;;SEK;89,00;SEK;-',
        ';;;;;;;;',
        `Utgående saldo per :;-5${nbsp}429,52 SEK;;;;;;;`,
      ),
    },
  ],
  'okq8-xlsx': [
    'transaktioner.xlsx',
    {
      kind: 'xlsx',
      sheet: 'Transaktioner',
      book: [
        ['Datum', 'Typ', 'Beskrivning', 'In på konto', 'Ut från konto', 'Originalt belopp', 'Valuta', 'Kurs'],
        ['27 jul 2026', 'Köp', 'OKQ8 Umeå, Umeå', null, 1243.01, 1243.01, 'SEK', null],
        ['26 jul 2026', 'Köp', 'HOTEL TEST, BERLIN', null, 1173.2, 100, 'EUR', 11.732],
        ['20 jul 2026', 'Köp', 'Bg Inbetalning', 15400, null, 15400, 'SEK', null],
      ],
    },
  ],
  'eurocard-page': [
    'kopierat.txt',
    {
      text: lf(
        'Köp/uttag',
        '01-07\t01-09',
        'GRAND HOTEL',
        'STOCKHOLM\tSEK\t48,66\t374,45',
        '01-08\t01-09',
        'AMAZON WEB SERVICES',
        '+18552821111\tUSD\t59,16\t399,24',
        '12-30\t01-02',
        'ITUNES.COM',
        '\t\t\t244,00',
        '01-10\t01-12',
        'GRAND HOTEL',
        'STOCKHOLM\tSEK\t\t-1 374,45',
      ),
    },
  ],
  'first-card': [
    'firstcard.xlsx',
    {
      sheet: 'Sheet1',
      kind: 'xlsx',
      book: [
        [
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
        [day('2026-05-01'), '', 'APPLE COM BILL', 'SEK', '', '', 129, 25.8, '*1234'],
        [day('2026-05-01'), '', 'APPLE COM BILL', 'SEK', '', '', 129, 25.8, '*1234'],
        [day('2026-05-02'), 'ARN-LHR', 'BRITISH AIRWAYS', 'GBP', 13.2, 100, 1320, 0, '*1234'],
        [day('2026-05-03'), '', 'RETUR KLÄDER', 'SEK', '', '', -50, -10, '*9876'],
        [day('2026-05-04'), '', 'KORTKONTROLL', 'SEK', '', '', 0, 0, '*9876'],
      ],
    },
  ],
  'first-card-tight': [
    'firstcard.csv',
    {
      text: crlf(
        'Datum;Ytterligare information;Reseinformation/Inköpsplats;Valuta;växlingskurs;Utländskt belopp;Belopp;Moms;Kort',
        '2026-05-01;;HOTELL ETT;SEK;;;1 250,00;133,93;*1234',
        '2026-05-02;;KIOSK;EUR;11,25;8,00;90,00;;*1234',
      ),
    },
  ],
  'amex-se-long': [
    'activity.csv',
    {
      text:
        bom +
        lf(
          amexHeader,
          `06/11/2026,TESTBUTIK STOCKHOLM,ANNA TESTSSON,-31009,"1${nbsp}164,00",,TESTBUTIK,"Gatan 1\nBox 2",Stockholm,111 22,SWEDEN,'AT261720001'`,
          `06/10/2026,EXAMPLE CLOUD,ANNA TESTSSON,-31009,"1049,50","Foreign Spend Amount: 99,00 US DOLLAR Commission Amount: 20,50 Currency Exchange Rate: 10,60",EXAMPLE CLOUD,"Street 1\nSuite 2",San Francisco,94105,UNITED STATES,'AT261720002'`,
          `06/09/2026,"BETALNING MOTTAGEN, TACK",ANNA TESTSSON,-31009,"${minus}10${nbsp}000,00",,,,,,,'AT261720003'`,
          `06/08/2026,TESTBUTIK STOCKHOLM,BO PROVSSON,-31017,"${minus}123,45",,TESTBUTIK,,,,,'AT261720004'`,
        ),
    },
  ],
  'amex-se-short': [
    'activity (1).csv',
    {
      text: lf(
        'Datum,Beskrivning,Kortmedlem,Konto #,Belopp',
        '03/04/2026,BUTIK ETT,ANNA TESTSSON,-31009,"99,00"',
        '12/05/2025,BUTIK TVÅ,ANNA TESTSSON,-31009,"2 500,00"',
      ),
    },
  ],
  // Saved anew by Excel in Sweden as Windows-1252, which has no letter for the issuer's minus.
  'amex-se-lost-minus': [
    'activity.csv',
    {
      encoding: 'windows-1252',
      text: crlf(
        amexHeader.replaceAll(',', ';'),
        `01/14/2026;BETALNING MOTTAGEN, TACK;ANNA-KARIN TESTSSON BERG;-31009;?4${nbsp}712,50;;;;;;;'AT260140001'`,
        `01/09/2026;HOTELL PROVET;ANNA-KARIN TESTSSON BERG;-31009;?250,00;;;Provgatan 2;TROLLHÄTTAN;461 30;SWEDEN;'AT260090002'`,
        `01/03/2026;HOTELL PROVET;ANNA-KARIN TESTSSON BERG;-31009;1${nbsp}499,00;;;Provgatan 2;TROLLHÄTTAN;461 30;SWEDEN;'AT260030003'`,
        `12/30/2025;PROVE CLOUD;ANNA-KARIN TESTSSON BERG;-31009;209,31;Foreign Spend Amount: 20,00 US DOLLAR Commission Amount: 4,10 Currency Exchange Rate: 10,2605;;;PORTLAND;97035;UNITED STATES;'AT253640004'`,
      ),
    },
  ],
  'amex-se-xlsx': [
    'activity.xlsx',
    {
      sheet: 'Transaktioner',
      kind: 'xlsx',
      book: [
        ['Transaktionsdetaljer', 'American Express Business Gold'],
        ['Förberedd för', ''],
        ['ANNA TESTSSON', ''],
        ['Kontonummer', ''],
        ['XXXX-XXXXXX-31009', ''],
        [],
        amexHeader.split(','),
        ['06/11/2026', 'TESTBUTIK', 'ANNA TESTSSON', '-31009', 164, '', '', '', '', '', '', "'AT1'"],
        ['06/12/2026', 'TESTBUTIK', 'ANNA TESTSSON', '-31009', -20.5, '', '', '', '', '', '', "'AT2'"],
      ],
    },
  ],
  'seb-kort-statement': [
    'kontoutdrag.txt',
    {
      text: lf(
        'Datum\tSpecifikation\tOrt\tValuta\tKurs\tBokföringsdag/Utl.Belopp\tBelopp',
        '\tSKULD FRÅN 251201\t\t\t\t\t1 234,50',
        'KORT NR **** **** **** 1234 ANNA TESTSSON',
        '251229\tPRESSBYRÅN\tSTOCKHOLM\t\t\t251230\t100,00',
        '251230\tNOTION LABS\t+14155550100\tUSD\t9,65\t10,00\t96,50',
        '260102\tRETUR BUTIK\tOEREBRO\t\t\t260103\t-49,90',
      ),
    },
  ],
  'amex-norway': [
    'activity.csv',
    {
      text: lf(
        'Dato,Beskrivelse,Kortmedlem,Kontonummer,Beløp,Utvidede detaljer,Vises på kontoutskriften som,Adresse,Sted,Postnummer,Land,Referanse',
        `02/03/2026,REMA 1000,KARI PRØVE,-41005,"1,234.50",,,,,,,'NO1'`,
        `02/14/2026,HOTELL,KARI PRØVE,-41005,"-20.00",,,,,,,'NO2'`,
      ),
    },
  ],
  'amex-english': [
    'activity.csv',
    {
      text: lf(
        'Date,Description,Card Member,Account #,Amount,Extended Details,Appears On Your Statement As,Address,City/State,Zip Code,Country,Reference',
        `07/08/2026,SHOP ONE,ANNA TESTSSON,-31009,"45,00",,,,,,,'AT9'`,
        `07/19/2026,PAYMENT RECEIVED - THANK YOU,ANNA TESTSSON,-31009,"${minus}45,00",,,,,,,'AT10'`,
      ),
    },
  ],
}
