import type {
  Account,
  AccountingCompany,
  ConnectorError,
  CostCenter,
  Currency,
  FinancialYear,
  ModeOfPayment,
  PredefinedAccounts,
  Project,
  WrittenArea,
} from '#connectors/accounting-connector.ts'
import type { FieldError } from '#kernel/errors.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { parseOrganisationNumber } from '#kernel/organisation-number.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ConsentProblem, PostingSettings, SettingProblem } from './contract.ts'

export type RegisterArea =
  | 'company'
  | 'financial-years'
  | 'locked-period'
  | 'accounts'
  | 'modes-of-payment'
  | 'predefined-accounts'
  | 'currencies'
  | 'cost-centers'
  | 'projects'
  | WrittenArea
/** A part of the accounting system that is closed to us. */
export type RefusedArea = {
  area: RegisterArea
  kind: 'missing-scope' | 'missing-licence'
  serviceCode: string | null
  message: string | null
}

/** What the accounting system told us about the company, all of the same moment. */
export type Registers = {
  company: AccountingCompany
  financialYears: FinancialYear[]
  lockedUntil: LocalDate | null
  /** Of the current financial year; those of another are read where a row lies in it (read-charts.ts). */
  accounts: Account[]
  /** The id of that year; null where there is none. */
  accountsOf: string | null
  modesOfPayment: ModeOfPayment[]
  predefinedAccounts: PredefinedAccounts
  currencies: Currency[]
  costCenters: CostCenter[]
  projects: Project[]
  refused: RefusedArea[]
  /** Invoices that wait for approval over there, whoever made them. */
  awaitingApproval?: { invoices: number } | undefined
  /** When the company itself was: it changes seldom. */
  companyReadAt?: string | undefined
  /** ISO 8601, UTC. */
  fetchedAt: string
}

/** Charts of accounts (*kontoplaner*) by the id of the financial year each belongs to. */
export type Charts = ReadonlyMap<string, readonly Account[]>

/** Bookkeep and pay, as most who pay by card want it; which accounts is for a person to say. */
export const settingsToBeginWith: PostingSettings = {
  usesWarehouse: false,
  creditAccount: null,
  paymentAccount: null,
  modeOfPayment: null,
  bookkeepInvoices: true,
  payInvoices: true,
}

/** The year that a day lies in, else the latest there is. */
export function currentYear(years: readonly FinancialYear[], today: LocalDate): FinancialYear | undefined {
  return (
    years.find((year) => year.from <= today && today <= year.to) ?? [...years].sort((a, b) => (a.to < b.to ? 1 : -1))[0]
  )
}

/**
 * How invoices are paid. The accounting system books a payment on the account of its mode of payment, so an account
 * without a mode cannot be paid from: null, as when nothing is chosen or the two do not belong together.
 */
export function resolvePayment(
  settings: PostingSettings,
  registers: { modesOfPayment: readonly ModeOfPayment[] },
): { account: number; modeOfPayment: string } | null {
  const { paymentAccount, modeOfPayment } = settings
  if (paymentAccount === null && modeOfPayment === null) return null
  const mode = registers.modesOfPayment.find(
    (one) =>
      (modeOfPayment === null || one.code === modeOfPayment) &&
      (paymentAccount === null || one.account === paymentAccount),
  )
  return mode ? { account: mode.account, modeOfPayment: mode.code } : null
}

/** Where invoices are paid: a credit account that the payment may not take the debt away from (imports/rules/checks.ts). */
export function warnOfDebtAccount(
  settings: PostingSettings,
  there: { supplierDebtAccount: number | null; modesOfPayment: readonly ModeOfPayment[]; systemName: string },
): RowProblem | null {
  const { creditAccount: account } = settings
  const { supplierDebtAccount: predefined, systemName: name } = there
  if (account === null || predefined === null || account === predefined) return null
  if (account === resolvePayment(settings, there)?.account) return { code: 'debt-account-pays', params: { account } }
  return { code: 'debt-account-differs', params: { account, predefined, name } }
}

