import { expect, test } from 'vitest'
import type { SettingsPage } from '#connections/contract.ts'
import { ApiProblem } from '../../api-client.ts'
import { accountChoices, modeChoices, paymentAccountChoices } from './account-choices.ts'
import { settingProblems, settingProblemText } from './setting-problem-text.ts'

const settings = {
  usesWarehouse: false,
  creditAccount: null,
  paymentAccount: null,
  modeOfPayment: null,
  bookkeepInvoices: true,
  payInvoices: true,
}
const page: SettingsPage = {
  settings,
  isConnected: true,
  systemName: 'Fortnox',
  accounts: [
    { number: 1930, name: 'Företagskonto', isActive: true },
    { number: 2440, name: 'Leverantörsskulder', isActive: true },
    { number: 6541, name: 'Gammalt', isActive: false },
  ],
  modesOfPayment: [
    { code: 'LB', name: 'Bank', account: 1930 },
    { code: 'AG', name: 'Autogiro', account: 1930 },
  ],
  supplierDebtAccount: 2440,
  lockedUntil: null,
}

test('inactive accounts are not offered, but one that is chosen is shown for what it is', () => {
  expect(accountChoices(page.accounts, null).map((one) => one.value)).toEqual(['1930', '2440'])
  expect(accountChoices(page.accounts, 6541).at(-1)).toMatchObject({
    value: '6541',
    label: '6541 Gammalt',
    hint: expect.any(String),
  })
})
test('an account that is chosen and not among them stands first, by its number alone', () => {
  expect(accountChoices(page.accounts, 4010)[0]).toEqual({ value: '4010', label: '4010' })
  expect(accountChoices([], 4010)).toHaveLength(1)
})
test('only accounts that a mode of payment books on are offered to pay from, each once', () => {
  expect(paymentAccountChoices(page, null).map((one) => one.value)).toEqual(['1930'])
  expect(paymentAccountChoices(page, 2440).map((one) => one.value)).toEqual(['1930', '2440'])
})
test('modes of payment can be looked for by their account', () => {
  expect(modeChoices(page.modesOfPayment)[0]).toEqual({
    value: 'LB',
    label: 'Bank',
    hint: '1930',
    keywords: ['LB', '1930'],
  })
})

test('what does not fit is said at the field before saving', () => {
  const problems = settingProblems({ ...settings, paymentAccount: 2440 }, page, null)
  expect(settingProblemText(problems, 'paymentAccount', 'Betalkonto', 'Fortnox')).toMatch(/2440.*Fortnox/)
  expect(settingProblemText(problems, 'modeOfPayment', 'Betalningssätt', 'Fortnox')).toBeNull()
})
test('what only the server knew is said too', () => {
  const error = new ApiProblem({
    status: 400,
    code: 'invalid-input',
    title: '',
    params: {},
    errors: [{ path: 'creditAccount', code: 'account-unknown', params: { account: 2441 } }],
  })
  expect(
    settingProblemText(settingProblems(settings, page, error), 'creditAccount', 'Kreditkonto', 'Fortnox'),
  ).toContain('2441')
})
