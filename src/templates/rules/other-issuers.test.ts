import { expect, test } from 'vitest'
import { readBlind } from '../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const purchases = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines)))

test('a file of Pleo without the kind of each expense has its shops where Pleo writes them', () => {
  expect(
    purchases(
      'Date;Amount;Currency;Source description;Category;Owner',
      '17-07-2026;-981,09;SEK;EXAMPLE CLOUD;Drift;Anna Testsson',
      '18-07-2026;-45,00;SEK;EXAMPLE CLOUD;Fika;Anna Testsson',
    ),
  ).toEqual(['1: header', '2: 2026-07-17 EXAMPLE CLOUD 98109', '3: 2026-07-18 EXAMPLE CLOUD 4500'])
})

test("what a shop gave back is a refund where the bank calls it a credit voucher, beside what was paid in for the card's bill", () => {
  expect(
    purchases(
      'TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;Merchant Area;Merchant Category;BookDate;ValueDate',
      '03/07/2026;ICA TEST;Köp;-129,5;1;SEK;-129,5;STOCKHOLM;Mat;04/07/2026;04/07/2026',
      '13/07/2026;SHOP DE;Köp;-20;11,35;EUR;-227;BERLIN;Varuhus;14/07/2026;14/07/2026',
      '15/07/2026;Inbetalning;Inbetalning;5000;1;SEK;5000;;;15/07/2026;15/07/2026',
      '16/07/2026;SHOP DE;CreditVoucher;10;11,3;EUR;113;BERLIN;Varuhus;17/07/2026;17/07/2026',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-07-03 ICA TEST 12950',
    '3: 2026-07-13 SHOP DE 22700 EUR 2000',
    '4: payment-to-card',
    '5: 2026-07-16 SHOP DE -11300 EUR -1000',
  ])
})

test('money put on the card by its type is no refund of a shop', () => {
  expect(
    purchases(
      'Transaction ID;Type;Status;Date;Merchant;User;Card;Amount;Currency',
      '4-1;Payment;Settled;2026-05-01;Flyg AB;Anna;*1234;-105,20;SEK',
      '4-2;Refund;Settled;2026-05-03;Flyg AB;Anna;*1234;10,00;SEK',
      '4-3;Wallet load;Settled;2026-05-03;Load;;;1000,00;SEK',
      '4-4;Top-up;Settled;2026-05-04;Sparbanken;;;500,00;SEK',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-05-01 Flyg AB 10520',
    '3: 2026-05-03 Flyg AB -1000',
    '4: payment-to-card',
    '5: payment-to-card',
  ])
})

test("a column for the other side's account says bank, also where it is empty beside card purchases: money in is no refund", () => {
  const finnish = [
    'Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero ja pankin BIC;Viite;Viesti;Arkistointitunnus',
    '05.04.2026;05.04.2026;-29,90;162;PKORTTIMAKSU;KAUPPA OY;;;;2026-1',
    '04.04.2026;04.04.2026;1000,00;710;TILISIIRTO;ASIAKAS OY;;;;2026-2',
  ]
  expect(purchases(...finnish)).toEqual(['1: header', '2: 2026-04-05 KAUPPA OY  EUR 2990', '3: incoming'])
  const norwegian = [
    'Dato;Forklaringstekst;Rentedato;Beløp;Motkonto',
    '03.04.2026;BUTIKK;04.04.2026;-389,00;',
    '05.04.2026;KUNDE AS;05.04.2026;10000,00;1234.56.78901',
  ]
  expect(purchases(...norwegian)).toEqual(['1: header', '2: 2026-04-03 BUTIKK  NOK 38900', '3: incoming'])
})

test('where a bookkeeper writes which account a purchase goes against, the file stays that of a card', () => {
  expect(
    purchases(
      'Datum;Text;Belopp;Motkonto',
      '2026-04-03;BUTIK;389,00;5410',
      '2026-04-05;BUTIK;-89,00;5410',
      '2026-04-06;KIOSK;20,00;',
    ),
  ).toEqual(['1: header', '2: 2026-04-03 BUTIK 38900', '3: 2026-04-05 BUTIK -8900', '4: 2026-04-06 KIOSK 2000'])
})

