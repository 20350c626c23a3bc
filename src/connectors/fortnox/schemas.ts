import { z } from 'zod'
import { dayInSweden } from '#kernel/local-dates.ts'

/** Stands in place of a value that the company has no licence for. */
export const noRight = 'API_NORIGHT'

/**
 * What Fortnox sends. Its types are looser than its document says: amounts come as text or number, booleans as text,
 * nothing as null or '', and `API_NORIGHT` where the company lacks the licence for a field. Unknown fields are let by.
 */
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || value === noRight || isEmpty(value)
/** An empty object or text is written as an empty list by what Fortnox is made of (PHP). */
const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

const text = z.preprocess(
  (value) => (isNothing(value) || value === false ? undefined : typeof value === 'number' ? String(value) : value),
  z.string().optional(),
)
/** A code of three letters or such, however it is written. */
const code = z.preprocess((value) => (typeof value === 'string' ? value.trim().toUpperCase() : value), text)
const requiredText = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value === noRight ? undefined : value),
  z.string().min(1),
)
const flagTexts = new Map<unknown, boolean>([
  ...([1, '1', 'true'] as const).map((yes) => [yes, true] as const),
  ...([0, '0', 'false'] as const).map((no) => [no, false] as const),
])
const flagOf = (value: unknown) =>
  isNothing(value) ? undefined : (flagTexts.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value)
const flag = z.preprocess(flagOf, z.boolean().optional())
/** One whose absence means something: hidden from us it is not as good as left out. */
const shownFlag = z.preprocess((value) => (value === noRight ? value : flagOf(value)), z.boolean().optional())
/** A whole number such as an account or a voucher's number. */
const whole = z.preprocess(
  (value) => (isNothing(value) || value === false ? undefined : typeof value === 'string' ? Number(value) : value),
  z.number().int().optional(),
)
const requiredWhole = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
  z.number().int(),
)
/** Decimal text, whichever way it came. */
const decimal = z.preprocess(
  (value) => (typeof value === 'number' ? plainDecimal(value) : value),
  z.string().regex(/^[+-]?\d+(\.\d*)?$/),
)
/** One whose absence is as good as none; what the company may not see is no absence. */
const optionalDecimal = z.preprocess(
  (value) => (isNothing(value) && value !== noRight ? undefined : value),
  decimal.optional(),
)
/** A day, also where it comes with a time of day or as the zeros of a database that knows none. */
function dayOf(value: unknown): unknown {
  if (isNothing(value) || value === false) return undefined
  const [, day, time] = (typeof value === 'string' && /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:.*))?$/.exec(value)) || []
  if (day === undefined) return value
  if (day === '0000-00-00') return undefined
  const instant = new Date(time !== undefined && isUniversal(time) ? String(value) : Number.NaN)
  return Number.isNaN(instant.getTime()) ? day : dayInSweden(instant)
}
/** Midnight in Sweden is the evening before in universal time; with another offset the day is the one that is written. */
const isUniversal = (time: string) => /(?:Z|[+-]00:?00)$/i.test(time)
const date = z.preprocess(dayOf, z.iso.date().optional())
const shownDate = z.preprocess((value) => (value === noRight ? value : dayOf(value)), z.iso.date().optional())
const requiredDate = z.preprocess(dayOf, z.iso.date())

/** Small numbers such as 1e-7 are float noise around zero; JSON.stringify would write them with an exponent. */
function plainDecimal(value: number): string {
  return Number.isFinite(value) ? value.toFixed(6) : String(value)
}

/** Of another shape it is as good as left out: what else an error says still counts. */
const errorText = z.string().optional().catch(undefined)
const errorCode = z
  .union([z.number(), z.string().min(1)])
  .optional()
  .catch(undefined)

export const errorBody = z.object({
  ErrorInformation: z
    .object({
      Code: errorCode,
      code: errorCode,
      Message: errorText,
      message: errorText,
    })
    .optional()
    .catch(undefined),
  message: errorText,
  error: errorText,
  error_description: errorText,
})

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: text,
  /** An hour where it is left out: developer.fortnox.se, "Authorization". */
  expires_in: z.preprocess((value) => (isNothing(value) ? 3600 : value), z.coerce.number().positive()),
  scope: z.preprocess((value) => (Array.isArray(value) ? value.join(' ') : (value ?? '')), z.string()),
})

const voucher = z.object({ Series: text, Number: whole, Year: whole, ReferenceType: text })

