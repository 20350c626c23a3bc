import { counterReference } from '#kernel/invoice-reference.ts'

/** What the other side holds: it does whatever it is asked, twice if asked twice, as far as Fortnox's own rules allow. */
export type BookedInvoice = {
  number: string
  reference: string
  supplierNumber: string
  total: number
  isBookkept: boolean
  isCancelled: boolean
  /** Of a credit invoice: the one it credits; of that one: the credit invoice. */
  creditReference: string | null
  isCredit: boolean
}
export type BookedPayment = {
  number: string
  invoiceNumber: string
  amount: number
  date: string
  isBookkept: boolean
  isDeleted: boolean
}
export type Answer = { status: number; body: unknown }
export type Request = { method: string; path: string; query: URLSearchParams; body: unknown }

type CreateBody = { ExternalInvoiceNumber: string; SupplierNumber: string; Total: string }
type PaymentBody = { InvoiceNumber: string; Amount: number; PaymentDate: string }

const day = '2026-11-21'

/** `takesSecondPayment`: while the first is not bookkept; nobody has published whether Fortnox does. */
export function createBooks({ takesSecondPayment = false } = {}) {
  const held: Held = { invoices: [], payments: [], isLocked: false, takesSecondPayment }
  const ofInvoices = openInvoices(held)
  const ofPayments = openPayments(held)
  const actions: Record<string, (number: string) => Answer> = {
    'supplierinvoices/bookkeep': ofInvoices.bookkeep,
    'supplierinvoices/cancel': ofInvoices.cancel,
    'supplierinvoices/credit': ofInvoices.credit,
    'supplierinvoicepayments/bookkeep': ofPayments.bookkeep,
  }
  /** One request of Fortnox's API, carried out. */
  function carryOut({ method, path, query, body }: Request): Answer {
    if (path === 'modesofpayments') return page('ModesOfPayments', [{ Code: 'KORT', AccountNumber: 2890 }])
    if (path === 'settings/lockedperiod') return ok({ LockedPeriod: { EndDate: null } })
    const [resource, number = '', action] = path.split('/')
    const isInvoice = resource === 'supplierinvoices'
    if (method === 'POST')
      return isInvoice
        ? ofInvoices.create((body as { SupplierInvoice: CreateBody }).SupplierInvoice)
        : ofPayments.pay((body as { SupplierInvoicePayment: PaymentBody }).SupplierInvoicePayment)
    if (method === 'DELETE') return ofPayments.remove(number)
    if (method === 'PUT') return actions[`${resource}/${action}`]?.(number) ?? refused(2_000_588)
    return (isInvoice ? ofInvoices : ofPayments).read(number, query)
  }
  const { invoices, payments } = held
  const lock = (isLocked: boolean) => Object.assign(held, { isLocked })
  const { bookkeep, cancel } = ofInvoices
  /** Whether a request that comes twice makes two. */
  const doubles = (method: string, path: string) =>
    method === 'POST' && (path === 'supplierinvoices' || takesSecondPayment)
  return {
    ...{ invoices, payments, bookkeep, cancel, carryOut, lock, doubles },
    pay: ofPayments.pay,
    takesSecondPayment,
  }
}
export type Books = ReturnType<typeof createBooks>

type Held = { invoices: BookedInvoice[]; payments: BookedPayment[]; isLocked: boolean; takesSecondPayment: boolean }
const findInvoice = ({ invoices }: Held, number: string) => invoices.find((one) => one.number === number)
const findPayment = ({ payments }: Held, number: string) =>
  payments.find((one) => one.number === number && !one.isDeleted)
const livePayments = ({ payments }: Held, number: string) =>
  payments.filter((one) => one.invoiceNumber === number && !one.isDeleted)

function openInvoices(held: Held) {
  const { invoices, payments } = held
  const answer = (invoice: BookedInvoice) => ok({ SupplierInvoice: invoiceBody(invoice, payments) })
  function add(given: Pick<BookedInvoice, 'reference' | 'supplierNumber' | 'total'>, creditReference: string | null) {
    const number = String(invoices.length + 1)
    const fresh = { isBookkept: false, isCancelled: false, isCredit: creditReference !== null }
    const invoice = { number, ...given, ...fresh, creditReference }
    invoices.push(invoice)
    return invoice
  }
  return {
    create: ({ ExternalInvoiceNumber: reference, SupplierNumber: supplierNumber, Total }: CreateBody) =>
      answer(add({ reference, supplierNumber, total: Number(Total) }, null)),
    bookkeep(number: string): Answer {
      const invoice = findInvoice(held, number)
      if (!invoice) return refused(2_000_000, 404)
      if (held.isLocked) return refused(2_000_401)
      if (invoice.isBookkept || invoice.isCancelled) return refused(2_000_001)
      invoice.isBookkept = true
      return answer(invoice)
    },
    cancel(number: string): Answer {
      const invoice = findInvoice(held, number)
      if (!invoice) return refused(2_000_000, 404)
      const isPaid = livePayments(held, number).length > 0
      if (invoice.isBookkept || invoice.isCancelled || isPaid) return refused(9_000_025)
      invoice.isCancelled = true
      return answer(invoice)
    },
    credit(number: string): Answer {
      const invoice = findInvoice(held, number)
      if (!invoice) return refused(2_000_000, 404)
      const isCredit = invoice.isCredit || invoice.total < 0
      if (!invoice.isBookkept || isCredit || invoice.creditReference !== null) return refused(9_000_024)
      const { supplierNumber, total } = invoice
      invoice.creditReference = add({ reference: '', supplierNumber, total: -total }, number).number
      return answer(invoice)
    },
    read(number: string, query: URLSearchParams): Answer {
      const invoice = findInvoice(held, number)
      if (number) return invoice ? answer(invoice) : refused(2_000_000, 404)
      const asked = query.get('suppliernumber')
      const found = invoices.filter(({ supplierNumber }) => asked === null || supplierNumber === asked)
      return page(
        'SupplierInvoices',
        found.map((one) => invoiceBody(one, payments)),
      )
    },
  }
}

