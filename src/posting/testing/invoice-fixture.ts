import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'

/** An ordinary purchase of 1 250,00 with 25 % VAT, paid by card. */
export function invoiceFixture(reference: string, changes: Partial<SupplierInvoice> = {}): SupplierInvoice {
  return {
    reference,
    supplierNumber: '7',
    invoiceDate: '2026-10-05',
    dueDate: '2026-10-05',
    currency: 'SEK',
    rate: '1',
    total: 125_000,
    vat: 25_000,
    vatType: 'SE25',
    rows: [
      { account: 5410, role: 'cost', debit: 100_000, credit: 0 },
      { account: 2641, role: 'vat', debit: 25_000, credit: 0 },
      { account: 2440, role: 'debt', debit: 0, credit: 125_000 },
    ],
    isPaidByCard: true,
    ...changes,
  }
}

export const paymentFixture: InvoicePayment = {
  paymentDate: '2026-10-05',
  modeOfPayment: 'KORT',
  account: 2890,
  amount: 125_000,
  currency: 'SEK',
  rate: '1',
  amountSek: 125_000,
}

/** The same paid back, whole. */
export function refundFixture(reference: string): SupplierInvoice {
  const { total, vat, rows, ...invoice } = invoiceFixture(reference)
  const turned = rows.map((row) => ({ ...row, debit: row.credit, credit: row.debit }))
  return { ...invoice, total: -total, vat: -vat, rows: turned }
}

export function paymentOf({ total }: Pick<SupplierInvoice, 'total'>): InvoicePayment {
  return { ...paymentFixture, amount: total, amountSek: total }
}
