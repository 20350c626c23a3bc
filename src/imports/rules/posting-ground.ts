import type { Obstacle, PostingSettings } from '#connections/contract.ts'
import type { Charts, RefusedArea, Registers } from '#connections/rules.ts'
import type {
  Account,
  CostCenter,
  FinancialYear,
  ModeOfPayment,
  PredefinedAccounts,
  Project,
} from '#connectors/accounting-connector.ts'
import { addDays, type LocalDate } from '#kernel/local-dates.ts'
import type { InvoicePayment } from '#kernel/supplier-invoice.ts'
import type { RateBook } from '#rates/rules/rate-book.ts'
import type { ImportOptions } from '../contract.ts'

/** Everything besides the row itself that decides an invoice, looked up once for a whole import. */
export type PostingGround = {
  settings: PostingSettings
  options: ImportOptions
  supplierDebtAccount: number
  /** The accounting system's own account for supplier debts (*leverantörsskulder*), whatever the settings say. */
  predefinedDebtAccount: number
  inputVatAccount: number
  /** The accounts that the company has chosen in the accounting system, by purpose. */
  predefined: PredefinedAccounts
  /** How the invoices are paid; null when the settings name nothing that exists. */
  payment: { account: number; modeOfPayment: string } | null
  /** Charts of accounts (*kontoplaner*) by financial year: of the current one, and of those that rows lie in. */
  charts: ReadonlyMap<string, Chart>
  /** The current financial year's id. */
  currentYear: string | null
  modesOfPayment: ReadonlyMap<string, ModeOfPayment>
  currencies: ReadonlySet<string>
  costCenters: ReadonlyMap<string, CostCenter>
  projects: ReadonlyMap<string, Project>
  financialYears: readonly FinancialYear[]
  lockedUntil: LocalDate | null
  /** A purchase of a later day than this is told; banks date some a few days ahead. Absent where nothing is told. */
  latestDay?: LocalDate | undefined
  connection: ConnectionState
  /** What other currencies cost: for accounts that are kept in one. */
  rates: RateBook
}

export type Chart = ReadonlyMap<number, Account>

/** What stands between us and the accounting system, whatever the invoice. */
export type ConnectionState = {
  /** What the accounting system is called. */
  name: string
  isLost: boolean
  refused: readonly RefusedArea[]
  obstacles: readonly Obstacle[]
  /** Invoices that wait for approval there. */
  awaitingApproval: number
}
const nothingInTheWay: ConnectionState = { name: '', isLost: false, refused: [], obstacles: [], awaitingApproval: 0 }

const mostDaysAhead = 7

/** BAS's; a company that has chosen none is shown its invoices on them, and told that they are missing. */
const usualAccounts = { supplierDebt: 2440, inputVat: 2641 }

export function prepareGround(input: {
  settings: PostingSettings
  options: ImportOptions
  registers: Registers
  payment: { account: number; modeOfPayment: string } | null
  rates: RateBook
  connection?: ConnectionState
  /** Of other years than the current one. */
  charts?: Charts
  today?: LocalDate
}): PostingGround {
  const { settings, options, registers, payment, rates, connection = nothingInTheWay } = input
  const { accounts, accountsOf, predefinedAccounts: predefined } = registers
  const predefinedDebtAccount = predefined.supplierDebt ?? usualAccounts.supplierDebt
  return {
    connection,
    settings,
    options,
    payment,
    rates,
    supplierDebtAccount: settings.creditAccount ?? predefinedDebtAccount,
    predefinedDebtAccount,
    inputVatAccount: predefined.inputVat ?? usualAccounts.inputVat,
    predefined,
    charts: indexCharts(
      new Map([...(input.charts ?? []), ...(accountsOf === null ? [] : [[accountsOf, accounts] as const])]),
    ),
    currentYear: accountsOf,
    modesOfPayment: new Map(registers.modesOfPayment.map((mode) => [mode.code, mode])),
    currencies: new Set(['SEK', ...registers.currencies.map((currency) => currency.code)]),
    costCenters: new Map(registers.costCenters.map((costCenter) => [costCenter.code, costCenter])),
    projects: new Map(registers.projects.map((project) => [project.number, project])),
    financialYears: registers.financialYears,
    lockedUntil: registers.lockedUntil,
    ...(input.today !== undefined && { latestDay: addDays(input.today, mostDaysAhead) }),
  }
}

/** What the options and settings ask for together. A payment is booked against the booked invoice, so it needs that. */
export function wantedSteps(settings: PostingSettings, options: ImportOptions): { bookkeep: boolean; pay: boolean } {
  const bookkeep = options.bookkeep ?? settings.bookkeepInvoices
  return { bookkeep, pay: bookkeep && (options.pay ?? settings.payInvoices) }
}

export function financialYearOf(date: LocalDate, ground: PostingGround): FinancialYear | undefined {
  return ground.financialYears.find((year) => year.from <= date && date <= year.to)
}

/** The chart of accounts that bookings of a day are judged by; undefined where there is no such year or its chart is not read. */
export function chartOn(date: LocalDate, ground: PostingGround): Chart | undefined {
  const year = financialYearOf(date, ground)
  return year && ground.charts.get(year.id)
}

export function indexCharts(charts: Charts): Map<string, Chart> {
  return new Map([...charts].map(([year, accounts]) => [year, new Map(accounts.map((one) => [one.number, one]))]))
}

/** A month as `2026-11`. */
export const monthOf = (date: LocalDate): string => date.slice(0, 7)

/** Financial years that months lie in and whose charts are not read. Of a year that is locked whole every row is stopped anyway. */
export function yearsToRead(
  months: readonly string[],
  { financialYears, lockedUntil, charts }: Pick<PostingGround, 'financialYears' | 'lockedUntil' | 'charts'>,
): string[] {
  const isOpen = ({ to }: FinancialYear) => lockedUntil === null || to > lockedUntil
  const isMet = ({ from, to }: FinancialYear) => months.some((month) => monthOf(from) <= month && month <= monthOf(to))
  return financialYears.flatMap((year) => (isOpen(year) && isMet(year) && !charts.has(year.id) ? [year.id] : []))
}

/** The account that a payment is drawn on: its mode's own, else the one in the settings. */
export function paymentAccountOf(payment: InvoicePayment | null, ground: PostingGround): number | null {
  const mode = payment?.modeOfPayment === undefined ? undefined : ground.modesOfPayment.get(payment.modeOfPayment)
  return mode?.account ?? ground.payment?.account ?? null
}
