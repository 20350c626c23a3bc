import { expect, test } from 'vitest'
import { ground, options, purchase, registers, settings } from '../testing/purchase-fixture.ts'
import { isBlocking } from './checks.ts'
import { draftInvoice } from './draft-invoice.ts'

const withCredit = (creditAccount: number | null, changes: Parameters<typeof ground>[0] = {}) =>
  draftInvoice(purchase(), ground({ settings: { ...settings, creditAccount }, ...changes })).problems

test('a debt on another account than the predefined one is told where the invoice is to be paid, and stops nothing', () => {
  const problems = withCredit(2890, { payment: { account: 1930, modeOfPayment: 'BG' }, registers: withBank })
  expect(problems).toMatchObject([{ code: 'debt-account-differs', params: { account: 2890, predefined: 2440 } }])
  expect(problems.some(isBlocking)).toBe(false)
})

test('a debt on the very account that is paid from stops the row: it would be drawn on twice', () => {
  const problems = withCredit(2890)
  expect(problems).toEqual([{ code: 'debt-account-pays', params: { account: 2890 } }])
  expect(problems.every(isBlocking)).toBe(true)
})

test('nothing is told where the predefined account is chosen, nothing is paid, or the payment books the invoice', () => {
  expect(withCredit(2440)).toEqual([])
  expect(withCredit(2890, { options: { ...options, pay: false } })).toEqual([])
  const cash = registers({ financialYears: [{ id: '2', from: '2026-01-01', to: '2026-12-31', method: 'cash' }] })
  expect(withCredit(2890, { registers: cash })).toEqual([{ code: 'cash-method' }])
})

const withBank = registers({ modesOfPayment: [{ code: 'BG', name: 'Bankgiro', account: 1930 }] })
