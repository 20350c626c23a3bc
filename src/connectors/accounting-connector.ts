import type { LocalDate } from '#kernel/local-dates.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'

/** Tokens as a connector's authorisation server gave them. Instants are UTC milliseconds. */
export type Tokens = {
  accessToken: string
  refreshToken: string
  expiresAt: number
  scopes: string[]
}

/** What the accounting system can do; data instead of optional methods. */
export type AccountingCapabilities = {
  /** Sliding window: at most `requests` in any `seconds`, per company. */
  rateLimit: { requests: number; seconds: number }
  maxReferenceLength: number
  attachments: boolean
  /** What a consent asks for, by the system's own names. */
  scopes: readonly string[]
}

/** How a call to the other side went wrong. Decided from status and code, never from message text. */
export type ConnectorErrorKind =
  | 'unauthorized' // the access token is not valid (any more)
  | 'grant-refused' // the refresh token or code is dead: a person must connect again
  | 'missing-scope'
  | 'missing-licence'
  | 'not-found'
  | 'rejected' // understood and refused; sending it again gives the same answer
  | 'approval-required'
  | 'period-locked'
  | 'rate-limited'
  | 'unavailable' // certainly not carried out: nothing was sent, or the other side said so
  | 'unknown' // sent, and no answer came: it may have been carried out

/** `safe`: send it again; `after-check`: look first whether it was carried out; `never`: it was refused. */
export type RetryAdvice = 'safe' | 'after-check' | 'never'