/** Checks settings against what the accounting system has. */
export function checkSettings(
  settings: PostingSettings,
  registers: { accounts: readonly Pick<Account, 'number' | 'isActive'>[]; modesOfPayment: readonly ModeOfPayment[] },
): FieldError[] {
  const errors: FieldError[] = []
  const add = (path: keyof PostingSettings, code: SettingProblem, params: Record<string, string | number>) =>
    errors.push({ path, code, params })
  for (const path of ['creditAccount', 'paymentAccount'] as const) {
    const number = settings[path]
    if (number === null) continue
    const account = registers.accounts.find((one) => one.number === number)
    if (!account) add(path, 'account-unknown', { account: number })
    else if (!account.isActive) add(path, 'account-inactive', { account: number })
  }
  if (errors.some((error) => error.path === 'paymentAccount')) return errors
  const { paymentAccount, modeOfPayment } = settings
  const mode = registers.modesOfPayment.find((one) => one.code === modeOfPayment)
  if (modeOfPayment !== null && !mode) add('modeOfPayment', 'mode-of-payment-unknown', { mode: modeOfPayment })
  else if (mode && paymentAccount !== null && mode.account !== paymentAccount) {
    add('modeOfPayment', 'mode-of-payment-has-other-account', { mode: mode.code, account: mode.account })
  } else if (paymentAccount !== null && !resolvePayment(settings, registers)) {
    add('paymentAccount', 'account-without-mode-of-payment', { account: paymentAccount })
  }
  return errors
}

/** What the other side wrote on the way back from its consent page. */
export function consentProblemOf(query: {
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
}): ConsentProblem | null {
  // Fortnox sends a company whose account is locked (unpaid) back with nothing at all.
  if (!query.code && !query.state && !query.error) return 'account-locked'
  if (query.error === 'access_denied') return 'consent-refused'
  if (query.error === 'error_missing_license') return 'missing-licence'
  return query.error || !query.code ? 'consent-failed' : null
}

/** A consent can be given without some of what it was asked for; one that does not say what it gives is not judged. */
export function missingScopes(asked: readonly string[], given: readonly string[]): string[] {
  const known = new Set(given.map((scope) => scope.toLowerCase()))
  return known.size === 0 ? [] : asked.filter((scope) => !known.has(scope))
}

export function consentProblemOfError(error: ConnectorError, isSource: boolean): ConsentProblem {
  if (error.kind === 'grant-refused') return 'consent-expired'
  if (isSource && error.kind === 'missing-scope') return 'scope-unticked'
  if (error.kind === 'missing-licence' || error.kind === 'missing-scope') return 'missing-licence'
  return error.retry === 'safe' ? 'system-unavailable' : 'consent-failed'
}

/** What a link to a spreadsheet, a base or one of its tables points at; an id alone will do. Null for anything else. */
export function readDocumentLink(
  connectorId: string,
  text: string,
): { documentId: string; tableId: string | null; viewId: string | null } | null {
  return connectorId === 'airtable' ? readAirtableLink(text.trim()) : readGoogleLink(text.trim())
}

/** `https://docs.google.com/spreadsheets/d/<id>/edit?gid=0#gid=0`, also with `/u/1/` in it. */
function readGoogleLink(text: string) {
  const documentId =
    /^https:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]{20,})/.exec(text)?.[1] ??
    /^[\w-]{20,}$/.exec(text)?.[0]
  if (documentId === undefined || documentId === 'e') return null
  return { documentId, tableId: /[#&?]gid=(\d+)/.exec(text)?.[1] ?? null, viewId: null }
}

/** `https://airtable.com/app…/tbl…/viw…`. */
function readAirtableLink(text: string) {
  const found = /^(?:https:\/\/airtable\.com\/)?(app\w{14})(?:\/(tbl\w{14}))?(?:\/(viw\w{14}))?(?:[/?#].*)?$/.exec(text)
  const [, documentId, tableId = null, viewId = null] = found ?? []
  return documentId === undefined ? null : { documentId, tableId, viewId }
}

/** Two organisation numbers that are certainly not the same; one that cannot be read tells nothing. */
export function isOtherNumber(own: string, theirs: string): boolean {
  const [ours, others] = [parseOrganisationNumber(own), parseOrganisationNumber(theirs)]
  return ours !== null && others !== null && ours !== others
}
