import { expect, test } from 'vitest'
import { readBlind } from '../../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { isPerson } from '../words/given-names.ts'
import { suggestMapping } from './suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const people = ['Anna Svensson', 'Bo Ek', 'SVENSSON, ANNA']
const shops = ['ICA MAXI', 'SJ AB', 'TELIA']
const rows = shops.map((shop, index) => `2026-03-0${index + 2};${people[index]};${shop};100,00`)
const purchases = shops.map((shop, index) => `${index + 2}: 2026-03-0${index + 2} ${shop} 10000`)

test.each(['Butik', 'Inköpsställe', 'Text', 'Var', 'Umsatztext', 'Vad'])(
  'a column Namn of who bought something is no merchant beside %s',
  (name) => expect(read(`Datum;Namn;${name};Belopp`, ...rows)).toEqual(purchases),
)

test('a column Namn of shops stays the merchant, and so do people who were paid where the file names nobody else', () => {
  const cafes = ['Espresso House', 'Max Burgers AB', 'Clas Ohlson'].map((shop) => `2026-03-02;${shop};Fika;100,00`)
  expect(read('Datum;Namn;Vad;Belopp', ...cafes)[0]).toBe('2: 2026-03-02 Espresso House 10000')
  const paid = people.map((name) => `2026-03-02;${name};100,00`)
  expect(read('Datum;Namn;Belopp', ...paid)[0]).toBe('2: 2026-03-02 Anna Svensson 10000')
})

test.each(['Kortholdare', 'Kortägare', 'Kortinnehavarens namn', 'Kortholders navn', 'Ägare'])(
  'who holds the card is no merchant: %s',
  (name) => {
    const rows = shops.map((shop, index) => `${['Anna', 'Bo', 'Cia'][index]};${shop};2026-03-0${index + 2};100,00`)
    for (const shop of ['Näringsställe', 'Handelsplats', 'Inköp', 'Kortägarens köp'])
      expect(read(`${name};${shop};Köptillfälle;Totalbelopp`, ...rows)).toEqual(purchases)
  },
)

test.each(['Fakturaperiod', 'Invoicing period', 'Rechnungsperiode', 'Période de facturation', 'Periodo contabile'])(
  '%s says which bill a purchase is on, and no shop',
  (name) => {
    const bills = [
      'Current accounting period;31.10.2024;30.10.2024;Chur;;-34',
      'Current accounting period;31.10.2024;29.10.2024;Apple Pay;;-98.85',
      '30.09.2024 − 27.10.2024;25.10.2024;23.10.2024;Apple Pay;;-15.87',
      '30.09.2024 − 27.10.2024;21.10.2024;20.10.2024;Apple Pay;;-104',
    ]
    const header = `${name};Booking date;Purchase date;Booking details;Credit in CHF;Debit in CHF`
    expect(read(header, ...bills)).toEqual([
      '2: 2024-10-30 Chur  CHF 3400',
      '3: 2024-10-29 Apple Pay  CHF 9885',
      '4: 2024-10-23 Apple Pay  CHF 1587',
      '5: 2024-10-20 Apple Pay  CHF 10400',
    ])
  },
)

test('a place is the merchant where the file has no other text, and a town never', () => {
  const stations = ['2026-03-02;PREEM VÄSTERÅS;45,12;910,97', '2026-03-04;PREEM ÖREBRO;10,00;150,00']
  expect(read('Datum;Plats;Liter;Summa kr', ...stations)).toEqual([
    '2: 2026-03-02 PREEM VÄSTERÅS 91097',
    '3: 2026-03-04 PREEM ÖREBRO 15000',
  ])
  expect(read('Datum;Ort;Liter;Summa kr', ...stations)).toEqual(['2: field-not-mapped', '3: field-not-mapped'])
})

test('a column in which every row says what kind it is names no shop where another does', () => {
  const bought = ['2026-03-02;Köp;K-MARKET KAMPPI;25,90', '2026-03-03;Retur;FINNAIR;-12,00']
  const shops = ['2: 2026-03-02 K-MARKET KAMPPI 2590', '3: 2026-03-03 FINNAIR -1200']
  expect(read('Datum;Transaktion;Plats;Belopp', ...bought)).toEqual(shops)
  expect(read('Datum;Text;Var;Belopp', ...bought)).toEqual(shops)
})

