import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

/** Lines in layouts of banks in other countries, as they were found in tests of other importers; the rows are made up. */
const purchases = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines)))

test('a row of DNB that says at its end that it is reserved waits', () => {
  expect(
    purchases(
      'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto',
      '12.02.2026;Varekjøp i butikk MØBELHUSET F Reservert transaksjon ;13.02.2026;1105;',
      '06.02.2026;Varekjøp Matbua 048 Gjøvik Dato 06.02 kl. 21.37 ;07.02.2026;85;',
    ),
  ).toEqual(['1: header', '2: pending', '3: 2026-02-06 Matbua 048 Gjøvik  NOK 8500'])
})

test('money that DNB or Danske Bank moved between accounts is not bought for', () => {
  expect(
    purchases(
      'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto',
      '06.02.2026;Varekjøp Matbua 048 Gjøvik Dato 06.02 kl. 21.37 ;07.02.2026;85;',
      '05.02.2026;Kontoregulering 221 Mobil Overføring ;05.02.2026;500;',
    ),
  ).toEqual(['1: header', '2: 2026-02-06 Matbua 048 Gjøvik  NOK 8500', '3: other-movement'])
  expect(
    purchases(
      'Dato;Tekst;Beløb;Saldo;Status;Afstemt',
      '02.02.2026;Overført til opsparing;-5.000,00;28.000,00;Udført;Nej',
      '03.02.2026;Straksoverførsel Hansen;-700,00;27.300,00;Udført;Nej',
      '04.02.2026;Boghandel Vest;-120,00;27.180,00;Udført;Nej',
    ),
  ).toEqual(['1: header', '2: other-movement', '3: other-movement', '4: 2026-02-04 Boghandel Vest  DKK 12000'])
})

test('what a shop gave back on a Norwegian or Danish card is a refund, as the text says that it was bought by card', () => {
  expect(
    purchases(
      'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto',
      '06.02.2026;Visa  100422  Eur 7,64 Torgboden Valutakurs: 12,15;07.02.2026;92,84;',
      '09.02.2026;Visa  100031  Nok 75,00 Nettbua AS ;10.02.2026;;75,00',
      '09.02.2026;Overføring Innland Ola Nordmann ;10.02.2026;;300,00',
    ),
  ).toEqual(['1: header', '2: 2026-02-06 Torgboden  NOK 9284', '3: 2026-02-09 Nettbua AS  NOK -7500', '4: incoming'])
  expect(
    purchases(
      'Dato;Tekst;Beløb;Saldo;Status;Afstemt',
      '03.02.2026;Dankort-nota ELHUSET;-100,00;9.861,00;Udført;Nej',
      '13.02.2026;ELHUSET Dankort-nota 13.02;100,00;9.961,00;Udført;Nej',
      '13.02.2026;Dankortsalg 4471;800,00;10.761,00;Udført;Nej',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-02-03 Dankort-nota ELHUSET  DKK 10000',
    '3: 2026-02-13 ELHUSET Dankort-nota 13.02  DKK -10000',
    '4: incoming',
  ])
})

test("what is called a payment and has a day behind it pays the card's bill", () => {
  const names =
    'Transaction date;Booking date;Title;Amount;Currency;Transaction type;Original amount;Original currency;City;Country;Exchange rate'
  for (const word of ['Payment', 'Maksu'])
    expect(
      purchases(
        names,
        '24.4.2026;24.4.2026;K-MARKET TEST;-3.9;EUR;;;;;;',
        `7.4.2026;7.4.2026;${word} 07.04;564.01;EUR;;;;;;`,
        '20.4.2026;20.4.2026;KAHVILA TEST;-4.5;EUR;;;;;;',
        '20.4.2026;20.4.2026;KAUPPA TEST;-7.5;EUR;;;;;;',
      ),
    ).toContain('3: payment-to-card')
  expect(
    purchases(
      'Umsatz abgerechnet;Wertstellung;Belegdatum;Beschreibung;Betrag (EUR)',
      'Nein;23.10.2026;22.10.2026;Ausgleich Kreditkarte gem. Abrechnung v. 22.10.26;508,70',
      'Nein;23.10.2026;20.10.2026;TANKSTELLE NORD;-15,24',
      'Ja;21.10.2026;19.10.2026;BIOMARKT;-4,48',
    ),
  ).toContain('2: payment-to-card')
})

