import { bom, crlf, day, type GoldenFiles, lf, minus } from './made-up-file.ts'

const wiseHeader =
  '"TransferWise ID",Date,"Date Time",Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees","Exchange To Amount"'
const revolutNow =
  'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Card label,Card state,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account,MCC,Related transaction id,Spend program'
const expensesHeader =
  'Transaction started (UTC),Transaction completed (UTC),Transaction ID,Transaction type,Transaction description,Transaction reference,Payer,Card number,Orig currency,Orig amount (Orig currency),Payment currency,Amount (Payment currency),Fee,Account,Expense submitted (UTC),Expense submitted (UTC),Expense completed (UTC),Expense completed (UTC),Expense ID,Expense status,Expense description,Receipts,Tax name,Tax rate,Tax amount (Orig currency),Expense category name,Expense category code,Expense split #'

export const appFiles: GoldenFiles = {
  'revolut-business-now': [
    'transaction-statement.csv',
    {
      text: lf(
        revolutNow,
        '2026-07-29 09:11:03,2026-07-30 02:00:00,6a1-1,CARD_PAYMENT,COMPLETED,Figma,,Anna Testsson,516760******9873,Virtual,ACTIVE,USD,45.00,EUR,-41.40,-41.80,0.92,0.40,EUR,958.20,EUR Main,5734,,',
        '2026-07-28 10:00:00,2026-07-29 02:00:00,6a1-2,CARD_REFUND,COMPLETED,Zalando,,Anna Testsson,516760******9873,Virtual,ACTIVE,EUR,30.00,EUR,30.00,30.00,,0.00,EUR,1000.00,EUR Main,5651,,',
        '2026-07-27 10:00:00,,6a1-3,CARD_PAYMENT,PENDING,Uber,,Anna Testsson,516760******9873,Virtual,ACTIVE,EUR,12.00,EUR,-12.00,-12.00,,0.00,EUR,,EUR Main,4121,,',
        '2026-07-26 10:00:00,,6a1-4,CARD_PAYMENT,DECLINED,Uber,,Anna Testsson,516760******9873,Virtual,ACTIVE,EUR,99.00,EUR,-99.00,-99.00,,0.00,EUR,,EUR Main,4121,,',
        '2026-07-25 10:00:00,2026-07-25 10:00:01,6a1-5,TOPUP,COMPLETED,Money added,,,,,,EUR,500.00,EUR,500.00,500.00,,0.00,EUR,970.00,EUR Main,,,',
        '2026-07-24 10:00:00,2026-07-25 10:00:00,6a1-6,CARD_PAYMENT,COMPLETED,Dustin,,Bo Provsson,516760******1111,Plastic,ACTIVE,SEK,1249.00,SEK,-1249.00,-1249.00,,0.00,SEK,3000.00,SEK Main,5732,,',
      ),
    },
  ],
  'revolut-business-2024': [
    'statement.csv',
    {
      text: lf(
        'Date started (UTC),Date completed (UTC),ID,Type,Description,Reference,Description,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account,Beneficiary account number',
        '2024-06-27,2024-06-28,b-1,CARD_PAYMENT,Notion,,Notion Labs,Anna,1234,USD,10.00,SEK,-105.20,1.05,5000.00,SEK Main,',
        '2024-06-26,2024-06-26,b-2,FEE,Business plan fee,,Business plan fee,,,SEK,99.00,SEK,-99.00,0.00,5106.25,SEK Main,',
      ),
    },
  ],
  'revolut-business-day-first': [
    'statement.csv',
    {
      text: lf(
        'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Fee,Fee currency,Balance,Account',
        '03/02/2026,04/02/2026,c-1,CARD_PAYMENT,COMPLETED,Shop,Anna,1234,EUR,10.00,EUR,-10.00,-0.40,EUR,989.60,EUR Main',
        '30/09/2025,30/09/2025,c-2,CARD_PAYMENT,COMPLETED,Café,Anna,1234,EUR,4.50,EUR,-4.50,0.00,EUR,1000.00,EUR Main',
      ),
    },
  ],
  'revolut-expenses': [
    'expenses.csv',
    {
      text: lf(
        expensesHeader,
        '2026-05-04,2026-05-05,t-1,CARD_PAYMENT,Paypal *discord,,Anna,516760******9873,SEK,125.00,SEK,125.00,0.00,SEK Main,2026-05-06,2026-05-06,2026-05-07,2026-05-07,e-1,COMPLETED,Chatt,1,25% moms,25%,25.00,Programvara,5420,',
        '2026-05-06,2026-05-07,t-2,CARD_PAYMENT,Clas Ohlson,,Anna,516760******9873,SEK,300.00,SEK,200.00,0.00,SEK Main,2026-05-06,2026-05-06,2026-05-07,2026-05-07,e-2,COMPLETED,Verktyg,1,25% moms,25%,40.00,Verktyg,5410,1',
        '2026-05-06,2026-05-07,t-2,CARD_PAYMENT,Clas Ohlson,,Anna,516760******9873,SEK,300.00,SEK,100.00,0.00,SEK Main,2026-05-06,2026-05-06,2026-05-07,2026-05-07,e-2,COMPLETED,Fika,1,12% moms,12%,10.71,Personal,7690,2',
        '2026-05-08,2026-05-09,t-3,CARD_PAYMENT,GitHub,,Bo,516760******1111,USD,4.00,SEK,41.20,0.41,SEK Main,2026-05-09,2026-05-09,2026-05-09,2026-05-09,e-3,COMPLETED,,0,,,0.00,,,',
        '2026-05-10,,t-4,CARD_PAYMENT,Uber,,Bo,516760******1111,SEK,89.00,SEK,89.00,0.00,SEK Main,,,,,e-4,MISSING_INFO,,0,,,,,,',
      ),
    },
  ],
  'revolut-personal': [
    'account-statement.csv',
    {
      text: lf(
        'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
        'CARD_PAYMENT,Current,2026-01-04 9:32:08,2026-01-05 11:00:00,Pressbyrån,-45.00,0.00,SEK,COMPLETED,955.00',
        'CARD_PAYMENT,Current,2026-01-05 10:32:08, ,Uber,-150.00,0.00,SEK,PENDING,',
        'TOPUP,Current,2026-01-03 10:32:08,2026-01-03 10:32:09,Payment from Anna,1000.00,0.00,SEK,COMPLETED,1000.00',
        'CARD_PAYMENT,Current,2026-01-06 10:32:08,2026-01-07 10:32:09,Amazon,-100.00,1.00,SEK,COMPLETED,854.00',
        'CARD_REFUND,Current,2026-01-08 10:32:08,2026-01-08 10:32:09,Amazon,40.00,0.00,SEK,COMPLETED,894.00',
      ),
    },
  ],
  'revolut-personal-german': [
    'account-statement.csv',
    {
      text: lf(
        'Art,Produkt,Datum des Beginns,Datum des Abschlusses,Beschreibung,Betrag,Gebühr,Währung,Status,Kontostand',
        'Kartenbezahlung,Girokonto,2026-01-04 9:32:08,2026-01-05 11:00:00,Bäckerei,-4.50,0.00,EUR,ABGESCHLOSSEN,95.50',
        'Kartenbezahlung,Girokonto,2026-01-05 9:32:08,,Kino,-14.50,0.00,EUR,AUSSTEHEND,',
      ),
    },
  ],
  'wise-balance': [
    'statement_1234_SEK_2026-01-01_2026-03-31.csv',
    {
      text: lf(
        wiseHeader,
        '"CARD-1001",05-03-2026,"05-03-2026 10:11:12.123",-105.50,SEK,"Card transaction of 10.00 USD issued by Openai","",894.50,SEK,USD,0.0952,"","","",Openai,1234,"Anna Testsson","","",0.50,10.00',
        '"CARD-1001",05-03-2026,"05-03-2026 10:11:12.123",-0.50,SEK,"Wise Charges for: CARD-1001","",894.00,"","","","","","","","","","","","",',
        '"TRANSFER-2001",04-03-2026,"04-03-2026 10:11:12.123",1000.00,SEK,"Received money from Kund AB","faktura 7",1000.00,"","","","Kund AB","","","","","","","",0.00,',
        '"CARD-1000",03-03-2026,"03-03-2026 10:11:12.123",25.00,SEK,"Card transaction of 25.00 SEK issued by Coop","",0.00,"","","","","","",Coop,1234,"Anna Testsson","","",0.00,',
      ),
    },
  ],
  'wise-transfers': [
    'transaction-history.csv',
    {
      text: lf(
        'ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Target fee amount","Target fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency","Exchange rate",Reference,Batch',
        'CARD_TRANSACTION-1,COMPLETED,OUT,"2026-03-04 10:00:00","2026-03-04 10:00:01",0.25,EUR,,,"Ek AB",9.30,EUR,"Figma",10.00,USD,1.0753,,',
        'CARD_TRANSACTION-2,COMPLETED,OUT,"2026-03-05 10:00:00","2026-03-05 10:00:01",0.00,EUR,,,"Ek AB",15.00,EUR,"Hotel Berlin",15.00,EUR,1.0,,',
        'BALANCE_TRANSACTION-3,COMPLETED,NEUTRAL,"2026-03-06 10:00:00","2026-03-06 10:00:01",0.10,EUR,,,"Ek AB",100.00,EUR,"Ek AB",1100.00,SEK,11.0,,',
        'TRANSFER-4,COMPLETED,IN,"2026-03-07 10:00:00","2026-03-07 10:00:01",0.00,EUR,,,"Kund GmbH",500.00,EUR,"Ek AB",500.00,EUR,1.0,,',
        'CARD_TRANSACTION-5,CANCELLED,OUT,"2026-03-08 10:00:00",,0.00,EUR,,,"Ek AB",77.00,EUR,"Hotel Berlin",77.00,EUR,1.0,,',
        'CARD_TRANSACTION-6,COMPLETED,IN,"2026-03-09 10:00:00","2026-03-09 10:00:01",0.00,USD,,,"Figma",4.00,USD,"Ek AB",3.70,EUR,0.925,,',
        'CARD_TRANSACTION-7,COMPLETED,IN,"2026-03-10 10:00:00","2026-03-10 10:00:01",0.00,EUR,,,"Hotel Berlin",5.00,EUR,"Ek AB",5.00,EUR,1.0,,',
      ),
    },
  ],
  'n26-old': [
    'n26-csv-transactions.csv',
    {
      text: lf(
        '"Datum","Empfänger","Kontonummer","Transaktionstyp","Verwendungszweck","Kategorie","Betrag (EUR)","Betrag (Fremdwährung)","Fremdwährung","Wechselkurs"',
        '"2026-01-04","REWE","","MasterCard Zahlung","","Lebensmittel","-12.34","-12.34","EUR","1.0"',
        '"2026-01-05","GITHUB","","MasterCard Zahlung","","Software","-3.70","-4.0","USD","1.081"',
        '"2026-01-06","Kunde","DE1","Gutschrift","Rechnung","Einkommen","100.0","","",""',
      ),
    },
  ],
  n26: [
    'MainAccount_2026-01-01_2026-01-31.csv',
    {
      text: lf(
        '"Booking Date","Value Date","Partner Name","Partner Iban","Type","Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
        '2026-01-04,2026-01-02,"SPOTIFY",,Presentment,"-","Main Account",-10.99,10.99,EUR,1',
        '2026-01-06,2026-01-06,"Kunde",DE1,Credit Transfer,"Rechnung","Main Account",100.00,,,',
      ),
    },
  ],
  lunar: [
    'lunar.csv',
    {
      text: lf(
        'Datum,Tid,Titel,Belopp,Balans,Transaktions-ID',
        '2026-02-03,09:32,Kontorsgiganten,"-12.345,67","100.000,00",a1b2c3d4-0001',
        '2026-02-02,12:00,Fika & Co,"-45,00","112.345,67",a1b2c3d4-0002',
      ),
    },
  ],
  'lunar-english': [
    'lunar.csv',
    {
      text: lf(
        'Date,Text,Amount,Balance',
        '2026-02-03,Office Supply,"-2.345,67","100.000,00"',
        '2026-02-02,Salary,"50,00","102.345,67"',
      ),
    },
  ],
  'kbc-business': [
    'kbc.csv',
    {
      encoding: 'windows-1252',
      text: crlf(
        'kredietkaart;kaarthouder;uitgavenstaat;datum verrichting;Datum verrekening;bedrag;credit;debet;munt;koers;bedrag in EUR;Kosten op verrichting;Handelaar;locatie;land;toelichting',
        '123456XXXXXX4321;TESTSSON;                 ;02/03/2026;04/03/2026;5,490000000;                        ;5,490000000;EUR;1,000000000;-5,49;0,00;PAYPAL *APPLE.COM/BILL;123123123;United Kingdom;;',
        '123456XXXXXX4321;TESTSSON;                 ;05/03/2026;06/03/2026;20,000000000;                        ;20,000000000;USD;1,081000000;-18,50;0,35;OPENAI;SAN FRANCISCO;United States;;',
      ),
    },
  ],
  pleo: [
    'export_2026-08-24.csv',
    {
      text:
        bom +
        lf(
          '"Date","Receipt","Expense Type","Amount","Net Amount","Total FX Fee","Currency","Orig. amount","Orig. currency","Source description","Category","Account number","Owner","Note","Team","Tax Code","Tax Rate","Tax Amount","Expense ID","Export Status"',
          `"17-07-2026","2600102","Card Purchase","${minus}981,09","${minus}981,09","","SEK","99,00","USD","EXAMPLE CLOUD INC","Drift","6540","Anna Testsson","Servrar","IT","","","","e-1","EXPORTED"`,
          `"05-08-2026","2600103","Card Purchase","${minus}1 125,00","${minus}900,00","","SEK","1 125,00","SEK","KAFÉ TEST AB","Fika","7690","Bo Provsson","","","MP1","25","${minus}225,00","e-2","QUEUED"`,
          `"06-08-2026","2600104","Reimbursement to Bo Provsson","${minus}700,00","","","SEK","700,00","SEK","","","","Bo Provsson","","","","","","e-3","NOT_EXPORTED"`,
          `"07-08-2026","2600105","Out of Pocket","${minus}89,00","","","SEK","89,00","SEK","PARKERING","","","Bo Provsson","","","","","","e-4","NOT_EXPORTED"`,
          '"08-08-2026","2600106","Card Refund","45,00","45,00","","SEK","45,00","SEK","KAFÉ TEST AB","","","Bo Provsson","","","","","","e-5","QUEUED"',
          '"09-08-2026","2600107","Wallet Load","10 000,00","","","SEK","10 000,00","SEK","Wallet load","","","","","","","","","e-6",""',
        ),
    },
  ],
  'lunar-abroad': [
    'transaktioner.csv',
    {
      text:
        bom +
        lf(
          'Datum,Tid,Titel,Belopp,Balans,Transaktions-ID,Utländska belopp',
          '2026-08-15,21:30,Lunar Plan Essential,"-119,00","13 034,28",3464e5f2-0001,',
          '2026-08-13,20:12,EXAMPLE Shop,"-5 058,13","13 153,28",3464e5f2-0002,"-456,30 EUR"',
          '2026-08-12,20:12,EXAMPLE Shop,"-105,13","18 211,41",3464e5f2-0003,"-10,00 USD"',
          '2026-08-11,07:01,Inbetalning,"12 000,00","18 316,54",3464e5f2-0004,',
        ),
    },
  ],
  'dnb-mastercard': [
    'transaksjoner.xlsx',
    {
      sheet: 'Transaksjoner',
      kind: 'xlsx',
      book: [
        ['Dato', 'Beløpet gjelder', 'Valuta', 'Inn', 'Ut'],
        [day('2026-05-01'), 'BUTIKK OSLO', 'NOK', '', 120.5],
        [day('2026-05-03'), 'Retur BUTIKK', 'NOK', 20, ''],
      ],
    },
  ],
  sparebank1: [
    'kredittkort.csv',
    {
      encoding: 'windows-1252',
      text: lf(
        'Kjøpsdato;Posteringsdato;Beskrivelse;Beløp',
        '15.03.2026;16.03.2026;Kaffebrenneriet Bogstadveien;-45,50',
        '02.03.2026;03.03.2026;Power Bærum;-1 299,00',
        '01.03.2026;01.03.2026;Innbetaling;1 500,00',
      ),
    },
  ],
}