test('a salary that comes in says that a Norwegian file is of an account', () => {
  expect(
    purchases(
      'Bokføringsdato;Beløp;Beskrivelse',
      '2026-01-31;-179,00;Butikk',
      '2026-01-30;-412,50;Kiosk',
      '2026-01-25;38400,00;Lønn',
    ),
  ).toEqual(['1: header', '2: 2026-01-31 Butikk  NOK 17900', '3: 2026-01-30 Kiosk  NOK 41250', '4: incoming'])
})

test('money out and in of a Norwegian savings bank are read from both columns', () => {
  expect(
    purchases(
      'Dato;Forklaring;Rentedato;Ut av konto;Inn på konto;KID;Arkivref',
      '15.03.2026;Strøm AS;15.03.2026;2 500,00;;12345;REF001',
      '16.03.2026;Medlem;16.03.2026;;1 500,00;67890;REF002',
    ),
  ).toEqual(['1: header', '2: 2026-03-15 Strøm AS  NOK 250000', '3: incoming'])
})

test('an account whose IBAN stands in every row is in the currency of its country', () => {
  const lines = (own: string) => [
    'Date;Amount;Account;Counterparty;Name;Description',
    `2026-05-01;-12,50;${own};;Albert;Albert AMSTERDAM`,
    `2026-05-02;1000,00;${own};NL99INGB0001234567;Klant BV;Invoice 1`,
    `2026-05-03;-7,50;${own};;Trein;Trein UTRECHT`,
  ]
  const currencyOf = (own: string) => readSuggested(sheetOf(...lines(own))).accountCurrency
  expect(currencyOf('NL12BUNQ2025123456')).toBe('EUR')
  expect(currencyOf('BG80BNBG96611020345678')).toBe('EUR')
  expect(currencyOf('NO9386011117947')).toBe('NOK')
  expect(currencyOf('SE4550000000058398257466')).toBe('SEK')
})

test('shortened names of columns are read in full: an amount in SEK is no foreign one', () => {
  expect(
    purchases(
      'Inköpsdag;Inköpsställe;Bel. i val.;Val.;Kurs;Bel. SEK',
      '2026-01-05;GOOGLE IRELAND;12,00;EUR;11,30;135,60',
      '2026-01-10;SYSTEMBOLAGET;;;;450,00',
    ),
  ).toEqual(['1: header', '2: 2026-01-05 GOOGLE IRELAND 13560 EUR 1200', '3: 2026-01-10 SYSTEMBOLAGET 45000'])
  expect(purchases('Datum;Text;Val;Kronor', '2026-01-05;GOOGLE;EUR;135,60', '2026-01-10;ICA;SEK;450,00')).toEqual([
    '1: header',
    '2: 2026-01-05 GOOGLE 13560',
    '3: 2026-01-10 ICA 45000',
  ])
})

test('an amount whose column names a currency is in that one, whatever the row was bought in', () => {
  expect(purchases('Datum;Text;Valuta;Belopp CHF', '2026-01-05;AWS;EUR;135,60', '2026-01-10;MIGROS;CHF;45,00')).toEqual(
    ['1: header', '2: 2026-01-05 AWS  CHF 13560', '3: 2026-01-10 MIGROS  CHF 4500'],
  )
})

test.each(['PLN', 'CZK', 'CAD', 'THB'])('an amount in %s beside its figures is one', (code) => {
  expect(
    purchases(
      'Datum;Text;Ursprungligt belopp;Belopp',
      `2026-01-05;ZABKA;23,50 ${code};-62,40`,
      '2026-01-06;ICA;100,00 SEK;-100,00',
      `2026-01-07;LOT;${code} 30,00;-79,60`,
    ),
  ).toEqual([
    '1: header',
    `2: 2026-01-05 ZABKA 6240 ${code} 2350`,
    '3: 2026-01-06 ICA 10000',
    `4: 2026-01-07 LOT 7960 ${code} 3000`,
  ])
})

