import type { AccountingSession, FoundInvoice, PostedInvoice, PostedPayment } from '#connectors/accounting-connector.ts'
import type { AnyStep } from '../contract.ts'
import { type AskedAt, changedAccounts, resolvePayment } from '../rules.ts'
import { findMade } from './find-made.ts'
import { asLookUp, readVoucher, voucherText } from './read-voucher.ts'
import { searchFor } from './search-for.ts'
import type { Found, StepOutcome } from './step-outcome.ts'
import type { OpenPosting } from './step-store.ts'
import { isUndoStep } from './undo-plan.ts'
import { lookUpUndoStep, sendUndoStep } from './undo-steps.ts'

/** Sends the one request of a step. */
export async function sendStep(
  session: AccountingSession,
  posting: OpenPosting,
  step: AnyStep,
  at: AskedAt,
): Promise<StepOutcome> {
  if (isUndoStep(step)) return sendUndoStep(session, posting, step, at)
  if (step === 'create') return ofCreated(posting, await session.createSupplierInvoice(posting.invoice))
  if (step === 'bookkeep') {
    const answered = await session.bookkeepSupplierInvoice(numberOf(posting.invoiceNumber))
    return ofBookkeeping(await readVoucher(session, answered))
  }
  if (step === 'create-payment')
    return ofPayment(await session.createPayment(numberOf(posting.invoiceNumber), paymentOf(posting)))
  const paid = await session.bookkeepPayment(numberOf(posting.paymentNumber))
  const isVoucherWanted = !paid.voucher && isBookkeptByPayment(posting)
  return ofPaymentBookkeeping(
    posting,
    isVoucherWanted ? ((await asLookUp(session.readPayment(paid.number))) ?? paid) : paid,
  )
}

/** Asks the accounting system whether a step whose answer was lost was carried out. Changes nothing there. */
export async function lookUpStep(
  session: AccountingSession,
  posting: OpenPosting,
  step: AnyStep,
  at: AskedAt,
): Promise<Found> {
  if (isUndoStep(step)) return lookUpUndoStep(session, posting, step, at)
  if (step === 'create') return lookUpCreate(session, posting)
  if (step === 'bookkeep') {
    const invoice = await session.readSupplierInvoice(numberOf(posting.invoiceNumber))
    if (invoice.isBookkept) return { kind: 'carried-out', outcome: ofBookkeeping(invoice) }
    return invoice.isCancelled ? lookUpCancelled(session, posting) : { kind: 'not-carried-out' }
  }
  return lookUpPayment(session, posting, step)
}

async function lookUpCreate(session: AccountingSession, posting: OpenPosting): Promise<Found> {
  const found = await findMade(session, posting)
  return found.kind === 'carried-out' ? { kind: 'carried-out', outcome: ofCreated(posting, found.invoice) } : found
}

async function lookUpPayment(session: AccountingSession, posting: OpenPosting, step: AnyStep): Promise<Found> {
  const number = numberOf(posting.invoiceNumber)
  const isMaking = step === 'create-payment'
  if (isMaking) {
    const found = resolvePayment(await session.listPayments(number), paymentOf(posting))
    if (found.kind === 'carried-out') return { kind: 'carried-out', outcome: ofPayment(found.payment) }
    if (found.kind === 'doubt') return found
  } else {
    const payment = await session.readPayment(numberOf(posting.paymentNumber))
    if (payment?.isBookkept) return { kind: 'carried-out', outcome: ofPaymentBookkeeping(posting, payment) }
    if (payment) return { kind: 'not-carried-out' }
  }
  // What is bookkept cannot be cancelled; in a cash year it is not bookkept before the payment is.
  const invoice = isMaking || isBookkeptByPayment(posting) ? await session.readSupplierInvoice(number) : null
  if (invoice?.isCancelled) return lookUpCancelled(session, posting)
  // Settled without a payment: credited, or by a voucher of somebody's.
  if (isMaking && invoice?.balance === 0) return { kind: 'doubt', code: 'paid-otherwise' }
  return { kind: 'not-carried-out', ...(!isMaking && { isGone: true }) }
}

/** Ours was cancelled by somebody; another that came late may stand there beside it. */
async function lookUpCancelled(session: AccountingSession, posting: OpenPosting): Promise<Found> {
  const isOneLeft = (await session.findByReference(searchFor(posting))).some(({ isCancelled }) => !isCancelled)
  return { kind: 'doubt', code: isOneLeft ? 'found-twice' : 'cancelled-there' }
}

/** The accounting system may add rows of its own; what is bookkept shall be what was shown. */
function ofCreated(posting: OpenPosting, invoice: FoundInvoice & Pick<PostedInvoice, 'rows'>): StepOutcome {
  const changed = changedAccounts(posting.invoice, invoice)
  const outcome = { numbers: { invoiceNumber: invoice.number } }
  return changed === null
    ? outcome
    : { ...outcome, hindrance: { code: 'rows-changed', serviceCode: null, message: changed } }
}

function ofBookkeeping({ voucher }: PostedInvoice): StepOutcome {
  return { numbers: voucher ? { voucher: voucherText(voucher) } : {} }
}

/** In a cash year the invoice is not booked on its own: its voucher is the payment's. */
const isBookkeptByPayment = ({ steps }: OpenPosting) => !steps.some(({ step }) => step === 'bookkeep')

function ofPaymentBookkeeping(posting: OpenPosting, payment: PostedPayment): StepOutcome {
  const { numbers } = ofPayment(payment)
  const { voucher } = payment
  if (!voucher || !isBookkeptByPayment(posting)) return { numbers }
  return { numbers: { ...numbers, voucher: voucherText(voucher) } }
}

function ofPayment(payment: PostedPayment): StepOutcome {
  return { numbers: { paymentNumber: payment.number } }
}

function numberOf(number: string | null): string {
  if (number === null) throw new Error('a step was begun before the one it builds on was done')
  return number
}

function paymentOf({ payment, reference }: OpenPosting) {
  if (!payment) throw new Error(`${reference} has a payment step and no payment`)
  return payment
}
