import { describe, expect, test } from 'vitest'
import type { TemplateMapping } from '../../contract.ts'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { readSource } from './read-source.ts'
import { surveySoldByType } from './sold-by-type.ts'

/** What rows of `Type;Amount` say. */
function told(...rows: [type: string, amount: string][]) {
  const survey = surveySoldByType(['Date', 'Description', 'Type', 'Amount'])
  for (const [type, amount] of rows) survey?.add(['2026-09-01', 'Order 1001', type, amount])
  return survey?.decide()
}

describe('a payment service’s report to its seller is told by the kinds of its rows', () => {
  test.each<[string, [string, string][]]>([
    [
      'Stripe’s, without its ids',
      [
        ['charge', '500.00'],
        ['payout', '-385.00'],
        ['refund', '-100.00'],
      ],
    ],
    [
      'Klarna’s settlement',
      [
        ['SALE', '500.00'],
        ['FEE', '-12.50'],
        ['RETURN', '-500.00'],
      ],
    ],
    [
      'Zettle’s',
      [
        ['Kortbetalning', '500,00'],
        ['Kortbetalning', '700,00'],
        ['Utbetalning', '-1177,80'],
      ],
    ],
    [
      'Klarna’s with the VAT on its fees and what it held back for a while',
      [
        ['SALE', '500.00'],
        ['FEE', '-12.50'],
        ['TAX', '-3.13'],
        ['HOLDBACK', '-100.00'],
        ['RELEASE', '100.00'],
        ['FEE_REFUND', '2.50'],
      ],
    ],
    ...[
      ['COMMISSION', '5.00'],
      ['CORRECTION', '5.00'],
      ['TAX', '0.63'],
      ['CHARGE', '-300.00'],
      ['REVERSAL_MERCHANT_PROTECTION', '400.00'],
    ].map(([type = '', amount = '']): [string, [string, string][]] => [
      `Klarna’s with a ${type} of ${amount}`,
      [
        ['SALE', '500.00'],
        ['FEE', '-12.50'],
        [type, amount],
      ],
    ]),
    [
      'Zettle’s as its interface gives it',
      [
        ['PAYMENT', '500.00'],
        ['PAYMENT_FEE', '-9.25'],
        ['PAYOUT', '-490.75'],
      ],
    ],
    [
      'Amazon’s and Square’s, that transfer what is left',
      [
        ['Order', '500.00'],
        ['Service Fee', '-39.00'],
        ['Transfer', '-461.00'],
      ],
    ],
    [
      'Amazon’s with a fee of three words and what it makes good',
      [
        ['Order', '500.00'],
        ['FBA Inventory Fee', '-39.00'],
        ['Adjustment', '80.00'],
        ['SAFE-T Reimbursement', '20.00'],
      ],
    ],
    [
      'with fees that are called more than that',
      [
        ['Försäljning', '500,00'],
        ['Transaktionsavgift', '-2,00'],
        ['Utbetalning', '-498,00'],
      ],
    ],
  ])('%s', (_, rows) => {
    expect(told(...rows)).toBe('customer-payments')
  })
})

describe('a card’s and an account’s list is none', () => {
  test.each<[string, [string, string][]]>([
    [
      'purchases above zero and what was given back',
      [
        ['Charge', '500.00'],
        ['Refund', '-100.00'],
      ],
    ],
    [
      'fees that go the way of purchases',
      [
        ['Sale', '-500.00'],
        ['Fee', '-95.00'],
        ['Return', '20.00'],
      ],
    ],
    [
      'one row of another kind',
      [
        ['charge', '500.00'],
        ['payout', '-385.00'],
        ['Purchase', '-99.00'],
      ],
    ],
    [
      'a refund by card among what an account paid',
      [
        ['Kortbetalning', '100,00'],
        ['Utbetalning', '-950,00'],
        ['Utbetalning', '-50,00'],
      ],
    ],
    [
      'a fee that was taken back',
      [
        ['Charge', '500.00'],
        ['Annual Fee Reversal', '-95.00'],
      ],
    ],
    [
      'charges that were taken back with their fee',
      [
        ['Charge', '500.00'],
        ['Charge', '-500.00'],
        ['Fee', '-5.00'],
      ],
    ],
    [
      'a bill that is paid by a transfer',
      [
        ['Charge', '500.00'],
        ['Transfer', '-500.00'],
      ],
    ],
    [
      'nothing but sales',
      [
        ['Charge', '500.00'],
        ['Charge', '20.00'],
      ],
    ],
  ])('%s', (_, rows) => {
    expect(told(...rows)).toBeNull()
  })
})

