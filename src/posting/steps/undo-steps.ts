import {
  type AccountingSession,
  ConnectorError,
  type PostedInvoice,
  type PostedPayment,
} from '#connectors/accounting-connector.ts'
import { dayInSweden, type LocalDate } from '#kernel/local-dates.ts'
import type { InvoicePayment } from '#kernel/supplier-invoice.ts'
import type { UndoStep } from '../contract.ts'
import { type AskedAt, isNewThere } from '../rules.ts'
import { counterRefund } from './counter-refund.ts'
import { findMade } from './find-made.ts'
import { readOnce } from './read-once.ts'
import { readVoucher, voucherText } from './read-voucher.ts'
import { searchedSinceDay, searchFor } from './search-for.ts'
import type { Found, StepOutcome } from './step-outcome.ts'
import type { OpenPosting, PostingNumbers } from './step-store.ts'
import { kept, planUndo, type Seen, type UndoPlan } from './undo-plan.ts'

/** Sends the one request of a step that takes an invoice back; to inspect is only to read. */
export async function sendUndoStep(
  session: AccountingSession,
  posting: OpenPosting,
  step: UndoStep,
  at: AskedAt,
): Promise<StepOutcome> {
  if (step === 'inspect') return inspect(session, posting, at)
  if (step === 'remove-payment') {
    await session.deletePayment(there(posting.paymentNumber))
    return did(withoutPayment)
  }
  if (step === 'cancel') await session.cancelSupplierInvoice(there(posting.invoiceNumber))
  if (step === 'credit') return did({ creditNumber: await credit(session, posting, today(at)) })
  if (step === 'bookkeep-credit')
    return ofCreditBookkeeping(
      await readVoucher(session, await session.bookkeepSupplierInvoice(there(posting.creditNumber))),
    )
  if (step === 'pay-back') return did({ creditPaymentNumber: (await payBack(session, posting)).number })
  if (step === 'bookkeep-pay-back') await session.bookkeepPayment(there(posting.creditPaymentNumber))
  return did({})
}

/** Asks whether a step whose answer was lost was carried out. Changes nothing there. */
export async function lookUpUndoStep(
  session: AccountingSession,
  posting: OpenPosting,
  step: UndoStep,
  at: AskedAt,
): Promise<Found> {
  if (step === 'inspect') return { kind: 'carried-out', outcome: await inspect(session, posting, at) }
  if (step === 'remove-payment')
    return foundIf((await session.readPayment(there(posting.paymentNumber))) === null, withoutPayment)
  if (step === 'credit' && isRefund(posting)) return lookUpCounter(session, posting)
  if (step === 'cancel') return foundIf((await session.readSupplierInvoice(there(posting.invoiceNumber))).isCancelled)
  if (step === 'credit') {
    const found = await session.findCreditInvoice(
      there(posting.invoiceNumber),
      searchedSinceDay(there(posting.undoDay)),
    )
    return foundIf(found !== undefined, found === undefined ? {} : { creditNumber: found })
  }
  const creditNumber = there(posting.creditNumber)
  if (step === 'bookkeep-credit') {
    const credit = await session.readSupplierInvoice(creditNumber)
    return credit.isBookkept
      ? { kind: 'carried-out', outcome: ofCreditBookkeeping(credit) }
      : { kind: 'not-carried-out' }
  }
  if (step === 'bookkeep-pay-back')
    return foundIf((await session.readPayment(there(posting.creditPaymentNumber)))?.isBookkept === true)
  const payments = await session.listPayments(creditNumber)
  const owed = -paid(posting).amountSek
  // Nobody else pays an invoice that we made a moment ago by the very same amount; what may be ours is not made twice.
  const back = payments.find(({ amount = payments.length === 1 ? owed : 0 }) => amount === owed)
  if (!back && payments.length > 0) return { kind: 'doubt', code: 'paid-otherwise' }
  return foundIf(back !== undefined, back && { creditPaymentNumber: back.number })
}

const withoutPayment = { paymentNumber: null }
const isRefund = ({ invoice }: OpenPosting) => invoice.total < 0
/** Looked for by any day: the day it has is that on which it was asked for. */
const counterOf = (posting: OpenPosting, day = there(posting.undoDay)) =>
  counterRefund(posting.invoice, there(posting.invoiceNumber), day)
