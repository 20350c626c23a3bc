import type { RowProblem } from '#kernel/row-problem.ts'
import type { AccountRow, InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { financialYearOf, type PostingGround } from './posting-ground.ts'

/** Problems that explain and do not stop. */
const informative: ReadonlySet<string> = new Set([
  'cash-method',
  'vat-stated-not-deducted',
  'text-shortened',
  'import-vat-by-customs',
  'approval-invoice',
  'goods-not-in-stock',
  'approval-payment',
  'sent-back',
])

export function isBlocking(problem: RowProblem): boolean {
  return !informative.has(problem.code)
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
    ...checkAccounts(invoice, ground),
    ...checkDimensions(invoice, ground),
    ...checkPayment(payment, ground),
    ...(ground.currencies.has(invoice.currency)
      ? []
      : [{ code: 'currency-unknown', params: { currency: invoice.currency } }]),
  ]
}

function checkDates(invoice: SupplierInvoice, payment: InvoicePayment | null, ground: PostingGround): RowProblem[] {
  const { lockedUntil } = ground
  const problems: RowProblem[] = []
  if (!financialYearOf(invoice.invoiceDate, ground))
    problems.push({ code: 'financial-year-missing', params: { date: invoice.invoiceDate } })
  else if (lockedUntil && invoice.invoiceDate <= lockedUntil)
    problems.push({ code: 'period-locked', params: { date: invoice.invoiceDate, until: lockedUntil } })
  if (!payment || payment.paymentDate === invoice.invoiceDate) return problems
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

function checkAccounts(invoice: SupplierInvoice, ground: PostingGround): RowProblem[] {
  return [...new Set(invoice.rows.map((row) => row.account))].flatMap((number) => {
    const account = ground.accounts.get(number)
    if (!account) return [{ code: 'account-unknown', params: { account: number } }]
    return account.isActive ? [] : [{ code: 'account-inactive', params: { account: number } }]
  })
}

/** Cost centres (*kostnadsställen*) and projects, as each account's own rules have them. */
function checkDimensions(invoice: SupplierInvoice, ground: PostingGround): RowProblem[] {
  const problems: RowProblem[] = []
  for (const row of invoice.rows) {
    const account = ground.accounts.get(row.account)
    if (row.role === 'cost') problems.push(...checkRegisters(row, ground))
    if (account?.costCenterRule === 'mandatory' && row.costCenter === undefined)
      problems.push({ code: 'cost-center-missing', params: { account: row.account } })
    if (account?.costCenterRule === 'not-allowed' && row.costCenter !== undefined)
      problems.push({ code: 'cost-center-not-allowed', params: { account: row.account } })
    if (account?.projectRule === 'mandatory' && row.project === undefined)
      problems.push({ code: 'project-missing', params: { account: row.account } })
    if (account?.projectRule === 'not-allowed' && row.project !== undefined)
      problems.push({ code: 'project-not-allowed', params: { account: row.account } })
  }
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

function checkPayment(payment: InvoicePayment | null, ground: PostingGround): RowProblem[] {
  if (!payment) return []
  const wanted = ground.settings.modeOfPayment
  if (payment.modeOfPayment === undefined)
    return wanted && !ground.modesOfPayment.has(wanted)
      ? [{ code: 'mode-of-payment-gone', params: { mode: wanted } }]
      : [{ code: 'mode-of-payment-missing' }]
  const mode = ground.modesOfPayment.get(payment.modeOfPayment)
  if (!mode) return [{ code: 'mode-of-payment-gone', params: { mode: payment.modeOfPayment } }]
  if (ground.accounts.get(mode.account)?.isActive) return []
  return [{ code: 'payment-account-inactive', params: { mode: mode.code, account: mode.account } }]
}
