import { describe, expect, test } from 'vitest'
import type { Account } from '#connectors/accounting-connector.ts'
import {
  account,
  accountNumbers,
  ground,
  options,
  purchase,
  registers,
  settings,
  supplier,
} from '../testing/purchase-fixture.ts'
import { isBlocking } from './checks.ts'
import { draftInvoice } from './draft-invoice.ts'

const chart = (changes: Record<number, Partial<Account> | null>) =>
  [...accountNumbers, 6570].flatMap((number) => (changes[number] === null ? [] : [account(number, changes[number])]))
const on = (changes: Record<number, Partial<Account> | null>) =>
  ground({ registers: registers({ accounts: chart(changes) }) })

describe('an account that demands a cost centre or a project', () => {
  const demanding = { costCenterRule: 'mandatory', projectRule: 'mandatory' } as const

  test.each([2440, 6570])('and that nobody chose, as %s, gets the row’s own', (number) => {
    const fields = { costCenter: 'NORR', project: 'P1', fee: 1000 }
    const { invoice, problems } = draftInvoice(purchase({ fields }), on({ [number]: demanding }))
    expect(problems.filter(isBlocking)).toEqual([])
    expect(invoice?.rows.find((row) => row.account === number)).toMatchObject({ costCenter: 'NORR', project: 'P1' })
  })

  test.each([2890, 2440])(
    'and that the payment is booked on, as %s, is told and stops nothing: a payment has none',
    (number) => {
      const note = { code: 'payment-without-dimensions', params: { account: number, name: '' } }
      const row = purchase({ fields: { costCenter: 'NORR', project: 'P1' } })
      expect(draftInvoice(row, on({ [number]: demanding })).problems).toEqual([note])
      expect(isBlocking(note)).toBe(false)
    },
  )
})

describe('accounts that nobody chose for the row are told by what they are for', () => {
  test.each([
    [2641, { vatType: 'SE25' } as const, 'vat'],
    [2440, { vatType: 'SE25' } as const, 'debt'],
    [2645, { vatType: 'EU_SERVICES' } as const, 'vat'],
    [4535, { vatType: 'EU_SERVICES' } as const, 'vat'],
    [4598, { vatType: 'EU_SERVICES' } as const, 'vat'],
  ])('%s', (number, changes, use) => {
    const row = purchase({ supplier: supplier(changes) })
    expect(draftInvoice(row, on({ [number]: null })).problems).toEqual([
      { code: 'account-unknown', params: { account: number, use } },
    ])
  })

  test('one that is the cost’s own too is told as chosen', () => {
    const row = purchase({ supplier: supplier({ account: 4535, vatType: 'EU_SERVICES' }) })
    expect(draftInvoice(row, on({ 4535: null })).problems).toEqual([
      { code: 'account-unknown', params: { account: 4535 } },
    ])
  })
})

describe('what the settings say of paying, and what there is', () => {
  const modes = [{ code: 'KORT', name: 'Företagskort', account: 1930 }]
  test.each([
    ['a mode that is gone', { modeOfPayment: 'GONE' }, { code: 'mode-of-payment-gone', params: { mode: 'GONE' } }],
    [
      'a mode that has another account now',
      { modeOfPayment: 'KORT' },
      { code: 'mode-of-payment-moved', params: { mode: 'KORT', account: 1930, wanted: 2890 } },
    ],
    [
      'an account that no mode is booked on',
      { modeOfPayment: null },
      { code: 'payment-account-without-mode', params: { account: 2890 } },
    ],
    ['nothing chosen', { modeOfPayment: null, paymentAccount: null }, { code: 'mode-of-payment-missing' }],
  ])('%s', (_name, chosen, problem) => {
    const there = { registers: registers({ modesOfPayment: modes }), payment: null }
    expect(draftInvoice(purchase(), ground({ ...there, settings: { ...settings, ...chosen } })).problems).toEqual([
      problem,
    ])
  })
})

describe('predefined accounts of the accounting system', () => {
  const { predefinedAccounts } = registers()
  const without = (...names: string[]) =>
    ground({
      registers: registers({
        predefinedAccounts: { ...predefinedAccounts, ...Object.fromEntries(names.map((name) => [name, undefined])) },
      }),
    })
  const missing = (purpose: string) => ({ code: 'predefined-account-missing', params: { purpose, name: '' } })

  test('for debt and VAT stop the rows that need them', () => {
    expect(draftInvoice(purchase(), without('supplierDebt')).problems).toEqual([missing('supplier-debt')])
    expect(draftInvoice(purchase(), without('inputVat')).problems).toEqual([missing('input-vat')])
    expect(draftInvoice(purchase({ supplier: supplier({ vatType: 'SE0' }) }), without('inputVat')).problems).toEqual([])
    expect([missing('input-vat')].every(isBlocking)).toBe(true)
  })

  test('for a reverse charge are told on its rows alone and stop nothing, since ours say the VAT themselves', () => {
    const abroad = purchase({ supplier: supplier({ vatType: 'EU_SERVICES' }) })
    const note = { code: 'predefined-reverse-missing', params: { name: '' } }
    expect(draftInvoice(abroad, without('euServicesDebit')).problems).toEqual([note])
    expect(draftInvoice(abroad, without('reverseDebit')).problems).toEqual([])
    expect(draftInvoice(purchase(), without('euServicesDebit')).problems).toEqual([])
    expect(isBlocking(note)).toBe(false)
  })
})

test('by the cash method the invoice is booked in the year of its payment, whose chart must have its accounts', () => {
  const financialYears = [
    { id: '1', from: '2025-01-01', to: '2025-12-31', method: 'cash' as const },
    { id: '2', from: '2026-01-01', to: '2026-12-31', method: 'cash' as const },
  ]
  const cash = ground({
    registers: registers({ financialYears, accounts: chart({ 6110: null, 2641: { isActive: false } }) }),
    charts: new Map([['1', chart({})]]),
    options: { ...options, paymentDate: '2026-01-04' },
  })
  expect(draftInvoice(purchase({ fields: { invoiceDate: '2025-12-30' } }), cash).problems).toEqual([
    { code: 'account-unknown', params: { account: 6110 } },
    { code: 'account-inactive', params: { account: 2641, use: 'vat' } },
    { code: 'cash-method' },
  ])
})