function openPayments(held: Held) {
  const answer = (payment: BookedPayment) => ok({ SupplierInvoicePayment: paymentBody(payment) })
  return {
    pay({ InvoiceNumber: invoiceNumber, Amount: amount, PaymentDate: date }: PaymentBody): Answer {
      const before = livePayments(held, invoiceNumber)
      const isPaid = held.takesSecondPayment ? before.some(({ isBookkept }) => isBookkept) : before.length > 0
      if (!findInvoice(held, invoiceNumber)?.isBookkept || isPaid) return refused(2_000_002)
      const number = String(held.payments.length + 1)
      const payment = { number, invoiceNumber, amount, date, isBookkept: false, isDeleted: false }
      held.payments.push(payment)
      return answer(payment)
    },
    bookkeep(number: string): Answer {
      const payment = findPayment(held, number)
      if (!payment) return refused(2_000_000, 404)
      if (held.isLocked) return refused(2_000_401)
      const isPaid = livePayments(held, payment.invoiceNumber).some(({ isBookkept }) => isBookkept)
      if (isPaid) return refused(2_000_003)
      payment.isBookkept = true
      return answer(payment)
    },
    remove(number: string): Answer {
      const payment = findPayment(held, number)
      if (!payment) return refused(2_000_000, 404)
      if (payment.isBookkept) return refused(2_000_004)
      payment.isDeleted = true
      return { status: 204, body: null }
    },
    read(number: string, query: URLSearchParams): Answer {
      const payment = findPayment(held, number)
      if (number) return payment ? answer(payment) : refused(2_000_000, 404)
      const asked = query.get('invoicenumber')
      const found = held.payments.filter((one) => !one.isDeleted && (asked === null || one.invoiceNumber === asked))
      return page('SupplierInvoicePayments', found.map(paymentBody))
    },
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const refused = (code: number, status = 400): Answer => ({
  status,
  body: { ErrorInformation: { error: 1, message: 'refused', code } },
})

const page = (name: string, rows: unknown[]) =>
  ok({ MetaInformation: { '@TotalResources': rows.length, '@TotalPages': 1, '@CurrentPage': 1 }, [name]: rows })

function invoiceBody(invoice: BookedInvoice, payments: readonly BookedPayment[]) {
  const { number, reference, supplierNumber, total, isBookkept, isCancelled, creditReference } = invoice
  const paid = payments.filter((one) => one.invoiceNumber === number && one.isBookkept)
  const balance = paid.reduce((left, { amount }) => left - amount, total)
  return {
    ...{ GivenNumber: number, SupplierNumber: supplierNumber, ExternalInvoiceNumber: reference, InvoiceDate: day },
    ...{ Booked: isBookkept, Cancelled: isCancelled, Total: total, Balance: balance, Currency: 'SEK' },
    CreditReference: creditReference,
    ...(isBookkept && { VoucherSeries: 'B', VoucherNumber: Number(number), VoucherYear: 2026 }),
  }
}

function paymentBody({ number, invoiceNumber, amount, date, isBookkept }: BookedPayment) {
  return { Number: number, InvoiceNumber: invoiceNumber, Amount: amount, PaymentDate: date, Booked: isBookkept }
}

/** What took an invoice back: the credit invoices of Fortnox's own, and of a refund those that turn it round. */
export function takersBack(
  { invoices }: Pick<Books, 'invoices'>,
  { number, reference }: BookedInvoice,
): BookedInvoice[] {
  return invoices.filter(
    (one) => (one.isCredit && one.creditReference === number) || one.reference === counterReference(reference),
  )
}

/** What the vouchers of an invoice, what took it back and the payments of both leave on each account, in kronor. */
export function accountsOf({ invoices, payments }: Books, number: string): number[] {
  const all = invoices.filter((one) => one.number === number).flatMap((one) => [one, ...takersBack({ invoices }, one)])
  const sums = { debt: 0, cost: 0, bank: 0 }
  for (const invoice of all) {
    if (invoice.isBookkept) {
      sums.debt -= invoice.total
      sums.cost += invoice.total
    }
    for (const { amount } of payments.filter((one) => one.invoiceNumber === invoice.number && one.isBookkept)) {
      sums.debt += amount
      sums.bank -= amount
    }
  }
  return Object.values(sums)
}
