import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { readBlind } from '../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf, workbookOf } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const fieldsOf = (...lines: string[]) => readBlind(lines).fields

test.each([
  ['Inbetalning skattekonto', '3: other-movement'],
  ['Inbetalning pension', '3: 2026-07-02 Inbetalning pension 1200000'],
  ['Payment received reversal', '3: 2026-07-02 Payment received reversal 1200000'],
])(
  'an account that pays %s is no card, whatever else it pays and whoever pays it, and taxes are no purchase',
  (text, found) =>
    expect(
      read(
        'Datum;Text;Belopp;Saldo',
        '2026-07-01;Kund Ett AB;50000,00;60000,00',
        `2026-07-02;${text};-12000,00;48000,00`,
        '2026-07-03;ICA MAXI;-300,00;47700,00',
        '2026-07-05;Kund Två;20000,00;67700,00',
      ),
    ).toEqual(['2: incoming', found, '4: 2026-07-03 ICA MAXI 30000', '5: incoming']),
)

describe('a number is no year', () => {
  test.each(['Kort **** **** **** 2024', 'Eurocard Gold **** 2024', 'Kundnr: 2024', 'Postbox 2025', 'Kort 2024'])(
    'that of %s',
    (title) => {
      const lines = ['Datum;Butik;Belopp', '3/1;Prinsen;980,00', '15/1;Taxi;312,00']
      const asked = ['date-without-year', 'date-without-year'].join()
      const above = outcomes(readSuggested(sheetOf(title, ...lines))).filter((line) => line.includes('date-'))
      expect(above.map((line) => line.replace(/.*: |@.*/g, '')).join()).toBe(asked)
      const named = outcomes(readSuggested(workbookOf({ [title]: lines }))).filter((line) => line.includes('date-'))
      expect(named).toHaveLength(2)
    },
  )
})

test('what is not booked yet is not filled in from the column of amounts abroad, where the others in kronor are booked', () => {
  const rows = [
    '2026-07-03;Amazon;20,00;EUR;226,00',
    '2026-07-04;ICA;500,00;SEK;500,00',
    '2026-07-05;Hotell;1500,00;SEK;',
  ]
  expect(read('Datum;Butik;Köpbelopp;Valuta;Bokfört belopp', ...rows).at(-1)).toBe('4: amount-missing@E4')
  const ofNothing = ['2026-07-03;ICA;0,00;SEK;', '2026-07-04;AWS;12,50;USD;116,04']
  expect(read('Datum;Butik;Belopp;Valuta;Belopp i SEK', ...ofNothing)[0]).toBe('2: amount-missing@E2')
})

test.each(['kr', 'Kronor', 'SEK'])('beside amounts abroad %s is the account’s currency', (word) => {
  const rows = [`2026-07-01;ICA;500,00;${word};500,00`, '2026-07-02;REWE;100,00;EUR;1130,00']
  expect(read('Datum;Butik;Belopp;Valuta;Belopp i kronor', ...rows)).toEqual([
    '2: 2026-07-01 ICA 50000',
    '3: 2026-07-02 REWE 113000 EUR 10000',
  ])
})

test('what is to be paid in kronor is the amount where some rows are in another currency', () => {
  const rows = ['2026-07-01;ICA;500,00;SEK;500,00', '2026-07-02;HOTEL;10000,00;JPY;700,00']
  expect(read('Datum;Butik;Belopp;Valuta;Att betala (SEK)', ...rows)).toEqual([
    '2: 2026-07-01 ICA 50000',
    '3: 2026-07-02 HOTEL 70000 JPY 10000',
  ])
})

test.each(['Moms (SEK)', 'Moms kr', 'Moms'])(
  '%s is read where it is the only VAT, whatever the shops charged in',
  (vat) => {
    expect(
      read(`Datum;Butik;Belopp;Valuta;Utländskt belopp;${vat}`, '2026-07-01;Adobe;1000,00;EUR;90,00;200,00')[0],
    ).toContain('EUR')
    expect(fieldsOf(`Datum;Butik;Belopp;Valuta;${vat}`, '2026-07-01;ICA;500,00;kr;53,57')).toHaveProperty('vatAmount')
  },
)

test('a price that holds its VAT already is not added to it', () => {
  const rows = ['2026-07-01;Dustin;1000,00;200,00', '2026-07-02;Kjell;500,00;100,00']
  expect(fieldsOf('Datum;Leverantör;Nettopris;Moms', ...rows)).not.toHaveProperty('total')
  expect(
    fieldsOf(
      'Datum;Leverantör;Nettopris;Moms',
      ...rows.map((row) => row.replace('200,00', '250,00').replace('100,00', '125,00')),
    ),
  ).toHaveProperty('total')
})

