import { supplierInvoiceFields } from './bodies.ts'
import { checkBody } from './check-body.ts'
import { type Company, type Kept, keep, predefinedAccounts, type Row } from './company.ts'
import { answerList } from './lists.ts'
import { notFound, type Reply, type Request, refusal, unpublished, violation } from './reply.ts'

/** Öre of decimal text or a number. */
export const ore = (value: unknown): number => Math.round(Number(value ?? 0) * 100)
const kronor = (value: number): string => (value / 100).toFixed(2).replace(/\.?0+$/, '') || '0'

export function createInvoice(company: Company, bytes: Buffer): Reply {
  const given = checkBody(bytes, 'SupplierInvoice', supplierInvoiceFields, ['SupplierNumber'])
  const supplier = company.suppliers.get(String(given.SupplierNumber))
  if (!supplier) throw refusal(unpublished.noSuchSupplier, 'Kan inte hitta leverantören.')
  if (supplier.now.Active === false) throw refusal(unpublished.noSuchSupplier, 'Leverantören är inaktiv.')
  const invoiceDate = String(given.InvoiceDate ?? new Date().toISOString().slice(0, 10))
  if (given.DueDate === undefined) throw violation(2001392, 'DueDate saknas')
  if (String(given.DueDate) < invoiceDate) throw refusal(2001392, 'Förfallodatum före fakturadatum')
  const { currencies, costCenters, projects } = company.registers
  const currency = String(given.Currency ?? 'SEK')
  if (!currencies.some(({ Code }) => Code === currency))
    throw refusal(unpublished.noSuchCurrency, 'Kan inte hitta valutan.')
  for (const row of [given, ...rowsOf(given)]) {
    if (row.CostCenter && !costCenters.some(({ Code }) => Code === row.CostCenter))
      throw refusal(unpublished.noSuchCostCenter, 'Kan inte hitta kostnadsstället.')
    if (row.Project && !projects.some(({ ProjectNumber }) => ProjectNumber === row.Project))
      throw refusal(2001161, 'Kan inte hitta projektet.')
  }
  const year = checkPeriod(company, invoiceDate)
  const rows = completeRows(company, given, currency)
  const number = String(company.nextInvoice++)
  return {
    status: 201,
    headers: { location: 'supplierinvoices' },
    body: {
      SupplierInvoice: keep(company.invoices, number, {
        ...headOf(given, { number, invoiceDate, currency }),
        SupplierName: supplier.now.Name,
        SupplierInvoiceRows: rows,
        AccountingMethod: year.AccountingMethod,
      }),
    },
  }
}

function headOf(given: Row, own: { number: string; invoiceDate: string; currency: string }): Row {
  const { number, invoiceDate, currency } = own
  return {
    '@url': `https://api.fortnox.se/3/supplierinvoices/${number}`,
    ...{ AdministrationFee: '0', Comments: '', CostCenter: null, CreditReference: 0, CurrencyRate: '1' },
    ...{ CurrencyUnit: 1, DisablePaymentFile: false, ExternalInvoiceNumber: null, ExternalInvoiceSeries: null },
    ...{ FinalPayDate: null, Freight: '0', InvoiceNumber: '', OCR: '', OurReference: null, Project: '' },
    ...{ RoundOffValue: '0', SalesType: 'STOCK', VAT: '0', VATType: 'NORMAL', YourReference: null, Total: '0' },
    ...{ PaymentPending: false, VoucherNumber: null, VoucherSeries: null, VoucherYear: null, Vouchers: [] },
    ...given,
    GivenNumber: number,
    InvoiceDate: invoiceDate,
    Currency: currency,
    Balance: String(given.Total ?? '0'),
    Booked: false,
    Cancelled: false,
    Credit: ore(given.Total) < 0,
  }
}

const rowsOf = (given: Row): Row[] => (given.SupplierInvoiceRows as Row[] | undefined) ?? []

