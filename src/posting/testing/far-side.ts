import {
  type AccountingSession,
  ConnectorError,
  type ListedInvoice,
  type PostedInvoice,
} from '#connectors/accounting-connector.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { AnyStep } from '../contract.ts'

/** What becomes of one request that changes something. */
export type Fate =
  | { kind: 'answered' }
  /** Not carried out; certain (`away`) or not (`lost-before`). */
  | { kind: 'away' | 'lost-before' }
  /** Carried out, at once or so long after its answer was given up. */
  | { kind: 'lost-after'; lateMs: number }
  | { kind: 'refused'; code: 'rejected' | 'approval-required' | 'period-locked' }

export type Request = { what: AnyStep | 'look-up'; reference: string; fate: Fate['kind']; found?: number }

type Books = {
  invoices: Map<string, PostedInvoice & { total: number; bookings: number }>
  payments: Map<string, { invoiceNumber: string; payment: InvoicePayment; bookings: number }>
}

/** An accounting system in memory that loses answers as told; it carries out twice what is asked for twice. */
export function createFarSide(options: {
  /** Asked once for each request that changes something. */
  fateOf?(request: { step: AnyStep; reference: string; nth: number }): Fate
  /** Whether a look-up fails for want of an answer. */
  isLookUpLost?(nth: number): boolean
  sleep?(ms: number): Promise<void>
  /** When the voucher is told: by the answer to bookkeeping, when the invoice is read, or only in the list of what changed. */
  voucherTold?: 'at-once' | 'when-read' | 'when-listed'
}) {
  const { fateOf = () => ({ kind: 'answered' }), isLookUpLost = () => false, sleep = async () => undefined } = options
  const books: Books = { invoices: new Map(), payments: new Map() }
  const requests: Request[] = []
  const asked = new Map<string, number>()
  let lookUps = 0
  let lists = 0

  async function change<Result>(step: AnyStep, reference: string, work: () => Result): Promise<Result> {
    const key = `${step} ${reference}`
    const nth = (asked.get(key) ?? 0) + 1
    asked.set(key, nth)
    const fate = fateOf({ step, reference, nth })
    requests.push({ what: step, reference, fate: fate.kind })
    await sleep(100)
    if (fate.kind === 'away') throw new ConnectorError('unavailable', 'safe')
    if (fate.kind === 'refused')
      throw new ConnectorError(fate.code, 'never', { serviceCode: '2000401', serviceMessage: 'Perioden är låst.' })
    if (fate.kind === 'answered') return work()
    if (fate.kind === 'lost-after') void sleep(fate.lateMs).then(work)
    await sleep(400)
    throw new ConnectorError('unknown', 'after-check')
  }
  async function lookUp<Result>(reference: string, work: () => Result[]): Promise<Result[]> {
    await sleep(50)
    if (isLookUpLost(++lookUps)) throw new ConnectorError('unavailable', 'safe')
    const found = work()
    requests.push({ what: 'look-up', reference, fate: 'answered', found: found.length })
    return found
  }
  async function list<Result>(work: () => Result[]): Promise<Result[]> {
    await sleep(50)
    if (isLookUpLost(++lookUps)) throw new ConnectorError('unavailable', 'safe')
    lists += 1
    return work()
  }
  const referenceOf = (number: string) => books.invoices.get(number)?.reference ?? ''
  const { voucherTold = 'at-once' } = options
  const line = { books, change, lookUp, list, referenceOf, voucherTold }
  const posting = openSession(line)
  const session = { ...posting, ...openUndoing(line, posting) }
  return { session: session as AccountingSession, books, requests, listed: () => lists }
}

type Line = {
  books: Books
  change<Result>(step: AnyStep, reference: string, work: () => Result): Promise<Result>
  lookUp<Result>(reference: string, work: () => Result[]): Promise<Result[]>
  list<Result>(work: () => Result[]): Promise<Result[]>
  referenceOf(number: string): string
  voucherTold: 'at-once' | 'when-read' | 'when-listed'
}