const invoiceRow = z.object({
  Account: whole,
  Code: text,
  Debit: optionalDecimal,
  Credit: optionalDecimal,
  CostCenter: text,
  Project: text,
  TransactionInformation: text,
})
/** A supplier invoice that was asked for by its number, or in a list: there the list says `Cancel` and has no rows. */
const supplierInvoice = z.object({
  GivenNumber: text,
  SupplierNumber: requiredText,
  ExternalInvoiceNumber: text,
  InvoiceNumber: text,
  Booked: flag,
  Cancelled: flag,
  Cancel: flag,
  Balance: optionalDecimal,
  Total: optionalDecimal,
  Currency: code,
  InvoiceDate: date,
  CreditReference: text,
  VoucherSeries: text,
  VoucherNumber: whole,
  VoucherYear: whole,
  Vouchers: z.array(voucher).nullish().catch(undefined),
  /** Only compared with what was sent: rows of another shape are no reason to doubt an answer. */
  SupplierInvoiceRows: z.array(invoiceRow).nullish().catch(undefined),
})
export type FortnoxSupplierInvoice = z.infer<typeof supplierInvoice>
export const supplierInvoiceAnswer = z.object({ SupplierInvoice: supplierInvoice })
/** Of one that was made: nobody else tells its number. */
export const madeInvoiceAnswer = z.object({ SupplierInvoice: supplierInvoice.extend({ GivenNumber: requiredText }) })

/** What a look-up needs: nothing else that an invoice says may hinder it. */
const soughtInvoice = z.object({
  GivenNumber: requiredText,
  SupplierNumber: text,
  ExternalInvoiceNumber: text,
  InvoiceNumber: text,
  Cancelled: flag,
  Cancel: flag,
  Currency: code.catch(undefined),
  Total: decimal.optional().catch(undefined),
  InvoiceDate: date.catch(undefined),
  Credit: flag.catch(undefined),
  CreditReference: text.catch(undefined),
})
export type SoughtInvoice = z.infer<typeof soughtInvoice>
export const soughtInvoiceAnswer = z.object({ SupplierInvoice: soughtInvoice.extend({ GivenNumber: text }) })

const awaitingInvoice = z.object({ Booked: flag, Cancelled: flag, Cancel: flag, AuthorizerName: text })

const listedInvoice = supplierInvoice.extend({
  GivenNumber: requiredText,
  Total: decimal,
  SupplierName: text,
  DueDate: date,
  FinalPayDate: date,
  CurrencyRate: text,
  CurrencyUnit: text,
  Credit: flag,
  CostCenter: text,
  Project: text,
})
export type FortnoxListedInvoice = z.infer<typeof listedInvoice>

export const invoiceDetailAnswer = z.object({
  SupplierInvoice: supplierInvoice.extend({
    /** Not told is not none: an export would say so. */
    VAT: z.preprocess((value) => (value === null || value === '' ? '0' : value), decimal),
    Comments: text,
    OurReference: text,
    YourReference: text,
    OCR: text,
    SupplierInvoiceRows: z.array(invoiceRow).nullish(),
  }),
})
export type FortnoxInvoiceDetail = z.infer<typeof invoiceDetailAnswer>['SupplierInvoice']

const payment = z.object({
  Number: requiredText,
  InvoiceNumber: requiredText,
  Amount: optionalDecimal,
  PaymentDate: date,
  Booked: flag,
  VoucherSeries: text,
  VoucherNumber: whole,
})
export type FortnoxPayment = z.infer<typeof payment>
/** Whose payment it is we know where we made it or asked for it. */
export const paymentAnswer = z.object({ SupplierInvoicePayment: payment.extend({ InvoiceNumber: text }) })

const supplier = z.object({
  SupplierNumber: requiredText,
  Name: requiredText,
  OrganisationNumber: text,
  City: text,
  CountryCode: text,
  Active: flag,
  PreDefinedAccount: whole,
})
export type FortnoxSupplier = z.infer<typeof supplier>
export const supplierAnswer = z.object({ Supplier: supplier })

export const companyAnswer = z.object({
  CompanyInformation: z.object({
    CompanyName: text,
    OrganizationNumber: text,
    DatabaseNumber: requiredText,
    Address: text,
    ZipCode: text,
    City: text,
    CountryCode: text,
  }),
})
export type FortnoxCompany = z.infer<typeof companyAnswer>['CompanyInformation']