test.each(['Transaktionstyp', 'Transaction type', 'Händelse'])('the kinds of rows may stand in %s', (name) => {
  const survey = surveySoldByType(['Datum', name, 'Belopp'])
  survey?.add(['2026-09-01', 'Capture', '500,00'])
  survey?.add(['2026-09-03', 'Utbetalning', '-500,00'])
  expect(survey?.decide()).toBe('customer-payments')
})

test('a card’s list of several shops is none, though its bill is called Settlement; one shop is who sells', () => {
  const header = 'Date;Merchant;Amount;Type'
  const rows = ['GitHub;120.00;Charge', 'Uber;55.00;Charge', 'Our card;-175.00;Settlement']
  const read = (...lines: string[]) =>
    outcomes(readSuggested(sheetOf(header, ...lines.map((line) => `2026-07-01;${line}`)))).slice(1)
  expect(read(...rows).slice(0, 2)).toEqual(['2: 2026-07-01 GitHub 12000', '3: 2026-07-01 Uber 5500'])
  expect(read(...rows.map((row) => row.replace(/^[^;]*/, 'Our shop')))[0]).toBe('2: incoming')
})

describe('under a template whose sample was a seller’s report', () => {
  const header = 'Date;Description;Type;Amount'
  const sheet = (...rows: string[]) => sheetOf(header, ...rows.map((row) => `2026-07-01;${row}`))
  const sample = sheet('Order 1001;SALE;500.00', 'Order 1001;FEE;-12.50', 'Week 27;PAYOUT;-487.50')
  const { mapping } = suggestMapping(sample, { today })!
  const read = (change: Partial<TemplateMapping>, ...rows: string[]) =>
    outcomes(readSource(sheet(...rows), { ...mapping, ...change }, { today })).slice(1)
  const purchase = /^\d+: 2026-07-01 /

  test('a month with sales alone is one, and so is one in which customers only got back', () => {
    expect(read({}, 'Order 1002;SALE;700.00', 'Order 1003;SALE;80.00')).toEqual(['2: incoming', '3: incoming'])
    expect(read({}, 'Order 1002;RETURN;-700.00')).toEqual(['2: other-movement'])
  })

  test('a month with a row of another kind is not, nor any where a person has said that they are purchases', () => {
    expect(read({}, 'Order 1002;SALE;700.00', 'GitHub;Purchase;-80.00')[0]).toMatch(purchase)
    expect(read({ isOfPurchases: true }, 'Order 1002;SALE;700.00')[0]).toMatch(purchase)
  })

  test('a kind that is new among many sales makes no purchases of them', () => {
    const sales = Array.from({ length: 4 }, (_, i) => `Order ${i};SALE;700.00`)
    const told = ['2: incoming', '3: incoming', '4: incoming', '5: incoming', '6: other-movement']
    expect(read({}, ...sales, 'Week 27;Klarna Boost;-80.00')).toEqual(told)
    expect(read({}, ...sales.slice(1), 'Week 27;Klarna Boost;-80.00')[0]).toMatch(purchase)
  })

  test('of a card’s list nothing is remembered, so that a month with charges alone is read', () => {
    const list = sheet('GitHub;Charge;500.00', 'Uber;Charge;70.00', 'Uber;Refund;-70.00')
    const found = suggestMapping(list, { today })!
    expect(found.mapping.isSellersReport).toBeUndefined()
    expect(outcomes(readSource(sheet('GitHub;Charge;500.00'), found.mapping, { today }))[1]).toMatch(purchase)
  })
})

test('Klarna’s report is known by its columns where its fees come on an invoice of their own', () => {
  const survey = surveySoldByType(['type', 'capture_date', 'capture_id', 'merchant_reference1', 'amount'])
  survey?.add(['SALE', '2026-07-01T07:45:00Z', '8e93b66', '1001', '500.00'])
  survey?.add(['RETURN', '2026-07-02T07:45:00Z', '', '1001', '-100.00'])
  expect(survey?.decide()).toBe('customer-payments')
})

test('SumUp’s report of sales has what it kept and paid out beside each', () => {
  const header = 'Date;Transaction type;Card type;Description;Total;Payout;Fee'
  const rows = ['2026-07-01;Sale;Visa;Coffee;50.00;49.00;1.00', '2026-07-02;Refund;Visa;Coffee;-50.00;-49.00;0.00']
  expect(outcomes(readSuggested(sheetOf(header, ...rows)))[1]).toBe('2: incoming')
})

test('a table that has no column of kinds, or none of amounts, is not looked at; what somebody sorts purchases into is no kind', () => {
  const headers = [
    ['Datum', 'Text', 'Belopp'],
    ['Datum', 'Typ'],
    ['Date', 'Category', 'Amount'],
  ]
  expect(headers.map((names) => surveySoldByType(names))).toEqual([null, null, null])
})
