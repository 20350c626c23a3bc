import { expect, test } from 'vitest'
import { fields, ground, purchase, supplier } from '../testing/purchase-fixture.ts'
import { draftInvoice } from './draft-invoice.ts'
import { applyEdits } from './row-edits.ts'

/** An account kept in euro, at 11.2: what the file says beside the amount is in euro too. */
const day = ground({ rates: { EUR: { days: ['2026-10-01'], rates: ['11.2'] } } })
const inEuro = { amountSek: null, currency: 'EUR', foreignAmount: 12_500 }
const sideways = (rows: { account: number; debit: number; credit: number }[] = []) =>
  rows.map((row) => [row.account, row.debit, row.credit])

test('VAT in the file of an account kept in euro is euro, and is deducted in kronor', () => {
  const draft = draftInvoice(purchase({ fields: { ...inEuro, vatAmount: 2_000 } }), day)
  expect(draft.problems).toEqual([])
  expect(draft.invoice).toMatchObject({ total: 12_500, vat: 2_000 })
  expect(sideways(draft.invoice?.rows)).toEqual([
    [6110, 117_600, 0],
    [2641, 22_400, 0],
    [2440, 0, 140_000],
  ])
})

test('more VAT than there can be is found in kronor too', () => {
  const draft = draftInvoice(purchase({ fields: { ...inEuro, vatAmount: 4_000 } }), day)
  expect(draft.problems).toMatchObject([{ code: 'vat-implausible', params: { stated: 44_800, most: 28_000 } }])
})

test('the buyer’s own VAT as an app reckons it, in whole cents, is no VAT that was charged', () => {
  const service = supplier({ vatType: 'EU_SERVICES', account: 6540 })
  const stated = (vatAmount: number) =>
    draftInvoice(purchase({ supplier: service, fields: { ...inEuro, foreignAmount: 1_234, vatAmount } }), day)
  expect(stated(309).problems).toEqual([])
  expect(stated(247).problems).toMatchObject([{ code: 'vat-stated-on-reverse-charge' }])
})

test('where a person writes what it cost in kronor, VAT and fee of the file go at the same rate', () => {
  const reading = { fields: fields({ ...inEuro, vatAmount: 2_000, fee: 100 }), cellsOf: {}, sheet: 1 }
  const { reading: edited } = applyEdits({ reading, unread: null, edits: { total: '1500.00' } })
  expect(edited?.fields).toMatchObject({ amountSek: 150_000, vatAmount: 24_000, fee: 1_200 })
})
