import { decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import type { AccountRow, AccountRowRole, InvoicePayment, SupplierInvoice, VatType } from '#kernel/supplier-invoice.ts'
import type {
  Account,
  AccountingCompany,
  CostCenter,
  Currency,
  FinancialYear,
  ModeOfPayment,
  NewSupplier,
  PostedInvoice,
  PostedPayment,
  PredefinedAccounts,
  Project,
  Supplier,
} from '../accounting-connector.ts'
import { lengths } from './limits.ts'
import type * as fortnox from './schemas.ts'
import { cleanText } from './texts.ts'

type VatTreatment = {
  vatType: 'NORMAL' | 'EUINTERNAL' | 'REVERSE'
  salesType?: 'SERVICE' | undefined
  reverseCodes?: { debit: string; credit: string }
}

/**
 * Fortnox's three kinds of VAT and the codes its reverse-charge rows must carry (refused with 2003115 otherwise):
 * PRD/PRC goods from the EU, SRD/SRC services from the EU, CND/CNC reverse charge within Sweden. Services from outside
 * the EU and imports of goods have no kind of their own and go as NORMAL with their rows spelt out. SalesType tells services from goods:
 * never STOCK, which would go through the warehouse module (2003127). Where that module is used every invoice but goods
 * under reverse charge says SERVICE, so that no default can take it there; those say what they are by their codes.
 */
const treatments: Record<VatType, VatTreatment> = {
  SE25: { vatType: 'NORMAL' },
  SE12: { vatType: 'NORMAL' },
  SE6: { vatType: 'NORMAL' },
  SE_FOOD: { vatType: 'NORMAL' },
  SE0: { vatType: 'NORMAL' },
  REPRESENTATION: { vatType: 'NORMAL' },
  CAR_HIRE: { vatType: 'NORMAL' },
  FOREIGN_VAT: { vatType: 'NORMAL' },
  NO_DEDUCTION: { vatType: 'NORMAL' },
  NON_EU_SERVICES: { vatType: 'NORMAL' },
  GOODS_IMPORT: { vatType: 'NORMAL' },
  EU_GOODS: { vatType: 'EUINTERNAL', reverseCodes: { debit: 'PRD', credit: 'PRC' } },
  EU_SERVICES: { vatType: 'EUINTERNAL', salesType: 'SERVICE', reverseCodes: { debit: 'SRD', credit: 'SRC' } },
  SE_REVERSE_GOODS: { vatType: 'REVERSE', reverseCodes: { debit: 'CND', credit: 'CNC' } },
  SE_REVERSE_SERVICES: { vatType: 'REVERSE', salesType: 'SERVICE', reverseCodes: { debit: 'CND', credit: 'CNC' } },
}

/**
 * Of a few öre the VAT is none, and no row says it. As EUINTERNAL or REVERSE Fortnox would then reckon VAT of its own, at
 * its predefined accounts' rate; NORMAL leaves the rows as they are.
 */
function treatmentOf({ vatType, rows }: SupplierInvoice): VatTreatment {
  const treatment = treatments[vatType]
  const hasVat = rows.some(({ role }) => role === 'reverse-debit' || role === 'reverse-credit')
  return treatment.reverseCodes && !hasVat ? { vatType: 'NORMAL', salesType: treatment.salesType } : treatment
}

/** The body of POST /3/supplierinvoices. A white list: Fortnox refuses fields it does not know and explicit nulls. */
export function supplierInvoiceBody(invoice: SupplierInvoice) {
  if (invoice.reference.length > lengths.reference)
    throw new Error(`the reference '${invoice.reference}' is longer than ${lengths.reference}`)
  const treatment = treatmentOf(invoice)
  return {
    SupplierInvoice: present({
      SupplierNumber: invoice.supplierNumber,
      InvoiceNumber: cleanText(invoice.invoiceNumber, lengths.invoiceNumber),
      ExternalInvoiceNumber: invoice.reference,
      InvoiceDate: invoice.invoiceDate,
      DueDate: invoice.dueDate,
      // Always said: otherwise the currency of the supplier's card is taken.
      Currency: invoice.currency,
      ...(invoice.currency !== 'SEK' && { CurrencyRate: invoice.rate, CurrencyUnit: 1 }),
      Total: decimalFromMinor(invoice.total, invoice.currency),
      VAT: decimalFromMinor(invoice.vat, invoice.currency),
      VATType: treatment.vatType,
      SalesType: treatment.salesType ?? (invoice.isOffStock && !treatment.reverseCodes ? 'SERVICE' : undefined),
      DisablePaymentFile: invoice.isPaidByCard ? true : undefined,
      Comments: cleanText(invoice.comments, lengths.comments),
      OurReference: cleanText(invoice.ourReference, lengths.ourReference),
      YourReference: cleanText(invoice.yourReference, lengths.yourReference),
      OCR: invoice.ocr,
      CostCenter: invoice.costCenter,
      Project: invoice.project,
      SupplierInvoiceRows: invoice.rows.map((row) => rowBody(row, treatment)),
    }),
  }
}

function rowBody(row: AccountRow, treatment: VatTreatment) {
  return present({
    Account: row.account,
    Code: rowCode(row.role, treatment),
    Debit: amount(row.debit, 'SEK'),
    Credit: amount(row.credit, 'SEK'),
    CostCenter: row.costCenter,
    Project: row.project,
    TransactionInformation: cleanText(row.text, lengths.rowText),
  })
}

function rowCode(role: AccountRowRole, treatment: VatTreatment): string | undefined {
  if (role === 'debt') return 'TOT'
  if (role === 'vat') return 'VAT'
  if (role === 'rounding') return 'ROV'
  if (role === 'reverse-debit') return treatment.reverseCodes?.debit
  if (role === 'reverse-credit') return treatment.reverseCodes?.credit
  return undefined
}

/** The body of POST /3/supplierinvoicepayments. `InvoiceNumber` is the number Fortnox gave the invoice. */
export function paymentBody(invoiceNumber: string, payment: InvoicePayment) {
  return {
    SupplierInvoicePayment: present({
      InvoiceNumber: invoiceNumber,
      PaymentDate: payment.paymentDate,
      Amount: amount(payment.amountSek, 'SEK'),
      AmountCurrency: amount(payment.amount, payment.currency),
      CurrencyRate: payment.currency === 'SEK' ? undefined : Number(payment.rate),
      ModeOfPayment: payment.modeOfPayment,
    }),
  }
}

export function supplierBody(supplier: NewSupplier) {
  return {
    Supplier: present({
      Name: cleanText(supplier.name, lengths.supplierName),
      OrganisationNumber: supplier.organisationNumber,
      CountryCode: supplier.countryCode,
      VATNumber: supplier.vatNumber,
      PreDefinedAccount: supplier.account === undefined ? undefined : String(supplier.account),
    }),
  }
}

/** JSON numbers: the shortest text of the nearest double, which for money is the decimal text itself. */
function amount(minor: number, currency: string): number {
  return Number(decimalFromMinor(minor, currency))
}

function present<Body extends Record<string, unknown>>(body: Body): Partial<Body> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Partial<Body>
}

