import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

/** Files as banks abroad write them, made up after those that public repositories of converters hold. */
const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines)))

test('a card of UBS says what was paid in Belastung, what came back in Gutschrift and what the shop charged in Betrag, on the day of Einkaufsdatum', () => {
  expect(
    read(
      'Kontonummer;Kartennummer;Konto-/Karteninhaber;Einkaufsdatum;Buchungstext;Branche;Betrag;Originalwährung;Kurs;Währung;Belastung;Gutschrift;Buchung',
      '0000 1234;XXXX 9876;MUSTER MAX;22.06.2026;BAECKEREI ROT CHE;Bäckerei;7.50;CHF;;CHF;7.50;;23.06.2026',
      '0000 1234;XXXX 9876;MUSTER MAX;21.06.2026;SOFTHOUSE INC USA;Software;100.00;USD;0.9130;CHF;91.30;;23.06.2026',
      '0000 1234;;MUSTER MAX;27.05.2026;Ihre Zahlung - Besten Dank;;;;;CHF;;208.55;28.05.2026',
      '0000 1234;XXXX 9876;MUSTER MAX;26.05.2026;KLEIDERHAUS CHE;Kleider;50.00;CHF;;CHF;;50.00;28.05.2026',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-06-22 BAECKEREI ROT CHE  CHF 750',
    '3: 2026-06-21 SOFTHOUSE INC USA  CHF 9130',
    '4: payment-to-card',
    '5: 2026-05-26 KLEIDERHAUS CHE  CHF -5000',
  ])
})

test('a card of UBS in French is read as the German one is: what was paid is in francs, whatever the shop charged', () => {
  expect(
    read(
      "Numéro de compte;Numéro de carte;Titulaire de compte/carte;Date d'achat;Texte comptable;Secteur;Montant;Monnaie originale;Cours;Monnaie;Débit;Crédit;Ecriture",
      '0000 1234;XXXX 9876;MUSTER MAX;22.06.2026;BOULANGERIE BERN CHE;Boulangerie;12.50;CHF;;CHF;12.50;;23.06.2026',
      '0000 1234;XXXX 9876;MUSTER MAX;24.06.2026;SOFTHOUSE INC USA;Logiciels;100.00;USD;0.91;CHF;91.00;;26.06.2026',
    ),
  ).toEqual(['1: header', '2: 2026-06-22 BOULANGERIE BERN CHE  CHF 1250', '3: 2026-06-24 SOFTHOUSE INC USA  CHF 9100'])
})

test.each([
  ['Entrate', 'Uscite'],
  ['Gutschrift', 'Belastung'],
  ['Gutschrift in CHF', 'Lastschrift in CHF'],
  ['Abono', 'Cargo'],
])('money in under %s and money out under %s are known as such', (moneyIn, moneyOut) => {
  const [, bought, paid] = read(
    `Date;${moneyIn};${moneyOut};Description`,
    '30/06/2026;;9.99;SHOP ROMA',
    '29/06/2026;150.62;;Client Ltd',
  )
  expect([bought, paid]).toEqual([expect.stringMatching(/SHOP ROMA .*999$/), '3: incoming'])
})

test('an old account of UBS in French says under Date de transaction when something was bought, not when the list was made', () => {
  const days = read(
    "Date d'évaluation;IBAN;Monn.;Date du;Date au;Date de transaction;Date de comptabilisation;Description 2;N° de transaction;Débit;Crédit;Solde",
    '31.07.2026;CH98;CHF;01.07.2026;31.07.2026;16.07.2026;17.07.2026;BOULANGERIE SUD;T1;18.50;;981.50',
    '31.07.2026;CH98;CHF;01.07.2026;31.07.2026;14.07.2026;14.07.2026;LIBRAIRIE NORD;T2;30.00;;1000.00',
  )
  expect(days.slice(1)).toEqual(['2: 2026-07-16 BOULANGERIE SUD  CHF 1850', '3: 2026-07-14 LIBRAIRIE NORD  CHF 3000'])
})

