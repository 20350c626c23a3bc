import type { Ore } from './amounts.ts'

/** Whether a row on an account may, must or must not name a cost centre or project. */
type DimensionRule = 'ALLOWED' | 'MANDATORY' | 'NOTALLOWED'

export type CompanyProfile = {
  /** Fortnox's DatabaseNumber: the tenant id. */
  id: string
  name: string
  organisationNumber: string
  address: string
  zipCode: string
  city: string
  countryCode: string
}

export type CompanySettings = {
  accountingMethod: 'ACCRUAL' | 'CASH'
  /** Last locked day, null when nothing is locked. */
  lockedPeriod: string | null
  /** Last day that Fortnox itself has locked (*automatlåsning*): booked on no more, and not told as the locked period. */
  automaticLock: string | null
  /** *Enkel attest* (simple): one approval first. *Attestflöde* (flow): only people can approve. */
  approval: 'none' | 'simple' | 'flow'
  /** *Betalattest*: a payment is booked only after approvalpayment. */
  paymentApproval: boolean
  /** The user who connected may approve; otherwise approving is refused (403). */
  mayApprove: boolean
  /** Scopes that the app was given and lost, or never had; and those that the company has no licence for. */
  missingScopes: string[]
  missingLicences: string[]
  /** Registers whose values are all API_NORIGHT. */
  noRightTo: string[]
  /** Used for a payment that names none. */
  defaultModeOfPayment: string
}

/** Räkenskapsår. */
export type FinancialYearRecord = { id: number; from: string; to: string }
export type AccountRecord = {
  number: number
  /** The financial year it belongs to. */
  year: number
  description: string
  active: boolean
  costCenter: DimensionRule
  project: DimensionRule
  modified: string
}
export type ModeOfPaymentRecord = { code: string; description: string; account: number }
export type CurrencyRecord = { code: string; description: string; buyRate: string; sellRate: string; unit: number }
export type CostCenterRecord = { code: string; description: string; active: boolean }
export type ProjectRecord = {
  number: string
  description: string
  status: 'NOTSTARTED' | 'ONGOING' | 'COMPLETED'
  startDate: string
  endDate: string
}
export type TermsOfPaymentRecord = { code: string; description: string }

/** Fields as the client wrote them, checked; keys are Fortnox's field names. */
export type FieldValue = string | number | boolean | Fields[]
export type Fields = { readonly [name: string]: FieldValue }

export type SupplierRecord = { number: string; fields: Fields; modified: string }

/** Konteringsrad of a supplier invoice. SEK in debit and credit, the invoice's currency beside them. */
export type InvoiceRow = {
  account: number
  code: string | undefined
  debit: Ore
  credit: Ore
  debitCurrency: Ore
  creditCurrency: Ore
  costCenter: string
  project: string
  text: string
}

export type VoucherReference = {
  series: string
  number: number
  year: number
  referenceType: VoucherRecord['referenceType']
}

/** Leverantörsfaktura. */
export type InvoiceRecord = {
  number: number
  supplierNumber: string
  supplierName: string
  fields: Fields
  invoiceDate: string
  dueDate: string
  currency: string
  rate: string
  unit: number
  total: Ore
  vat: Ore
  rows: InvoiceRow[]
  /** In the invoice's currency. */
  balance: Ore
  booked: boolean
  cancelled: boolean
  creditReference: number | undefined
  isCredit: boolean
  approvedForBooking: boolean
  approvedForPayment: boolean
  finalPayDate: string | undefined
  vouchers: VoucherReference[]
  created: string
  modified: string
}

export type WriteOff = { account: number; amount: Ore; text: string }

/** Leverantörsbetalning. */
export type PaymentRecord = {
  number: number
  invoiceNumber: number
  fields: Fields
  /** SEK. */
  amount: Ore
  amountCurrency: Ore
  rate: string
  paymentDate: string
  modeOfPayment: string
  writeOffs: WriteOff[]
  booked: boolean
  voucher: VoucherReference | undefined
  modified: string
}

export type VoucherRow = { account: number; debit: Ore; credit: Ore; costCenter: string; project: string; text: string }
/** Verifikation. */
export type VoucherRecord = {
  series: string
  number: number
  year: number
  date: string
  description: string
  referenceType: 'SUPPLIERINVOICE' | 'SUPPLIERPAYMENT'
  referenceNumber: string
  rows: VoucherRow[]
  modified: string
}

export type FileRecord = { id: string; name: string; folder: string; base64: string; size: number }
export type FileConnectionRecord = { fileId: string; invoiceNumber: number }

export type CompanyTables = {
  profile: CompanyProfile
  settings: CompanySettings
  years: FinancialYearRecord
  /** Keyed `year:account`. */
  accounts: AccountRecord
  modesOfPayment: ModeOfPaymentRecord
  predefinedAccounts: { name: string; account: number }
  currencies: CurrencyRecord
  costCenters: CostCenterRecord
  projects: ProjectRecord
  termsOfPayments: TermsOfPaymentRecord
  voucherSeries: { code: string; description: string; manual: boolean }
  suppliers: SupplierRecord
  invoices: InvoiceRecord
  payments: PaymentRecord
  vouchers: VoucherRecord
  files: FileRecord
  fileConnections: FileConnectionRecord
  /** The last number given out of a series of numbers. */
  counters: { last: number }
  /** Account balances, keyed `year:account`. */
  balances: { ore: Ore }
}