export function toPostedInvoice(invoice: fortnox.FortnoxSupplierInvoice & { GivenNumber: string }): PostedInvoice {
  const currency = invoice.Currency ?? 'SEK' // left out by Fortnox when it is the company's own
  return {
    number: invoice.GivenNumber,
    reference: invoice.ExternalInvoiceNumber,
    supplierNumber: invoice.SupplierNumber,
    invoiceNumber: invoice.InvoiceNumber,
    isBookkept: invoice.Booked ?? false,
    isCancelled: invoice.Cancelled ?? invoice.Cancel ?? false,
    voucher: voucherOf(invoice),
    balance: invoice.Balance === undefined ? undefined : minorOf(invoice.Balance, currency),
    total: invoice.Total === undefined ? undefined : minorOf(invoice.Total, currency),
    currency,
    invoiceDate: invoice.InvoiceDate,
    creditReference: creditReferenceOf(invoice),
    rows: invoice.SupplierInvoiceRows?.flatMap(({ Account: account, Debit, Credit }) =>
      account === undefined
        ? []
        : [{ account, debit: minorOf(Debit ?? '0', 'SEK'), credit: minorOf(Credit ?? '0', 'SEK') }],
    ),
  }
}

/** A whole number in Fortnox's OpenAPI document, so 0 may stand for none. */
export function creditReferenceOf({ CreditReference }: fortnox.FortnoxSupplierInvoice): string | undefined {
  return CreditReference === '0' ? undefined : CreditReference
}

/** Bookkeeping answers with the three fields, a later read with the list; a number of 0 is none. */
function voucherOf(invoice: fortnox.FortnoxSupplierInvoice): PostedInvoice['voucher'] {
  const listed =
    invoice.Vouchers?.find((voucher) => voucher.ReferenceType === 'SUPPLIERINVOICE') ?? invoice.Vouchers?.[0]
  const series = invoice.VoucherSeries ?? listed?.Series
  const number = invoice.VoucherNumber || listed?.Number
  const year = invoice.VoucherYear || listed?.Year
  return series !== undefined && number && year ? { series, number, year } : undefined
}