test('a card list of Fineco keeps what is only authorised for when it is booked, and says which card was used', () => {
  const reading = readSuggested(
    sheetOf(
      'Intestatario carta;Numero carta;Data operazione;Data registrazione;Descrizione;Stato operazione;Tipo operazione;Circuito;Importo',
      'ANNA ROSSI;0000 **** 1234;30/06/2026;;NEGOZIO ROMA;autorizzato;pagamento;VISA;-50,00',
      'ANNA ROSSI;0000 **** 1234;28/06/2026;29/06/2026;BAR MILANO;contabilizzato;pagamento;VISA;-5,00',
      'ANNA ROSSI;0000 **** 1234;27/06/2026;28/06/2026;HOTEL MILANO;contabilizzato;pagamento;VISA;-75,00',
    ),
  )
  expect(outcomes(reading)).toEqual([
    '1: header',
    '2: pending',
    '3: 2026-06-28 BAR MILANO  EUR 500',
    '4: 2026-06-27 HOTEL MILANO  EUR 7500',
  ])
  expect(reading.rows[2]?.outcome).toMatchObject({ fields: { card: '0000 **** 1234' } })
})

test('an account of Starling tells what was bought by card from what was transferred or debited', () => {
  expect(
    read(
      'Date;Counter Party;Reference;Type;Amount (GBP);Balance (GBP);Spending Category',
      '13/07/2026;Filmbox;FILMBOX.COM;ONLINE PAYMENT;-10.99;1210.44;ENTERTAINMENT',
      '25/07/2026;Grocer;GROCERS;CHIP & PIN;-22.80;1176.65;GROCERIES',
      '26/07/2026;Cafe;CAFE;CONTACTLESS;-3.00;1172.85;EATING_OUT',
      '27/07/2026;Client Ltd;INV 7;FASTER PAYMENT;800.00;1972.85;INCOME',
      '28/07/2026;Landlord;RENT;FASTER PAYMENT;-700.00;1272.85;PAYMENTS',
      '29/07/2026;Energy;DD;DIRECT DEBIT;-70.00;1202.85;BILLS',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-07-13 Filmbox  GBP 1099',
    '3: 2026-07-25 Grocer  GBP 2280',
    '4: 2026-07-26 Cafe  GBP 300',
    '5: incoming',
    '6: other-movement',
    '7: other-movement',
  ])
})

test('an account of Lloyds tells what was bought by card (DEB) from what was transferred (FPO) or taken out as cash (CPT)', () => {
  expect(
    read(
      'Transaction Date;Transaction Type;Sort Code;Account Number;Transaction Description;Debit Amount;Credit Amount;Balance',
      "24/07/2026;DEB;'30-00-00;12345678;GROCER STORES;45.61;;1513.09",
      "15/07/2026;FPI;'30-00-00;12345678;CLIENT LTD;;2450.00;1558.70",
      "14/07/2026;FPO;'30-00-00;12345678;LANDLORD;700.00;;-891.30",
      "13/07/2026;CPT;'30-00-00;12345678;LNK HIGH ST;40.00;;-931.30",
    ),
  ).toEqual([
    '1: header',
    '2: 2026-07-24 GROCER STORES  GBP 4561',
    '3: incoming',
    '4: other-movement',
    '5: other-movement',
  ])
})

test('codes that no British bank uses are taken for no kinds of rows, so that nothing bought is left out', () => {
  expect(
    read(
      'Transaction Date;Transaction Type;Transaction Description;Debit Amount;Credit Amount;Balance',
      '24/07/2026;DEB;GROCER STORES;45.61;;1513.09',
      '23/07/2026;XQZ;BAKER STORES;10.00;;1503.09',
    ),
  ).toEqual(['1: header', '2: 2026-07-24 GROCER STORES 4561', '3: 2026-07-23 BAKER STORES 1000'])
})

test('the next file of Starling may have other ways to use the card than the sample', () => {
  const sample = sheetOf(
    'Date;Counter Party;Reference;Type;Amount (GBP);Balance (GBP);Spending Category',
    '25/07/2026;Grocer;GROCERS;CHIP & PIN;-22.80;1176.65;GROCERIES',
    '28/07/2026;Landlord;RENT;FASTER PAYMENT;-700.00;476.65;PAYMENTS',
  )
  const types = suggestMapping(sample, { today })?.mapping.purchaseTypes
  expect(types).toEqual(expect.arrayContaining(['CHIP & PIN', 'Contactless', 'Apple Pay', 'Online payment']))
  expect(types).not.toContain('Chip & PIN')
})