test('a shop whose name is three capitals is no currency', () => {
  const rows = ['2026-07-01;AWS;100.00;USD;1050.00;', '2026-07-02;AWS;200.00;SEK;200.00;']
  expect(fieldsOf('Date;Description;Amount;Original currency;Debit;Credit', ...rows)).not.toHaveProperty(
    'accountCurrency',
  )
  const twins = ['2026-07-01;ICA;500,00;500,00', '2026-07-02;AWS;1050,00;100,00']
  expect(fieldsOf('Datum;Butik;Belopp;Utländskt belopp', ...twins)).not.toHaveProperty('currency')
})

test('amounts that lost their öre to the next column are asked about, though a note with a comma is as long as they', () => {
  const lines = ['Datum,Text,Belopp,Notering,Projekt', '2026-07-03,ICA,543,95,,', '2026-07-04,Coop,100,50,,']
  const text = [...lines, '2026-07-05,Taxi,250,kund, resa,', '2026-07-06,Max,78,90,,'].join('\n')
  const read = outcomes(readSuggested(readSpreadsheet(new TextEncoder().encode(text))))
  expect(read.filter((line) => line.includes('amount-cut'))).toHaveLength(3)
})

test.each(['Category', 'Expense category'])('a company’s own %s of what it bought leaves nothing out', (name) => {
  const rows = ['ICA;Purchase', 'Visma;Subscription payment', 'Messe;Entry fee'].map(
    (row) => `2026-07-01;${row};500.00`,
  )
  expect(read(`Date;Supplier;${name};Amount`, ...rows).map((line) => line.split(' ').at(-1))).toEqual([
    '50000',
    '50000',
    '50000',
  ])
})

test('who something was for is not who was paid, where the shop stands beside', () => {
  const rows = ['Dustin;IT-avdelningen', 'Dustin;Ekonomi', 'SJ;Ekonomi'].map((row) => `2026-07-01;${row};500,00`)
  expect(read('Datum;Beskrivning;Mottagare;Summa', ...rows)[0]).toBe('2: 2026-07-01 Dustin 50000')
})

test('two parkings of one invoice that cost as much are two purchases, and so is each charge of some kWh', () => {
  const parked = ['2026-07-09;EASYPARK;35,00;77', '2026-07-10;EASYPARK;35,00;77', '2026-07-11;SJ;99,00;78']
  expect(read('Datum;Inköpsställe;Belopp;Fakturanr', ...parked)).toHaveLength(3)
  expect(fieldsOf('Datum;Inköpsställe;Belopp;Fakturanr', ...parked)).toHaveProperty('total')
  expect(
    fieldsOf('Datum;Laddstation;kWh;Kostnad', '2026-07-09;Mer;6,5;32,50', '2026-07-10;Mer;4,1;24,60'),
  ).toHaveProperty('total')
})

test('purchases on a supplier’s card that it calls sales are no sales of the company', () => {
  const rows = [
    '2026-07-04;Preem Solna;Försäljning;1234;500,00;2026-07-31',
    '2026-07-05;Preem Kista;Försäljning;1234;600,00;2026-07-31',
  ]
  expect(read('Försäljningsdatum;Station;Typ;Kort;Belopp;Avräkningsdatum', ...rows)[0]).toContain('50000')
})

test.each(['Återbetalning', 'Kreditering', 'Retur', 'Returköp', 'Tilbakebetaling', 'Kreditert'])(
  '%s on Bank Norwegian’s card is a refund',
  (type) => {
    const header =
      'TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;Merchant Area;Merchant Category;BookDate;ValueDate'
    const rows = [
      '03/07/2026;ICA;Köp;-543,01;1;SEK;-543,01;SOLNA;Mat;04/07/2026;04/07/2026',
      `13/07/2026;STADIUM;${type};199,00;1;SEK;199,00;SOLNA;Kläder;14/07/2026;14/07/2026`,
    ]
    expect(read(header, ...rows)).toEqual(['2: 2026-07-03 ICA 54301', '3: 2026-07-13 STADIUM -19900'])
  },
)

test('an account that only took money in, by what its rows are called, asks for no sign', () => {
  const read = readBlind([
    'Bokföringsdag;Text;Belopp;Saldo',
    '2026-07-01;Swish från Bo;100,00;1100,00',
    '2026-07-02;Bg-inbetalning 123-4567;500,00;1600,00',
  ])
  expect([read.found.isSignOpen, ...outcomes(read.reading).slice(1)]).toEqual([false, '2: incoming', '3: incoming'])
  const unsaid = readBlind([
    'Bokföringsdag;Text;Belopp;Saldo',
    '2026-07-01;ICA;100,00;1100,00',
    '2026-07-02;Kjell;500,00;1600,00',
  ])
  expect(unsaid.found.isSignOpen).toBe(true)
})