test('the shop stands under Mottagare/Betalare, whatever message it has', () => {
  expect(
    purchases(
      'Bokföringsdag;Belopp;Valuta;Mottagare/Betalare;Meddelande;Referens;Konto',
      '27.07.2026;-12,50;EUR;K-BUTIK;Matinköp;123;FI001234',
      '26.07.2026;1000,00;EUR;KUNDEN AB;Faktura 7;124;FI001234',
      '24.07.2026;-9,90;EUR;BENSINMACKEN;;126;FI001234',
    ),
  ).toEqual(['1: header', '2: 2026-07-27 K-BUTIK  EUR 1250', '3: incoming', '4: 2026-07-24 BENSINMACKEN  EUR 990'])
})

test('trades in securities are no purchases, and so is it told', () => {
  const reading = readSuggested(
    sheetOf(
      'Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Transaktionsvaluta;Courtage;Valutakurs;Instrumentvaluta;ISIN;Resultat',
      '2026-10-10;5395872;Köp;Robot AI;190;9,22;-16772,74;SEK;57,25;9,541895;USD;US0000000001;',
      '2026-10-09;5395872;Sälj;Alfa AB;-50;80,00;4000,00;SEK;39;;SEK;SE0000000001;1000,00',
    ),
  )
  expect(reading.warnings.map(({ code }) => code)).toEqual(['securities'])
  expect(outcomes(reading)).toEqual(['1: header', '2: other-movement', '3: other-movement'])
})

test("what customers paid through MobilePay's MyShop is income", () => {
  const reading = readSuggested(
    sheetOf(
      'Event;Currency;Amount;Date and time;Customer name;MP-number;Comment;TransactionID;Payment point;MyShop-Number;Date;Time',
      'Payment;DKK;700,00;21-04-2026 12:00;Kunde Et;1234;Kontingent;1;Forening Nord;999;21-04-2026;12:00',
      'Payment;DKK;250,00;22-04-2026 12:00;Kunde To;1235;Kaffe;2;Forening Nord;999;22-04-2026;12:00',
    ),
  )
  expect(reading.warnings.map(({ code }) => code)).toEqual(['customer-payments'])
  expect(outcomes(reading)).toEqual(['1: header', '2: incoming', '3: incoming'])
})

test('a French status says what was refused and what waits', () => {
  expect(
    purchases(
      "Statut;Date de l'opération (UTC);Montant total (TTC);Débit;Crédit;Solde;Devise;Nom de la contrepartie;Méthode de paiement",
      'Exécuté;01/09/2026 08:00:01;-24,90;24,90;;975,10;EUR;PAPETERIE SUD;Carte',
      'Exécuté;13/09/2026 08:00:01;1200,00;;1200,00;2175,10;EUR;Client SARL;Virement',
      'Refusé;05/09/2026 09:00:01;-55,00;55,00;;2175,10;EUR;STATION SUD;Carte',
      'En attente;16/09/2026 09:00:01;-15,00;15,00;;1375,10;EUR;PARKING GARE;Carte',
    ),
  ).toEqual(['1: header', '2: 2026-09-01 PAPETERIE SUD  EUR 2490', '3: incoming', '4: other-movement', '5: pending'])
})

test("of a card's bill by its type, each purchase counts and the bill that was paid does not", () => {
  expect(
    purchases(
      'Buchungstag;Umsatztag;Vorgang;Referenz;Buchungstext;Umsatz in EUR',
      '05.06.2026;04.06.2026;Visa-Umsatz;ref1;BUCHLADEN HAMBURG;-60,00',
      '05.06.2026;04.06.2026;Visa-Umsatz;ref2;HOTEL KIEL;-200,00',
      '14.06.2026;13.06.2026;Visa-Kartenabrechnung;ref3;Summe Monatsabrechnung Visa;260,00',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-06-04 BUCHLADEN HAMBURG  EUR 6000',
    '3: 2026-06-04 HOTEL KIEL  EUR 20000',
    '4: other-movement',
  ])
  expect(
    purchases(
      'Auftragskonto;Buchungstag;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung',
      'DE01;23.04.26;KARTENZAHLUNG;2026-04-22T17:47;MARKT NORD;-62,59;EUR',
      'DE01;22.04.26;DAUERAUFTRAG;Miete;Vermieter GmbH;-165,00;EUR',
      'DE01;21.04.26;EIGENE KREDITKARTENABRECHN.;20.04.26 1234;KREDITKARTENABRECHNUNG;-16,49;EUR',
    ),
  ).toEqual(['1: header', '2: 2026-04-23 MARKT NORD  EUR 6259', '3: other-movement', '4: other-movement'])
})