/** Adds what is missing (the TOT row, and the VAT row from the header's VAT) and weighs it all. */
function completeRows(company: Company, given: Row, currency: string): Row[] {
  const rows = rowsOf(given)
  for (const row of rows) checkRow(company, row)
  if (rows.length === 0) return []
  const rate = currency === 'SEK' ? 1 : Number(given.CurrencyRate ?? 10.6) / Number(given.CurrencyUnit ?? 1)
  const [total, vat] = [ore(given.Total) * rate, ore(given.VAT) * rate]
  const complete = [...rows]
  const isReversed = given.VATType === 'REVERSE' || given.VATType === 'EUINTERNAL'
  const isVat = (row: Row) => row.Code === 'VAT' || Number(row.Account) === 2640 || Number(row.Account) === 2641
  if (isReversed && ore(given.VAT) !== 0) throw refusal(2003115, 'Momsrader för momstyp REVERSE måste vara märkta')
  const unmarked = rows.filter((row) => /^26[1-4]/.test(String(row.Account)) && row.Code === undefined)
  if (isReversed && unmarked.length > 0) throw refusal(2003115, 'Momsrader för momstyp REVERSE måste vara märkta')
  if (!rows.some((row) => row.Code === 'TOT' || row.Account === predefinedAccounts.SUPDEBT))
    complete.push(rowOf(predefinedAccounts.SUPDEBT, 'TOT', -total))
  if (!isReversed && Math.round(vat) !== 0 && !rows.some(isVat))
    complete.push(rowOf(predefinedAccounts.INVAT, 'VAT', vat))
  const weigh = (some: Row[]) => some.reduce((sum, row) => sum + ore(row.Debit) - ore(row.Credit), 0)
  const debt = complete.filter((row) => row.Code === 'TOT' || row.Account === predefinedAccounts.SUPDEBT)
  const doesNotBalance = () => refusal(2000755, 'Leverantörsfakturan balanserar inte')
  if (weigh(complete) !== 0) throw doesNotBalance()
  // A rate has few decimals, so the krona total of a foreign invoice is only nearly the product.
  if (Math.abs(weigh(debt) + total) > (currency === 'SEK' ? 0.5 : 1.5)) throw doesNotBalance()
  if (!isReversed && Math.abs(weigh(complete.filter(isVat)) - vat) > (currency === 'SEK' ? 0.5 : 1.5))
    throw doesNotBalance()
  return complete.map((row) => ({
    ...{
      AccountDescription: '',
      Code: null,
      CostCenter: null,
      Project: '',
      Debit: 0,
      Credit: 0,
      ItemDescription: null,
    },
    ...{ TransactionInformation: '', Price: 0, Quantity: 0, Unit: '' },
    ...row,
    Total: (ore(row.Debit) - ore(row.Credit)) / 100,
  }))
}

function checkRow(company: Company, row: Row): void {
  const account = company.registers.accounts.find((one) => one.Number === row.Account)
  if (!account) throw refusal(2000423, 'Kan inte hitta kontot.')
  if (account.Active === false) throw refusal(2000550, 'Kontot är inte aktivt.')
  if (ore(row.Debit) !== 0 && ore(row.Credit) !== 0) throw violation(2001392, 'Både debet och kredit på en rad')
  if (ore(row.Debit) < 0 || ore(row.Credit) < 0) throw violation(2001392, 'Negativt belopp på en rad')
}

const rowOf = (account: number | undefined, code: string, amount: number): Row => ({
  ...{ Account: account, Code: code },
  ...(amount >= 0 ? { Debit: Math.round(amount) / 100 } : { Credit: Math.round(-amount) / 100 }),
})

/** The year of a date; refuses dates without one and those of a locked period. */
export function checkPeriod(company: Company, date: string): Row {
  const year = company.registers.years.find(
    ({ FromDate, ToDate }) => String(FromDate) <= date && date <= String(ToDate),
  )
  if (!year) throw refusal(unpublished.noYear, 'Räkenskapsår saknas för datumet.')
  const { lockedUntil } = company.options
  if (date <= lockedUntil)
    throw refusal(2000401, `Kim Ek har låst perioden t.o.m. ${lockedUntil}. Lås upp perioden för att fortsätta.`)
  return year
}

export function findInvoice(company: Company, number: string): Row {
  const kept = company.invoices.get(number)
  if (!kept) throw notFound(unpublished.noSuchInvoice, 'Kan inte hitta leverantörsfakturan.')
  return kept.now
}

export function actOnInvoice(company: Company, number: string, action: string, request: Request): Reply {
  if (request.bytes.length > 0) throw violation(2001392, 'En åtgärd har ingen kropp')
  const invoice = findInvoice(company, number)
  const act = actions[action]
  if (!act) throw notFound(2000588, 'Ogiltig parameter i anropet.')
  if (invoice.Cancelled) throw refusal(unpublished.cancelled, 'Leverantörsfakturan är makulerad.')
  const { vouchers } = company.options
  const answered = act(company, invoice)
  const isBooked = action === 'bookkeep' && vouchers === 'in-list'
  return { status: 200, body: { SupplierInvoice: isBooked ? withoutVoucher(answered) : answered } }
}

const withoutVoucher = (row: Row): Row => ({
  ...row,
  VoucherNumber: null,
  VoucherSeries: null,
  VoucherYear: null,
  Vouchers: [],
})

/** What a GET shows of a voucher is a choice too. */
export function readInvoice(company: Company, number: string): Reply {
  const { VoucherNumber, VoucherSeries, VoucherYear, ...rest } = findInvoice(company, number)
  const inHead = company.options.vouchers !== 'in-list'
  const head = inHead ? { VoucherNumber, VoucherSeries, VoucherYear } : { VoucherNumber: 0, VoucherSeries: '' }
  return { status: 200, body: { SupplierInvoice: { ...rest, ...head } } }
}

