import { paymentFields } from './bodies.ts'
import { checkBody } from './check-body.ts'
import { type Company, keep, type Row } from './company.ts'
import { checkPeriod, ore } from './invoices.ts'
import { answerList } from './lists.ts'
import { notFound, type Reply, type Request, refusal, unpublished, violation } from './reply.ts'

export function createPayment(company: Company, bytes: Buffer): Reply {
  const given = checkBody(bytes, 'SupplierInvoicePayment', paymentFields, ['InvoiceNumber', 'PaymentDate'])
  const invoice = company.invoices.get(String(given.InvoiceNumber))?.now
  if (!invoice) throw refusal(unpublished.noSuchInvoice, 'Kan inte hitta leverantörsfakturan.')
  if (invoice.Cancelled) throw refusal(unpublished.cancelled, 'Leverantörsfakturan är makulerad.')
  if (!invoice.Booked && company.options.method === 'ACCRUAL')
    throw refusal(unpublished.notBookkept, 'Leverantörsfakturan är inte bokförd.')
  const date = String(given.PaymentDate)
  if (date < String(invoice.InvoiceDate)) throw refusal(unpublished.paidTooEarly, 'Betald före fakturadatum.')
  const mode = company.registers.modes.find(({ Code }) => Code === (given.ModeOfPayment ?? 'BG'))
  if (!mode) throw refusal(unpublished.noSuchMode, 'Kan inte hitta betalningssättet.')
  if (mode.AccountNumber === null) throw refusal(unpublished.noSuchMode, 'Betalningssättet har inget konto.')
  checkPeriod(company, date)
  const amount = ore(given.AmountCurrency ?? given.Amount)
  if (amount === 0) throw violation(2000108, 'Beloppet är noll')
  checkBalance(invoice, amount)
  if (invoice.Currency === 'SEK' && ore(given.Amount) !== amount)
    throw violation(2000108, 'Amount och AmountCurrency skiljer sig')
  const number = String(company.nextPayment++)
  return {
    status: 201,
    headers: { location: 'supplierinvoicepayments' },
    body: {
      SupplierInvoicePayment: keep(company.payments, number, {
        '@url': `https://api.fortnox.se/3/supplierinvoicepayments/${number}`,
        ...{ AmountCurrency: given.Amount, CurrencyRate: 1, CurrencyUnit: 1, Currency: invoice.Currency },
        ...{ Information: null, InvoiceOCR: '', ModeOfPayment: 'BG', Source: 'manual', WriteOffs: [] },
        ...{ VoucherNumber: null, VoucherSeries: null, VoucherYear: null, InvoiceTotal: invoice.Total },
        ...{ InvoiceDueDate: invoice.DueDate, InvoiceSupplierName: invoice.SupplierName },
        ...{ InvoiceSupplierNumber: invoice.SupplierNumber },
        ...given,
        Number: Number(number),
        Booked: false,
      }),
    },
  }
}

/** A balance is not passed, in whichever direction it stands. */
function checkBalance(invoice: Row, amount: number): void {
  const balance = ore(invoice.Balance)
  if (Math.sign(balance) !== Math.sign(amount) || Math.abs(amount) > Math.abs(balance))
    throw refusal(unpublished.tooMuchPaid, 'Beloppet är större än vad som återstår.')
}

export function findPayment(company: Company, number: string): Row {
  const kept = company.payments.get(number)
  if (!kept) throw notFound(unpublished.noSuchPayment, 'Kan inte hitta leverantörsbetalningen.')
  return kept.now
}

export function bookkeepPayment(company: Company, number: string, request: Request): Reply {
  if (request.bytes.length > 0) throw violation(2001392, 'En åtgärd har ingen kropp')
  const payment = findPayment(company, number)
  if (payment.Booked) throw refusal(unpublished.bookkeptAlready, 'Leverantörsbetalningen är redan bokförd.')
  const invoiceNumber = String(payment.InvoiceNumber)
  const invoice = company.invoices.get(invoiceNumber)?.now ?? {}
  if (company.options.paymentApproval && !company.paymentApprovals.has(invoiceNumber))
    throw refusal(unpublished.paymentApproval, 'Leverantörsfakturan är inte betalattesterad.')
  const amount = ore(payment.AmountCurrency)
  checkBalance(invoice, amount)
  const year = checkPeriod(company, String(payment.PaymentDate))
  const balance = ore(invoice.Balance) - amount
  keep(company.invoices, invoiceNumber, {
    Balance: String(balance / 100),
    FinalPayDate: balance === 0 ? payment.PaymentDate : null,
  })
  return {
    status: 200,
    body: {
      SupplierInvoicePayment: keep(company.payments, number, {
        Booked: true,
        ...{ VoucherNumber: company.nextVoucher++, VoucherSeries: 'K', VoucherYear: year.Id },
      }),
    },
  }
}

export function deletePayment(company: Company, number: string): Reply {
  if (findPayment(company, number).Booked)
    throw refusal(unpublished.bookkeptAlready, 'En bokförd leverantörsbetalning kan inte tas bort.')
  company.payments.delete(number)
  return { status: 204 }
}

const listed = '@url Amount Booked Currency CurrencyRate CurrencyUnit InvoiceNumber Number PaymentDate Source'.split(
  ' ',
)

export function listPayments(company: Company, query: URLSearchParams): Reply {
  return answerList(company, query, company.payments.values(), {
    ...{ key: 'SupplierInvoicePayments', hasMeta: true, searches: { invoicenumber: 'InvoiceNumber' } },
    pick: (row) => ({ ...Object.fromEntries(listed.map((name) => [name, row[name]])), WriteOffExist: false }),
  })
}
