import type { FinancialYear } from '#connectors/accounting-connector.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { AccountRow, InvoicePayment, SupplierInvoice, VatType } from '#kernel/supplier-invoice.ts'
import { type Chart, financialYearOf, type PostingGround, paymentAccountOf } from './posting-ground.ts'

/** Problems that explain and do not stop. */
const informative: ReadonlySet<string> = new Set([
  'cash-method',
  'vat-stated-not-deducted',
  'vat-deducted-not-stated',
  'text-shortened',
  'texts-shortened',
  'due-before-invoice',
  'date-ahead',
  'import-vat-by-customs',
  'approval-invoice',
  'approval-likely',
  'goods-not-in-stock',
  'approval-payment',
  'sent-back',
  'debt-account-differs',
  'booked-in-later-month',
  'vat-not-limited',
  'vat-above-rate',
  'payment-without-dimensions',
  'predefined-reverse-missing',
  'fee-in-total',
])

export function isBlocking(problem: RowProblem): boolean {
  return !informative.has(problem.code)
}

/** What stops a row is what it is known by: a list has room for the first alone. */
export function blockingFirst(problems: readonly RowProblem[]): RowProblem[] {
  return [...problems.filter(isBlocking), ...problems.filter((problem) => !isBlocking(problem))]
}

/** What the accounting system would refuse about an invoice, found before it is sent. */
export function checkInvoice(
  invoice: SupplierInvoice,
  payment: InvoicePayment | null,
  ground: PostingGround,
): RowProblem[] {
  // Of a company without any year there are no accounts to look at either.
  if (ground.financialYears.length === 0)
    return [{ code: 'financial-year-missing', params: { date: invoice.invoiceDate } }]
  return [
    ...checkDates(invoice, payment, ground),
    ...checkPredefined(invoice, ground),
    ...checkRows(invoice, ground),
    ...checkCostAccount(invoice, payment, ground),
    ...checkPayment(invoice, payment, ground),
    ...checkDebtAccount(invoice, payment, ground),
    ...(ground.currencies.has(invoice.currency)
      ? []
      : [{ code: 'currency-unknown', params: { currency: invoice.currency } }]),
  ]
}

/** What it would refuse about the payment of an invoice that is booked already. */
export function checkPaymentAlone(
  invoice: SupplierInvoice,
  payment: InvoicePayment,
  ground: PostingGround,
): RowProblem[] {
  return [...checkPaymentDate(invoice, payment, ground), ...checkPayment(invoice, payment, ground)]
}

function checkDates(invoice: SupplierInvoice, payment: InvoicePayment | null, ground: PostingGround): RowProblem[] {
  const { lockedUntil } = ground
  const { dueDate, invoiceDate } = invoice
  const problems: RowProblem[] = []
  if (ground.latestDay && invoiceDate > ground.latestDay)
    problems.push({ code: 'date-ahead', params: { date: invoiceDate } })
  // Paid by card already, so nothing is late by it; but it is hardly the due date. What the payment is told is said once.
  if (dueDate < invoiceDate && dueDate !== payment?.paymentDate)
    problems.push({ code: 'due-before-invoice', params: { date: dueDate, invoiceDate } })
  if (!financialYearOf(invoice.invoiceDate, ground))
    problems.push({ code: 'financial-year-missing', params: { date: invoice.invoiceDate } })
  else if (lockedUntil && invoice.invoiceDate <= lockedUntil)
    problems.push({ code: 'period-locked', params: { date: invoice.invoiceDate, until: lockedUntil } })
  if (!payment || payment.paymentDate === invoice.invoiceDate) return problems
  return [...problems, ...checkPaymentDate(invoice, payment, ground)]
}

function checkPaymentDate(invoice: SupplierInvoice, payment: InvoicePayment, ground: PostingGround): RowProblem[] {
  const { lockedUntil } = ground
  const problems: RowProblem[] = []
  if (payment.paymentDate < invoice.invoiceDate)
    problems.push({
      code: 'payment-before-invoice',
      params: { date: payment.paymentDate, invoiceDate: invoice.invoiceDate },
    })
  if (!financialYearOf(payment.paymentDate, ground))
    problems.push({ code: 'payment-year-missing', params: { date: payment.paymentDate } })
  else if (lockedUntil && payment.paymentDate <= lockedUntil)
    problems.push({ code: 'payment-period-locked', params: { date: payment.paymentDate, until: lockedUntil } })
  return problems
}

