import { counterReference } from '#kernel/invoice-reference.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { AnyStep, UndoOutcome } from '../contract.ts'
import type { StepProblem } from '../rules.ts'
import { counterRefund } from '../steps/counter-refund.ts'
import type { OpenPosting } from '../steps/step-store.ts'
import { isUndoStep } from '../steps/undo-plan.ts'
import { type Made, mayHaveTwin, type SentAnew } from './cancel-twins.ts'

type Numbers = Pick<OpenPosting, 'payment' | 'invoiceNumber' | 'paymentNumber' | 'creditNumber' | 'creditPaymentNumber'>
/** A step that is done, of a run that may have been taken back. */
type Of<Posting> = { posting: Posting; step: AnyStep; runCreatedAt: Date; undoStartedAt: Date | null }

const paidBack = (payment: InvoicePayment | null) => payment && { amountSek: -payment.amountSek }

const ofTaker = ({ payment, creditNumber = null, creditPaymentNumber = null }: Numbers) => ({
  ...{ number: creditNumber, payment: paidBack(payment), paymentNumber: creditPaymentNumber },
})

/** None where its number is not known. */
export function madeBy({
  posting,
  step,
  runCreatedAt,
  undoStartedAt,
}: Of<Numbers & { id: string; reference: string; isRefund: boolean }>): Made[] {
  const { id, reference, isRefund, payment, invoiceNumber, paymentNumber } = posting
  if (step === 'create')
    return withNumber({ id, step, reference, since: runCreatedAt, number: invoiceNumber, payment, paymentNumber })
  if (step !== 'credit') return []
  const named = isRefund ? counterReference(reference) : null
  return withNumber({ id, step, reference: named, since: undoStartedAt ?? runCreatedAt, ...ofTaker(posting) })
}

/** None where its number is not known, or where only one can be made. */
export function sentAnewOf<
  Posting extends Numbers & {
    invoice: SupplierInvoice
    undoOutcome: UndoOutcome | null
    undoProblem: StepProblem | null
  } & Pick<SentAnew, 'id' | 'runId' | 'rowNumber' | 'text' | 'supplierName'>,
>({ posting, step, runCreatedAt, undoStartedAt }: Of<Posting>): SentAnew[] {
  const { invoice, invoiceNumber, payment, paymentNumber, undoOutcome, undoProblem } = posting
  if (invoiceNumber === null || !mayHaveTwin(step, invoice)) return []
  const isOfUndo = isUndoStep(step)
  const there = isOfUndo
    ? {
        ...ofTaker(posting),
        invoice: counterRefund(invoice, invoiceNumber, dayInSweden(undoStartedAt ?? runCreatedAt)),
      }
    : { number: invoiceNumber, payment, paymentNumber, invoice }
  const isTakenBack = undoOutcome === 'removed' || (undoOutcome === 'credited' && step === 'create-payment')
  const isOurs = step === 'create' || paymentNumber === null
  const isCancelledByUs = !isOfUndo && isTakenBack && isOurs && undoProblem === null
  return withNumber(there).map((found) => ({ ...posting, step, runCreatedAt, there: found, isCancelledByUs }))
}

function withNumber<Found extends { number: string | null }>(found: Found): (Found & { number: string })[] {
  const { number } = found
  return number === null ? [] : [{ ...found, number }]
}