const actions: Record<string, (company: Company, invoice: Row) => Row> = {
  bookkeep(company, invoice) {
    const number = String(invoice.GivenNumber)
    if (invoice.Booked) throw refusal(unpublished.bookkeptAlready, 'Leverantörsfakturan är redan bokförd.')
    if (company.options.method === 'CASH')
      throw refusal(unpublished.cashMethod, 'Kontantmetoden: bokförs vid betalning.')
    if (company.options.approval === 'simple' && !company.approvals.has(number))
      throw refusal(2001322, 'Leverantörsfakturan är inte attesterad.')
    const year = checkPeriod(company, String(invoice.InvoiceDate))
    if ((invoice.SupplierInvoiceRows as Row[]).length === 0)
      throw refusal(2000755, 'Leverantörsfakturan balanserar inte')
    const voucher = { Number: company.nextVoucher++, Series: 'L', Year: year.Id, ReferenceType: 'SUPPLIERINVOICE' }
    return keep(company.invoices, number, {
      Booked: true,
      ...{ VoucherNumber: voucher.Number, VoucherSeries: voucher.Series, VoucherYear: voucher.Year },
      Vouchers: [voucher],
    })
  },
  approvalbookkeep(company, invoice) {
    if (company.options.approval === 'none') throw refusal(2001110, 'Enkel attest är inte aktiverat.')
    company.approvals.add(String(invoice.GivenNumber))
    return invoice
  },
  approvalpayment(company, invoice) {
    if (!company.options.paymentApproval) throw refusal(unpublished.paymentApproval, 'Betalattest är inte aktiverat.')
    company.paymentApprovals.add(String(invoice.GivenNumber))
    return invoice
  },
  cancel(company, invoice) {
    if (invoice.Booked) throw refusal(unpublished.bookkeptAlready, 'En bokförd leverantörsfaktura kan inte makuleras.')
    return keep(company.invoices, String(invoice.GivenNumber), { Cancelled: true, Balance: '0' })
  },
  credit(company, invoice) {
    const { creditNamedBy: namedBy, creditAnswers } = company.options
    const namesIt = ({ now }: Kept) => now.CreditReference === Number(invoice.GivenNumber)
    const isCredited = Number(invoice.CreditReference) !== 0 || [...company.invoices.values()].some(namesIt)
    if (!invoice.Booked || invoice.Credit || isCredited)
      throw refusal(unpublished.cannotCredit, 'Leverantörsfakturan kan inte krediteras.')
    const number = String(company.nextInvoice++)
    const swap = (row: Row) => ({ ...row, Debit: row.Credit, Credit: row.Debit, Total: -Number(row.Total) })
    const credit = keep(company.invoices, number, {
      ...invoice,
      ...{
        GivenNumber: number,
        Booked: false,
        Credit: true,
        CreditReference: namedBy === 'credited' ? 0 : Number(invoice.GivenNumber),
      },
      ...{ Total: kronor(-ore(invoice.Total)), VAT: kronor(-ore(invoice.VAT)), Balance: kronor(-ore(invoice.Total)) },
      ...{ VoucherNumber: null, VoucherSeries: null, VoucherYear: null, Vouchers: [] },
      SupplierInvoiceRows: (invoice.SupplierInvoiceRows as Row[]).map(swap),
    })
    const named = namedBy === 'credit-invoice' ? 0 : Number(number)
    const credited = keep(company.invoices, String(invoice.GivenNumber), { CreditReference: named })
    return creditAnswers === 'credited' ? credited : credit
  },
}

const listed =
  '@url Balance Booked CostCenter Credit Currency CurrencyRate CurrencyUnit DueDate ExternalInvoiceNumber ExternalInvoiceSeries FinalPayDate GivenNumber InvoiceDate InvoiceNumber Project SupplierName SupplierNumber Total Vouchers'.split(
    ' ',
  )
const newSearches = {
  ...{ suppliernumber: 'SupplierNumber', suppliername: 'SupplierName', ocr: 'OCR', invoicenumber: 'InvoiceNumber' },
  ...{ serialnumber: 'GivenNumber', costcenter: 'CostCenter', project: 'Project' },
}

export function listInvoices(company: Company, query: URLSearchParams): Reply {
  const isPaid = (row: Row) => ore(row.Balance) === 0
  const today = new Date().toISOString().slice(0, 10)
  return answerList(company, query, company.invoices.values(), {
    ...{ key: 'SupplierInvoices', hasMeta: true },
    searches: company.options.edition === 'new' ? newSearches : {},
    filters: {
      cancelled: (row) => row.Cancelled === true,
      fullypaid: (row) => isPaid(row) && row.Cancelled !== true,
      unpaid: (row) => !isPaid(row) && row.Cancelled !== true,
      unpaidoverdue: (row) => !isPaid(row) && row.Cancelled !== true && String(row.DueDate) < today,
      unbooked: (row) => row.Booked !== true && row.Cancelled !== true,
      pendingpayment: (row) => row.PaymentPending === true && row.Booked === true,
      authorizepending: () => false,
    },
    pick: (row) => ({
      ...Object.fromEntries(listed.map((name) => [name, row[name]])),
      ...{ AuthorizerName: null, Cancel: row.Cancelled },
      ...(company.options.vouchers === 'in-bookkeeping' && { Vouchers: [] }),
    }),
  })
}
