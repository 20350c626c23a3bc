import { type Ore, toSek } from './amounts.ts'
import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import { type Company, nextNumber, settingsOf } from './company.ts'
import { missing, refuse } from './errors.ts'
import { numberOf, readFields, rowsOf, textOf } from './field-rules.ts'
import { accountIn, yearFor } from './ledger.ts'
import { listAnswer } from './listing.ts'
import { localDate, localMinute } from './local-time.ts'
import { paymentAnswer, paymentListRow } from './payment-answers.ts'
import { bookkeepPayment } from './payment-booking.ts'
import type { Fields, InvoiceRecord, PaymentRecord, WriteOff } from './records.ts'
import { paymentFields } from './resource-fields.ts'

/** Which of the two scopes payments need is not certain, so the sandbox wants both: a client that asks for both is safe. */
const scopes = ['payment', 'supplierinvoice']

export const paymentRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: 'supplierinvoicepayments',
    scopes,
    list: { filters: ['invoicenumber'] },
    handle: listPayments,
  },
  { method: 'POST', path: 'supplierinvoicepayments', scopes, handle: createPayment },
  {
    method: 'GET',
    path: 'supplierinvoicepayments/{}',
    scopes,
    handle: ({ company, params }) => answer(company, findPayment(company, params[0])),
  },
  { method: 'PUT', path: 'supplierinvoicepayments/{}', scopes, handle: updatePayment },
  { method: 'DELETE', path: 'supplierinvoicepayments/{}', scopes, handle: deletePayment },
  { method: 'PUT', path: 'supplierinvoicepayments/{}/bookkeep', scopes, handle: bookkeep },
]

function listPayments(request: ApiRequest): ApiAnswer {
  const { company } = request
  return listAnswer<PaymentRecord>(request, {
    name: 'SupplierInvoicePayments',
    items: company.table('payments').values(),
    row: (payment) => paymentListRow(payment, invoiceOf(company, payment)),
    texts: { invoicenumber: (payment) => String(payment.invoiceNumber) },
    modified: (payment) => payment.modified,
  })
}

function createPayment({ company, body, now }: ApiRequest): ApiAnswer {
  const fields = readFields(body, 'SupplierInvoicePayment', paymentFields)
  const derived = derive(company, fields, now)
  const payment: PaymentRecord = {
    ...derived,
    number: nextNumber(company, 'supplierPayment'),
    booked: false,
    voucher: undefined,
  }
  company.put('payments', payment.number, payment)
  return { ...answer(company, payment), status: 201, location: 'supplierinvoicepayments' }
}

function updatePayment({ company, params, body, now }: ApiRequest): ApiAnswer {
  const payment = findPayment(company, params[0])
  requireUnbooked(payment)
  const fields = readFields(body, 'SupplierInvoicePayment', paymentFields)
  if (fields.InvoiceNumber !== undefined && fields.InvoiceNumber !== String(payment.invoiceNumber))
    throw refuse('readOnlyField', 'InvoiceNumber')
  // Of the two amounts the one that is sent decides; the other is calculated anew.
  const { Amount, AmountCurrency, ...kept } = payment.fields
  const amounts =
    fields.Amount === undefined && fields.AmountCurrency === undefined
      ? { ...(Amount === undefined ? {} : { Amount }), ...(AmountCurrency === undefined ? {} : { AmountCurrency }) }
      : {}
  const updated: PaymentRecord = { ...payment, ...derive(company, { ...kept, ...amounts, ...fields }, now) }
  company.put('payments', payment.number, updated)
  return answer(company, updated)
}

function deletePayment({ company, params }: ApiRequest): ApiAnswer {
  const payment = findPayment(company, params[0])
  requireUnbooked(payment)
  company.remove('payments', payment.number)
  return { status: 204 }
}

function bookkeep({ company, params, now }: ApiRequest): ApiAnswer {
  const payment = findPayment(company, params[0])
  requireUnbooked(payment)
  const invoice = invoiceOf(company, payment)
  requirePayable(company, invoice)
  // Betalattest holds back the booking of a payment, not the payment itself.
  if (settingsOf(company).paymentApproval && !invoice.approvedForPayment) throw refuse('paymentNotApproved')
  requireCovered(invoice, payment.amountCurrency, payment.writeOffs)
  return answer(company, bookkeepPayment(company, payment, invoice, now))
}

