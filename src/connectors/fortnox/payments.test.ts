import { describe, expect, test } from 'vitest'
import { answer, due, farSide } from './testing/far-side.ts'

describe('a payment of which Fortnox tells no more than it must', () => {
  test('is made, and bookkept', async () => {
    const { session } = await farSide((_request, response) =>
      answer(response, 200, { SupplierInvoicePayment: { Number: 9, Booked: true } }),
    )
    const told = { number: '9', amount: undefined, paymentDate: undefined, isBookkept: true }
    expect(await session.createPayment('7', due)).toMatchObject({ ...told, invoiceNumber: '7' })
    expect(await session.bookkeepPayment('9')).toMatchObject(told)
    expect(await session.readPayment('9')).toMatchObject(told)
  })
  test('is listed', async () => {
    const { session } = await farSide((_request, response) =>
      answer(response, 200, {
        SupplierInvoicePayments: [
          { Number: 9, InvoiceNumber: 7, Amount: null, PaymentDate: '' },
          { Number: 10, InvoiceNumber: 7, Amount: '10.50', PaymentDate: '2026-11-20' },
        ],
      }),
    )
    expect(await session.listPayments('7')).toMatchObject([
      { number: '9', amount: undefined, paymentDate: undefined },
      { number: '10', amount: 1050, paymentDate: '2026-11-20' },
    ])
  })
})