test.each([
  ...['Kundinbetalning 12', 'Bankgiroinsättning', 'Swishbetalning från Bo', 'Överf från Bo', 'Mottagen betalning'],
  ...['Payment received', 'Received payment', 'Faktura 1001', 'Kundfaktura 12', 'Hyra lgh 4'],
])('an account that only took in %s asks for no sign', (text) => {
  const rows = [`2026-07-01;${text};100,00;1100,00`, `2026-07-02;${text};500,00;1600,00`]
  expect(readBlind(['Bokföringsdag;Text;Belopp;Saldo', ...rows]).found.isSignOpen).toBe(false)
})

test('in days of six digits a purchase at POSTCARDS abroad is no title of a card in its currency', () => {
  const header = 'Datum;Följesedel;Reseinformation/inköpsställe;Valuta;Utl.belopp/Moms;Belopp'
  const first = ['250915;;A SHOP;SEK;20,00;100,00', '250916;;POSTCARDS NYC;USD;10,00;94,69']
  expect(read(header, ...first, header, '250917;;B SHOP;SEK;50,00;250,00').at(-1)).toBe('5: 2025-09-17 B SHOP 25000')
})

test('on an account whose texts say the day of a card’s purchase such a text of money in is a refund, and no other', () => {
  const header = 'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo'
  const rowOf = (text: string, amount: string) => `2026-01-16;2026-01-16;5484123456;${text};${amount};1 499,00`
  const texts = [
    'H&M 0431    /26-01-15',
    '46701234567 /26-01-15',
    'LÖN',
    '7-PUNKTEN 44/26-01-15',
    '0701234567 K/26-01-15',
  ].map((text) => rowOf(text, '499,00'))
  expect(read(header, rowOf('H&M 0431    /26-01-13', '-499,00'), ...texts)).toEqual([
    '2: 2026-01-13 H&M 0431 49900',
    '3: 2026-01-15 H&M 0431 -49900',
    '4: incoming',
    '5: incoming',
    '6: 2026-01-15 7-PUNKTEN 44 -49900',
    '7: incoming',
  ])
})

test('cash is no purchase, though its type is that of the card’s purchases', () => {
  const rows = [
    'Närbutik;Korttransaktion;Mat;-10,00 kr;1,00 kr',
    'Kontantuttag;Korttransaktion;Kontanter;-500,00 kr;1,00 kr',
  ]
  expect(read('Datum;Text;Typ;Budgetgrupp;Belopp;Saldo', ...rows.map((row) => `2026-01-17;${row}`))).toEqual([
    '2: 2026-01-17 Närbutik 1000',
    '3: other-movement',
  ])
})

test.each([
  'Företagskort 2024',
  'SEB Corporate Gold 2024',
  'Kund-ID 2024',
  'Referens: 2024',
  'Avdelning 2024',
  'OCR 2024',
  'Kort som slutar med 2024',
  'Filial 2024',
  'Resultatenhet 2024',
])('nor is the number of %s a year', (title) => {
  const found = outcomes(readSuggested(sheetOf(title, 'Datum;Butik;Belopp', '3/1;Prinsen;980,00')))
  expect(found.at(-1)).toContain('date-without-year')
})

test.each(['Kortköp 2026', 'Utlägg 2026', 'Visa transaktioner 2026'])('the year of %s is one', (title) => {
  const found = outcomes(readSuggested(sheetOf(title, 'Datum;Butik;Belopp', '15/1;Prinsen;980,00')))
  expect(found.at(-1)).toContain('2026-01-15')
})

test('a sheet’s name of another year than the month of its file is asked about, unless it is the year alone', () => {
  const rows = ['Datum;Butik;Belopp', '15/1;Prinsen;980,00']
  const readSheet = (name: string) =>
    outcomes(readSuggested(workbookOf({ Översikt: ['Månad: Januari 2026'], [name]: rows }))).join()
  expect(readSheet('Team 2024')).toContain('date-without-year')
  expect(readSheet('2025')).toContain('2025-01-15')
})

test('of a purchase that waits to be booked the amount is asked for, though it is the only one in kronor', () => {
  const rows = ['2026-07-04;AWS;12,50;USD;116,04', '2026-07-05;Circle K;1500,00;SEK;']
  expect(read('Datum;Butik;Köpbelopp;Valuta;Bokfört belopp', ...rows).at(-1)).toBe('3: amount-missing@E3')
})

test('öre that stand where a note should are asked about, though half of the rows have notes with a comma', () => {
  const lines = ['Datum,Text,Belopp,Notering,Projekt', '2026-07-03,ICA,543,95,,', '2026-07-04,Coop,100,50,,']
  const text = [...lines, '2026-07-05,Taxi,250,kund, resa,', '2026-07-06,Max,78,moms, mat,'].join('\n')
  const found = outcomes(readSuggested(readSpreadsheet(new TextEncoder().encode(text))))
  expect(found.filter((line) => line.includes('amount-cut'))).toHaveLength(2)
})

