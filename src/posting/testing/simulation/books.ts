/** What the other side holds: it does whatever it is asked, twice if asked twice, as far as Fortnox's own rules allow. */
export type BookedInvoice = {
  number: string
  reference: string
  supplierNumber: string
  total: string
  isBookkept: boolean
  isCancelled: boolean
}
export type BookedPayment = {
  number: string
  invoiceNumber: string
  amount: number
  date: string
  isBookkept: boolean
  isDeleted: boolean
  isByPerson: boolean
}
export type Answer = { status: number; body: unknown }

type CreateBody = { ExternalInvoiceNumber: string; SupplierNumber: string; Total: string }
type PaymentBody = { InvoiceNumber: string; Amount: number; PaymentDate: string }

export function createBooks() {
  const invoices: BookedInvoice[] = []
  const payments: BookedPayment[] = []
  let isLocked = false
  const livePayments = (number: string) => payments.filter((one) => one.invoiceNumber === number && !one.isDeleted)

  function bookkeep(number: string): Answer {
    const invoice = invoices.find((one) => one.number === number)
    if (!invoice) return refused(2_000_000, 404)
    if (isLocked) return refused(2_000_401)
    if (invoice.isBookkept || invoice.isCancelled) return refused(2_000_001)
    invoice.isBookkept = true
    return ok({ SupplierInvoice: invoiceBody(invoice) })
  }
  function pay({ InvoiceNumber, Amount, PaymentDate }: PaymentBody, isByPerson = false): Answer {
    const invoice = invoices.find((one) => one.number === InvoiceNumber)
    if (!invoice?.isBookkept || livePayments(InvoiceNumber).length > 0) return refused(2_000_002)
    const payment = {
      ...{ number: String(payments.length + 1), invoiceNumber: InvoiceNumber, amount: Amount, date: PaymentDate },
      ...{ isBookkept: false, isDeleted: false, isByPerson },
    }
    payments.push(payment)
    return ok({ SupplierInvoicePayment: paymentBody(payment) })
  }
  function bookkeepPayment(number: string): Answer {
    const payment = payments.find((one) => one.number === number && !one.isDeleted)
    if (!payment) return refused(2_000_000, 404)
    if (isLocked) return refused(2_000_401)
    if (payment.isBookkept) return refused(2_000_003)
    payment.isBookkept = true
    return ok({ SupplierInvoicePayment: paymentBody(payment) })
  }
  function create({ ExternalInvoiceNumber, SupplierNumber, Total }: CreateBody): Answer {
    const invoice = {
      ...{ number: String(invoices.length + 1), reference: ExternalInvoiceNumber, supplierNumber: SupplierNumber },
      ...{ total: Total, isBookkept: false, isCancelled: false },
    }
    invoices.push(invoice)
    return ok({ SupplierInvoice: invoiceBody(invoice) })
  }

  const world = { invoices, payments, livePayments, create, bookkeep, pay, bookkeepPayment }
  return {
    ...world,
    carryOut: (request: Request) => carryOut(world, request),
    lock: (locked: boolean) => (isLocked = locked),
  }
}
export type Books = ReturnType<typeof createBooks>
type Request = { method: string; path: string; query: URLSearchParams; body: unknown }

const ok = (body: unknown): Answer => ({ status: 200, body })
const refused = (code: number, status = 400): Answer => ({
  status,
  body: { ErrorInformation: { error: 1, message: 'refused', code } },
})

/** One request of Fortnox's API, carried out. */
function carryOut(world: Omit<Books, 'carryOut' | 'lock'>, { method, path, query, body }: Request): Answer {
  const { invoices, payments, livePayments, create, bookkeep, pay, bookkeepPayment } = world
  const [resource, number = '', action] = path.split('/')
  const isInvoice = resource === 'supplierinvoices'
  if (method === 'POST')
    return isInvoice
      ? create((body as { SupplierInvoice: CreateBody }).SupplierInvoice)
      : pay((body as { SupplierInvoicePayment: PaymentBody }).SupplierInvoicePayment)
  if (method === 'PUT' && action === 'bookkeep') return isInvoice ? bookkeep(number) : bookkeepPayment(number)
  if (method !== 'GET') return refused(2_000_588)
  if (isInvoice && number) {
    const invoice = invoices.find((one) => one.number === number)
    return invoice ? ok({ SupplierInvoice: invoiceBody(invoice) }) : refused(2_000_000, 404)
  }
  if (number) {
    const payment = payments.find((one) => one.number === number && !one.isDeleted)
    return payment ? ok({ SupplierInvoicePayment: paymentBody(payment) }) : refused(2_000_000, 404)
  }
  return isInvoice
    ? ok(
        page(
          'SupplierInvoices',
          invoices.filter((one) => one.supplierNumber === query.get('suppliernumber')).map(invoiceBody),
        ),
      )
    : ok(page('SupplierInvoicePayments', livePayments(query.get('invoicenumber') ?? '').map(paymentBody)))
}

const page = (name: string, rows: unknown[]) => ({
  MetaInformation: { '@TotalResources': rows.length, '@TotalPages': 1, '@CurrentPage': 1 },
  [name]: rows,
})

function invoiceBody({ number, reference, supplierNumber, total, isBookkept, isCancelled }: BookedInvoice) {
  return {
    ...{ GivenNumber: number, SupplierNumber: supplierNumber, ExternalInvoiceNumber: reference },
    ...{ Booked: isBookkept, Cancelled: isCancelled, Total: total, Balance: total, Currency: 'SEK' },
    ...(isBookkept && { VoucherSeries: 'B', VoucherNumber: Number(number), VoucherYear: 2026 }),
  }
}

function paymentBody({ number, invoiceNumber, amount, date, isBookkept }: BookedPayment) {
  return { Number: number, InvoiceNumber: invoiceNumber, Amount: amount, PaymentDate: date, Booked: isBookkept }
}