/** By the chart of the year that the invoice is booked in; in one that is missing or locked there is nothing to find. */
function checkRows(invoice: SupplierInvoice, ground: PostingGround): RowProblem[] {
  const judged = chartFor(invoice.invoiceDate, ground)
  if (judged === null) return []
  const { chart, params } = judged
  if (!chart) return [{ code: 'chart-not-read', params }]
  return [
    ...checkAccounts(invoice.rows, judged),
    ...invoice.rows.flatMap((row) => [
      ...(row.role === 'cost' ? checkRegisters(row, ground) : []),
      ...checkDimensions(row, chart),
    ]),
  ]
}

/** `params` name the year where it is not the current one, whose chart everybody has before their eyes. */
type Judged = { chart: Chart | undefined; params: { year?: string } }

function chartFor(date: LocalDate, ground: PostingGround): Judged | null {
  const year = financialYearOf(date, ground)
  if (!year || (ground.lockedUntil !== null && year.to <= ground.lockedUntil)) return null
  const params = year.id === ground.currentYear ? {} : { year: nameOfYear(year) }
  return { chart: ground.charts.get(year.id), params }
}

function nameOfYear({ from, to }: FinancialYear): string {
  const year = from.slice(0, 4)
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : `${from} – ${to}`
}

/** What an account is for where nobody chose it for the purchase: another way mends it than another account in the row. */
type AccountUse = 'vat' | 'debt' | undefined

function accountUse({ role }: AccountRow): AccountUse {
  if (role === 'cost') return undefined
  return role === 'debt' || role === 'rounding' ? 'debt' : 'vat'
}

/** Each account once; one that is the cost's own too counts as chosen. */
function checkAccounts(rows: readonly AccountRow[], judged: Judged): RowProblem[] {
  const uses = new Map<number, AccountUse>()
  for (const row of rows) if (row.role === 'cost' || !uses.has(row.account)) uses.set(row.account, accountUse(row))
  return [...uses].flatMap(([account, use]) => checkAccount(account, use, judged))
}

function checkAccount(number: number, use: AccountUse, { chart, params }: Judged): RowProblem[] {
  const account = chart?.get(number)
  if (account?.isActive) return []
  const code = account ? 'account-inactive' : 'account-unknown'
  return [{ code, params: { account: number, ...(use && { use }), ...params } }]
}

/** Cost centre (*kostnadsställe*) and project, as the account's own rules have them. */
function checkDimensions(row: AccountRow, chart: Chart): RowProblem[] {
  const { costCenterRule, projectRule } = chart.get(row.account) ?? {}
  const params = { account: row.account }
  const problems: RowProblem[] = []
  if (costCenterRule === 'mandatory' && row.costCenter === undefined)
    problems.push({ code: 'cost-center-missing', params })
  if (costCenterRule === 'not-allowed' && row.costCenter !== undefined)
    problems.push({ code: 'cost-center-not-allowed', params })
  if (projectRule === 'mandatory' && row.project === undefined) problems.push({ code: 'project-missing', params })
  if (projectRule === 'not-allowed' && row.project !== undefined) problems.push({ code: 'project-not-allowed', params })
  return problems
}

function checkRegisters({ costCenter, project }: AccountRow, { costCenters, projects }: PostingGround): RowProblem[] {
  const problems: RowProblem[] = []
  if (costCenter !== undefined && !costCenters.get(costCenter)?.isActive)
    problems.push({ code: 'cost-center-unknown', params: { costCenter } })
  if (project !== undefined && !projects.get(project)?.isOngoing)
    problems.push({ code: 'project-unknown', params: { project } })
  return problems
}

/** The payment's voucher stands in the year of its own date, with the debt that it takes away. */
function checkPayment(invoice: SupplierInvoice, payment: InvoicePayment | null, ground: PostingGround): RowProblem[] {
  if (!payment) return []
  if (payment.modeOfPayment === undefined) return [missingMode(ground)]
  const mode = ground.modesOfPayment.get(payment.modeOfPayment)
  if (!mode) return [{ code: 'mode-of-payment-gone', params: { mode: payment.modeOfPayment } }]
  const judged = chartFor(payment.paymentDate, ground)
  if (judged === null) return []
  const { chart, params } = judged
  const isOtherYear = financialYearOf(payment.paymentDate, ground) !== financialYearOf(invoice.invoiceDate, ground)
  if (!chart) return isOtherYear ? [{ code: 'chart-not-read', params }] : []
  return [
    ...(isOtherYear ? checkBookedWithPayment(invoice, judged, ground) : []),
    ...(chart.get(mode.account)?.isActive
      ? []
      : [{ code: 'payment-account-inactive', params: { mode: mode.code, account: mode.account, ...params } }]),
    ...[mode.account, ground.supplierDebtAccount].flatMap((account) => demandOfPayment(account, chart, ground)),
  ]
}