test('Consorsbank writes the shop under Sender / Empfänger, not under Verwendungszweck, and its file is one of an account', () => {
  const lines = [
    'Buchung;Valuta;Sender / Empfänger;IBAN / Konto-Nr.;BIC / BLZ;Buchungstext;Verwendungszweck;Betrag;Währung',
    '31.07.2026;31.07.2026;Bürohaus GmbH;DE001;TESTDE71;Girocard;Karte 1 30.07.;-49,00;EUR',
    '30.07.2026;30.07.2026;Vermieter GmbH;DE002;TESTDEB2;Dauerauftrag;Miete 07/2026;-800,00;EUR',
    '29.07.2026;29.07.2026;Kunde AG;DE003;TESTDEMM;Gutschrift;Rechnung 12;3.000,00;EUR',
    '28.07.2026;28.07.2026;Papier AG;DE004;TESTDEMM;Girocard;Karte 1 27.07.;-12,00;EUR',
  ]
  const reading = [
    '1: header',
    '2: 2026-07-31 Bürohaus GmbH  EUR 4900',
    '3: other-movement',
    '4: incoming',
    '5: 2026-07-28 Papier AG  EUR 1200',
  ]
  expect(read(...lines)).toEqual(reading)
  const withoutCard = lines.filter((line) => !line.includes('Girocard'))
  expect(read(...withoutCard).at(-1)).toBe('3: incoming')
})

test('Airwallex says under Financial Transaction Type which amounts of a card are only set aside', () => {
  expect(
    read(
      'Time;Type;Financial Transaction Type;Transaction Id;Description;Wallet Currency;Amount;Debit Net Amount;Credit Net Amount;Account Balance',
      '2026-07-25T00:30:33-0700;CARD;CARD_AUTHORISATION;038cb69e;SHOP GRC;USD;211.68;211.68;;6258.43',
      '2026-07-24T22:41:36+1000;DEPOSIT;DEPOSIT;5d3c0951;Payment from XYZ Corp;USD;4420.00;;4420.00;6470.11',
      '2026-07-23T22:41:36+1000;CARD;CARD_TRANSACTION;5d3c0952;SOFT INC;USD;20.00;20.00;;2050.11',
    )
      .slice(1)
      .map((line) => line.replace(/\d{4}-\d\d-\d\d /, '')),
  ).toEqual(['2: pending', '3: other-movement', '4: SOFT INC  USD 2000'])
})

test('Egyenleg is the balance of a Hungarian account, never what a row cost', () => {
  const sheet = sheetOf(
    'Dátum;Partner neve;Mozgás;Egyenleg',
    '2026-07-24;BOLT KFT;-350;2345.56',
    '2026-07-23;KAVE KFT;-1290;4055.16',
  )
  expect(suggestMapping(sheet, { today })?.mapping.fields.total).toMatchObject({ from: { name: 'Mozgás' } })
})

test('Monzo writes the shop under Name where it has no Description of a row', () => {
  expect(
    read(
      'Transaction ID;Date;Time;Type;Name;Category;Amount;Currency;Description',
      'tx_001;22/03/2026;11:26:03;Card payment;Coffee Shop;Eating out;-13.03;GBP;',
      'tx_002;23/03/2026;07:09:51;Faster payment;Client;Income;2000.00;GBP;INV',
      'tx_003;24/03/2026;11:26:03;Card payment;Book Shop;Eating out;-9.00;GBP;BOOK SHOP LTD',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-03-22 Coffee Shop  GBP 1303',
    '3: other-movement',
    '4: 2026-03-24 BOOK SHOP LTD  GBP 900',
  ])
})

test('a Name that no Description repeats may be a department of the company: a row without a Description has no shop', () => {
  const lines = ['2026-07-01;Marketing;-10.00;DHL', '2026-07-02;Warehouse;-99.00;UPS', '2026-07-03;Warehouse;-9.00;']
  expect(read('Date;Name;Amount;Description', ...lines).at(-1)).toContain('merchant-missing')
})

test('bunq says under Name who was paid, and under Description the same and what it cost abroad', () => {
  const rows = (...lines: string[]) => read('Date;Amount;Account;Counterparty;Name;Description', ...lines).slice(1)
  const lines = [
    '2026-07-06;-8,78;NL26BUNQ0000000001;;SKYHOST;SKYHOST 650-0000000, US 9.95 USD, 1 USD = 0.88241 EUR',
    '2026-07-08;-2,56;NL26BUNQ0000000001;NL89BUNQ0000000002;bunq;invoice 410408',
    '2026-07-09;750,00;NL26BUNQ0000000001;NL77RABO0000000003;W. Klant;Factuur 12',
  ]
  expect(rows(...lines)).toEqual(['2: 2026-07-06 SKYHOST  EUR 878', '3: 2026-07-08 bunq  EUR 256', '4: incoming'])
  // a row of which the text says something else, and no account: the name may be another's
  const others = rows(...lines, '2026-07-10;-5,00;NL26BUNQ0000000001;;Team Sales;PAPER SHOP')
  expect(others.at(-1)).toBe('5: 2026-07-10 PAPER SHOP  EUR 500')
})