function openSession({ books, change, lookUp, list, referenceOf, voucherTold }: Line): Partial<AccountingSession> {
  const { invoices, payments } = books
  let paymentNumbers = 0
  const stepOfPayment = (number: string) =>
    payments.get(number)?.invoiceNumber.startsWith('K') ? 'bookkeep-pay-back' : 'bookkeep-payment'
  const invoiceOf = (number: string) => {
    const invoice = invoices.get(number)
    if (!invoice) throw new ConnectorError('not-found', 'never', { status: 404 })
    return { ...invoice, isBookkept: invoice.bookings > 0 }
  }
  const paymentOf = (number: string) => {
    const found = payments.get(number)
    if (!found) throw new ConnectorError('not-found', 'never', { status: 404 })
    const { invoiceNumber, payment, bookings } = found
    return {
      ...{ number, invoiceNumber, amount: payment.amountSek, paymentDate: payment.paymentDate },
      isBookkept: bookings > 0,
    }
  }
  return {
    createSupplierInvoice: (invoice) =>
      change('create', invoice.reference, () => {
        const number = String(invoices.size + 1)
        invoices.set(number, newInvoice(number, invoice))
        return invoiceOf(number)
      }),
    bookkeepSupplierInvoice: (number) =>
      change(number.startsWith('K') ? 'bookkeep-credit' : 'bookkeep', referenceOf(number), () => {
        const invoice = invoices.get(number)
        if (invoice) Object.assign(invoice, { bookings: invoice.bookings + 1, voucher: voucherOf(number) })
        return voucherTold !== 'at-once' ? { ...invoiceOf(number), voucher: undefined } : invoiceOf(number)
      }),
    createPayment: (invoiceNumber, payment) =>
      change(invoiceNumber.startsWith('K') ? 'pay-back' : 'create-payment', referenceOf(invoiceNumber), () => {
        if (!invoiceOf(invoiceNumber).isBookkept) throw new ConnectorError('rejected', 'never')
        const number = String(++paymentNumbers)
        payments.set(number, { invoiceNumber, payment, bookings: 0 })
        return paymentOf(number)
      }),
    bookkeepPayment: (number) =>
      change(stepOfPayment(number), referenceOf(payments.get(number)?.invoiceNumber ?? ''), () => {
        const payment = payments.get(number)
        const invoice = invoices.get(payment?.invoiceNumber ?? '')
        if (payment) payment.bookings += 1
        if (payment && invoice) invoice.balance = (invoice.balance ?? 0) - payment.payment.amount
        return paymentOf(number)
      }),
    async readSupplierInvoice(number) {
      const found = await lookUp(referenceOf(number), () => [invoiceOf(number)])
      return { ...(found[0] as PostedInvoice), ...(voucherTold === 'when-listed' && { voucher: undefined }) }
    },
    async *listChangedInvoices() {
      yield await list(() => [...invoices.keys()].map((number) => invoiceOf(number) as PostedInvoice as ListedInvoice))
    },
    findByReference: ({ reference, supplierNumber }) =>
      lookUp(reference, () =>
        [...invoices.values()].filter((one) => one.reference === reference && one.supplierNumber === supplierNumber),
      ),
    async readPayment(number) {
      const invoiceNumber = payments.get(number)?.invoiceNumber ?? ''
      const [payment] = await lookUp(referenceOf(invoiceNumber), () =>
        payments.has(number) ? [paymentOf(number)] : [],
      )
      return payment ?? null
    },
    listPayments: (invoiceNumber) =>
      lookUp(referenceOf(invoiceNumber), () =>
        [...payments].filter(([, one]) => one.invoiceNumber === invoiceNumber).map(([number]) => paymentOf(number)),
      ),
    listChangedPayments: async () => [...payments.keys()].map(paymentOf),
  }
}

/** Credit invoices are numbered K1, K2 …, and carry no reference of ours. */
function openUndoing(
  { books: { invoices, payments }, change, referenceOf }: Line,
  posting: Partial<AccountingSession>,
): Partial<AccountingSession> {
  const refused = () => new ConnectorError('rejected', 'never', { status: 400 })
  return {
    readLockedPeriod: async () => null,
    listModesOfPayment: async () => [{ code: 'KORT', name: 'Kort', account: 2890 }],
    deletePayment: (number) =>
      change('remove-payment', referenceOf(payments.get(number)?.invoiceNumber ?? ''), () => {
        const payment = payments.get(number)
        if (!payment) throw new ConnectorError('not-found', 'never', { status: 404 })
        if (payment.bookings > 0) throw refused()
        payments.delete(number)
      }),
    cancelSupplierInvoice: (number) =>
      change('cancel', referenceOf(number), () => {
        const invoice = invoices.get(number)
        if (!invoice || invoice.bookings > 0 || invoice.isCancelled) throw refused()
        invoice.isCancelled = true
        return invoice
      }),
    // Unlike the real thing it credits twice when it is asked twice, so that a test sees it.
    creditSupplierInvoice: (number) =>
      change('credit', referenceOf(number), () => {
        const invoice = invoices.get(number)
        if (!invoice || invoice.bookings === 0 || invoice.isCancelled) throw refused()
        const credit = `K${[...invoices.keys()].filter((key) => key.startsWith('K')).length + 1}`
        const total = -invoice.total
        invoices.set(credit, {
          ...{
            ...invoice,
            number: credit,
            reference: `credit ${invoice.reference}`,
            total,
            balance: total,
            bookings: 0,
          },
          ...{ isBookkept: false, creditReference: number, invoiceDate: '2026-11-21' },
        })
        invoice.creditReference = credit
        return credit
      }),
    findCreditInvoice: async (number) => (await posting.readSupplierInvoice?.(number))?.creditReference,
    ...posting,
  }
}

function newInvoice(number: string, { reference, supplierNumber, total, currency }: SupplierInvoice) {
  return {
    ...{ number, reference, supplierNumber, total, currency },
    ...{ balance: total, isBookkept: false, isCancelled: false, bookings: 0 },
  }
}

/** Those of credit invoices are numbered from 9001. */
const voucherOf = (number: string) => ({ series: 'B', number: Number(number.replace('K', '900')), year: 2026 })