test('nor does it matter what the column of notes is called', () => {
  const lines = ['Date,Text,Amount,Remarks,Project', '2026-07-03,ICA,543,95,,', '2026-07-04,Coop,78,coffee, cake,']
  const text = [...lines, '2026-07-05,Taxi,250,client, trip,'].join('\n')
  const found = outcomes(readSuggested(readSpreadsheet(new TextEncoder().encode(text))))
  expect(found.slice(1).map((line) => line.includes('amount-cut'))).toEqual([true, false, false])
})

test('a transfer from the airport and a car’s deposit are bought, whatever else their column holds', () => {
  const rows = ['ICA;Purchase', 'Budget;Car deposit', 'Flygbussarna;Airport transfer'].map(
    (row) => `2026-07-01;${row};500.00`,
  )
  expect(read('Date;Supplier;Group;Amount', ...rows).map((line) => line.split(' ').at(-1))).toEqual([
    '50000',
    '50000',
    '50000',
  ])
})

test.each([
  ...['Incoming transfer', 'Outgoing transfer', 'Instant transfer', 'Direct deposit', 'Manual adjustment'],
  ...['Swish inbetalning', 'Automatisk överföring', 'Kontantuttag'],
])('a column that says Purchase, Refund and %s says kinds of rows, and none of that kind is a purchase', (kind) => {
  const rows = ['Purchase;ICA;-100.00', 'Purchase;SJ;-50.00', `${kind};ACME AB;900.00`, 'Refund;SJ;50.00']
  expect(read('Date;Transaction;Name;Amount', ...rows.map((row) => `2026-07-01;${row}`))).toEqual([
    '2: 2026-07-01 ICA 10000',
    '3: 2026-07-01 SJ 5000',
    '4: other-movement',
    '5: 2026-07-01 SJ -5000',
  ])
})

test.each(['Subscription payment', 'Membership payment', 'Tilbagebetaling'])(
  'rows that are left out because their type is %s are told of',
  (type) => {
    const rows = [...Array.from({ length: 4 }, () => '2026-07-01;ICA;Purchase;500.00'), '2026-07-02;SJ;Purchase;90.00']
    const sample = readBlind(['Date;Supplier;Type;Amount', ...rows])
    const later = [...rows, `2026-07-02;Visma;${type};900.00`]
    const reading = readSource(sheetOf('Date;Supplier;Type;Amount', ...later), sample.found.mapping, {
      today: '2026-11-28',
    })
    expect(reading.warnings.map(({ code }) => code)).toContain('type-left-out')
  },
)

test('a gift card that was bought is no means of payment', () => {
  const rows = ['ICA;350.00;Gift card', 'SJ;700.50;Travel', 'Anna;700.50;Employee', 'Fortnox;100.50;Invoice']
  expect(read('Date;Merchant;Amount;Expense type', ...rows.map((row) => `2026-07-01;${row}`)).join()).not.toContain(
    'unclear',
  )
  for (const card of ['Company card', 'Business card']) {
    const paid = rows.with(0, `ICA;350.00;${card}`).map((row) => `2026-07-01;${row}`)
    expect(read('Date;Merchant;Amount;Expense type', ...paid).join()).toContain('booked-unclear')
  }
})

test('a shop named TOT or S:A is bought from where what it cost is less than a row above it; a total that may be one is none', () => {
  const shops = ['2026-07-03;IKEA;500,00', '2026-07-03;TOT;45,00', '2026-07-04;S:A;45,00']
  expect(read('Datum;Butik;Belopp', ...shops).slice(1)).toEqual(['3: 2026-07-03 TOT 4500', '4: 2026-07-04 S:A 4500'])
  const totals = ['2026-07-03;IKEA;500,00', '2026-07-03;ICA;45,00', '2026-07-31;S:A;540,00']
  expect(read('Datum;Butik;Belopp', ...totals).at(-1)).toBe('4: printed-total')
})

test('days that may be of two orders are asked about under the names of a short American Express file that is delimited otherwise', () => {
  const lines = ['Datum;Beskrivning;Kortmedlem;Belopp', '03/10/2026;ICA;ANNA;100,00', '04/10/2026;SJ;ANNA;150,00']
  const foundIn = (text: string) =>
    suggestMapping(readSpreadsheet(new TextEncoder().encode(text)), { today: '2026-11-28' })?.dateOrder
  expect(foundIn(lines.join('\n'))).toMatchObject({ isAmbiguous: true })
  const quoted = lines.map((line) =>
    line
      .split(';')
      .map((cell) => `"${cell}"`)
      .join(','),
  )
  expect(foundIn(quoted.join('\n'))).toEqual({ suggested: 'mdy', isAmbiguous: false })
})
