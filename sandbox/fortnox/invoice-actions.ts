import { type Company, nextNumber, settingsOf } from './company.ts'
import { forbidden, refuse } from './errors.ts'
import { bookVoucher, requireUnlocked, sumOf, yearFor } from './ledger.ts'
import { localDate, localMinute } from './local-time.ts'
import type { InvoiceRecord, InvoiceRow } from './records.ts'

/** The actions on a supplier invoice: each takes it as it stands and returns it as it became. */

export function bookkeepInvoice(company: Company, invoice: InvoiceRecord, now: Date): InvoiceRecord {
  requireOpen(invoice)
  const settings = settingsOf(company)
  yearFor(company, invoice.invoiceDate)
  if (settings.accountingMethod === 'CASH') throw refuse('cashMethod')
  if (settings.approval !== 'none' && !invoice.approvedForBooking) throw refuse('approvalRequired')
  requireUnlocked(company, invoice.invoiceDate)
  if (invoice.rows.length === 0 || sumOf(invoice.rows) !== 0) throw refuse('notBalanced')
  const voucher = bookVoucher(
    company,
    {
      series: 'D',
      date: invoice.invoiceDate,
      description: `Leverantörsfaktura ${invoice.number}, ${invoice.supplierName}`.slice(0, 200),
      referenceType: 'SUPPLIERINVOICE',
      referenceNumber: String(invoice.number),
      rows: invoice.rows,
    },
    now,
  )
  return keep(company, { ...invoice, booked: true, vouchers: [...invoice.vouchers, voucher] }, now)
}

export function cancelInvoice(company: Company, invoice: InvoiceRecord, now: Date): InvoiceRecord {
  requireOpen(invoice)
  return keep(company, { ...invoice, cancelled: true, balance: 0 }, now)
}

/** A new invoice with the rows turned round; both invoices refer to each other. */
export function creditInvoice(company: Company, invoice: InvoiceRecord, now: Date): InvoiceRecord {
  if (!invoice.booked || invoice.cancelled || invoice.isCredit || invoice.creditReference !== undefined)
    throw refuse('notCreditable')
  const today = localDate(now)
  yearFor(company, today)
  const number = nextNumber(company, 'supplierInvoice')
  const {
    SupplierInvoiceRows: _rows,
    Total: _total,
    VAT: _vat,
    ExternalInvoiceNumber: _reference,
    ...fields
  } = invoice.fields
  const rows = invoice.rows.map(turned)
  keep(
    company,
    {
      ...invoice,
      number,
      // The credit invoice is recalculated from its own fields if it is changed, so they carry the turned amounts.
      fields: { ...fields, Total: -invoice.total, VAT: -invoice.vat, SupplierInvoiceRows: rows.map(rowFields) },
      invoiceDate: today,
      dueDate: today,
      total: -invoice.total,
      vat: -invoice.vat,
      balance: -invoice.total,
      rows,
      booked: false,
      isCredit: true,
      creditReference: invoice.number,
      approvedForBooking: false,
      approvedForPayment: false,
      finalPayDate: undefined,
      vouchers: [],
      created: localMinute(now),
    },
    now,
  )
  return keep(company, { ...invoice, creditReference: number }, now)
}

export function approveBooking(company: Company, invoice: InvoiceRecord, now: Date): InvoiceRecord {
  if (settingsOf(company).approval !== 'simple') throw refuse('approvalNotUsed')
  if (!settingsOf(company).mayApprove) throw forbidden('mayNotApprove')
  requireOpen(invoice)
  return keep(company, { ...invoice, approvedForBooking: true }, now)
}

export function approvePayment(company: Company, invoice: InvoiceRecord, now: Date): InvoiceRecord {
  if (!settingsOf(company).paymentApproval) throw refuse('approvalNotUsed')
  if (!settingsOf(company).mayApprove) throw forbidden('mayNotApprove')
  if (invoice.cancelled) throw refuse('invoiceCancelled')
  if (!invoice.booked) throw refuse('invoiceNotBooked')
  return keep(company, { ...invoice, approvedForPayment: true }, now)
}

function requireOpen(invoice: InvoiceRecord): void {
  if (invoice.cancelled) throw refuse('invoiceCancelled')
  if (invoice.booked) throw refuse('alreadyBooked')
}

function keep(company: Company, invoice: InvoiceRecord, now: Date): InvoiceRecord {
  const kept = { ...invoice, modified: localMinute(now) }
  company.put('invoices', kept.number, kept)
  return kept
}

function turned(row: InvoiceRow): InvoiceRow {
  return {
    ...row,
    debit: row.credit,
    credit: row.debit,
    debitCurrency: row.creditCurrency,
    creditCurrency: row.debitCurrency,
  }
}

function rowFields(row: InvoiceRow): { [name: string]: string | number } {
  return {
    Account: row.account,
    ...(row.code === undefined ? {} : { Code: row.code }),
    Debit: row.debit,
    Credit: row.credit,
    DebitCurrency: row.debitCurrency,
    CreditCurrency: row.creditCurrency,
    CostCenter: row.costCenter,
    Project: row.project,
    TransactionInformation: row.text,
  }
}