export class ConnectorError extends Error {
  readonly kind: ConnectorErrorKind
  readonly retry: RetryAdvice
  /** HTTP status, 0 when there was no answer. */
  readonly status: number
  /** The other side's own error code and text, kept as they came. */
  readonly serviceCode: string | undefined
  readonly serviceMessage: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ConnectorErrorKind,
    retry: RetryAdvice,
    details: {
      status?: number | undefined
      serviceCode?: string | undefined
      serviceMessage?: string | undefined
      retryAfterSeconds?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(
      `${kind}${details.status ? ` (${details.status})` : ''}${details.serviceCode ? ` ${details.serviceCode}` : ''}${details.serviceMessage ? `: ${details.serviceMessage}` : ''}`,
      { cause: details.cause },
    )
    this.name = 'ConnectorError'
    this.kind = kind
    this.retry = retry
    this.status = details.status ?? 0
    this.serviceCode = details.serviceCode
    this.serviceMessage = details.serviceMessage
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

export type AccountingCompany = {
  name: string
  organisationNumber: string
  tenantId: string
  address?: string | undefined
  zipCode?: string | undefined
  city?: string | undefined
  countryCode?: string | undefined
}
/** A financial year (*räkenskapsår*). In a `cash` year (*kontantmetoden*) supplier invoices are booked with their payment. */
export type FinancialYear = { id: string; from: LocalDate; to: LocalDate; method: 'accrual' | 'cash' }
export type DimensionRule = 'allowed' | 'mandatory' | 'not-allowed'
export type Account = {
  number: number
  name: string
  isActive: boolean
  costCenterRule: DimensionRule
  projectRule: DimensionRule
  vatCode?: string | undefined
}
/** Mode of payment (*betalningssätt*). */
export type ModeOfPayment = { code: string; name: string; account: number }
/** By what they are for (*förvalda konton*); undefined: the company has chosen none. */
export type PredefinedAccounts = {
  supplierDebt?: number | undefined
  inputVat?: number | undefined
  rounding?: number | undefined
  [name: string]: number | undefined
}
export type Currency = { code: string; name: string }
export type CostCenter = { code: string; name: string; isActive: boolean }
export type Project = { number: string; name: string; isOngoing: boolean }
export type Supplier = {
  number: string
  name: string
  organisationNumber?: string | undefined
  city?: string | undefined
  countryCode?: string | undefined
  isActive: boolean
  account?: number | undefined
}
export type NewSupplier = {
  name: string
  organisationNumber?: string | undefined
  countryCode?: string | undefined
  vatNumber?: string | undefined
  account?: number | undefined
}

/** An invoice as the accounting system has it. `number` is the system's own running number. */
export type PostedInvoice = {
  number: string
  reference?: string | undefined
  supplierNumber: string
  invoiceNumber?: string | undefined
  isBookkept: boolean
  isCancelled: boolean
  voucher?: { series: string; number: number; year: number } | undefined
  /** What is left to pay, minor units of the invoice's currency; this and the total are undefined where the system does not say. */
  balance: number | undefined
  total: number | undefined
  currency: string
  invoiceDate?: LocalDate | null | undefined
  /** Of an invoice that was credited: the credit invoice; of a credit invoice: the invoice it takes back. */
  creditReference?: string | undefined
  /** Its account rows in öre, where the answer tells them. */
  rows?: readonly { account: number; debit: number; credit: number }[] | undefined
}
/** What to look for: an invoice of ours by its reference, and what else it is known by where that is not told. */
export type InvoiceSearch = Pick<
  SupplierInvoice,
  'supplierNumber' | 'reference' | 'invoiceNumber' | 'total' | 'currency'
> & {
  /** Undefined where it may have any. */
  invoiceDate: LocalDate | undefined
  /** Changed since. */
  since: Date
}
export type FoundInvoice = Pick<PostedInvoice, 'number' | 'isCancelled'>
export type PostedPayment = {
  number: string
  /** This, the amount (öre) and the day are undefined where the system does not say. */
  invoiceNumber: string | undefined
  amount: number | undefined
  paymentDate: LocalDate | undefined
  isBookkept: boolean
  voucher?: { series: string; number: number } | undefined
}

/** A state by which the accounting system can list its supplier invoices. */
export const invoiceListStates = ['all', 'unbooked', 'unpaid', 'overdue', 'paid', 'cancelled'] as const
export type InvoiceListState = (typeof invoiceListStates)[number]

/** A supplier invoice as it stands in the accounting system's list. */
export type ListedInvoice = PostedInvoice & {
  total: number
  supplierName: string
  invoiceDate: LocalDate | null
  dueDate: LocalDate | null
  finalPayDate: LocalDate | null
  /** SEK per unit of the currency; null where the invoice is in SEK. */
  rate: string | null
  isCredit: boolean
  costCenter: string | null
  project: string | null
}
/** What only the invoice itself says: one call an invoice. */
export type InvoiceDetail = {
  /** Minor units of the invoice's currency. */
  vat: number
  comments: string | null
  ourReference: string | null
  yourReference: string | null
  ocr: string | null
  /** öre; `code` is the system's own mark, absent on cost rows. */
  rows: {
    account: number
    debit: number
    credit: number
    costCenter: string | null
    project: string | null
    text: string | null
    code: string | null
  }[]
}

/** What is written to, and may be closed to us though everything else is open. */
export type WrittenArea = 'invoices' | 'payments' | 'suppliers'

/** One company's open line to its accounting system. All methods throw ConnectorError. */
export interface AccountingSession {
  /** Reads next to nothing of what is written later: refused where the scope or the licence is missing. */
  tryAccess(area: WrittenArea): Promise<void>
  readCompany(): Promise<AccountingCompany>
  listFinancialYears(): Promise<FinancialYear[]>
  /** The last day of the locked period, null when nothing is locked. */
  readLockedPeriod(): Promise<LocalDate | null>
  listAccounts(financialYearId: string): Promise<Account[]>
  listModesOfPayment(): Promise<ModeOfPayment[]>
  readPredefinedAccounts(): Promise<PredefinedAccounts>
  listCurrencies(): Promise<Currency[]>
  listCostCenters(): Promise<CostCenter[]>
  listProjects(): Promise<Project[]>
  /** Pages through every supplier, or those that were made or changed since an instant, whoever did it. */
  listSuppliers(changedSince?: Date): AsyncIterable<Supplier[]>
  createSupplier(supplier: NewSupplier): Promise<Supplier>
  createSupplierInvoice(invoice: SupplierInvoice): Promise<PostedInvoice>
  bookkeepSupplierInvoice(number: string): Promise<PostedInvoice>
  createPayment(invoiceNumber: string, payment: InvoicePayment): Promise<PostedPayment>
  bookkeepPayment(paymentNumber: string): Promise<PostedPayment>
  /** Takes back an invoice that is not bookkept. */
  cancelSupplierInvoice(number: string): Promise<PostedInvoice>
  /**
   * Makes a credit invoice of one that is bookkept and answers its number; it is not bookkept yet. When the answer is
   * lost, `findCreditInvoice` tells.
   */
  creditSupplierInvoice(number: string): Promise<string>
  /** The number of the credit invoice that was made of an invoice since then: that it names, or that names it. */
  findCreditInvoice(number: string, since: Date): Promise<string | undefined>
  /** Removes a payment that is not bookkept. */
  deletePayment(paymentNumber: string): Promise<void>
  readSupplierInvoice(number: string): Promise<PostedInvoice>
  /** Invoices of a supplier that carry this reference, cancelled ones too; refused where that cannot be told. */
  findByReference(search: InvoiceSearch): Promise<FoundInvoice[]>
  /** As it stands this moment, unlike in a list, which may lag behind; null when it is not there. */
  readPayment(paymentNumber: string): Promise<PostedPayment | null>
  listPayments(invoiceNumber: string): Promise<PostedPayment[]>
  /** The payments that were made or changed since an instant, whoever did it and of whichever invoice. */
  listChangedPayments(since: Date): Promise<PostedPayment[]>
  /** Pages through the invoices in a state, in the accounting system's own order. */
  listSupplierInvoices(state: InvoiceListState): AsyncIterable<ListedInvoice[]>
  /** How many invoices wait for somebody's approval there before they are bookkept: 0 of a company that asks for none. */
  countAwaitingApproval(): Promise<number>
  /** Pages through the invoices that were made or changed since an instant, whoever did it, cancelled ones too. */
  listChangedInvoices(since: Date): AsyncIterable<ListedInvoice[]>
  readInvoiceDetail(number: string): Promise<InvoiceDetail>
  /** Puts a file into the inbox. Done twice it is there twice: look for its name first where an answer was lost. */
  uploadFile(file: { name: string; contentType: string; bytes: Uint8Array }): Promise<{ fileId: string }>
  /** A file of exactly this name that is still in the inbox. */
  findUploadedFile(name: string): Promise<string | null>
  /** Ties a file in the inbox to an invoice. */
  connectFile(invoiceNumber: string, fileId: string): Promise<void>
  listConnectedFiles(invoiceNumber: string): Promise<{ fileId: string; name: string }[]>
}

/** What a session needs from its owner: when a request may leave, and the token that it leaves with. */
export type SessionAccess = {
  /**
   * Waits until a request may leave, which then does at once; call `answered` when its answer has come. `refused`: the other
   * side would not take this token, so another is needed.
   */
  turn(options?: { refused?: string }): Promise<{
    token: string
    answered: (outcome: { isRateLimited: boolean; retryAfterSeconds?: number | undefined }) => void
  }>
  /** Requests that are under way when it comes are given up: somebody else looks for what became of them. */
  signal?: AbortSignal | undefined
  /** Whose session it is, once that is known: the next of the same connection may speak over what this one has opened. */
  connectionId?: string
}

/** An accounting system that Radvis can post to. */
export interface AccountingConnector {
  readonly id: string
  readonly displayName: string
  readonly capabilities: AccountingCapabilities
  authorizeUrl(request: { state: string; redirectUri: string }): string
  exchangeCode(request: { code: string; redirectUri: string }): Promise<Tokens>
  refreshTokens(refreshToken: string): Promise<Tokens>
  /** Takes our access back at the other side; `not-possible` where only a person can do that there. */
  revokeTokens(tokens: { accessToken: string; refreshToken: string }): Promise<'revoked' | 'not-possible'>
  openSession(access: SessionAccess): AccountingSession
  /** The body that createSupplierInvoice would send: what the preview shows to the last byte. */
  previewRequest(invoice: SupplierInvoice): unknown
}