/** An undo that was asked for may wait for the connection: what takes the invoice back is made, and dated, when it is done. */
const today = ({ now }: AskedAt) => dayInSweden(new Date(now))

/** Makes the invoice that takes another back, and answers its number. */
async function credit(session: AccountingSession, posting: OpenPosting, day: LocalDate): Promise<string> {
  if (!isRefund(posting)) return session.creditSupplierInvoice(there(posting.invoiceNumber))
  return (await session.createSupplierInvoice(counterOf(posting, day))).number
}

/** Of more than one the others are taken away as those of a purchase are (cancel-twins.ts). */
async function lookUpCounter(session: AccountingSession, posting: OpenPosting): Promise<Found> {
  const found = await findMade(session, { ...posting, invoice: counterOf(posting) })
  if (found.kind === 'doubt' && found.code === 'cancelled-there') return { kind: 'doubt', code: 'credit-changed-there' }
  return found.kind === 'carried-out'
    ? { kind: 'carried-out', outcome: did({ creditNumber: found.invoice.number }) }
    : found
}

/**
 * Reads the invoice as it stands there now and decides what takes it back. What was posted a moment ago is asked for again
 * where it is not seen yet (rules.ts, mayBeUnseen).
 */
async function inspect(session: AccountingSession, posting: OpenPosting, at: AskedAt): Promise<StepOutcome> {
  const known = posting.invoiceNumber === null ? await findNumber(session, posting) : { number: posting.invoiceNumber }
  if ('plan' in known) return { numbers: {}, plan: known.plan }
  const { number } = known
  const isNew = isNewThere(posting, at)
  const invoice = await readUnlessGone(session, number, isNew)
  if (!invoice) return { numbers: {}, plan: kept('not-there') }
  const counter = await findCounter(session, { ...posting, invoiceNumber: number }, invoice)
  if ('plan' in counter) return { numbers: { invoiceNumber: number }, plan: counter.plan }
  const { creditNumber } = counter
  const isCancelledByUs = posting.steps.some(({ step, state }) => step === 'cancel' && state === 'done')
  const { paymentNumber, creditPaymentNumber = null } = posting
  const isBookkeptByPayment = !posting.steps.some(({ step }) => step === 'bookkeep')
  const ours = {
    ...{ paymentNumber, creditNumber, creditPaymentNumber, isCancelledByUs, isBookkeptByPayment },
    day: today(at),
  }
  const seen: Seen = {
    invoice: { ...invoice, total: invoice.total ?? posting.invoice.total },
    payments: invoice.isCancelled ? [] : await readPayments(session, number, { own: paymentNumber, isNew }),
    credit: creditNumber === null ? null : await readCredit(session, creditNumber, { own: creditPaymentNumber, isNew }),
    lockedUntil: invoice.isBookkept ? await readOnce(session).lockedPeriod() : null,
  }
  if (isNew && isNotYetSettled(seen, paymentNumber))
    throw new ConnectorError('not-found', 'never', { serviceMessage: `the payment of ${number} does not count yet` })
  const plan = planUndo(seen, ours)
  const isPaidBack = plan.steps.some((step) => step === 'pay-back')
  const isMoved = isPaidBack && (await isModeMoved(session, paid(posting)))
  const isFound = creditNumber !== null && creditNumber !== posting.creditNumber
  const numbers = { invoiceNumber: number, ...(isFound && { creditNumber }) }
  return { numbers, plan: isMoved ? kept('mode-moved') : plan }
}

/** The invoice that an earlier try made to take a refund back may stand there though its answer was lost. */
async function findCounter(
  session: AccountingSession,
  posting: OpenPosting,
  { isBookkept }: PostedInvoice,
): Promise<{ creditNumber: string | null } | { plan: UndoPlan }> {
  const { creditNumber = null } = posting
  const isAsked = posting.steps.some(({ step, sentAt }) => step === 'credit' && sentAt !== null)
  if (creditNumber !== null || !isBookkept || !isAsked || !isRefund(posting)) return { creditNumber }
  const found = await session.findByReference(searchFor({ ...posting, invoice: counterOf(posting) }))
  const [first, ...others] = found.filter(({ isCancelled }) => !isCancelled)
  if (others.length > 0) return { plan: kept('found-twice') }
  if (!first && found.length > 0) return { plan: kept('credit-changed-there') }
  return { creditNumber: first?.number ?? null }
}

