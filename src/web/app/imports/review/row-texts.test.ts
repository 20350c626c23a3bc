import { expect, test } from 'vitest'
import type { ImportRow, Origin } from '#imports/contract.ts'
import { draftFields } from '#imports/rules/purchase.ts'
import * as m from '#messages'
import { draftFieldName, equalText, foreignText, isBand, mending, paymentOrigins, rowReason } from './row-texts.ts'

const row = (changes: Partial<ImportRow> = {}): ImportRow => ({
  id: 1,
  sheet: '',
  number: 1,
  state: 'attention',
  problems: [],
  decision: null,
  date: null,
  text: 'KAFE',
  merchant: 'KAFE',
  supplierNumber: null,
  supplierName: null,
  account: null,
  vat: null,
  vatType: null,
  amount: null,
  currency: null,
  isCredit: false,
  section: null,
  edits: {},
  occurrence: null,
  duplicateOf: null,
  ...changes,
})

test('what is wrong says how it is mended', () => {
  expect(mending(row({ problems: [{ code: 'period-locked' }, { code: 'account-missing' }] }))).toBe('mapping')
  expect(mending(row({ problems: [{ code: 'mode-of-payment-missing' }] }))).toBe('settings')
  expect(mending(row({ problems: [{ code: 'period-locked' }] }))).toBeNull()
  expect(mending(row({ state: 'skipped', problems: [{ code: 'supplier-needed' }] }))).toBeNull()
})

test('a duplicate names its invoice, or where it stands when that has no number yet', () => {
  const earlier = { importId: 'i', fileName: 'oktober.csv', row: 16 }
  expect(rowReason(row({ state: 'duplicate', duplicateOf: { ...earlier, invoiceNumber: '4182' } }))).toContain('4182')
  expect(rowReason(row({ state: 'duplicate', duplicateOf: { ...earlier, invoiceNumber: null } }))).toContain(
    'oktober.csv',
  )
  expect(rowReason(row({ state: 'ready', problems: [{ code: 'cash-method' }] }))).toBeNull()
})

test('titles of cards and sections are bands, headings above the first table are rows', () => {
  expect(isBand(row({ state: 'skipped', problems: [{ code: 'section-title' }] }))).toBe(true)
  expect(isBand(row({ state: 'skipped', problems: [{ code: 'heading' }], section: '5254 Karin' }))).toBe(true)
  expect(isBand(row({ state: 'skipped', problems: [{ code: 'heading' }] }))).toBe(false)
  expect(isBand(row({ problems: [{ code: 'section-title' }] }))).toBe(false)
})

test('a purchase abroad shows what it cost there and the rate, in the currency’s own decimals', () => {
  const fields = (currency: string, total: string) => ({
    fields: [
      { field: 'currency', value: currency, origins: [] },
      { field: 'total', value: total, origins: [] },
    ],
  })
  expect(foreignText(fields('EUR 11.521938', '-1129.00'))).toBe('EUR \u22121\u00a0129,00 × 11,521938')
  expect(foreignText(fields('JPY 0.07', '5000'))).toBe('JPY 5\u00a0000 × 0,07')
  expect(foreignText(fields('SEK', '10.00'))).toBeNull()
})

test('every field of a draft has a name', () => {
  expect(draftFields.filter((field) => draftFieldName(field) === field)).toEqual([])
})

test('a purchase that is imported anyway is not said to be several in the file', () => {
  expect(equalText(row({ occurrence: 1 }))).toBeNull()
  expect(equalText(row({ state: 'ready', occurrence: 2 }))).toBe(m.imports_nth_equal_text({ n: '2' }))
  expect(equalText(row({ state: 'ready', occurrence: 2, decision: 'import-anyway' }))).toBe(m.imports_anyway_text())
})

test('of a payment it is told where its day and its account came from, each place once', () => {
  const setting: Origin = { kind: 'setting' }
  const cell: Origin = { kind: 'cell', cells: ['A2'] }
  const field = (name: string, ...origins: Origin[]) => ({ field: name, value: '', origins })
  const fields = [field('invoiceDate', setting), field('paymentDate', cell), field('paymentAccount', setting)]
  expect(paymentOrigins({ fields })).toEqual([cell, setting])
  const bySetting = [field('paymentDate', setting), field('paymentAccount', setting)]
  expect(paymentOrigins({ fields: bySetting })).toEqual([setting])
})
