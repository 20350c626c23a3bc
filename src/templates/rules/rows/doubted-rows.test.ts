import { expect, test } from 'vitest'
import { column, outcomes, plainMapping, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { readSource } from './read-source.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test('mileage, per diems and private purchases in a list of expenses are asked about, whichever column says them', () => {
  const told = ['2: 2026-03-02 ICA MAXI 12550', '3: allowance@C3', '4: allowance@C4', '5: booked-unclear@C5']
  const rows = ['Utlägg', 'Milersättning', 'Traktamente', 'Privat utlägg']
  const lines = rows.map((kind, row) => `2026-03-0${row + 2};ICA MAXI;${kind};125,50`)
  expect(read('Datum;Beskrivning;Typ;Belopp', ...lines)).toEqual(told)
  expect(read('Datum;Leverantör;Kategori;Belopp', ...lines)).toEqual(told)
})

test.each([
  ['Milersättning', 'allowance@B2'],
  ['Traktamente Malmö 2 dagar', 'allowance@B2'],
  ['Privat köp', 'booked-unclear@B2'],
])('%s where the shop should stand is no shop', (text, told) => {
  expect(read('Datum;Handlare;Belopp', `2026-03-02;${text};180,00`, '2026-03-03;SJ;695,00')).toEqual([
    `2: ${told}`,
    '3: 2026-03-03 SJ 69500',
  ])
})

test('what a company pays its employees from its account is no purchase', () => {
  const lines = ['2026-03-02;ICA;-125,50;900,00', '2026-03-03;Traktamente Anna;-580,00;320,00']
  expect(read('Datum;Text;Belopp;Saldo', ...lines)).toEqual(['2: 2026-03-02 ICA 12550', '3: other-movement'])
})

test.each(['Privatbanken', 'Milersättningsbolaget', 'Mileage Coffee'])('%s is a shop', (shop) => {
  expect(read('Datum;Handlare;Belopp', `2026-03-02;${shop};180,00`)).toEqual([`2: 2026-03-02 ${shop} 18000`])
})

test.each(['ELGIGANTEN RETUR', 'Återbetalning ELGIGANTEN', 'REFUSJON ELKJØP'])(
  'money in on an account that is called %s is asked about: it may be of a purchase by card',
  (text) => {
    const lines = ['2026-03-02;ELGIGANTEN;-119,00;900,00', `2026-03-03;${text};19,00;919,00`]
    expect(read('Datum;Text;Belopp;Saldo', ...lines)).toEqual([
      '2: 2026-03-02 ELGIGANTEN 11900',
      '3: refund-unclear@B3',
    ])
  },
)

test.each([
  ...['TAXI STOCKHOLM RETUR', 'TAX FREE SHOP RETUR', 'PENSIONAT SOLHEM RETUR', 'Återbetalning Långholmen'],
  ...['SJUKVÅRDSBODEN RETUR', 'LÖNSBODA JÄRN RETUR'],
])('%s is of a shop, whose name only begins as a tax, a pension or a loan does', (text) => {
  const lines = ['2026-03-02;ELGIGANTEN;-119,00;900,00', `2026-03-03;${text};19,00;919,00`]
  expect(read('Datum;Text;Belopp;Saldo', ...lines)[1]).toEqual('3: refund-unclear@B3')
})

test.each([
  'Skatteåterbäring',
  'Återbetalning Skatteverket',
  'Återbetalning lån',
  'Återbetalning lönebidrag',
  'Returpack',
  'ELON',
])('money in on an account that is called %s is no refund of a purchase by card', (text) => {
  const lines = ['2026-03-02;ELGIGANTEN;-119,00;900,00', `2026-03-03;${text};19,00;919,00`]
  expect(read('Datum;Text;Belopp;Saldo', ...lines)[1]).toEqual('3: incoming')
})

test('Kreditering beside Belastning on an account is whatever came in: what says who paid it is left out, and the rest is asked about', () => {
  const rows = [
    'Belastning;ICA;-119,00;900,00',
    'Kreditering;BG-inbetalning;500,00;1400,00',
    'Kreditering;ICA;19,00;1419,00',
  ]
  expect(read('Datum;Typ;Text;Belopp;Saldo', ...rows.map((row) => `2026-03-02;${row}`))).toEqual([
    '2: 2026-03-02 ICA 11900',
    '3: incoming',
    '4: refund-unclear@C4',
  ])
})