/** Fortnox pays from whichever account the mode has by now: what is paid back elsewhere leaves both accounts uneven. */
async function isModeMoved(session: AccountingSession, { modeOfPayment, account }: InvoicePayment): Promise<boolean> {
  if (modeOfPayment === undefined || account === undefined) return false
  const mode = (await readOnce(session).modesOfPayment()).find(({ code }) => code === modeOfPayment)
  return mode?.account !== account
}

/** Our payment is bookkept and the whole of the invoice is still to be paid: its balance may be told late. */
function isNotYetSettled({ invoice, payments, credit }: Seen, own: string | null): boolean {
  const isPaid = payments.some(({ number, isBookkept }) => number === own && isBookkept)
  return isPaid && invoice.isBookkept && credit === null && invoice.total !== 0 && invoice.balance === invoice.total
}

/** A refused or cancelled creation may have been carried out after all. */
async function findNumber(
  session: AccountingSession,
  posting: OpenPosting,
): Promise<{ number: string } | { plan: UndoPlan }> {
  const found = (await session.findByReference(searchFor(posting))).filter((one) => !one.isCancelled)
  const [first, ...others] = found
  if (!first) return { plan: { outcome: 'removed', reason: 'never-created', steps: [] } }
  return others.length === 0 ? { number: first.number } : { plan: kept('found-twice') }
}

async function readUnlessGone(
  session: AccountingSession,
  number: string,
  isNew: boolean,
): Promise<PostedInvoice | null> {
  try {
    return await session.readSupplierInvoice(number)
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found' && !isNew) return null
    throw error
  }
}

async function readCredit(session: AccountingSession, number: string, payment: OwnPayment): Promise<Seen['credit']> {
  const { isBookkept, isCancelled } = await session.readSupplierInvoice(number)
  return { isBookkept, isCancelled, payments: await readPayments(session, number, payment) }
}

type OwnPayment = { own: string | null; isNew: boolean }

/**
 * The list may lag behind: our own payment is asked for by its number where it is not listed, and where it was made a moment
 * ago, since it may be listed as it was before it was bookkept.
 */
async function readPayments(session: AccountingSession, invoiceNumber: string, { own, isNew }: OwnPayment) {
  const listed = await session.listPayments(invoiceNumber)
  const others = listed.filter(({ number }) => number !== own)
  if (own === null || (others.length < listed.length && !isNew)) return listed
  const payment = await session.readPayment(own)
  if (payment) return [...others, payment]
  if (isNew) throw new ConnectorError('not-found', 'never', { serviceMessage: `no payment ${own} yet` })
  return others
}

/** The payment turned round, on the day of the credit invoice: none may be paid before its own day. */
async function payBack(session: AccountingSession, posting: OpenPosting): Promise<PostedPayment> {
  const number = there(posting.creditNumber)
  const { invoiceDate } = await session.readSupplierInvoice(number)
  const { amount, amountSek, ...payment } = paid(posting)
  const paymentDate = invoiceDate ?? there(posting.undoDay)
  return session.createPayment(number, { ...payment, paymentDate, amount: -amount, amountSek: -amountSek })
}

function ofCreditBookkeeping({ voucher }: PostedInvoice): StepOutcome {
  return did(voucher ? { creditVoucher: voucherText(voucher) } : {})
}

function did(numbers: PostingNumbers): StepOutcome {
  return { numbers }
}

function foundIf(isCarriedOut: boolean, numbers: PostingNumbers = {}): Found {
  return isCarriedOut ? { kind: 'carried-out', outcome: did(numbers) } : { kind: 'not-carried-out' }
}

function there(value: string | null | undefined): string {
  if (value === null || value === undefined) throw new Error('a step was begun before the one it builds on was done')
  return value
}

function paid({ payment, reference }: OpenPosting): InvoicePayment {
  if (!payment) throw new Error(`${reference} is paid back and was not paid`)
  return payment
}
