import type { RowProblem } from '#kernel/row-problem.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { PostingStep } from '../contract.ts'
import { checkConnection, isOfPayment } from './check-connection.ts'
import { checkInvoice, checkPaymentAlone, isBlocking } from './checks.ts'
import { financialYearOf, type PostingGround } from './posting-ground.ts'

/** A confirmed invoice, and what of it is not sent yet. */
export type HeldInvoice = {
  reference: string
  supplierName: string
  invoice: SupplierInvoice
  payment: InvoicePayment | null
  left: readonly PostingStep[]
}

/**
 * What the accounting system would refuse of it now, of what is left to send; the invoice itself stays as it was
 * confirmed. What was refused over the connection before is not asked: one of the run tries it.
 */
export function checkAgain(
  { invoice, payment: confirmed, supplierName, left }: HeldInvoice,
  { ground: now, isSupplierActive }: { ground: PostingGround; isSupplierActive: boolean },
): RowProblem | null {
  const debt = invoice.rows.find(({ role }) => role === 'debt')?.account ?? now.supplierDebtAccount
  const connection = { ...now.connection, obstacles: [] }
  const ground = { ...now, supplierDebtAccount: debt, connection }
  const payment = left.some(isOfPayment) ? confirmed : null
  const problems = [
    ...checkConnection({ invoice, payment, steps: left }, ground),
    ...(left.includes('create') && !isSupplierActive
      ? [{ code: 'supplier-inactive', params: { supplier: supplierName } }]
      : []),
    ...checkMethod(invoice, left, ground),
    ...checkMode(payment, ground),
    ...(left.includes('create') || left.includes('bookkeep')
      ? checkInvoice(invoice, payment, ground)
      : payment
        ? checkPaymentAlone(invoice, payment, ground)
        : []),
  ]
  return problems.find(isBlocking) ?? null
}

/** A year that was turned to the cash method bookkeeps no invoice by itself: the row is confirmed anew, without that step. */
function checkMethod({ invoiceDate }: SupplierInvoice, left: HeldInvoice['left'], ground: PostingGround): RowProblem[] {
  const isTurned = left.includes('bookkeep') && financialYearOf(invoiceDate, ground)?.method === 'cash'
  return isTurned ? [{ code: 'turned-to-cash-method', params: { date: invoiceDate } }] : []
}

/** The accounting system books on whichever account the mode has by then. */
function checkMode(payment: InvoicePayment | null, { modesOfPayment }: PostingGround): RowProblem[] {
  const mode = payment?.modeOfPayment === undefined ? undefined : modesOfPayment.get(payment.modeOfPayment)
  const wanted = payment?.account
  return mode && wanted !== undefined && mode.account !== wanted
    ? [{ code: 'mode-of-payment-moved', params: { mode: mode.code, account: mode.account, wanted } }]
    : []
}