export function toPostedPayment(
  payment: Omit<fortnox.FortnoxPayment, 'InvoiceNumber'> & { InvoiceNumber?: string | undefined },
): PostedPayment {
  const { VoucherSeries: series, VoucherNumber: number } = payment
  return {
    number: payment.Number,
    invoiceNumber: payment.InvoiceNumber,
    amount: payment.Amount === undefined ? undefined : minorOf(payment.Amount, 'SEK'),
    paymentDate: payment.PaymentDate,
    isBookkept: payment.Booked ?? false,
    voucher: series !== undefined && number ? { series, number } : undefined,
  }
}

export function minorOf(decimal: string, currency: string): number {
  const minor = minorFromDecimal(decimal, currency)
  if (minor === null) throw new Error(`'${decimal}' is too large an amount`)
  return minor
}

export function toSupplier(supplier: fortnox.FortnoxSupplier): Supplier {
  return {
    number: supplier.SupplierNumber,
    name: supplier.Name,
    organisationNumber: supplier.OrganisationNumber,
    city: supplier.City,
    countryCode: supplier.CountryCode,
    isActive: supplier.Active ?? true,
    account: supplier.PreDefinedAccount,
  }
}

export function toCompany(company: fortnox.FortnoxCompany): AccountingCompany {
  return {
    name: company.CompanyName ?? company.DatabaseNumber,
    organisationNumber: company.OrganizationNumber ?? '',
    tenantId: company.DatabaseNumber,
    address: company.Address,
    zipCode: company.ZipCode,
    city: company.City,
    countryCode: company.CountryCode,
  }
}

export function toFinancialYear(year: fortnox.FortnoxFinancialYear): FinancialYear {
  return {
    id: year.Id,
    from: year.FromDate,
    to: year.ToDate,
    method: year.AccountingMethod?.toUpperCase() === 'CASH' ? 'cash' : 'accrual',
  }
}

const dimensionRules = { ALLOWED: 'allowed', MANDATORY: 'mandatory', NOTALLOWED: 'not-allowed' } as const

/** Each account once: where one is listed twice, say for two years, the one that may be used counts. */
export function toAccounts(rows: readonly fortnox.FortnoxAccount[]): Account[] {
  const accounts = new Map<number, Account>()
  for (const account of rows.map(toAccount)) {
    if (!accounts.get(account.number)?.isActive) accounts.set(account.number, account)
  }
  return [...accounts.values()]
}

function toAccount(account: fortnox.FortnoxAccount): Account {
  return {
    number: account.Number,
    name: account.Description ?? '',
    isActive: account.Active ?? true,
    costCenterRule: dimensionRules[account.CostCenterSettings],
    projectRule: dimensionRules[account.ProjectSettings],
    vatCode: account.VATCode,
  }
}

/** One without an account cannot be paid by: none. */
export function toModesOfPayment({
  Code: code,
  Description,
  AccountNumber,
}: fortnox.FortnoxModeOfPayment): ModeOfPayment[] {
  return AccountNumber === undefined ? [] : [{ code, name: Description ?? code, account: AccountNumber }]
}

/** Fortnox's names (PURCASE is its own spelling) and ours. */
const predefinedNames: Record<string, string> = {
  SUPDEBT: 'supplierDebt',
  INVAT: 'inputVat',
  ROUNDOFF: 'rounding',
  PURCASE: 'purchase',
  PRODUCT_DEB: 'euGoodsDebit',
  PRODUCT_CRE: 'euGoodsCredit',
  SERVICE_DEB: 'euServicesDebit',
  SERVICE_CRE: 'euServicesCredit',
  CONSTRUCTION_DEB: 'reverseDebit',
  CONSTRUCTION_CRE: 'reverseCredit',
  CURRENCYWIN: 'currencyGain',
  CURRENCYLOSS: 'currencyLoss',
}

export function toPredefinedAccounts(rows: readonly fortnox.FortnoxPredefinedAccount[]): PredefinedAccounts {
  return Object.fromEntries(
    rows.flatMap((row) => (predefinedNames[row.Name] && row.Account ? [[predefinedNames[row.Name], row.Account]] : [])),
  )
}

export function toCurrency(currency: fortnox.FortnoxCurrency): Currency {
  return { code: currency.Code, name: currency.Description ?? currency.Code }
}

export function toCostCenter(center: fortnox.FortnoxCostCenter): CostCenter {
  return { code: center.Code, name: center.Description ?? center.Code, isActive: center.Active ?? true }
}

export function toProject(project: fortnox.FortnoxProject): Project {
  return {
    number: project.ProjectNumber,
    name: project.Description ?? project.ProjectNumber,
    isOngoing: project.Status !== 'COMPLETED',
  }
}
