import { expect, test } from 'vitest'
import type { TemplateMapping } from '../../contract.ts'
import { column, outcomes, plainMapping, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { readSource } from './read-source.ts'

function read(change: Partial<TemplateMapping>, ...types: string[]) {
  const mapping = plainMapping({ type: column(3, 'Typ') }, { purchaseTypes: ['Köp', 'Retur'], ...change })
  const lines = types.map((type) => `2026-07-01;SJ;10,00;${type}`)
  return readSource(sheetOf('Datum;Text;Belopp;Typ', ...lines), mapping, { today })
}

test('a type that the template does not know is told with its rows, for it may be the new word for a purchase', () => {
  const reading = read({ account: 'card' }, 'Köp', 'Kontaktlöst köp', 'kontaktlöst  köp', '', 'Uttag', 'Årsavgift')
  expect(outcomes(reading).slice(1)).toEqual([
    '2: 2026-07-01 SJ 1000',
    ...['3', '4', '5', '6', '7'].map((row) => `${row}: other-movement`),
  ])
  expect(reading.warnings).toEqual([
    { code: 'type-left-out', params: { type: 'Kontaktlöst köp', rows: 2 } },
    { code: 'rows-without-type', params: { rows: 1 } },
    { code: 'card-cost-left-out', params: { type: 'Årsavgift', rows: 1 } },
  ])
})

test('interest and fees that the issuer takes for a card are told as what they are: somebody has to book them', () => {
  expect(read({ account: 'card' }, 'Köp', 'Ränta', 'Uttagsavgift', 'Betalning', 'Uttag').warnings).toEqual([
    { code: 'card-cost-left-out', params: { type: 'Ränta', rows: 1 } },
    { code: 'card-cost-left-out', params: { type: 'Uttagsavgift', rows: 1 } },
  ])
  expect(read({ account: 'bank' }, 'Köp', 'Ränta').warnings).toEqual([])
})

test('what may be a refund on a card is told, also in a month in which nothing paid its bill', () => {
  for (const type of ['Kredit', 'Credit', 'Justering'])
    expect(read({ account: 'card' }, 'Köp', type, 'Betalning').warnings).toEqual([
      { code: 'type-left-out', params: { type, rows: 1 } },
    ])
})

test('on an account only what calls itself a card purchase is told, and nothing where every row counts', () => {
  expect(read({ account: 'bank' }, 'Köp', 'Kortköp utland', 'Lön', '').warnings).toEqual([
    { code: 'type-left-out', params: { type: 'Kortköp utland', rows: 1 } },
  ])
  expect(read({ account: 'card', purchaseTypes: [] }, 'Köp', 'E-handel', '').warnings).toEqual([])
})

test("a bank's further word for a kind that the template knows is that kind", () => {
  const types = ['Kortköp', 'Kortköp utland', 'Kortköp internet', 'Kortköp/uttag', 'Kortköp avgift', 'Kortköpare']
  const reading = read({ account: 'bank', purchaseTypes: ['Kortköp'] }, ...types)
  expect(outcomes(reading).slice(1)).toEqual([
    ...['2', '3', '4'].map((row) => `${row}: 2026-07-01 SJ 1000`),
    ...['5', '6', '7'].map((row) => `${row}: other-movement`),
  ])
})

test("Spendesk's cards for subscriptions are cards as its others are, and told where the sample had none of them", () => {
  const header = 'Payment date;Supplier;Type;Amount;Currency'
  const found = suggestMapping(
    sheetOf(header, '2026-03-02;Hetzner;Subscription;115.20;SEK', '2026-03-05;Bolt;Physical card;200.00;SEK'),
    { today },
  )!
  expect(found.mapping.purchaseTypes).toEqual(expect.arrayContaining(['Subscription', 'Physical card']))
  expect(read({ account: 'card', purchaseTypes: ['Physical card'] }, 'Physical card', 'Subscription').warnings).toEqual(
    [{ code: 'type-left-out', params: { type: 'Subscription', rows: 1 } }],
  )
})

test('a journey there and back was bought, like every ticket', () => {
  const lines = ['2026-07-01;SJ;10,00;Köp', '2026-07-02;SAS;90,00;Returresa', '2026-07-03;SL;5,00;Return ticket']
  expect(outcomes(readSuggested(sheetOf('Datum;Butik;Belopp;Typ', ...lines))).slice(1)).toEqual([
    '2: 2026-07-01 SJ 1000',
    '3: 2026-07-02 SAS 9000',
    '4: 2026-07-03 SL 500',
  ])
})

test('a list of Sale and Payment knows Return, Purchase and Charge too, which its first month had none of', () => {
  const header = 'Date;Description;Type;Amount'
  const found = suggestMapping(sheetOf(header, '2026-06-01;GITHUB;Sale;-10.00', '2026-06-02;THANK YOU;Payment;10.00'), {
    today,
  })
  if (!found) throw new Error('no table was found')
  const rows = ['UBER;Return;20.00', 'HOTEL;Purchase;-5.00', 'SAS;Charge;-7.00', 'THANK YOU;Payment;9.00']
  const reading = readSource(sheetOf(header, ...rows.map((row) => `2026-07-01;${row}`)), found.mapping, { today })
  expect(outcomes(reading).slice(1)).toEqual([
    '2: 2026-07-01 UBER -2000',
    '3: 2026-07-01 HOTEL 500',
    '4: 2026-07-01 SAS 700',
    '5: other-movement',
  ])
})

test('what a card gave back or took is known by its type, also where the sample had none of that kind', () => {
  const header = 'Datum;Text;Belopp;Typ'
  const mapping = plainMapping({ type: column(3, 'Typ') }, { purchaseTypes: ['Physical card'], account: 'card' })
  const rows = ['-50,00;CARD_REFUND', '-20,00;Kortretur', '-30,00;Chargeback', '90,00;Card purchase']
  const others = ['-500,00;Card payment', '-500,00;Refund of transfer', '-90,00;Card purchase', '25,00;Avgift, återköp']
  const sheet = sheetOf(header, ...[...rows, ...others].map((row) => `2026-07-01;SJ;${row}`))
  const reading = readSource(sheet, mapping, { today })
  expect(outcomes(reading).slice(1)).toEqual([
    ...['2: 2026-07-01 SJ -5000', '3: 2026-07-01 SJ -2000', '4: 2026-07-01 SJ -3000', '5: 2026-07-01 SJ 9000'],
    ...['6', '7', '8', '9'].map((row) => `${row}: other-movement`),
  ])
  expect(reading.warnings.map(({ params }) => params?.type)).toEqual([
    ...['Card payment', 'Refund of transfer', 'Card purchase', 'Avgift, återköp'],
  ])
})

test('a template of Revolut’s expenses knows refunds, of which its first month had none, and purchases beside refunds alone', () => {
  const header =
    'Transaction started (UTC),Transaction completed (UTC),Transaction ID,Transaction type,Transaction description,Orig currency,Orig amount (Orig currency),Payment currency,Amount (Payment currency),Fee,Expense ID'
  const row = (day: string, type: string, amount: string) =>
    `2026-05-${day},2026-05-${day},a${day},${type},Stadium,SEK,${amount},SEK,${amount},0.00,e${day}`
  const file = (...rows: string[]) => sheetOf(...[header, ...rows].map((line) => line.replaceAll(',', ';')))
  const bought = row('01', 'CARD_PAYMENT', '500.00')
  const returned = row('04', 'CARD_REFUND', '-500.00')
  for (const sample of [bought, returned]) {
    const { mapping, format } = suggestMapping(file(sample), { today })!
    expect(format?.id).toBe('revolut-expenses')
    expect(outcomes(readSource(file(bought, returned), mapping, { today })).slice(1)).toEqual([
      '2: 2026-05-01 Stadium 50000',
      '3: 2026-05-04 Stadium -50000',
    ])
  }
})
