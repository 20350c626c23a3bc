import { counterReference } from '#kernel/invoice-reference.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { mirrored, type SupplierInvoice } from '#kernel/supplier-invoice.ts'

/**
 * What takes a bookkept refund back: a credit invoice can be credited by nobody (decisions/018), so an invoice of
 * our own turns its rows round once more, on the day it is made, at the refund's rate. It has a reference of its own, to be
 * found by after a lost answer, and the refund's number at the supplier, so that the two take each other out of the numbers
 * that are used.
 */
export function counterRefund(refund: SupplierInvoice, number: string, day: LocalDate): SupplierInvoice {
  const { credits: _credits, ...kept } = refund
  return {
    ...kept,
    reference: counterReference(refund.reference),
    invoiceDate: day,
    dueDate: day,
    total: -refund.total,
    vat: refund.vat === 0 ? 0 : -refund.vat,
    rows: refund.rows.map(mirrored),
    comments: `Tar tillbaka kreditfaktura, löpnummer ${number}`,
  }
}
