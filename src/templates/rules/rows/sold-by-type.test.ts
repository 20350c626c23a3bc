import { describe, expect, test } from 'vitest'
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

test('a table that has no column of kinds, or none of amounts, is not looked at', () => {
  expect([surveySoldByType(['Datum', 'Text', 'Belopp']), surveySoldByType(['Datum', 'Typ'])]).toEqual([null, null])
})