/** What the settings name is gone, has another account now, or nothing is chosen. */
function missingMode({ settings, modesOfPayment }: PostingGround): RowProblem {
  const { modeOfPayment: wanted, paymentAccount: account } = settings
  const mode = wanted === null ? undefined : modesOfPayment.get(wanted)
  if (wanted !== null && !mode) return { code: 'mode-of-payment-gone', params: { mode: wanted } }
  if (mode && account !== null)
    return { code: 'mode-of-payment-moved', params: { mode: mode.code, account: mode.account, wanted: account } }
  return account === null
    ? { code: 'mode-of-payment-missing' }
    : { code: 'payment-account-without-mode', params: { account } }
}

/** In another year than the invoice: the debt that the payment takes away; by the cash method the invoice's own rows. */
function checkBookedWithPayment(invoice: SupplierInvoice, judged: Judged, ground: PostingGround): RowProblem[] {
  if (financialYearOf(invoice.invoiceDate, ground)?.method !== 'cash')
    return checkAccount(ground.supplierDebtAccount, 'debt', judged)
  return checkAccounts(
    invoice.rows.filter(({ role }) => role !== 'debt'),
    judged,
  )
}

/** The rows of a payment have no cost centre or project in Fortnox; whether it asks for them there is not published. */
function demandOfPayment(account: number, chart: Chart, { connection }: PostingGround): RowProblem[] {
  const { costCenterRule, projectRule } = chart.get(account) ?? {}
  return costCenterRule === 'mandatory' || projectRule === 'mandatory'
    ? [{ code: 'payment-without-dimensions', params: { account, name: connection.name } }]
    : []
}

/**
 * The accounting system puts the debt and the VAT on accounts that the company has chosen there, and has its own for each
 * reverse charge. Without those Fortnox refuses invoices that leave the VAT to it (2003095); ours say their rows.
 */
function checkPredefined({ rows, vatType }: SupplierInvoice, { predefined, connection }: PostingGround): RowProblem[] {
  const { name } = connection
  const missing = [
    ...(predefined.supplierDebt === undefined ? ['supplier-debt'] : []),
    ...(predefined.inputVat === undefined && rows.some(({ role }) => role === 'vat') ? ['input-vat'] : []),
  ]
  const isReverse = rows.some(({ role }) => role === 'reverse-debit')
  const wanted = (isReverse && reverseAccounts[vatType]) || []
  return [
    ...missing.map((purpose) => ({ code: 'predefined-account-missing', params: { purpose, name } })),
    ...(wanted.some((purpose) => predefined[purpose] === undefined)
      ? [{ code: 'predefined-reverse-missing', params: { name } }]
      : []),
  ]
}

const reverseAccounts: Partial<Record<VatType, readonly string[]>> = {
  EU_GOODS: ['euGoodsDebit', 'euGoodsCredit'],
  EU_SERVICES: ['euServicesDebit', 'euServicesCredit'],
  SE_REVERSE_GOODS: ['reverseDebit', 'reverseCredit'],
  SE_REVERSE_SERVICES: ['reverseDebit', 'reverseCredit'],
}

/** A purchase on the account that it is paid from goes in and out of it: the books would show no cost at all. */
function checkCostAccount(
  { rows }: SupplierInvoice,
  payment: InvoicePayment | null,
  ground: PostingGround,
): RowProblem[] {
  const account = payment && paymentAccountOf(payment, ground)
  const isPaidFrom = rows.some((row) => row.role === 'cost' && row.account === account)
  return account && isPaidFrom ? [{ code: 'cost-on-paying-account', params: { account } }] : []
}

/**
 * A payment takes away the debt. From which account is not published for Fortnox: its own predefined one, or the one that
 * the invoice was booked on; where they differ the debt may stand there for ever. Where it is the account paid from, the
 * invoice itself has drawn on it, and no payment after it can be right. A cash year books no debt.
 */
function checkDebtAccount(
  { invoiceDate }: SupplierInvoice,
  payment: InvoicePayment | null,
  ground: PostingGround,
): RowProblem[] {
  const { supplierDebtAccount: account, predefinedDebtAccount: predefined } = ground
  if (!payment || account === predefined || financialYearOf(invoiceDate, ground)?.method === 'cash') return []
  if (account === paymentAccountOf(payment, ground)) return [{ code: 'debt-account-pays', params: { account } }]
  return [{ code: 'debt-account-differs', params: { account, predefined, name: ground.connection.name } }]
}
