import { describe, expect, test } from 'vitest'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { AccountingSession, ConnectorError } from '../accounting-connector.ts'

type Opened = {
  session: AccountingSession
  invoice(changes?: Partial<SupplierInvoice>): SupplierInvoice
  stage: { given: { modeOfPayment: string } }
}

/** What was posted can be taken back: cancelled before it is bookkept, credited after. */
export function describeTakingBack(
  at: () => Opened,
  failure: (work: Promise<unknown>) => Promise<ConnectorError>,
): void {
  describe('taking back', () => {
    test('what is not bookkept is cancelled, and found as that', async () => {
      const { session, invoice } = at()
      const sent = invoice()
      const { number } = await session.createSupplierInvoice(sent)
      expect(await session.cancelSupplierInvoice(number)).toMatchObject({ number, isCancelled: true })
      expect(await session.readSupplierInvoice(number)).toMatchObject({ isCancelled: true })
      expect(await session.findByReference({ ...sent, since: new Date(Date.now() - 60_000) })).toMatchObject([
        { number, isCancelled: true },
      ])
    })
    test('what is bookkept is credited once, bookkept, and paid back until nothing is left', async () => {
      const { session, stage, invoice } = at()
      const sent = invoice()
      const payment = {
        ...{ paymentDate: sent.invoiceDate, modeOfPayment: stage.given.modeOfPayment, amount: sent.total },
        ...{ currency: 'SEK', rate: '1', amountSek: sent.total },
      }
      const { number } = await session.createSupplierInvoice(sent)
      await session.bookkeepSupplierInvoice(number)
      const removed = await session.createPayment(number, payment)
      await session.deletePayment(removed.number)
      expect(await session.listPayments(number)).toEqual([])
      await session.bookkeepPayment((await session.createPayment(number, payment)).number)
      expect(await failure(session.cancelSupplierInvoice(number))).toMatchObject({ retry: 'never' })
      const credit = await session.creditSupplierInvoice(number)
      expect(await session.readSupplierInvoice(number)).toMatchObject({ creditReference: credit })
      expect(await session.findCreditInvoice(number, new Date())).toBe(credit)
      const made = await session.readSupplierInvoice(credit)
      expect(made).toMatchObject({ creditReference: number, total: -sent.total, isBookkept: false })
      expect(await failure(session.creditSupplierInvoice(number))).toMatchObject({ retry: 'never' })
      await session.bookkeepSupplierInvoice(credit)
      const back = { ...payment, paymentDate: made.invoiceDate ?? '', amount: -sent.total, amountSek: -sent.total }
      await session.bookkeepPayment((await session.createPayment(credit, back)).number)
      expect(await session.readSupplierInvoice(credit)).toMatchObject({ isBookkept: true, balance: 0 })
    })
  })
}
