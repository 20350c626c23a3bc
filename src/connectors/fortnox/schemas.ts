import { z } from 'zod'

/** Stands in place of a value that the company has no licence for. */
export const noRight = 'API_NORIGHT'

/**
 * What Fortnox sends. Its types are looser than its document says: amounts come as text or number, booleans as text,
 * nothing as null or '', and `API_NORIGHT` where the company lacks the licence for a field. Unknown fields are let by.
 */
const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === noRight

const text = z.preprocess(
  (value) => (isNothing(value) ? undefined : typeof value === 'number' ? String(value) : value),
  z.string().optional(),
)
const requiredText = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value === noRight ? undefined : value),
  z.string().min(1),
)
const flag = z.preprocess(
  (value) => (isNothing(value) ? undefined : typeof value === 'string' ? value.toLowerCase() === 'true' : value),
  z.boolean().optional(),
)
/** A whole number such as an account or a voucher's number. */
const whole = z.preprocess(
  (value) => (isNothing(value) ? undefined : typeof value === 'string' ? Number(value) : value),
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
const date = z.preprocess((value) => (isNothing(value) ? undefined : value), z.iso.date().optional())

/** Small numbers such as 1e-7 are float noise around zero; JSON.stringify would write them with an exponent. */
function plainDecimal(value: number): string {
  return Number.isFinite(value) ? value.toFixed(6) : String(value)
}

export const errorBody = z.looseObject({
  ErrorInformation: z
    .looseObject({
      Code: z.union([z.number(), z.string()]).optional(),
      code: z.union([z.number(), z.string()]).optional(),
      Message: z.string().optional(),
      message: z.string().optional(),
    })
    .optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
})

export const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  scope: z.string().default(''),
})

const voucher = z.looseObject({ Series: text, Number: whole, Year: whole, ReferenceType: text })

const invoiceRow = z.looseObject({
  Account: whole,
  Code: text,
  Debit: decimal.nullish(),
  Credit: decimal.nullish(),
  TransactionInformation: text,
})
/** A supplier invoice, alone or in a list: there the list says `Cancel` and has no rows. */
const supplierInvoice = z.looseObject({
  GivenNumber: requiredText,
  SupplierNumber: requiredText,
  ExternalInvoiceNumber: text,
  InvoiceNumber: text,
  Booked: flag,
  Cancelled: flag,
  Cancel: flag,
  Balance: z.preprocess((value) => (isNothing(value) ? undefined : value), decimal.optional()),
  Total: decimal,
  Currency: text,
  InvoiceDate: date,
  CreditReference: text,
  VoucherSeries: text,
  VoucherNumber: whole,
  VoucherYear: whole,
  Vouchers: z.array(voucher).nullish(),
  /** Only compared with what was sent: rows of another shape are no reason to doubt an answer. */
  SupplierInvoiceRows: z.array(invoiceRow).nullish().catch(undefined),
})
export type FortnoxSupplierInvoice = z.infer<typeof supplierInvoice>
export const supplierInvoiceAnswer = z.looseObject({ SupplierInvoice: supplierInvoice })