test.each([
  ['Debitering', 'Kreditering', 'Typ'],
  ['Uttag', 'Insättning', '+/-'],
])(
  'where %s and %s tell the direction on an account, a customer’s payment is no refund and a refund no deposit',
  (out, back, name) => {
    const rows = [`ICA;119,00;${out};900,00`, `Nordbygg AB;500,00;${back};1400,00`, `ICA RETUR;19,00;${back};1419,00`]
    expect(read(`Datum;Text;Belopp;${name};Saldo`, ...rows.map((row) => `2026-03-02;${row}`))).toEqual([
      '2: 2026-03-02 ICA 11900',
      '3: incoming',
      '4: refund-unclear@B4',
    ])
  },
)

test('Kortåterbetalning on an account is of a purchase by card', () => {
  const lines = ['2026-03-02;ICA;-119,00;900,00', '2026-03-03;Kortåterbetalning ICA;19,00;919,00']
  expect(read('Datum;Text;Belopp;Saldo', ...lines)[1]).toBe('3: 2026-03-03 Kortåterbetalning ICA -1900')
})

test('money in from a giro number is no shop’s refund, on a card neither', () => {
  const lines = [
    '2026-03-02;ICA;125,50',
    '2026-03-03;SJ;695,00',
    '2026-03-04;BG 5051-2233;-900,00',
    '2026-03-05;SJ;-95,00',
  ]
  expect(read('Datum;Text;Belopp', ...lines).slice(2)).toEqual(['4: payment-to-card', '5: 2026-03-05 SJ -9500'])
})

test('a row of 0,00 that has a sum in what it cost abroad is asked for its amount, where the sample had none such', () => {
  const header = 'Datum;Text;Belopp SEK;Belopp EUR'
  const found = suggestMapping(sheetOf(header, '2026-03-02;ICA;100,00;0,00', '2026-03-03;COOP;130,50;0,00'), { today })
  if (!found) throw new Error('no table was found')
  const later = ['2026-04-02;ICA;100,00;0,00', '2026-04-03;HETZNER;0,00;12,40', '2026-04-04;SJ;0,00;0,00']
  expect(outcomes(readSource(sheetOf(header, ...later), found.mapping, { today })).slice(1)).toEqual([
    '2: 2026-04-02 ICA 10000',
    '3: amount-missing@C3',
    '4: zero-amount',
  ])
})

test('wages, F-skatt and giros that a template of a card meets are asked about: its first file had nothing that said account', () => {
  const header = 'Datum;Text;Belopp'
  const found = suggestMapping(sheetOf(header, '2026-03-02;ICA;-125,50', '2026-03-03;SJ;-695,00'), { today })
  if (!found) throw new Error('no table was found')
  expect(found.mapping.account).toBe('card')
  const later = [
    'Löneutbetalning',
    'F-skatt',
    'Bg 5050-1055',
    'Bankgirobetalning',
    'SKATTEVERKET ID-KORT',
    'LÖNSBODA JÄRN',
  ]
  const rows = later.map((text) => `2026-04-02;${text};-400,00`)
  expect(outcomes(readSource(sheetOf(header, ...rows), found.mapping, { today })).slice(1)).toEqual([
    ...['2', '3', '4', '5'].map((row) => `${row}: row-of-account@B${row}`),
    '6: 2026-04-02 SKATTEVERKET ID-KORT 40000',
    '7: 2026-04-02 LÖNSBODA JÄRN 40000',
  ])
})

test.each(['Lønn', 'Swish från Anna Berg', 'MobilePay fra Hans', 'Kundeindbetaling 1001', 'Incoming transfer'])(
  '%s that a template of a card meets is asked about: no shop gives anything back by it',
  (text) => {
    const rows = ['ICA;-125,50', 'SJ;-695,00'].map((row) => `2026-03-02;${row}`)
    const found = suggestMapping(sheetOf('Datum;Text;Belopp', ...rows), { today })
    if (!found) throw new Error('no table was found')
    const later = sheetOf('Datum;Text;Belopp', `2026-04-02;${text};400,00`, '2026-04-02;Gutschrift COOP;40,00')
    expect(outcomes(readSource(later, found.mapping, { today })).slice(1)).toEqual([
      '2: row-of-account@B2',
      '3: 2026-04-02 Gutschrift COOP -4000',
    ])
  },
)

