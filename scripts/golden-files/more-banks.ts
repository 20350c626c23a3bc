import { bom, crlf, type GoldenFiles, lf, nbsp } from './made-up-file.ts'

export const moreBankFiles: GoldenFiles = {
  handelsbanken: [
    'Handelsbanken_Account_Transactions.xlsx',
    {
      sheet: 'Transaktioner',
      kind: 'xlsx',
      book: [
        ['Handelsbanken'],
        ['2026-01-03, 15:52'],
        [],
        ['Allkonto 123 123 123'],
        [],
        ['Kontoform: Allkonto'],
        ['Period: 2025-12-01 - 2026-01-03'],
        [],
        ['Reskontradatum', 'Transaktionsdatum', 'Text', 'Belopp', 'Saldo'],
        ['', '2026-01-03', 'Prel KIOSK', -45, ''],
        ['2026-01-02', '2026-01-01', 'BUTIK TEST', -238, 1000.5],
        ['2026-01-02', '2026-01-02', 'SWISH ANNA', 200, 1238.5],
        ['2025-12-30', '2025-12-29', 'OKQ8 TANKA', -799.95, 1038.5],
      ],
    },
  ],
  'handelsbanken-html': [
    'kontotransactionlist.xls',
    {
      encoding: 'windows-1252',
      text: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"></head><body>
<table><tr><td>Kontoutdrag</td></tr><tr><td>Konto: 123 123 123</td></tr></table>
<table><tr><td>Reskontradatum</td><td>&nbsp;</td><td>Transaktionsdatum</td><td>&nbsp;</td><td>Text</td><td>&nbsp;</td><td>Belopp</td><td>&nbsp;</td><td>Saldo</td></tr>
<tr><td>&nbsp;</td><td>&nbsp;</td><td>2026-01-05</td><td>&nbsp;</td><td>PREL BENSIN</td><td>&nbsp;</td><td>-500,00</td><td>&nbsp;</td><td>&nbsp;</td></tr>
<tr><td>2026-01-04</td><td>&nbsp;</td><td>2026-01-03</td><td>&nbsp;</td><td>ICA NÄRA HÖÖR</td><td>&nbsp;</td><td>-1 238,50</td><td>&nbsp;</td><td>5 000,00</td></tr>
<tr><td>2026-01-02</td><td>&nbsp;</td><td>2026-01-02</td><td>&nbsp;</td><td>INS</td><td>&nbsp;</td><td>2 000,00</td><td>&nbsp;</td><td>6 238,50</td></tr>
</table></body></html>`,
    },
  ],
  'handelsbanken-business': [
    'konto.csv',
    {
      text:
        bom +
        crlf(
          'Bokföringsdatum;Referens;Belopp;Saldo',
          '2026-01-01;;;10 000,00',
          '2026-01-05;Kortköp SPOTIFY;-129,00;9 871,00',
          '2026-01-07;BG 5050-1055;-2 500,00;7 371,00',
        ),
    },
  ],
  nordea: [
    'PERSONKONTO 1234 56 78901 - 2026-04-21 12.44.56.csv',
    {
      text: `${bom}${[
        'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta;',
        'Reserverat;-99,00;1234 56 78901;;;Reservation Kortköp Netflix;;SEK;',
        '2026/01/15;-1249,00;1234 56 78901;;;Kortköp 260113 Elgiganten;12000,50;SEK;',
        '2026/01/14;500,00;;1234 56 78901;Anna;Insättning Anna;13249,50;SEK;',
        '2026/01/03;-89,00;1234 56 78901;;;Kortköp 260102 Google Workspace_elv;12749,50;SEK;',
      ].join('\n')}`,
    },
  ],
  'nordea-old-netbank': [
    'konto.csv',
    {
      text: lf(
        'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
        '2026-03-04;-120,00;1234 56 78901;;;Kortköp 260301 Clas Ohlson;880,00;SEK',
      ),
    },
  ],
  'nordea-old-site': [
    'export.csv',
    {
      encoding: 'windows-1252',
      text: `${crlf(
        'Datum,Transaktion,Kategori,Belopp,Saldo',
        '2026-05-04,Reservation Kortköp Spotify,,"-119,00",',
        '2026-05-03,Kortköp 260501 Mäklarhuset,Övrigt,"-3.000,00","12.500,00"',
        '2026-05-02,Lön,Inkomst,"25.000,00","15.500,00"',
      )}\r\n\r\n`,
    },
  ],
  'nordea-business': [
    'foretagskonto.csv',
    {
      text:
        bom +
        lf(
          'Datum;Belopp;Avsändare;Mottagare;Namn;Ytterligare detaljer;Meddelande;Egna anteckningar;Saldo;Valuta;',
          '2026/03/02;-1250,00;12345678901;;;Kortköp 260301 Google Workspace_elv;;Molntjänst;10000,00;SEK;',
          '2026/03/02;-39,00;12345678901;;Postnord;;Frakt;;11250,00;SEK;',
        ),
    },
  ],
  'nordea-business-payee': [
    'foretagskonto.csv',
    {
      text: lf(
        'Bokföringsdag;Värdedag;Betalningstyp;Betalare/Mottagare;Meddelande/Referens;Belopp;Saldo',
        '2026-03-02;2026-03-02;Kortköp;ADLIBRIS AB;Böcker;-450,00;9 000,00',
        '2026-03-01;2026-03-01;Kortköp;;Kortköp 260227 Ellos;-50,00;9 450,00',
      ),
    },
  ],
  'nordea-business-text': [
    'foretagskonto.csv',
    {
      text: lf(
        'Bokföringsdatum;Valutadatum;Text;Belopp;Saldo',
        '2026-03-02;2026-03-02;Kortköp 260228 Dustin;-4 500,00;9 000,00',
      ),
    },
  ],
  'nordea-denmark': [
    'konto.csv',
    {
      text: lf(
        'Bogføringsdato;Beløb;Afsender;Modtager;Tekst;Saldo',
        '2026/04/02;-125,50;1234;;Netto Nørrebro;9000,00',
        '2026/04/01;100,00;;1234;Overførsel;9125,50',
      ),
    },
  ],
  'lansforsakringar-business': [
    'Kontoutdrag.csv',
    {
      text: crlf(
        '"Kontonummer";"Kontonamn";"";"Saldo";"Tillgängligt belopp"',
        '"9020-1234567";"Företagskonto";"";"44 134,00";"44 134,00"',
        '',
        '"Bokföringsdatum";"Transaktionsdatum";"Transaktionstyp";"Meddelande";"Belopp"',
        '"2026-03-08";"2026-03-08";"Överföring";"Eget konto";"-44 134,00"',
        '"2026-03-07";"2026-03-06";"Kortköp";"APL*APPLE SEARCH ADS,800-275-2273,US";"-282,88"',
        '"2026-03-05";"2026-03-04";"Kortköp";"PAYPAL *APPERS GMBH,35314369001,AT";"-8 806,18"',
      ),
    },
  ],
  'lansforsakringar-private': [
    'Privatkonto senaste transaktioner 2026-06-30.csv',
    {
      text: lf(
        '"Kontonummer";"Kontonamn";"";"Saldo";"Tillgängligt belopp"',
        '"9020-7654321";"Privatkonto";"";"1 000,00";"1 000,00"',
        '',
        '"Bokföringsdatum";"Transaktionsdatum";"Transaktionstyp";"Meddelande";"Belopp"',
        '"2026-06-04";"2026-06-02";"Kortköp";"WILLYS,ÖREBRO,SE";"-450,00"',
      ),
    },
  ],
  'lansforsakringar-old-xls': [
    'Kontoutdrag.xls',
    {
      sheet: 'Kontoutdrag',
      kind: 'biff8',
      book: [
        ['Kontoutdrag - 2026-01-04'],
        ['Bokf.dat', 'Trans.dat', 'Text', 'Insï¿½ttning/Uttag', 'Behï¿½llning'],
        ['2026-01-03', '2026-01-02', 'STATOIL', -450.5, 1000],
        ['2026-01-02', '2026-01-02', 'L\u00f6n', 20000, 1450.5],
      ],
    },
  ],
  ica: [
    'konto.csv',
    {
      text: lf(
        'Datum;Text;Typ;Budgetgrupp;Belopp;Saldo',
        '2026-01-17;Närbutik;Korttransaktion;Mat;-144,75 kr;2 500,00 kr',
        `2026-01-16;MediaMarkt;Korttransaktion;Hem;-1${nbsp}299,00 kr;2 644,75 kr`,
        '2026-01-15;Lön AB;Insättning;;25 000,00 kr;3 943,75 kr',
      ),
    },
  ],
  'ica-with-metadata': [
    'konto.csv',
    {
      text: lf(
        'Kontoutdrag;ICA Banken',
        'Kontonamn;Företagskonto',
        'Kontonummer;9271-123 456 7',
        'Saldo;2 500,00 kr',
        'Tillgängligt belopp;2 500,00 kr',
        'Skapad;2026-02-01',
        'Datum;Text;Belopp;Saldo',
        '2026-01-17;Kaffebaren;-44,75 kr;2 500,00 kr',
        '2026-01-16;Kontorsmaterial AB;-1 200,00 kr;2 544,75 kr',
      ),
    },
  ],
  'danske-bank': [
    'konto.csv',
    {
      encoding: 'windows-1252',
      text: crlf(
        '"Dato";"Kategori";"Underkategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
        '"04.03.2026";"Mad";"Dagligvarer";"Føtex Aarhus";"-1.234,50";"10.000,00";"Udført";"Nej"',
        '"05.03.2026";"";"";"Kiosk";"-20,00";"9.980,00";"Venter";"Nej"',
      ),
    },
  ],
}