test('a person is told from a company by the names', () => {
  expect(['Anna-Karin Åberg', 'Johan af Ek', 'Lars Berg', 'Åse Lie'].map(isPerson)).toEqual([true, true, true, false])
  expect(['Anna', 'Lars Berg AB', 'Restaurang Anna', 'Clas Ohlson', 'ICA MAXI', 'H&M Sverige'].map(isPerson)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('Var is where it was bought, beside Vad', () => {
  const lines = ['2026-03-02;Skruv;Ahlsell;250', '2026-03-03;Lunch;Max;99']
  expect(outcomes(readSuggested(sheetOf('Datum;Vad;Var;Kr', ...lines))).slice(1)).toEqual([
    '2: 2026-03-02 Ahlsell 25000',
    '3: 2026-03-03 Max 9900',
  ])
})

test.each([
  ['Hvor', 'Hvad'],
  ['Hvor kjøpt', 'Hva'],
  ['Var handlat', 'Vad köpt'],
  ['Handlat på', 'Vad'],
  ['Ställe', 'Sak'],
  ['Hos', 'Avser'],
  ['Missä', 'Mitä'],
])('%s is where it was bought, beside %s', (where, what) => {
  const rows = ['2026-05-01;Netto;Kaffe;50,00', '2026-05-02;Bilka;Papir;125,00', '2026-05-14;Netto;Mælk;50,00']
  const found = suggestMapping(sheetOf(`Datum;${where};${what};Summa`, ...rows), { today })
  expect(found?.mapping.fields.merchant).toMatchObject({ from: { name: where } })
})

test('of Köpställe and Butik the one that tells the rows apart names the merchant', () => {
  const towns = ['2026-05-01;Lund;ICA Maxi;1,00', '2026-05-02;Umeå;Clas Ohlson;2,00', '2026-05-03;Lund;Dustin;3,00']
  expect(readBlind(['Datum;Köpställe;Butik;Belopp', ...towns]).fields.merchant).toBe('Butik')
  const kinds = ['2026-05-01;Web;ICA Maxi;1,00', '2026-05-02;Web;Clas Ohlson;2,00', '2026-05-03;Kassa;Dustin;3,00']
  expect(readBlind(['Datum;Butik;Köpställe;Belopp', ...kinds]).fields.merchant).toBe('Köpställe')
})

test('of a list of tickets neither where the journey goes nor who travels is suggested as the shop', () => {
  const fieldsIn = (...lines: string[]) => readBlind(lines).fields.merchant
  const ticket = 'ABC123;2026-03-02;Anna Ek;Lund C;Stockholm C;795,00'
  expect(fieldsIn('Bokningsnr;Köpdatum;Resenär;Från;Till;Pris', ticket)).toBeUndefined()
  expect(fieldsIn('Datum;Till;Belopp', '2026-03-02;SJ AB;795,00', '2026-03-03;ICA;95,00')).toBe('Till')
})

test('who was paid stands in the column called so where the text beside it says one thing in most rows', () => {
  const lines = [
    '07/13/2026;GitHub;Spend;Unknown;-4.00;996.00',
    '07/14/2026;Notion;Spend;Unknown;-10.00;986.00',
    '07/15/2026;Kund Inc;Receive;INVOICE 12;100.00;1086.00',
  ]
  const { fields } = readBlind(['Date;Payee;Transaction Type;Description;Amount;Balance', ...lines])
  expect(fields.merchant).toBe('Payee')
})

test('Payee is who was paid, beside a text of what was bought, where every row has one', () => {
  const paid = ['Lunch with client;Prinsen', 'Office supplies;Staples', 'Trip to Lund;SJ']
  const rows = paid.map((cells, place) => `2026-03-0${place + 2};${cells};100,00`)
  expect(readBlind(['Date;Description;Payee;Amount', ...rows]).fields.merchant).toBe('Payee')
  const some = ['SJ 1234;', 'STAPLES LUND;Staples', 'ICA;'].map(
    (cells, place) => `2026-03-0${place + 2};${cells};100,00`,
  )
  expect(readBlind(['Date;Description;Payee;Amount', ...some]).fields.merchant).toBe('Description')
})

test('the only shop of a file stays the merchant, whatever else its rows say', () => {
  const lines = ['2026-07-01;AWS;Drift maj;100,00', '2026-07-02;AWS;Drift juni;200,00']
  expect(readBlind(['Datum;Leverantör;Beskrivning;Belopp', ...lines]).fields.merchant).toBe('Leverantör')
})

test.each(['Betalningmottagare/betalare', 'Betalningsmottagare/betalare'])(
  'a Finnish bank’s %s says who was paid, and that the file is of an account',
  (name) => {
    const lines = [
      '2026-07-01;-12,50;KORTBETALNING;KIOSKEN;KORTNUMMER 1234',
      '2026-07-02;-7,50;KORTBETALNING;CAFEET;KORTNUMMER 1234',
    ]
    const { found, fields } = readBlind([`Bokningsdag;Belopp EURO;Beskrivning;${name};Meddelande`, ...lines])
    expect([fields.merchant, found.mapping.account]).toEqual([name, 'bank'])
  },
)

test('who bought something, by his e-mail address, is no merchant beside what was bought', () => {
  const rows = ['2026-03-02;anna@exempel.se;UberX;200,00', '2026-03-03;bo@exempel.se;Uber Eats;110,00']
  expect(read('Datum;Email;Service;Belopp', ...rows)).toEqual([
    '2: 2026-03-02 UberX 20000',
    '3: 2026-03-03 Uber Eats 11000',
  ])
})

test.each([
  ['Från adress', 'Till adress'],
  ['Pickup', 'Destination'],
  ['Pickup Address', 'Drop-off Address'],
  ['Upphämtningsadress', 'Avlämningsadress'],
])('where somebody was fetched and left is no merchant: %s and %s', (from, to) => {
  const rows = ['2026-03-02;Sveavägen 1;Arlanda;520,00', '2026-03-03;Kista;Centralen;312,00']
  expect(read(`Datum;${from};${to};Pris inkl moms`, ...rows)).toEqual(['2: field-not-mapped', '3: field-not-mapped'])
  const noted = rows.map((row) => `${row};Kundmöte`)
  expect(read(`Datum;${from};${to};Pris inkl moms;Referens`, ...noted)[0]).toBe('2: field-not-mapped')
  const named = rows.map((row) => `${row};Taxi Kurir`)
  expect(read(`Datum;${from};${to};Pris inkl moms;Taxibolag`, ...named)[1]).toBe('3: 2026-03-03 Taxi Kurir 31200')
})

test('the vendor of an entry in a report of expenses is the merchant', () => {
  const rows = ['2026-03-02;Taxi till kund;Taxi Kurir;250.00', '2026-03-03;Hotell;Scandic;1890.00']
  const header = 'Report Entry Transaction Date;Report Entry Description;Report Entry Vendor Name;Journal Amount'
  expect(read(header, ...rows)).toEqual(['2: 2026-03-02 Taxi Kurir 25000', '3: 2026-03-03 Scandic 189000'])
})

test.each([
  ['Beskrivning;Mottagare', ['Dustin;IT-avdelningen', 'Dustin;Ekonomi', 'SJ;Ekonomi']],
  ['Beskrivning;Mottagare', ['Dustin;IT-avdelningen', 'Dustin;Ekonomi', 'Dustin;Lager Nord']],
  ['Text;Mottagare', ['Lunch;Anna Svensson', 'Lunch;Bo Ek', 'Lunch;Anna Svensson', 'Taxi;Bo Ek']],
  ['Description;Payee', ['Lunch;Anna Svensson', 'Lunch;Bo Ek', 'Lunch;Anna Svensson', 'Lunch;Bo Ek', 'Taxi;Bo Ek']],
])('who got what was bought is no merchant beside the shop of most rows: %s of %j', (names, cells) => {
  const lines = cells.map((cell, place) => `2026-03-0${place + 2};${cell};100,00`)
  expect(readBlind([`Datum;${names};Belopp`, ...lines]).fields.merchant).toBe(names.split(';')[0])
})

test.each([
  ['says what kind of row it is', 'Text;Mottagare', ['Kortköp;ICA', 'Kortköp;SJ', 'Hyra;Fastigheten AB'], false],
  [
    'is one word in nearly all rows',
    'Text;Motpart',
    ['Faktura;ICA', 'Faktura;SJ', 'Faktura;Telia', 'Faktura;Preem', 'Rättad;SJ'],
    false,
  ],
  ['is so on an account', 'Text;Mottagare', ['Betald;ICA', 'Betald;SJ', 'Betald;Telia', 'Betald;Preem'], true],
])('who was paid is the merchant where the text beside it %s', (_, names, cells, isAccount) => {
  const saldo = isAccount ? ';Saldo' : ''
  const lines = cells.map(
    (cell, place) => `2026-03-0${place + 2};${cell};-100,00${isAccount ? `;${900 - place * 100},00` : ''}`,
  )
  expect(readBlind([`Datum;${names};Belopp${saldo}`, ...lines]).fields.merchant).toBe(names.split(';')[1])
})

test('whose card paid is no merchant, were there no other text: somebody is asked who sold', () => {
  const cards = ['VISA', 'MASTERCARD', 'Visa Debit']
  const withCards = (name: string) => cards.map((card, index) => `2026-03-0${index + 2};${card};${name}100,00`)
  const { mapping } = suggestMapping(sheetOf('Datum;Kortutgivare;Belopp', ...withCards('')), { today })!
  expect(mapping.fields.merchant).toBeUndefined()
  expect(read('Datum;Kortutgivare;Vad;Belopp', ...withCards('SJ AB;'))[0]).toBe('2: 2026-03-02 SJ AB 10000')
})
