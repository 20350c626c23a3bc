import { describe, expect, test } from 'vitest'
import {
  checkSettings,
  currentYear,
  isOtherNumber,
  missingScopes,
  readDocumentLink,
  resolvePayment,
  settingsToBeginWith,
  warnOfDebtAccount,
} from './rules.ts'

const modesOfPayment = [
  { code: 'BG', name: 'Bankgiro', account: 1930 },
  { code: 'KORT', name: 'Företagskort', account: 2890 },
]
const account = (number: number, isActive = true) => ({
  number,
  name: '',
  isActive,
  costCenterRule: 'allowed' as const,
  projectRule: 'allowed' as const,
})
const registers = {
  modesOfPayment,
  accounts: [account(1930), account(2890), account(2440), account(1940), account(1950, false)],
}
const settings = (changes: Partial<typeof settingsToBeginWith>) => ({ ...settingsToBeginWith, ...changes })

describe('how invoices are paid', () => {
  test.each([
    [{}, null],
    [{ paymentAccount: 2890 }, { account: 2890, modeOfPayment: 'KORT' }],
    [{ modeOfPayment: 'BG' }, { account: 1930, modeOfPayment: 'BG' }],
    [
      { paymentAccount: 2890, modeOfPayment: 'KORT' },
      { account: 2890, modeOfPayment: 'KORT' },
    ],
    [{ paymentAccount: 2890, modeOfPayment: 'BG' }, null],
    [{ paymentAccount: 1940 }, null],
    [{ modeOfPayment: 'AG' }, null],
  ])('%j is %j', (changes, payment) => expect(resolvePayment(settings(changes), registers)).toEqual(payment))
})

test('a credit account that a payment may not take the debt from is warned of', () => {
  const there = { ...registers, supplierDebtAccount: 2440, systemName: 'Fortnox' }
  const warned = (changes: Parameters<typeof settings>[0]) => warnOfDebtAccount(settings(changes), there)
  expect(warned({ creditAccount: null, paymentAccount: 2890 })).toBeNull()
  expect(warned({ creditAccount: 2440, paymentAccount: 2890 })).toBeNull()
  expect(warned({ creditAccount: 2890, paymentAccount: 2890 })).toMatchObject({ code: 'debt-account-pays' })
  expect(warned({ creditAccount: 2890, modeOfPayment: 'BG' })).toEqual({
    code: 'debt-account-differs',
    params: { account: 2890, predefined: 2440, name: 'Fortnox' },
  })
})

describe('a setting', () => {
  test.each([
    [{}, []],
    [{ creditAccount: 2440, paymentAccount: 2890 }, []],
    [{ creditAccount: 1234 }, ['creditAccount account-unknown']],
    [{ creditAccount: 1950 }, ['creditAccount account-inactive']],
    [{ paymentAccount: 1940 }, ['paymentAccount account-without-mode-of-payment']],
    [{ paymentAccount: 2890, modeOfPayment: 'BG' }, ['modeOfPayment mode-of-payment-has-other-account']],
    [{ modeOfPayment: 'AG' }, ['modeOfPayment mode-of-payment-unknown']],
    [{ paymentAccount: 1950, modeOfPayment: 'AG' }, ['paymentAccount account-inactive']],
  ])('%j is answered with %j', (changes, errors) => {
    expect(checkSettings(settings(changes), registers).map((error) => `${error.path} ${error.code}`)).toEqual(errors)
  })
  test('that passes is one that resolves, unless nothing is chosen', () => {
    for (const paymentAccount of [null, 1930, 2890, 2440, 1940]) {
      for (const modeOfPayment of [null, 'BG', 'KORT', 'AG']) {
        const chosen = settings({ paymentAccount, modeOfPayment })
        const isNothing = paymentAccount === null && modeOfPayment === null
        expect(checkSettings(chosen, registers).length === 0).toBe(
          isNothing || resolvePayment(chosen, registers) !== null,
        )
      }
    }
  })
})

test('the current year is the one today lies in, else the latest', () => {
  const year = (id: string, from: string, to: string) => ({ id, from, to, method: 'accrual' as const })
  const years = [year('1', '2024-05-01', '2025-04-30'), year('2', '2025-05-01', '2026-04-30')]
  expect(currentYear(years, '2025-04-30')?.id).toBe('1')
  expect(currentYear(years, '2026-06-01')?.id).toBe('2')
  expect(currentYear([], '2026-06-01')).toBeUndefined()
})

const google = '1KortkopFjallbruket2026mars0000000000000001'
test.each([
  [
    'google-sheets',
    `https://docs.google.com/spreadsheets/d/${google}/edit?gid=481516#gid=481516`,
    google,
    '481516',
    null,
  ],
  ['google-sheets', `https://docs.google.com/spreadsheets/u/1/d/${google}/edit`, google, null, null],
  ['google-sheets', ` ${google} `, google, null, null],
  [
    'airtable',
    'https://airtable.com/appFjallbruket001/tblKortkop0000001/viwKort1234000001?blocks=hide',
    'appFjallbruket001',
    'tblKortkop0000001',
    'viwKort1234000001',
  ],
  ['airtable', 'https://airtable.com/appFjallbruket001', 'appFjallbruket001', null, null],
])('the %s link %s points at %s, %s, %s', (connector, link, documentId, tableId, viewId) => {
  expect(readDocumentLink(connector, link)).toEqual({ documentId, tableId, viewId })
})
test.each([
  ['google-sheets', 'https://docs.google.com/document/d/1KortkopFjallbruket2026mars0000000000000001/edit'],
  ['google-sheets', 'https://example.com/spreadsheets/d/1KortkopFjallbruket2026mars0000000000000001'],
  // What is published on the web has another id, which no API knows.
  ['google-sheets', 'https://docs.google.com/spreadsheets/d/e/2PACX-1vQ0000000000000000000000000000000000/pubhtml'],
  ['airtable', 'https://airtable.com/invite/l?inviteId=inv123'],
  ['airtable', 'kortköp'],
])('the %s link %s points at nothing', (connector, link) => expect(readDocumentLink(connector, link)).toBeNull())

test('a consent is judged by what it says it gives, however it is spelt, and not at all where it says nothing', () => {
  expect(missingScopes(['payment', 'project'], ['Payment'])).toEqual(['project'])
  expect(missingScopes(['payment', 'project'], [])).toEqual([])
})

describe('books are another company’s by their number', () => {
  test.each([
    ['556012-5790', '556703-7485', true],
    ['556012-5790', '165560125790', false],
    ['811218-9876', '19811218-9876', false],
    ['556012-5790', '', false],
    ['556012-5790', 'DE129273398', false],
  ])('ours %s, theirs %s: %s', (own, theirs, isOther) => {
    expect(isOtherNumber(own, theirs)).toBe(isOther)
  })
})
