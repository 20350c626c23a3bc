import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import { type Company, nextNumber, settingsOf } from './company.ts'
import { missing, refuse } from './errors.ts'
import { numberOf, readFields, textOf } from './field-rules.ts'
import { approveBooking, approvePayment, bookkeepInvoice, cancelInvoice, creditInvoice } from './invoice-actions.ts'
import { invoiceAnswer, invoiceListRow } from './invoice-answers.ts'
import { type Currency, deriveAmounts } from './invoice-rows.ts'
import { requireCostCenter, requireProject, yearFor } from './ledger.ts'
import { listAnswer } from './listing.ts'
import { localDate, localMinute } from './local-time.ts'
import type { Fields, InvoiceRecord, SupplierRecord } from './records.ts'
import { supplierInvoiceFields } from './resource-fields.ts'

const scopes = ['supplierinvoice']

/** fromdate and todate are left out on purpose: whether the live API takes them here is not certain. */
const searchable: Readonly<Record<string, (invoice: InvoiceRecord) => string>> = {
  suppliernumber: (invoice) => invoice.supplierNumber,
  suppliername: (invoice) => invoice.supplierName,
  invoicenumber: (invoice) => textOf(invoice.fields, 'InvoiceNumber'),
  serialnumber: (invoice) => String(invoice.number),
  ocr: (invoice) => textOf(invoice.fields, 'OCR'),
  costcenter: (invoice) => textOf(invoice.fields, 'CostCenter'),
  project: (invoice) => textOf(invoice.fields, 'Project'),
  ourreference: (invoice) => textOf(invoice.fields, 'OurReference'),
  yourreference: (invoice) => textOf(invoice.fields, 'YourReference'),
}

type StateFilter = (invoice: InvoiceRecord, today: string, company: Company) => boolean
const stateFilters: Readonly<Record<string, StateFilter>> = {
  cancelled: (invoice) => invoice.cancelled,
  fullypaid: (invoice) => !invoice.cancelled && invoice.finalPayDate !== undefined,
  unpaid: (invoice) => isOpen(invoice),
  unpaidoverdue: (invoice, today) => isOpen(invoice) && invoice.dueDate < today,
  unbooked: (invoice) => !invoice.booked && !invoice.cancelled,
  pendingpayment: (invoice) => invoice.booked && invoice.fields.PaymentPending === true,
  authorizepending: (invoice, _today, company) =>
    settingsOf(company).approval !== 'none' && !invoice.approvedForBooking && !invoice.booked && !invoice.cancelled,
}

const action = (
  name: string,
  run: (company: Company, invoice: InvoiceRecord, now: Date) => InvoiceRecord,
): ApiRoute => ({
  method: 'PUT',
  path: `supplierinvoices/{}/${name}`,
  scopes,
  handle: ({ company, params, now }) => ({
    status: 200,
    body: invoiceAnswer(company, run(company, findInvoice(company, params[0]), now)),
  }),
})

export const supplierInvoiceRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: 'supplierinvoices',
    scopes,
    list: { filters: ['filter', ...Object.keys(searchable)] },
    handle: listInvoices,
  },
  { method: 'POST', path: 'supplierinvoices', scopes, handle: createInvoice },
  {
    method: 'GET',
    path: 'supplierinvoices/{}',
    scopes,
    handle: ({ company, params }) => ({ status: 200, body: invoiceAnswer(company, findInvoice(company, params[0])) }),
  },
  { method: 'PUT', path: 'supplierinvoices/{}', scopes, handle: updateInvoice },
  action('bookkeep', bookkeepInvoice),
  action('cancel', cancelInvoice),
  action('credit', creditInvoice),
  action('approvalbookkeep', approveBooking),
  action('approvalpayment', approvePayment),
]

function listInvoices(request: ApiRequest): ApiAnswer {
  const { company, query, now } = request
  const wanted = query.get('filter')
  const filter = wanted === null ? undefined : Object.hasOwn(stateFilters, wanted) ? stateFilters[wanted] : null
  if (filter === null) throw refuse('badFilter')
  const today = localDate(now)
  const all = [...company.table('invoices').values()]
  return listAnswer<InvoiceRecord>(request, {
    name: 'SupplierInvoices',
    items: filter === undefined ? all : all.filter((invoice) => filter(invoice, today, company)),
    row: invoiceListRow,
    texts: searchable,
    modified: (invoice) => invoice.modified,
  })
}

