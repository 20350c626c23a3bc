import { expect, test } from 'vitest'
import type { Account } from '#connectors/accounting-connector.ts'
import { account, accountNumbers, ground, options, purchase, registers } from '../testing/purchase-fixture.ts'
import { draftInvoice } from './draft-invoice.ts'
import { yearsToRead } from './posting-ground.ts'

/** Accounts belong to a financial year in Fortnox: each day's rows are judged by its own year's chart. */
const chart = (changes: Record<number, Partial<Account> | null> = {}) =>
  accountNumbers.flatMap((number) => (changes[number] === null ? [] : [account(number, changes[number])]))
const last = '2025-11-30'
const problemsOf = (
  charts: Record<string, Account[]>,
  fields: { invoiceDate?: string; paymentDate?: string },
  now: Account[] = chart(),
) =>
  draftInvoice(
    purchase({ fields }),
    ground({ registers: registers({ accounts: now }), charts: new Map(Object.entries(charts)) }),
  ).problems

test('an account that is missing or inactive in the year of the invoice stops the row, whatever the current year has', () => {
  const charts = { 1: chart({ 6110: { isActive: false }, 2641: null }) }
  expect(problemsOf(charts, { invoiceDate: last })).toEqual([
    { code: 'account-inactive', params: { account: 6110, year: '2025' } },
    { code: 'account-unknown', params: { account: 2641, use: 'vat', year: '2025' } },
  ])
  expect(problemsOf(charts, { invoiceDate: '2026-01-02' })).toEqual([])
})

test('an account that only the year of the invoice has is good in it', () => {
  const now = chart({ 6110: null })
  expect(problemsOf({ 1: chart() }, { invoiceDate: last }, now)).toEqual([])
  expect(problemsOf({ 1: chart() }, { invoiceDate: '2026-01-02' }, now)).toEqual([
    { code: 'account-unknown', params: { account: 6110 } },
  ])
})

test('what an account demands is what it demands in that year', () => {
  const charts = { 1: chart({ 6110: { costCenterRule: 'mandatory' } }) }
  expect(problemsOf(charts, { invoiceDate: last })).toEqual([
    { code: 'cost-center-missing', params: { account: 6110 } },
  ])
})

test('the account that is paid from, and the debt, are judged by the year of the payment', () => {
  const days = { invoiceDate: '2025-12-30', paymentDate: '2026-01-02' }
  const now = chart({ 2890: { isActive: false }, 2440: null })
  expect(problemsOf({ 1: chart() }, days, now)).toEqual([
    { code: 'account-unknown', params: { account: 2440, use: 'debt' } },
    { code: 'payment-account-inactive', params: { mode: 'KORT', account: 2890 } },
  ])
  expect(problemsOf({ 1: chart({ 2890: null }) }, days)).toEqual([])
  expect(problemsOf({ 1: chart({ 2890: null }) }, { invoiceDate: last })).toEqual([
    { code: 'payment-account-inactive', params: { mode: 'KORT', account: 2890, year: '2025' } },
  ])
})

test('a chart that could not be read lets nothing through; in a year that is locked whole the lock is what stops', () => {
  expect(problemsOf({}, { invoiceDate: last })).toEqual([{ code: 'chart-not-read', params: { year: '2025' } }])
  const locked = ground({ registers: registers({ lockedUntil: '2025-12-31' }), charts: new Map() })
  expect(draftInvoice(purchase({ fields: { invoiceDate: last } }), locked).problems.map(({ code }) => code)).toEqual([
    'period-locked',
  ])
})

test('a broken financial year is called by its days', () => {
  const financialYears = [
    { id: '1', from: '2025-07-01', to: '2026-06-30', method: 'accrual' as const },
    { id: '2', from: '2026-07-01', to: '2027-06-30', method: 'accrual' as const },
  ]
  const charts = new Map([['1', chart({ 6110: null })]])
  const broken = ground({ registers: registers({ financialYears }), charts })
  expect(draftInvoice(purchase({ fields: { invoiceDate: '2026-06-30' } }), broken).problems).toEqual([
    { code: 'account-unknown', params: { account: 6110, year: '2025-07-01 – 2026-06-30' } },
  ])
  expect(draftInvoice(purchase({ fields: { invoiceDate: '2026-07-01' } }), broken).problems).toEqual([])
})

test('charts are wanted of the years that months lie in, but for those there are and those that are locked whole', () => {
  const years = [2023, 2024, 2025, 2026].map((year) => ({
    ...{ id: String(year), from: `${year}-01-01`, to: `${year}-12-31` },
    method: 'accrual' as const,
  }))
  const here = ground({
    registers: registers({ financialYears: years, accountsOf: '2026', lockedUntil: '2023-12-31' }),
    charts: new Map(),
    options,
  })
  expect(yearsToRead(['2023-12', '2025-12', '2026-01', '2031-01'], here)).toEqual(['2025'])
  expect(yearsToRead(['2024-02', '2024-03', '2025-12'], here)).toEqual(['2024', '2025'])
  expect(yearsToRead([], here)).toEqual([])
})
