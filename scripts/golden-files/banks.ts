import { bom, crlf, type GoldenFiles, lf, mojibake } from './made-up-file.ts'

export const bankFiles: GoldenFiles = {
  'seb-account-xlsx': [
    'Export.xlsx',
    {
      sheet: 'Sheet1',
      kind: 'xlsx',
      book: [
        ['Testbolaget AB', 'Saldo', 'Disponibelt belopp', 'Beviljad kredit'],
        ['Företagskonto', '24 512,80', '24 512,80', '0,00'],
        ['Datum: 2026-01-01 - 2026-02-01'],
        [],
        ['Bokföringsdatum', 'Valutadatum', 'Verifikationsnummer', 'Text/mottagare', 'Belopp', 'Saldo'],
        ['2026-01-05', '2026-01-05', '5490990006', 'WIRSTRÖMS PU/26-01-02', -250, 24512.8],
        ['2026-01-04', '2026-01-04', '5490990005', 'LÖN', -20000, 24762.8],
        ['2026-01-03', '2026-01-03', '5490990004', 'KUND AB', 1500.5, 44762.8],
        ['2026-01-02', '2026-01-02', '5490990003', 'GOOGLE  YOUT/25-12-30', -119, 43262.3],
      ],
    },
  ],
  'seb-business-two-columns': [
    'kontoutdrag.csv',
    {
      text:
        bom +
        crlf(
          'Bokförd;Valutadatum;Text;Typ;Insättningar;Uttag;Bokfört saldo',
          '2026-07-21;2026-07-21;SAN FRANCISC/26-07-20;Kortköp;;-89.44;433217.91',
          '2026-07-20;2026-07-20;KUND AB;Bankgiroinsättning;12500.00;;433307.35',
          '2026-07-19;2026-07-19;DUBLIN      /26-07-17;Kortköp;99.11;;420807.35',
          '2026-07-18;2026-07-18;SKATTEVERKET;Betalning (bg/pg);;-5000.00;420708.24',
        ),
    },
  ],
  'seb-business-one-column': [
    'kontoutdrag.csv',
    {
      text: crlf(
        'Bokförd,Valutadatum,Text,Typ,Insättningar/uttag,Bokfört saldo',
        '2026-03-04,2026-03-04,GOOGLE YOUT/26-03-01,Kortköp,-168.00,1000.00',
        '2026-03-03,2026-03-03,HYRA,Betalning (bg/pg),-9000.00,1168.00',
      ),
    },
  ],
  'seb-business-spaces': [
    'kopia.txt',
    {
      text: lf(
        'Bokförd Valutadatum Text Typ Insättningar/uttag "Bokfört saldo"',
        '2026-05-17 2026-05-17 "SAN FRANCISC/26-05-16" Kortköp -714,26 70001,16',
        '2026-05-15 2026-05-15 SKATTEVERKET "Betalning (bg/pg)" -67749,00 70715,42',
        '2026-05-06 2026-05-06 "TWITTER PAID/26-05-05" Kortköp -166,00 150079,42',
        '2026-05-06 2026-05-06 BANKTJÄNSTER Annan -264,25 150245,42',
      ),
    },
  ],
  'seb-business-dots': [
    'kopia.txt',
    {
      text: lf(
        'Bokförd.Valutadatum.Text.Typ.Insättningar/uttag.Bokfört saldo',
        '2026-05-17.2026-05-17.SAN FRANCISC/26-05-16.Kortköp.-714,26.70001,16',
        '2026-05-15.2026-05-15.SKATTEVERKET.Betalning (bg/pg).-67749,00.70715,42',
        '2026-05-07.2026-05-07."PREMIE FÖRS.".Annan.-5000,00.145079,42',
        '2026-05-03.2026-05-03.DUBLIN      /26-05-02.Kortköp.-99,11.541,52',
      ),
    },
  ],
  'seb-private': [
    'kontoutdrag.csv',
    {
      text: crlf(
        'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo',
        '2026-02-03;2026-02-03;5484000001;COOP FORUM  /26-02-01;-312,50;8 000,00',
        '2026-02-02;2026-02-02;5484000002;Swish;-50,00;8 312,50',
      ),
    },
  ],
  'seb-private-three-decimals': [
    'kontoutdrag.csv',
    {
      text: crlf(
        'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo',
        '2026-07-13;2026-07-13;5484000001;COOP FORUM  /26-07-11;-30.000;10000.000',
        '2026-07-12;2026-07-12;5484000002;GOOGLE  YOUT/26-07-10;-1253.520;10030.000',
        '2026-07-11;2026-07-11;5490000003;46700000000;75.000;11283.520',
      ),
    },
  ],
  swedbank: [
    'Transaktioner_2026-07-31_17-07-08.csv',
    {
      encoding: 'windows-1252',
      text: crlf(
        '* Transaktioner Period 2026-01-01–2026-07-31 Skapad 2026-07-31 17:07 +02:00',
        'Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo',
        '1,8327-9,1234567,"Företagskonto",SEK,2026-07-31,2026-07-30,2026-07-31,"PAYPAL *NAMECHEA","PAYPAL *NAMECHEA",-30.40,1407',
        '2,8327-9,1234567,"Företagskonto",SEK,2026-07-29,2026-07-28,2026-07-29,"Café Åkerö","Café Åkerö",-1250.00,1437.40',
        '3,8327-9,1234567,"Företagskonto",SEK,2026-07-28,2026-07-28,2026-07-28,"Kund AB","Kund AB",2500,2687.40',
      ),
    },
  ],
  'swedbank-abbreviated': [
    'transaktioner.csv',
    {
      text: lf(
        'Radnr,Clnr,Kontonr,Produkt,Valuta,Bokfdag,Transdag,Valutadag,Referens,Text,Belopp,Saldo',
        '1,8327-9,1234567,Företagskonto,SEK,2026-02-03,2026-02-02,2026-02-03,,"ADOBE SYSTEMS",-259.00,100.00',
      ),
    },
  ],
  'swedbank-old-xls': [
    'transaktioner.xls',
    {
      sheet: 'Transaktioner',
      kind: 'biff8',
      book: mojibake([
        ['Transaktionsrapport'],
        ['Skapad', '2026-07-31 17:07'],
        ['Period', '2026-01-01', '2026-07-31'],
        ['Kontohavare', 'Örjan Ågren'],
        ['Konto', '8327-9 123 456-7'],
        ['Valuta', 'SEK'],
        ['Tillgängligt belopp', '1 407,00'],
        [
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
        [
          1,
          '8327-9',
          '1234567',
          'Företagskonto',
          'SEK',
          '2026-07-31',
          '2026-07-30',
          '2026-07-31',
          'Café Åkerö',
          'Café Åkerö',
          -30.4,
          1407,
        ],
        [2, '8327-9', '1234567', 'Företagskonto', 'SEK', '2026-07-29', '2026-07-28', '2026-07-29', 'SJ', 'SJ', -595, 1],
      ]),
    },
  ],
  'swedbank-old-tabs': [
    'transaktioner.txt',
    {
      encoding: 'windows-1252',
      text: crlf(
        'Clnr\tKontonr\tProdukt\tValuta\tBokfdag\tTransdag\tValutadag\tReferens\tText\tBelopp\tSaldo',
        '8327-9\t1234567\tFöretagskonto\tSEK\t2026-07-31\t2026-07-30\t2026-07-31\t\tKIOSKEN PÅ HÖRNET\t-30,40\t1 407,00',
        '8327-9\t1234567\tFöretagskonto\tSEK\t2026-07-29\t2026-07-28\t2026-07-29\t\tBENSIN\t-1 030,40\t1 437,40',
      ),
    },
  ],
  'sparbanken-tanum': [
    'konto.csv',
    {
      encoding: 'windows-1252',
      text: crlf(
        'Swish VÄSTTRAFIK AB;2026-07-14;2026-07-15;-28,00;24 207,40',
        'ICA NÄRA;2026-07-13;2026-07-14;-1 140,50;24 235,40',
        'Insättning kund;2026-07-12;2026-07-12;5 000,00;25 375,90',
      ),
    },
  ],
  'swedbank-lithuania': [
    'statement.csv',
    {
      text: crlf(
        '"Sąskaitos Nr.","","Data","Gavėjas","Paaiškinimai","Suma","Valiuta","D/K","Įrašo Nr.","Kodas"',
        '"LT557300010123456789","10","2026-03-01","","Likutis pradžiai","1500.00","EUR","K","",""',
        '"LT557300010123456789","20","2026-03-04","MAXIMA LT","PIRKINYS 516793******1234 2026.03.03 12.50 EUR (123456)","12.50","EUR","D","2026030400012345","K"',
        '"LT557300010123456789","20","2026-03-05","","PIRKINYS 516793******1234 UAB KAVA","3.20","EUR","D","2026030500012346","K"',
        '"LT557300010123456789","20","2026-03-06","UAB KLIENTAS","Saskaita 7","250.00","EUR","K","2026030600012347","MK"',
        '"LT557300010123456789","82","2026-03-31","","Apyvarta","15.70","EUR","D","",""',
        '"LT557300010123456789","86","2026-03-31","","Likutis pabaigai","1734.30","EUR","K","",""',
      ),
    },
  ],
  'swedbank-lithuania-english': [
    'statement.csv',
    {
      text: crlf(
        '"Account No","","Date","Beneficiary","Details","Amount","Currency","D/K","Record ID","Code","Reference No","Doc. No","Code in payer IS","Client code","Originator","Beneficiary party",',
        '"LT000000000000000001","10","2026-07-01","","Opening balance","1000.00","EUR","K","","AS","","","","","","",',
        '"LT000000000000000001","20","2026-07-10","RIMI LIETUVA","PIRKINYS 516793******1234 2026.07.09 12.50 EUR","12.50","EUR","D","2026071000000001","K","","","","","","",',
        '"LT000000000000000001","20","2026-07-11","UAB KAVINĖ","PIRKINYS 516793******1234 2026.07.10","1234.05","EUR","D","2026071100000002","K","","","","","","",',
        '"LT000000000000000001","82","2026-07-31","","Turnover","1246.55","EUR","D","","","","","","","","",',
        '"LT000000000000000001","86","2026-07-31","","closing balance","0.00","EUR","K","","","","","","","","",',
      ),
    },
  ],
  'swedbank-estonia': [
    'statement.csv',
    {
      text: crlf(
        '"Client account";"Row type";"Date";"Beneficiary/Payer";"Details";"Amount";"Currency";"Debit/Credit";"Transfer reference";"Transaction type";"Reference number";"Document number"',
        '"EE382200221020145685";"10";"01.03.2026";"";"Opening balance";"100,00";"EUR";"K";"";"AS";"";""',
        '"EE382200221020145685";"20";"04.03.2026";"RIMI EESTI";"416898******1234 03/03/26 RIMI";"1 012,50";"EUR";"D";"2026030400012345";"K";"";""',
        '"EE382200221020145685";"86";"31.03.2026";"";"Closing balance";"87,50";"EUR";"K";"";"LS";"";""',
      ),
    },
  ],
}