const financialYear = z.object({
  Id: requiredText,
  FromDate: requiredDate,
  ToDate: requiredDate,
  AccountingMethod: text,
})
export type FortnoxFinancialYear = z.infer<typeof financialYear>

const dimensionRule = z.preprocess(
  (value) => (isNothing(value) ? 'ALLOWED' : typeof value === 'string' ? value.toUpperCase() : value),
  z.enum(['ALLOWED', 'MANDATORY', 'NOTALLOWED']),
)
const account = z.object({
  Number: requiredWhole,
  Description: text,
  Active: shownFlag,
  CostCenterSettings: dimensionRule,
  ProjectSettings: dimensionRule,
  VATCode: text,
})
export type FortnoxAccount = z.infer<typeof account>

/** Some modes, such as a set-off, have no account. */
const modeOfPayment = z.object({ Code: requiredText, Description: text, AccountNumber: whole })
export type FortnoxModeOfPayment = z.infer<typeof modeOfPayment>
const predefinedAccount = z.object({ Name: requiredText, Account: whole })
export type FortnoxPredefinedAccount = z.infer<typeof predefinedAccount>
const currency = z.object({ Code: requiredText, Description: text })
export type FortnoxCurrency = z.infer<typeof currency>
const costCenter = z.object({ Code: requiredText, Description: text, Active: flag })
export type FortnoxCostCenter = z.infer<typeof costCenter>
const project = z.object({ ProjectNumber: requiredText, Description: text, Status: code })
export type FortnoxProject = z.infer<typeof project>

const lockedPeriod = z.preprocess(
  (value) => (isNothing(value) && value !== noRight ? undefined : value),
  z.object({ EndDate: shownDate }).optional(),
)
export const lockedPeriodAnswer = z.object({ LockedPeriod: lockedPeriod })

/**
 * A list of Fortnox's with how many pages or rows there are; some lists leave that out. The first page names the list, also
 * where it is nothing, or says itself that it is empty; a further one without it is past the end.
 */
function listOf<Key extends string, Row extends z.ZodType>(key: Key, row: Row) {
  const meta = z.object({ '@TotalPages': whole, '@TotalResources': whole }).nullish().catch(undefined)
  const page = (isFirst: boolean) =>
    z.looseObject({ MetaInformation: meta }).transform((body, context) => {
      const { [key]: listed } = body as Record<string, unknown>
      const { '@TotalPages': totalPages, '@TotalResources': totalRows } = body.MetaInformation ?? {}
      const isMissing = isNothing(listed) && listed !== noRight
      const isEmpty = isMissing && (!isFirst || totalRows === 0 || (key in body && totalRows === undefined))
      const rows = z.array(row).safeParse(isEmpty ? [] : listed)
      if (rows.success) return { rows: rows.data, totalPages, totalRows, isMissing }
      for (const issue of rows.error.issues)
        context.issues.push({ code: 'custom', input: body, message: issue.message, path: [key, ...issue.path] })
      return z.NEVER
    })
  return { first: page(true), further: page(false) }
}

const inboxFile = z.object({ Id: requiredText, Name: text })
export const fileAnswer = z.object({ File: inboxFile })
export const inboxAnswer = z.object({ Folder: z.object({ Files: z.array(inboxFile).nullish() }) })
const fileConnection = z.object({ FileId: requiredText, Name: text, SupplierInvoiceNumber: requiredText })
export const fileConnectionAnswer = z.object({ SupplierInvoiceFileConnection: fileConnection })

export const fileConnectionList = listOf('SupplierInvoiceFileConnections', fileConnection)
export const awaitingInvoiceList = listOf('SupplierInvoices', awaitingInvoice)
export const soughtInvoiceList = listOf('SupplierInvoices', soughtInvoice)
export const listedInvoiceList = listOf('SupplierInvoices', listedInvoice)
export const paymentList = listOf('SupplierInvoicePayments', payment)
export const supplierList = listOf('Suppliers', supplier)
export const financialYearList = listOf('FinancialYears', financialYear)
export const accountList = listOf('Accounts', account)
export const modeOfPaymentList = listOf('ModesOfPayments', modeOfPayment)
export const predefinedAccountList = listOf('PreDefinedAccounts', predefinedAccount)
export const currencyList = listOf('Currencies', currency)
export const costCenterList = listOf('CostCenters', costCenter)
export const projectList = listOf('Projects', project)