/** What a row waits for that has another fault than what it is. */
function waiting(field: 'status' | 'type', ...lines: string[]) {
  const header = ['Datum', 'Text', 'Belopp', 'Sägs']
  const mapping = plainMapping({ [field]: column(3, 'Sägs') }, { header })
  return outcomes(readSource(sheetOf('Datum;Text;Belopp;Sägs;Valuta', ...lines), mapping, { today })).slice(1)
}

test('what is set aside or refused waits for its amount beside its other fault, where that is said', () => {
  const states = ['Reserverad', 'Nekad', 'Bokförd'].map((state) => `2026-07-01;CIRCLE K;1500,00;${state};EUR`)
  expect(waiting('status', ...states)).toEqual([
    '2: amount-in-other-currency@E2 booked-unclear@D2',
    '3: amount-in-other-currency@E3 booked-unclear@D3',
    '4: amount-in-other-currency@E4',
  ])
  const types = ['Auktoriserat köp', 'Nekat köp', 'Köp'].map((type) => `2026-13-01;CIRCLE K;1500,00;${type};`)
  expect(waiting('type', ...types)).toEqual([
    '2: date-unreadable@A2 booked-unclear@D2',
    '3: date-unreadable@A3 booked-unclear@D3',
    '4: date-unreadable@A4',
  ])
  const texts = ['Ingående saldo', 'Prel CIRCLE K', 'Inbetalning'].map((text) => `2026-07-01;${text};-1500,00;;EUR`)
  expect(waiting('type', ...texts).map((told) => told.split(' ').at(-1))).toEqual([
    'booked-unclear@B2',
    'booked-unclear@B3',
    'booked-unclear@B4',
  ])
})

test.each([
  'Retur Clas Ohlson',
  'CLAS OHLSON RETUR',
  'Återköp Clas Ohlson',
  'REFUND Clas Ohlson',
  'Kreditnota Clas Ohlson',
])(
  'in a list without a minus %s is asked about: no sign can say that the money came back, but the text does',
  (text) => {
    const lines = ['2026-03-02;ELGIGANTEN;119,00', `2026-03-03;${text};100,00`, `2026-03-04;${text};30,00`]
    expect(read('Datum;Handlare;Belopp', ...lines)).toEqual([
      '2: 2026-03-02 ELGIGANTEN 11900',
      '3: refund-or-purchase@B3',
      '4: refund-or-purchase@B4',
    ])
  },
)

test.each(['Returpack', 'RETURHUSET', 'Stripe refund fee', 'Avgift återbetalning'])(
  '%s is a purchase: of a shop that is called so, or what giving back costs',
  (text) => {
    const lines = ['2026-03-02;ELGIGANTEN;119,00', `2026-03-03;${text};100,00`]
    expect(read('Datum;Handlare;Belopp', ...lines)[1]).toEqual(`3: 2026-03-03 ${text} 10000`)
  },
)

test('an amount where the shop should stand is asked about: a second table without names that are known has other columns', () => {
  const lines = ['Anna;Moms;Kostnad', '2026-07-05;20,00;99,00', '2026-07-06;1 250,00;4 500,00', '2026-07-07;0,00;5,00']
  const found = readSuggested(
    sheetOf('Datum;Butik;Belopp', '2026-07-01;Clas Ohlson;100,00', '2026-07-02;7-11;9,00', ...lines),
  )
  expect(outcomes(found).slice(1)).toEqual([
    '2: 2026-07-01 Clas Ohlson 10000',
    '3: 2026-07-02 7-11 900',
    '4: date-unreadable@A4 amount-unreadable@C4',
    ...[5, 6, 7].map((row) => `${row}: merchant-missing@B${row}`),
  ])
})

test('a shop called after reservations is asked about, and what a bank has reserved is left out', () => {
  const lines = ['Reservation Counter', 'RESERVATION DESK HILTON', 'Reservation Kortköp Netflix', 'Reservation']
  expect(read('Datum;Butik;Belopp', ...lines.map((text) => `2026-03-02;${text};10,00`))).toEqual([
    '2: booked-unclear@B2',
    '3: booked-unclear@B3',
    '4: pending',
    '5: pending',
  ])
})
