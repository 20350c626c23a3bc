import { expect, test } from 'vitest'
import { isBalanced } from '#kernel/supplier-invoice.ts'
import type { Granularity } from '#templates/contract.ts'
import { ground, purchase, supplier } from '../testing/purchase-fixture.ts'
import { draftInvoice } from './draft-invoice.ts'
import { groupKey, type InvoiceParts, mergeInvoices, placeOf } from './group-invoices.ts'
import type { Purchase } from './purchase.ts'
import { addUp } from './totals.ts'

function partsOf(changes: Parameters<typeof purchase>[0]): InvoiceParts {
  const { invoice, payment, steps } = draftInvoice(purchase(changes) as Purchase, ground())
  if (!invoice) throw new Error('no invoice')
  return { invoice, payment, steps }
}

test('the rows of one supplier in a sheet become one balanced invoice that is the sum of them', () => {
  const parts = [partsOf({}), partsOf({ fields: { amountSek: 10_001, invoiceDate: '2026-10-20' } })]
  const { invoice, payment } = mergeInvoices(parts, 'RV-GROUP')
  expect(invoice).toMatchObject({ reference: 'RV-GROUP', total: 139_901, vat: 27_980, invoiceDate: '2026-10-20' })
  expect(invoice.rows.map((row) => [row.account, row.debit, row.credit])).toEqual([
    [6110, 103_920, 0],
    [6110, 8_001, 0],
    [2641, 27_980, 0],
    [2440, 0, 139_901],
  ])
  expect(isBalanced(invoice.rows)).toBe(true)
  expect(payment).toMatchObject({ amount: 139_901, amountSek: 139_901, paymentDate: '2026-10-20' })
})

test('in a foreign currency the rate is that of the sums', () => {
  const eu = { supplier: supplier({ vatType: 'EU_SERVICES', account: null }) }
  const parts = [11_000, 12_000].map((amountSek) =>
    partsOf({ ...eu, fields: { amountSek, currency: 'EUR', foreignAmount: 1_000 } }),
  )
  const { invoice } = mergeInvoices(parts, 'RV-GROUP')
  expect(invoice).toMatchObject({ total: 2_000, rate: '11.5' })
  expect(isBalanced(invoice.rows)).toBe(true)
})

test('VAT charged in euro stands at one rate an invoice, so purchases of other rates become invoices of their own', () => {
  const keyOf = (vatType: 'SE25' | 'EU_SERVICES', amountSek: number) =>
    groupKey(
      { place: 'A', invoiceNumber: null, year: '2' },
      partsOf({
        supplier: supplier({ vatType, account: 6540 }),
        fields: { amountSek, currency: 'EUR', foreignAmount: 1_000 },
      }),
    )
  expect(keyOf('SE25', 11_000)).not.toBe(keyOf('SE25', 12_000))
  expect(keyOf('SE25', 11_000)).toBe(keyOf('SE25', 11_000))
  expect(keyOf('EU_SERVICES', 11_000)).toBe(keyOf('EU_SERVICES', 12_000))
})

test('suppliers, currencies, VAT types, refunds, sheets and financial years stay apart', () => {
  const parts = partsOf({})
  const keyOf = (
    place: string,
    change: Partial<InvoiceParts['invoice']> = {},
    { invoiceNumber = null, year = '2' }: { invoiceNumber?: string | null; year?: string } = {},
  ) => groupKey({ place, invoiceNumber, year }, { ...parts, invoice: { ...parts.invoice, ...change } })
  const changes = [{ supplierNumber: '8' }, { currency: 'EUR' }, { vatType: 'SE12' as const }, { total: -1 }]
  const others = [keyOf('A', {}, { invoiceNumber: '4711' }), keyOf('A', {}, { year: '1' })]
  const keys = [keyOf('A'), keyOf('B'), ...changes.map((change) => keyOf('A', change)), ...others]
  expect(new Set(keys).size).toBe(8)
  expect(keyOf('A', { total: 1 })).toBe(keys[0])
})

test('under a reverse charge the months stay apart, unless the supplier’s own number says that it is one invoice', () => {
  const keysOf = (vatType: 'SE25' | 'EU_SERVICES', invoiceNumber: string | null) =>
    ['2026-09-30', '2026-10-01'].map((invoiceDate) => {
      const parts = partsOf({
        supplier: supplier({ vatType, account: null }),
        fields: { invoiceDate, account: '6540' },
      })
      return groupKey({ place: 'A', invoiceNumber, year: '2' }, parts)
    })
  const isOne = ([first, second]: string[]) => first === second
  expect(isOne(keysOf('SE25', null))).toBe(true)
  expect(isOne(keysOf('EU_SERVICES', null))).toBe(false)
  expect(isOne(keysOf('EU_SERVICES', '4711'))).toBe(true)
})