type Derived = Omit<PaymentRecord, 'number' | 'booked' | 'voucher'>

function derive(company: Company, fields: Fields, now: Date): Derived {
  const invoice = paidInvoice(company, textOf(fields, 'InvoiceNumber'))
  requirePayable(company, invoice)
  const paymentDate = textOf(fields, 'PaymentDate') || localDate(now)
  if (paymentDate < invoice.invoiceDate) throw refuse('paymentTooEarly', invoice.invoiceDate)
  const year = yearFor(company, paymentDate).id
  const modeOfPayment = textOf(fields, 'ModeOfPayment') || settingsOf(company).defaultModeOfPayment
  if (!company.table('modesOfPayment').has(modeOfPayment)) throw refuse('modeOfPaymentNotFound', modeOfPayment)
  const rate = invoice.currency === 'SEK' ? '1' : textOf(fields, 'CurrencyRate') || invoice.rate
  const amountCurrency = amountInCurrency(fields, invoice)
  if (amountCurrency === 0) throw refuse('zeroAmount')
  const writeOffs = readWriteOffs(company, fields, year)
  requireCovered(invoice, amountCurrency, writeOffs)
  return {
    invoiceNumber: invoice.number,
    fields,
    amount: numberOf(fields, 'Amount') ?? toSek(amountCurrency, rate, invoice.unit),
    amountCurrency,
    rate,
    paymentDate,
    modeOfPayment,
    writeOffs,
    modified: localMinute(now),
  }
}

/** Amount is SEK and AmountCurrency the invoice's own currency; without either the whole balance is paid. */
function amountInCurrency(fields: Fields, invoice: InvoiceRecord): Ore {
  const amount = numberOf(fields, 'AmountCurrency')
  if (amount !== undefined) return amount
  if (invoice.currency === 'SEK') return numberOf(fields, 'Amount') ?? invoice.balance
  return invoice.balance
}

function readWriteOffs(company: Company, fields: Fields, year: number): WriteOff[] {
  return (rowsOf(fields, 'WriteOffs') ?? []).map((row) => {
    const account = numberOf(row, 'AccountNumber')
    if (account === undefined) throw refuse('requiredField', 'AccountNumber')
    if (!accountIn(company, year, account)) throw refuse('accountNotFound', account)
    return { account, amount: numberOf(row, 'Amount') ?? 0, text: textOf(row, 'TransactionInformation') }
  })
}

/** Only a booked invoice can be paid, except by the cash method, where the payment is what books it. */
function requirePayable(company: Company, invoice: InvoiceRecord): void {
  if (invoice.cancelled) throw refuse('invoiceCancelled')
  if (!invoice.booked && settingsOf(company).accountingMethod !== 'CASH') throw refuse('invoiceNotBooked')
}

/** A payment goes the way of the balance (a credit note's is negative) and not beyond it. */
function requireCovered(invoice: InvoiceRecord, amountCurrency: Ore, writeOffs: readonly WriteOff[]): void {
  const settled = writeOffs.reduce((sum, writeOff) => sum + writeOff.amount, amountCurrency)
  const isSameDirection = Math.sign(settled) === Math.sign(invoice.balance)
  if (!isSameDirection || Math.abs(settled) > Math.abs(invoice.balance))
    throw refuse('paymentTooLarge', invoice.balance / 100)
}

function requireUnbooked(payment: PaymentRecord): void {
  if (payment.booked) throw refuse('paymentBooked')
}

function paidInvoice(company: Company, number: string): InvoiceRecord {
  if (number === '') throw refuse('requiredField', 'InvoiceNumber')
  const invoice = company.table('invoices').get(number)
  if (invoice === undefined) throw refuse('invoiceNotFound')
  return invoice
}

function invoiceOf(company: Company, payment: PaymentRecord): InvoiceRecord {
  return paidInvoice(company, String(payment.invoiceNumber))
}

function findPayment(company: Company, number = ''): PaymentRecord {
  const payment = company.table('payments').get(number)
  if (payment === undefined) throw missing('paymentNotFound')
  return payment
}

function answer(company: Company, payment: PaymentRecord): ApiAnswer {
  return { status: 200, body: paymentAnswer(payment, invoiceOf(company, payment)) }
}