test('a purchase by a contactless payment is one beside purchases with Visa', () => {
  expect(
    purchases(
      'Date;Transaction type;Description;Paid out;Paid in;Balance',
      '13 Jun 2026;Contactless payment;TRAVEL CH;£10.99;;£1210.44',
      '14 Jun 2026;Visa purchase;SHOP.COM;£9.99;;£1199.45',
      '25 Jun 2026;Bank credit;CLIENT LTD;;£800.00;£1999.45',
    ),
  ).toEqual(['1: header', '2: 2026-06-13 TRAVEL CH  GBP 1099', '3: 2026-06-14 SHOP.COM  GBP 999', '4: incoming'])
})

test('cash from a Danish machine, and what PayPal paid out to a card, is no purchase', () => {
  expect(
    purchases(
      'Dato;Tekst;Beløb;Saldo;Status;Afstemt',
      '18.09.2026;Hævning Hæveautomat Nørreport;-500,00;9.500,00;Udført;Nej',
      '20.09.2026;Netto 20.09;-89,00;9.411,00;Udført;Nej',
    ),
  ).toContain('2: other-movement')
  expect(
    purchases(
      'Date;Time;Time Zone;Description;Currency;Gross;Fee;Net;Balance;Transaction ID;Name',
      '15/05/2026;10:30:00;Europe/London;Express Checkout Payment;GBP;-14.99;0.00;-14.99;100.00;T1;ClearShop',
      '26/05/2026;09:00:01;Europe/London;General Card Withdrawal;GBP;-50.00;0.00;-50.00;34.51;T5;',
    ),
  ).toEqual(['1: header', '2: 2026-05-15 ClearShop  GBP 1499', '3: other-movement'])
})

test('an amount abroad with its currency says nothing of the account, where the names are English: it is asked about', () => {
  const found = suggestMapping(
    sheetOf(
      'Date;Description;Amount;Original amount;Original currency',
      '2026-10-30;Internet Provider;-24.95;;',
      '2026-10-29;Hotel Sonne;-10.50;-11.00;EUR',
      '2026-10-27;Restaurant Post;-55.00;;',
    ),
    { today },
  )
  expect(found?.isCurrencyAssumed).toBe(true)
})

test('what Skatteverket writes on the tax account is no purchase', () => {
  expect(
    purchases(
      'Exempelbolaget AB;556677-8899;',
      ';Ingående saldo 2026-05-03;-500',
      '2026-05-12;Debiterad preliminärskatt;-4 000',
      '2026-05-12;Arbetsgivaravgift april 2026;-6 284',
      '2026-05-12;Avdragen skatt april 2026;-5 100',
      '2026-05-12;Moms mars 2026;-8 106',
      '2026-06-06;Kostnadsränta;-10',
      '2026-06-06;Intäktsränta;3',
      '2026-07-11;Inbetalning bokförd 260710;24 000',
      ';Utgående saldo 2026-08-01;3',
    ).filter((row) => /^\d+: \d/.test(row)),
  ).toEqual([])
})

test('what an account puts aside for its owner is no purchase; a shop that is called so is', () => {
  expect(
    purchases(
      'Bokföringsdatum;Text;Belopp;Saldo',
      '2026-05-12;Till sparkonto;-500,00;1000,00',
      '2026-05-11;COOP TEST;-89,00;1500,00',
      '2026-05-10;Sparande maj;-300,00;1589,00',
      '2026-05-09;Til Opsparing;-300,00;1889,00',
      '2026-05-08;Eget konto;-300,00;2189,00',
      '2026-05-07;Sparkontor Möbler AB;-300,00;2489,00',
    ),
  ).toEqual([
    ...['1: header', '2: other-movement', '3: 2026-05-11 COOP TEST 8900'],
    ...['4: other-movement', '5: other-movement', '6: other-movement', '7: 2026-05-07 Sparkontor Möbler AB 30000'],
  ])
})