test('a foreign amount that states its currency beside it makes the purchase one in that currency', () => {
  expect(
    purchases(
      'Datum;Butik;Belopp;Originalbelopp',
      '2026-02-03;KIOSK;1,50;1,50 SEK',
      '2026-02-13;SHOP US;105,50;10,00 USD',
      '2026-02-14;SHOP DE;115,50;10,00 EUR',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-02-03 KIOSK 150',
    '3: 2026-02-13 SHOP US 10550 USD 1000',
    '4: 2026-02-14 SHOP DE 11550 EUR 1000',
  ])
})

test('a name written with letters and marks apart is one with composed letters', () => {
  expect(purchases('Datum;Butik;Belopp', `2026-02-03;${'KÖPMANNEN ÅÄÖ'.normalize('NFD')};1,50`)).toEqual([
    '1: header',
    '2: 2026-02-03 KÖPMANNEN ÅÄÖ 150',
  ])
})

test('days without a year take it from the period or the day of the invoice above them', () => {
  const rows = ['Datum;Butik;Belopp', '12-29;KIOSK;1,50', '01-03;BAR;2,50']
  const read = ['3: 2025-12-29 KIOSK 150', '4: 2026-01-03 BAR 250']
  for (const above of [
    'Period: 2025-12-16 - 2026-01-15',
    'Period 2025-12-16 – 2026-01-15',
    'Månad: 2026-01',
    'Fakturadatum: 2026-01-31',
  ])
    expect(purchases(above, ...rows).slice(-2)).toEqual(read)
})

test('a day of export and a long period give no year', () => {
  const rows = ['Datum;Butik;Belopp', '01-03;KIOSK;1,50']
  for (const above of ['Skapad 2026-01-15', 'Period: 2025-01-01 - 2026-01-31'])
    expect(purchases(above, ...rows).at(-1)).toBe('3: date-without-year@A3')
})

test('days without a year are found also where a slash or a dot parts them', () => {
  expect(purchases('Datum;Butik;Belopp', '29/12;KIOSK;1,50', '13/1;BAR;2,50')).toEqual([
    '1: header',
    '2: date-without-year@A2',
    '3: date-without-year@A3',
  ])
  expect(purchases('Månad: Februari 2026', 'Datum;Butik;Belopp', '03.02;KIOSK;1,50', '13.02.;BAR;2,50')).toEqual([
    '1: preamble',
    '2: header',
    '3: 2026-02-03 KIOSK 150',
    '4: 2026-02-13 BAR 250',
  ])
})

test.each([
  ['Förare', 'Stationsnamn'],
  ['Köpt av', 'Bensinmack'],
])('who drove or bought (%s) is nobody that was paid', (person, shop) => {
  const { fields } = readBlind([
    `${person};Datum;${shop};Summa`,
    'Kalle;2026-03-02;OKQ8 SKÖVDE;831,68',
    'Eva;2026-03-05;OKQ8 SKÖVDE;564,00',
    'Bo;2026-03-09;OKQ8 BORÅS;99,00',
  ])
  expect(fields.merchant).toBe(shop)
})

test('a French account (Qonto) says under (local) what the shop took, and the day of the operation beside that of its value', () => {
  const { fields, found } = readBlind([
    "Statut;Date de valeur (UTC);Date de l'opération (UTC);Montant total (TTC);Devise;Montant total (TTC) (local);Devise (local);Catégorie;Nom de la contrepartie",
    'Exécuté;23-09-2026 10:00:00;22-09-2026 10:00:00;-46,00;EUR;-50,00;USD;Logiciel;FIGMA',
  ])
  expect(fields).toMatchObject({
    invoiceDate: "Date de l'opération (UTC)",
    total: 'Montant total (TTC)',
    foreignAmount: 'Montant total (TTC) (local)',
    currency: 'Devise (local)',
    merchant: 'Nom de la contrepartie',
  })
  expect(found.mapping.currency).toBe('EUR')
})