const listedInvoice = supplierInvoice.extend({
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

export const invoiceDetailAnswer = z.looseObject({
  SupplierInvoice: supplierInvoice.extend({
    VAT: decimal,
    Comments: text,
    OurReference: text,
    YourReference: text,
    OCR: text,
    SupplierInvoiceRows: z.array(invoiceRow).nullish(),
  }),
})
export type FortnoxInvoiceDetail = z.infer<typeof invoiceDetailAnswer>['SupplierInvoice']

const payment = z.looseObject({
  Number: requiredText,
  InvoiceNumber: requiredText,
  Amount: decimal,
  PaymentDate: z.iso.date(),
  Booked: flag,
  VoucherSeries: text,
  VoucherNumber: whole,
})
export type FortnoxPayment = z.infer<typeof payment>
export const paymentAnswer = z.looseObject({ SupplierInvoicePayment: payment })

const supplier = z.looseObject({
  SupplierNumber: requiredText,
  Name: requiredText,
  OrganisationNumber: text,
  City: text,
  CountryCode: text,
  Active: flag,
  PreDefinedAccount: whole,
})
export type FortnoxSupplier = z.infer<typeof supplier>
export const supplierAnswer = z.looseObject({ Supplier: supplier })

export const companyAnswer = z.looseObject({
  CompanyInformation: z.looseObject({
    CompanyName: requiredText,
    OrganizationNumber: text,
    DatabaseNumber: requiredText,
    Address: text,
    ZipCode: text,
    City: text,
    CountryCode: text,
  }),
})
export type FortnoxCompany = z.infer<typeof companyAnswer>['CompanyInformation']

const financialYear = z.looseObject({
  Id: requiredText,
  FromDate: z.iso.date(),
  ToDate: z.iso.date(),
  AccountingMethod: text,
})
export type FortnoxFinancialYear = z.infer<typeof financialYear>

const dimensionRule = z.preprocess(
  (value) => (isNothing(value) ? 'ALLOWED' : value),
  z.enum(['ALLOWED', 'MANDATORY', 'NOTALLOWED']),
)
const account = z.looseObject({
  Number: requiredWhole,
  Description: text,
  Active: flag,
  CostCenterSettings: dimensionRule,
  ProjectSettings: dimensionRule,
  VATCode: text,
})
export type FortnoxAccount = z.infer<typeof account>

/** Some modes, such as a set-off, have no account. */
const modeOfPayment = z.looseObject({ Code: requiredText, Description: text, AccountNumber: whole })
export type FortnoxModeOfPayment = z.infer<typeof modeOfPayment>
const predefinedAccount = z.looseObject({ Name: requiredText, Account: whole })
export type FortnoxPredefinedAccount = z.infer<typeof predefinedAccount>
const currency = z.looseObject({ Code: requiredText, Description: text })
export type FortnoxCurrency = z.infer<typeof currency>
const costCenter = z.looseObject({ Code: requiredText, Description: text, Active: flag })
export type FortnoxCostCenter = z.infer<typeof costCenter>
const project = z.looseObject({ ProjectNumber: requiredText, Description: text, Status: text })
export type FortnoxProject = z.infer<typeof project>

export const lockedPeriodAnswer = z.looseObject({ LockedPeriod: z.looseObject({ EndDate: date }).nullish() })

/** A list of Fortnox's with how many pages there are; some lists leave the latter out. */
function listOf<Key extends string, Row extends z.ZodType>(key: Key, row: Row) {
  const meta = z
    .looseObject({ '@TotalPages': requiredWhole.optional(), '@CurrentPage': requiredWhole.optional() })
    .nullish()
  return z.looseObject({ MetaInformation: meta }).transform((body, context) => {
    const rows = z.array(row).safeParse((body as Record<string, unknown>)[key])
    if (rows.success) return { rows: rows.data, totalPages: body.MetaInformation?.['@TotalPages'] }
    for (const issue of rows.error.issues)
      context.issues.push({ code: 'custom', input: body, message: issue.message, path: [key, ...issue.path] })
    return z.NEVER
  })
}

const inboxFile = z.looseObject({ Id: requiredText, Name: text })
export const fileAnswer = z.looseObject({ File: inboxFile })
export const inboxAnswer = z.looseObject({ Folder: z.looseObject({ Files: z.array(inboxFile).nullish() }) })
const fileConnection = z.looseObject({ FileId: requiredText, Name: text, SupplierInvoiceNumber: requiredText })
export const fileConnectionAnswer = z.looseObject({ SupplierInvoiceFileConnection: fileConnection })

export const fileConnectionList = listOf('SupplierInvoiceFileConnections', fileConnection)
export const supplierInvoiceList = listOf('SupplierInvoices', supplierInvoice)
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