function createInvoice({ company, body, now }: ApiRequest): ApiAnswer {
  const fields = readFields(body, 'SupplierInvoice', supplierInvoiceFields)
  const derived = derive(company, fields, now)
  const invoice: InvoiceRecord = {
    ...derived,
    number: nextNumber(company, 'supplierInvoice'),
    balance: derived.total,
    booked: false,
    cancelled: false,
    isCredit: derived.total < 0,
    creditReference: undefined,
    approvedForBooking: false,
    approvedForPayment: false,
    finalPayDate: undefined,
    vouchers: [],
    created: localMinute(now),
  }
  company.put('invoices', invoice.number, invoice)
  return { status: 201, body: invoiceAnswer(company, invoice), location: 'supplierinvoices' }
}

/** Partial, but rows are replaced as a whole. */
function updateInvoice({ company, params, body, now }: ApiRequest): ApiAnswer {
  const invoice = findInvoice(company, params[0])
  if (invoice.booked) throw refuse('alreadyBooked')
  if (invoice.cancelled) throw refuse('invoiceCancelled')
  const fields = { ...invoice.fields, ...readFields(body, 'SupplierInvoice', supplierInvoiceFields) }
  const derived = derive(company, fields, now)
  const updated: InvoiceRecord = { ...invoice, ...derived, balance: derived.total, isCredit: derived.total < 0 }
  company.put('invoices', invoice.number, updated)
  return { status: 200, body: invoiceAnswer(company, updated) }
}

type Derived = Pick<
  InvoiceRecord,
  | 'supplierNumber'
  | 'supplierName'
  | 'fields'
  | 'invoiceDate'
  | 'dueDate'
  | 'currency'
  | 'rate'
  | 'unit'
  | 'total'
  | 'vat'
  | 'rows'
  | 'modified'
>

/** Everything that follows from the client's fields, so that a change later follows the same rules as a new invoice. */
function derive(company: Company, fields: Fields, now: Date): Derived {
  const supplier = invoiceSupplier(company, textOf(fields, 'SupplierNumber'))
  if (fields.SalesType === 'STOCK') throw refuse('stockModule')
  requireCostCenter(company, textOf(fields, 'CostCenter'))
  requireProject(company, textOf(fields, 'Project'))
  const invoiceDate = textOf(fields, 'InvoiceDate') || localDate(now)
  yearFor(company, invoiceDate)
  const amounts = deriveAmounts(
    company,
    { ...fields, InvoiceDate: invoiceDate },
    invoiceCurrency(company, fields, supplier),
    textOf(supplier.fields, 'PreDefinedAccount'),
  )
  return {
    ...amounts,
    supplierNumber: supplier.number,
    supplierName: textOf(supplier.fields, 'Name'),
    fields,
    invoiceDate,
    dueDate: textOf(fields, 'DueDate') || invoiceDate,
    modified: localMinute(now),
  }
}

function invoiceSupplier(company: Company, number: string): SupplierRecord {
  if (number === '') throw refuse('requiredField', 'SupplierNumber')
  const supplier = company.table('suppliers').get(number)
  if (supplier === undefined) throw refuse('supplierNotFound')
  if (supplier.fields.Active === false) throw refuse('supplierInactive', number)
  return supplier
}

/** Without a rate Fortnox fills in the currency's selling rate. */
function invoiceCurrency(company: Company, fields: Fields, supplier: SupplierRecord): Currency {
  const code = textOf(fields, 'Currency') || textOf(supplier.fields, 'Currency') || 'SEK'
  const currency = company.table('currencies').get(code)
  if (currency === undefined) throw refuse('currencyNotFound')
  if (code === 'SEK') return { currency: code, rate: '1', unit: 1 }
  const rate = textOf(fields, 'CurrencyRate')
  return {
    currency: code,
    rate: Number(rate) > 0 ? rate : currency.sellRate,
    unit: numberOf(fields, 'CurrencyUnit') ?? currency.unit,
  }
}

function findInvoice(company: Company, number = ''): InvoiceRecord {
  const invoice = company.table('invoices').get(number)
  if (invoice === undefined) throw missing('invoiceNotFound')
  return invoice
}

function isOpen(invoice: InvoiceRecord): boolean {
  return invoice.booked && !invoice.cancelled && invoice.balance !== 0
}
