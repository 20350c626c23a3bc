import { describe, expect, test } from 'vitest'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { AccountingSession, InvoiceListState, ListedInvoice, Supplier } from '../accounting-connector.ts'

type Opened = {
  session: AccountingSession
  supplier: Supplier
  invoice(changes?: Partial<SupplierInvoice>): SupplierInvoice
  stage: { given: { costAccount: number } }
}

/** What people see of their invoices through the port. */
export function describeListing(at: () => Opened): void {
  describe('the list of supplier invoices', () => {
    test('has what was posted in its state, and the invoice itself tells the rest', async () => {
      const { session, invoice, supplier } = at()
      const given = invoice({
        invoiceNumber: 'F-77',
        ourReference: 'Karin',
        currency: 'EUR',
        rate: '11.5',
        rows: invoice().rows.map((row) => ({ ...row, debit: row.debit * 11.5, credit: row.credit * 11.5 })),
      })
      const posted = await session.createSupplierInvoice(given)
      const inState = async (state: InvoiceListState) => {
        const found: ListedInvoice[] = []
        for await (const page of session.listSupplierInvoices(state)) found.push(...page)
        return found.find(({ number }) => number === posted.number)
      }
      const listed = await inState('unbooked')
      expect(listed).toMatchObject({
        supplierName: supplier.name,
        invoiceNumber: 'F-77',
        invoiceDate: given.invoiceDate,
        dueDate: given.dueDate,
        total: 125_000,
        isCredit: false,
        isBookkept: false,
        currency: 'EUR',
      })
      expect(Number(listed?.rate)).toBe(11.5)
      expect(await inState('paid')).toBeUndefined()
      expect(await inState('all')).toEqual(listed)
      const detail = await session.readInvoiceDetail(posted.number)
      expect(detail).toMatchObject({ vat: 25_000, ourReference: 'Karin' })
      expect(detail.rows.find(({ code }) => code === null)).toMatchObject({ account: at().stage.given.costAccount })
    })
  })
}
