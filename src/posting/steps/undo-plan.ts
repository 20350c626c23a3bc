import type { PostedInvoice, PostedPayment } from '#connectors/accounting-connector.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { type AnyStep, type UndoStep, undoSteps } from '../contract.ts'
import type { StepProblem, StepView } from '../rules.ts'

export function isUndoStep(step: AnyStep): step is UndoStep {
  return (undoSteps as readonly string[]).includes(step)
}

/** Why an invoice is kept, or that there is none; each has a text of its own. `payment-removed`: what came after that was refused. */
export type UndoReason =
  | 'never-created'
  | 'by-hand'
  | 'not-there'
  | 'found-twice'
  | 'cancelled-there'
  | 'credited-there'
  | 'paid-there'
  | 'credit-changed-there'
  | 'cash-paid'
  | 'period-locked'
  | 'payment-removed'
  | 'mode-moved'

/** What is to be done about one invoice, in order; with no steps left the outcome stands already. */
export type UndoPlan =
  | { outcome: 'removed' | 'credited'; reason?: 'never-created' | 'cancelled-there'; steps: UndoStep[] }
  | { outcome: 'kept'; reason: UndoReason; steps: [] }

/** An invoice with its payments as the accounting system has them now, beside what Radvis did. */
export type Seen = {
  invoice: Pick<PostedInvoice, 'isBookkept' | 'isCancelled' | 'balance' | 'currency' | 'creditReference'> & {
    total: number
  }
  payments: readonly Pick<PostedPayment, 'number' | 'isBookkept'>[]
  /** The credit invoice that an earlier try made, or what took a refund back, with its payments. */
  credit: {
    isBookkept: boolean
    isCancelled: boolean
    payments: readonly Pick<PostedPayment, 'number' | 'isBookkept'>[]
  } | null
  lockedUntil: LocalDate | null
}
/** What Radvis knows of it. */
export type Known = {
  paymentNumber: string | null
  creditNumber: string | null
  creditPaymentNumber: string | null
  /** Whether a try of ours to cancel it was carried out. */
  isCancelledByUs: boolean
  /** In a cash year (*kontantmetoden*) nothing but its payment bookkeeps it. */
  isBookkeptByPayment: boolean
  day: LocalDate
}

/**
 * What takes an invoice back and leaves nothing doubled: unbooked ones are cancelled, bookkept ones credited (refunds: turned
 * round by another invoice, counter-refund.ts), and where the payment was bookkept the credit invoice is paid back the same
 * way, so that the debt account comes out even. What a
 * person cancelled meanwhile is gone already; what they changed otherwise is theirs: it is kept.
 */
export function planUndo({ invoice, payments, credit, lockedUntil }: Seen, known: Known): UndoPlan {
  if (invoice.isCancelled)
    return { outcome: 'removed', ...(!known.isCancelledByUs && { reason: 'cancelled-there' }), steps: [] }
  const ours = payments.find(({ number }) => number === known.paymentNumber)
  if (payments.some(({ number }) => number !== known.paymentNumber)) return kept('paid-there')
  // In a cash year an invoice that is paid can neither be cancelled nor credited, whether it counts as bookkept by then or not.
  if (ours?.isBookkept && (known.isBookkeptByPayment || !invoice.isBookkept)) return kept('cash-paid')
  const unpay: UndoStep[] = ours && !ours.isBookkept ? ['remove-payment'] : []
  if (!invoice.isBookkept) return { outcome: 'removed', steps: [...unpay, 'cancel'] }
  if (invoice.creditReference !== undefined && invoice.creditReference !== known.creditNumber)
    return kept('credited-there')
  const isPaid = ours?.isBookkept ?? false
  if (credit) return finishCredit(credit, known, isPaid)
  const { balance = isPaid ? 0 : invoice.total } = invoice
  if (balance !== (isPaid ? 0 : invoice.total)) return kept('paid-there')
  // A credit invoice is dated the day it is made.
  if (lockedUntil !== null && lockedUntil >= known.day) return kept('period-locked')
  const payBack: UndoStep[] = isPaid ? ['pay-back', 'bookkeep-pay-back'] : []
  return { outcome: 'credited', steps: [...unpay, 'credit', 'bookkeep-credit', ...payBack] }
}

/** Goes on with a credit invoice that an earlier try made. */
function finishCredit(credit: NonNullable<Seen['credit']>, known: Known, isPaid: boolean): UndoPlan {
  const back = credit.payments.find(({ number }) => number === known.creditPaymentNumber)
  if (credit.isCancelled || credit.payments.some(({ number }) => number !== known.creditPaymentNumber))
    return kept('credit-changed-there')
  const steps: UndoStep[] = []
  if (!credit.isBookkept) steps.push('bookkeep-credit')
  if (isPaid && !back) steps.push('pay-back')
  if (isPaid && !back?.isBookkept) steps.push('bookkeep-pay-back')
  return { outcome: 'credited', steps }
}

export function kept(reason: UndoReason): UndoPlan {
  return { outcome: 'kept', reason, steps: [] }
}

/** What is done by now is said with what was refused after it, in the other side's own words. */
export function reasonKept(steps: readonly Pick<StepView, 'step' | 'state'>[], refused: StepProblem): StepProblem {
  const isUnpaid = steps.some(({ step, state }) => step === 'remove-payment' && state === 'done')
  return isUnpaid ? { ...refused, code: 'payment-removed' satisfies UndoReason } : refused
}
