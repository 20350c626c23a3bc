import { expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'

const header = (own: string) =>
  `Card number;Purchase date;Booking text;Amount;Original currency;Exchange rate;${own};Debit;Credit;Booked`
const rowsIn = (own: string) => ({
  abroad: [
    `1234 56XX XXXX 7890;09.07.2026;TAXI BRASIL;3.0;BRL;0.151327;${own};0.46;;10.07.2026`,
    `1234 56XX XXXX 7890;22.07.2026;BOOKS LUX;20.00;EUR;0.965;${own};;19.30;23.07.2026`,
  ],
  atHome: `1234 56XX XXXX 7890;19.07.2026;KIOSK;25.40;${own};;${own};25.40;;20.07.2026`,
})
const [swiss, swedish] = [rowsIn('CHF'), rowsIn('SEK')]
const read = (...lines: string[]) => outcomes(readBlind(lines).reading).slice(1)

test('beside columns for money out and in an amount that differs in rows of another currency is what the shop charged', () => {
  expect(read(header('Currency'), ...swiss.abroad, swiss.atHome)).toEqual([
    '2: 2026-07-09 TAXI BRASIL  CHF 46',
    '3: 2026-07-22 BOOKS LUX  CHF -1930',
    '4: 2026-07-19 KIOSK  CHF 2540',
  ])
  expect(read(header('Currency'), ...swedish.abroad, swedish.atHome)).toEqual([
    '2: 2026-07-09 TAXI BRASIL 46 BRL 300',
    '3: 2026-07-22 BOOKS LUX -1930 EUR -2000',
    '4: 2026-07-19 KIOSK 2540',
  ])
})

test('where all was bought abroad, the currency that every row has beside it is the account’s', () => {
  expect(read(header('Currency'), ...swiss.abroad)[0]).toBe('2: 2026-07-09 TAXI BRASIL  CHF 46')
})

test('a template made before anything was bought abroad reads the next file’s purchases abroad', () => {
  const { found } = readBlind([header('Currency'), swedish.atHome])
  const next = readSource(sheetOf(header('Currency'), ...swedish.abroad), found.mapping, { today })
  expect(outcomes(next)[1]).toBe('2: 2026-07-09 TAXI BRASIL 46 BRL 300')
})

test('an amount that is what was paid or came in, whatever the currency, is no foreign one', () => {
  const { fields } = readBlind([
    'Datum;Text;Belopp;Valuta;Ut;In',
    '2026-07-01;KIOSK;12,00;SEK;12,00;',
    '2026-07-02;CAFÉ;9,00;EUR;9,00;',
  ])
  expect(fields).not.toHaveProperty('foreignAmount')
})

test.each([
  ['Original currency', ['100.00;USD;1050.00;', '50.00;EUR;565.00;'], ['USD 10000', 'EUR 5000']],
  ['Currency', ['100.00;USD;1050.00;', '565.00;SEK;565.00;'], ['USD 10000', '']],
])('a shop of three letters in every row is no currency of the account, beside %s', (currency, paid, abroad) => {
  const rows = paid.map((cells, place) => `2026-07-0${place + 1};AWS;${cells}`)
  const { found, fields, reading } = readBlind([`Date;Description;Amount;${currency};Debit;Credit`, ...rows])
  expect([found.mapping.currency, fields.merchant, fields.accountCurrency]).toEqual(['SEK', 'Description', undefined])
  expect(found.isCurrencyAssumed).toBe(currency === 'Original currency') // of which no row is in kronor
  const [first, second] = abroad.map((cost) => (cost === '' ? '' : ` ${cost}`))
  expect(outcomes(reading).slice(1)).toEqual([`2: 2026-07-01 AWS 105000${first}`, `3: 2026-07-02 AWS 56500${second}`])
})

test.each(['Belastat', 'Out', 'Debiterat'])(
  'beside a column for money in, %s is what went out, and no amount abroad',
  (out) => {
    const rows = [
      '2026-10-21;CANVA;167,90;;DKK;111,19',
      '2026-10-28;SCANDIC;760,67;;SEK;0,00',
      '2026-10-29;Lön;;900,00;SEK;0,00',
    ]
    const { fields } = readBlind([`Datum;Text;${out};Insättning;Valuta;Utländskt belopp`, ...rows])
    expect(fields).toMatchObject({ amountOut: out, amountIn: 'Insättning' })
  },
)

test.each(['Skuld', 'Utestående skuld'])(
  '%s is not what a shop charged, were it as much after the first purchase',
  (name) => {
    const rows = ['2026-10-28;SCANDIC;60,15;60,15;SEK;0,00', '2026-10-29;CANVA;1725,96;1786,11;USD;181,68']
    const { fields } = readBlind([`Datum;Text;Belopp SEK;${name};Valuta;Utländskt belopp`, ...rows])
    expect([fields.total, fields.foreignAmount]).toEqual(['Belopp SEK', 'Utländskt belopp'])
  },
)

test('what an account’s type says was given back is asked about beside card purchases, and a tax that came back is not', () => {
  const rows = [
    'Kortköp;IKEA;-1299,00;900,00',
    'Återbetalning;IKEA;199,00;1099,00',
    'Återbetalning;Skatteverket;50,00;1149,00',
  ]
  expect(read('Datum;Typ;Text;Belopp;Saldo', ...rows.map((row) => `2026-10-02;${row}`))).toEqual([
    '2: 2026-10-02 IKEA 129900',
    '3: refund-unclear@C3',
    '4: incoming',
  ])
})

test.each(['Sum', 'Utlagt'])(
  '%s is what was paid, where what a shop abroad charged is nothing for purchases at home',
  (name) => {
    const rows = ['03.10.2026;REMA 1000;350,00;NOK;0,00', '04.10.2026;FIGMA;284,76;USD;25,20']
    const { fields } = readBlind([`Dato;Butikk;${name};Valuta;Originalt beløp`, ...rows])
    expect(fields.total).toBe(name)
  },
)

test.each(['CO2 kg', 'Bonus'])('%s is no amount, were one of what was bought nothing', (name) => {
  const rows = ['2026-10-01;ICA;125,00;1,25', '2026-10-02;AWS;0,00;0,00', '2026-10-03;SJ;20,00;0,32']
  expect(readBlind([`Datum;Butik;Köpbelopp;${name}`, ...rows]).fields.total).toBe('Köpbelopp')
})

test.each([...['Returnerad betalning', 'Retur autogiro', 'Returned transfer', 'Återbetald moms', 'Återbetalning lån']])(
  '%s came in to an account from no shop, and is not asked about',
  (type) => {
    const rows = ['Kortköp;IKEA;-1299,00;900,00', `${type};Beta AB;199,00;1099,00`]
    expect(read('Datum;Typ;Text;Belopp;Saldo', ...rows.map((row) => `2026-10-02;${row}`))[1]).toBe('3: incoming')
  },
)

test('Returinsättning on an account is what a shop gave back, of which a person says whether it was bought by card', () => {
  const rows = ['Kortköp;IKEA;-1299,00;900,00', 'Returinsättning;IKEA;199,00;1099,00']
  const found = read('Datum;Typ;Text;Belopp;Saldo', ...rows.map((row) => `2026-10-02;${row}`))
  expect(found[1]).toBe('3: refund-unclear@C3')
})

test.each([
  'Inbetalning;Utbetalning',
  'Inbetalningar;Utbetalningar',
  'Innbetaling;Utbetaling',
  'Indbetaling;Udbetaling',
])(
  '%s are an account’s columns, were nothing paid in yet: wages are no purchase, and what comes in later none either',
  (sides) => {
    const header = `Datum;Text;${sides}`
    const { found, reading } = readBlind([header, '2026-10-01;ICA;;120,00', '2026-10-02;Lön Anna;;21000,00'])
    expect(found.mapping.account).toBe('bank')
    expect(purchasesOf(reading)).toEqual([12000])
    const later = sheetOf(header, '2026-11-01;Nordbygg AB;5000,00;', '2026-11-02;SJ;;210,00')
    expect(purchasesOf(readSource(later, found.mapping, { today }))).toEqual([21000])
  },
)

test('Indbetalt and Udbetalt are a Danish account’s, whose kr are Danish kroner', () => {
  const { found } = readBlind([
    'Dato;Tekst;Udbetalt;Indbetalt',
    '2026-10-01;NETTO;120,00 kr;',
    '2026-10-02;SALG;;90,00 kr',
  ])
  expect(found.mapping).toMatchObject({ account: 'bank', currency: 'DKK' })
})

test('Utbetalning beside what somebody laid out is what was paid back of it, and takes no row its amount', () => {
  const rows = ['2026-07-01;Bauhaus;120,00;120,00', '2026-07-02;ICA;55,00;']
  expect(outcomes(readSuggested(sheetOf('Datum;Vad;Utlägg;Utbetalning', ...rows))).slice(1)).toEqual([
    '2: 2026-07-01 Bauhaus 12000',
    '3: 2026-07-02 ICA 5500',
  ])
})

test('Payhawk: what the wallet paid stands beside the paid amount, which is the shop’s, under either name', () => {
  const read = (names: string, ...lines: string[]) =>
    outcomes(readBlind([`Date;Paid amount;Paid currency;${names};Currency;Supplier name`, ...lines]).reading).slice(1)
  const bought = ['2026-01-05;545.10;SEK;545.10;;SEK;Uber', '2026-01-09;151.18;NOK;148.16;;SEK;Vinmonopolet']
  const purchases = ['2: 2026-01-05 Uber 54510', '3: 2026-01-09 Vinmonopolet 14816 NOK 15118']
  expect(read('Debit;Credit', ...bought)).toEqual(purchases)
  // as the books of the wallet have it; what is given back has a minus, also of a shop that nothing was bought from here
  expect(read('Credit;Debit', ...bought, '2026-01-12;-10000;JPY;;650.00;SEK;Yodobashi')).toEqual([
    ...purchases,
    '4: 2026-01-12 Yodobashi -65000 JPY -10000',
  ])
})