test('a sheet, the whole file or a card is one place', () => {
  const rows = [
    { sheet: 'A', card: '5254 12** **** 1234' },
    { sheet: 'B', card: '525412XXXXXX1234' },
  ] as const
  const places = (granularity: Granularity) => rows.map((row) => placeOf(row, granularity))
  expect(places('sheet')).toEqual(['A', 'B'])
  expect(new Set(places('supplier')).size).toBe(1)
  expect(new Set(places('card')).size).toBe(1)
})

test('cards that end in the same digits are two, as are those of two names', () => {
  const cards = ['525412******1234', '525400******1234', '*1234', 'Visa *1234', 'Kort 1 Anna', 'Kort 1 Bo', '–', '']
  expect(new Set(cards.map((card) => placeOf({ sheet: 'A', card }, 'card'))).size).toBe(cards.length)
})

test('texts that differ between the rows of an invoice are all kept', () => {
  const parts = ['Möte', 'Fika', 'Möte'].map((comments) => partsOf({ fields: { comments } }))
  expect(mergeInvoices(parts, 'RV-GROUP').invoice.comments).toBe('Möte, Fika')
})

test('totals that do not add up are refused', () => {
  expect(addUp({ count: 2, sum: 30 }, { ready: { count: 1, sum: 10 }, skipped: { count: 1, sum: 20 } })).toMatchObject({
    attention: { count: 0, sum: 0 },
  })
  expect(() => addUp({ count: 2, sum: 30 }, { ready: { count: 2, sum: 31 } })).toThrow('do not add up')
})

test('food bought on either side of a change of its rate is two invoices, as a refund takes back the rate of its day', () => {
  const keys = ['2026-03-30', '2026-03-31', '2026-04-02'].map((invoiceDate) =>
    groupKey(
      { place: 'A', invoiceNumber: null, year: '2' },
      partsOf({ supplier: supplier({ vatType: 'SE_FOOD' }), fields: { invoiceDate } }),
    ),
  )
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('refunds whose VAT is credited in two months are two credit invoices, those without VAT are one', () => {
  const keysOf = (vatType: 'SE25' | 'SE0', amountSek: number) =>
    ['2026-01-05', '2026-03-20'].map((invoiceDate) =>
      groupKey(
        { place: 'A', invoiceNumber: null, year: '2' },
        partsOf({ supplier: supplier({ vatType }), fields: { amountSek, invoiceDate } }),
      ),
    )
  const isOne = ([first, second]: string[]) => first === second
  expect(isOne(keysOf('SE25', -1250_00))).toBe(false)
  expect(isOne(keysOf('SE0', -1250_00))).toBe(true)
  expect(isOne(keysOf('SE25', 1250_00))).toBe(true)
})

test('a receipt with two rates is one invoice where its rows have one number', () => {
  const parts = [
    partsOf({ supplier: supplier({ vatType: null }), fields: { amountSek: 125_00, vatRate: '25' } }),
    partsOf({ supplier: supplier({ vatType: null }), fields: { amountSek: 106_00, vatRate: '6' } }),
  ]
  const keysOf = (invoiceNumber: string | null) =>
    parts.map((part) => groupKey({ place: 'A', invoiceNumber, year: '2' }, part))
  expect(new Set(keysOf('F-77')).size).toBe(1)
  expect(new Set(keysOf(null)).size).toBe(2)
  expect(mergeInvoices(parts, 'RV-GROUP').invoice).toMatchObject({ total: 231_00, vat: 31_00 })
})

test('what the buyer accounts for stays apart from VAT on the receipt, also under one number', () => {
  const keys = (['SE25', 'EU_SERVICES', 'EU_GOODS'] as const).map((vatType) =>
    groupKey(
      { place: 'A', invoiceNumber: 'F-77', year: '2' },
      partsOf({ supplier: supplier({ vatType, account: 6540 }) }),
    ),
  )
  expect(new Set(keys).size).toBe(3)
})

test('output VAT that is not deducted stays in its month too', () => {
  const keys = ['2026-09-30', '2026-10-01'].map((invoiceDate) =>
    groupKey(
      { place: 'A', invoiceNumber: null, year: '2' },
      partsOf({ supplier: supplier({ vatType: 'NO_DEDUCTION', account: 4535 }), fields: { invoiceDate } }),
    ),
  )
  expect(new Set(keys).size).toBe(2)
})
