import { expect, test } from 'vitest'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { answer, failure, farSide } from './testing/far-side.ts'

const sparing = { SupplierNumber: '7', Booked: true }

test('an invoice that tells neither its number nor its total is the one that was asked for', async () => {
  const { session } = await farSide((_request, response) => answer(response, 200, { SupplierInvoice: sparing }))
  const told = { number: '4', total: undefined, isBookkept: true }
  expect(await session.readSupplierInvoice('4')).toMatchObject(told)
  expect(await session.bookkeepSupplierInvoice('4')).toMatchObject(told)
  expect(await session.cancelSupplierInvoice('4')).toMatchObject(told)
})
const made: SupplierInvoice = {
  ...{ supplierNumber: '7', invoiceDate: '2026-11-20', dueDate: '2026-11-20', currency: 'SEK', rate: '1' },
  ...{ total: 1000, vat: 0, vatType: 'SE0', isPaidByCard: true, reference: 'RV-1', rows: [] },
}
test('of one that was made the number must be told, and nothing else', async () => {
  const { session } = await farSide((_request, response, count) =>
    answer(response, 201, { SupplierInvoice: { ...sparing, ...(count === 1 && { GivenNumber: 4 }) } }),
  )
  expect(await session.createSupplierInvoice(made)).toMatchObject({ number: '4', total: undefined })
  expect(await failure(session.createSupplierInvoice(made))).toMatchObject({ kind: 'unknown' })
})
