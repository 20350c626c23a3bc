import type { AccountingSession, ListedInvoice } from '#connectors/accounting-connector.ts'
import type { InvoicePayment } from '#kernel/supplier-invoice.ts'
import type { AnyStep } from './contract.ts'
import { searchedSince, searchFor } from './search-for.ts'
import type { OpenPosting } from './step-store.ts'

/** So long after its run what was asked for twice is looked for again, at the end of each lane and every minute. */
export const twinsForMs = 10 * 60_000

/** Steps that make something anew each time they are carried out. */
const twinnedSteps = ['create', 'create-payment'] as const
export type TwinnedStep = (typeof twinnedSteps)[number]
export const mayHaveTwin = (step: AnyStep): step is TwinnedStep => twinnedSteps.some((one) => one === step)

/** An invoice or a payment of it that is done and was asked for more than once. */
export type SentAnew = Pick<
  OpenPosting,
  'id' | 'runId' | 'rowNumber' | 'text' | 'supplierName' | 'reference' | 'invoice' | 'payment' | 'runCreatedAt'
> & {
  step: TwinnedStep
  invoiceNumber: string
  paymentNumber: string | null
  /** We cancelled the one that we know, since its run was taken back. */
  isCancelledByUs: boolean
}

/** `stands`: somebody has gone on with it there, so it is theirs to settle; it is told once. */
export type TwinOutcome = 'cancelled' | 'stands'

/** An invoice that was made a while ago, and its payment where it has one, however often they were asked for. */
export type Made = Pick<OpenPosting, 'id' | 'reference' | 'runCreatedAt' | 'payment'> & {
  invoiceNumber: string
  paymentNumber: string | null
}

export type TwinStore = {
  listMade(): Promise<Made[]>
  /** Something on the way has asked for them once more than we did (decisions/015). */
  noteAskedAgain(step: TwinnedStep, ids: readonly string[]): Promise<void>
  /** Those whose earlier requests may still come. */
  listSentAnew(): Promise<SentAnew[]>
  tell(posting: SentAnew, twin: string, outcome: TwinOutcome): Promise<void>
}

/**
 * A request that was given up and looked for in vain may be carried out later than anybody waits (decisions/015): the
 * purchase stands there twice then, or its payment. So what was asked for more than once is looked for afterwards as well:
 * of two the one that we do not know is taken away while nobody has gone on with it.
 */
export async function cancelTwins(store: TwinStore, session: AccountingSession, now: Date): Promise<void> {
  const made = await store.listMade()
  const listed = made.length === 0 ? [] : await listSince(session, made)
  await store.noteAskedAgain('create', standTwice(made, listed))
  const all = await store.listSentAnew()
  for (const posting of all)
    if (posting.step === 'create' && listed.some((invoice) => mayBeTwin(invoice, posting)))
      await cancelTwinsOf(store, session, posting)
  const payments = all.filter(({ step }) => step === 'create-payment')
  for (const posting of inTurn(payments, now)) await removePayments(store, session, posting)
  await payOnce(store, session, made, now)
}

/** Last, since of all payments that are listed one that cannot be read would hold up the rest. */
async function payOnce(store: TwinStore, session: AccountingSession, made: readonly Made[], now: Date): Promise<void> {
  const twice = await listPaidTwice(session, made)
  if (twice.length === 0) return
  await store.noteAskedAgain('create-payment', twice)
  const found = (await store.listSentAnew()).filter(({ id, step }) => step === 'create-payment' && twice.includes(id))
  for (const posting of inTurn(found, now)) await removePayments(store, session, posting)
}

/** Each payment is asked for by itself, so of many only some are a minute: 15 are a twentieth of Fortnox's pace. */
const mostPayments = 15
/** Within their ten minutes all have their turn, however many they are. */
const mostTurns = 8

/** Twice as many turns leave each posting in its own, so that it does not miss it when others come and go. */
export function inTurn<Posting extends { id: string }>(all: readonly Posting[], now: Date): Posting[] {
  let turns = 1
  while (turns < mostTurns && all.length > turns * mostPayments) turns *= 2
  if (turns === 1) return [...all]
  const minute = Math.floor(now.getTime() / 60_000)
  return all.filter(({ id }) => Number.parseInt(id.slice(-6), 16) % turns === minute % turns)
}

/** Whose whole reference another invoice carries that is not cancelled. Our references are nobody else's. */
function standTwice(made: readonly Made[], listed: readonly ListedInvoice[]): string[] {
  const live = Map.groupBy(
    listed.filter(({ isCancelled }) => !isCancelled),
    ({ reference = '' }) => reference.trim().toUpperCase(),
  )
  const isAnother = ({ reference, invoiceNumber }: Made) =>
    live.get(reference.toUpperCase())?.some(({ number }) => number !== invoiceNumber) === true
  return made.filter(isAnother).map(({ id }) => id)
}

/** One list tells of all of them; whose an invoice is, is asked of each that may stand there twice. */
async function listSince(session: AccountingSession, made: readonly Made[]): Promise<ListedInvoice[]> {
  const listed: ListedInvoice[] = []
  for await (const page of session.listChangedInvoices(earliestOf(made))) listed.push(...page)
  return listed
}

const earliestOf = (made: readonly Made[]) =>
  searchedSince(new Date(Math.min(...made.map(({ runCreatedAt }) => runCreatedAt.getTime()))))

/** Whose invoice has another payment like ours: one list tells that of all of them too. */
async function listPaidTwice(session: AccountingSession, made: readonly Made[]): Promise<string[]> {
  const paid = made.filter(({ paymentNumber }) => paymentNumber !== null)
  if (paid.length === 0) return []
  const listed = Map.groupBy(await session.listChangedPayments(earliestOf(paid)), (one) => one.invoiceNumber)
  const hasAnother = ({ payment, paymentNumber, invoiceNumber }: Made) =>
    payment && listed.get(invoiceNumber)?.some((one) => one.number !== paymentNumber && isSame(one, payment))
  return paid.filter(hasAnother).map(({ id }) => id)
}

/** A list may leave the reference out, or part of it; one that is another's spares asking where purchases are alike. */
function mayBeTwin(listed: ListedInvoice, { invoice, invoiceNumber, reference: ours }: SentAnew): boolean {
  const { number, isCancelled, supplierNumber, total, currency, reference = '' } = listed
  if (!ours.toUpperCase().startsWith(reference.trim().toUpperCase())) return false
  const isAlike = supplierNumber === invoice.supplierNumber && total === invoice.total && currency === invoice.currency
  return !isCancelled && number !== invoiceNumber && isAlike
}

async function cancelTwinsOf(store: TwinStore, session: AccountingSession, posting: SentAnew): Promise<void> {
  const found = (await session.findByReference(searchFor(posting))).filter(({ isCancelled }) => !isCancelled)
  // Where a person has cancelled the one that we know, the other may be what they kept.
  if (!posting.isCancelledByUs && !found.some(({ number }) => number === posting.invoiceNumber)) return
  for (const { number } of found.filter((one) => one.number !== posting.invoiceNumber)) {
    const { isBookkept } = await session.readSupplierInvoice(number)
    const isTheirs = isBookkept || (await session.listPayments(number)).length > 0
    if (!isTheirs) await session.cancelSupplierInvoice(number)
    await store.tell(posting, number, isTheirs ? 'stands' : 'cancelled')
  }
}

/** A payment carries no mark of ours: one of the very same amount and day, beside ours that pays all there is to pay. */
async function removePayments(store: TwinStore, session: AccountingSession, posting: SentAnew): Promise<void> {
  const { payment, invoiceNumber, paymentNumber: own } = posting
  if (!payment || own === null) return
  const listed = await session.listPayments(invoiceNumber)
  const twins = listed.filter((one) => one.number !== own && isSame(one, payment))
  if (twins.length === 0 || (await session.readPayment(own)) === null) return
  for (const { number, isBookkept } of twins) {
    if (!isBookkept) await session.deletePayment(number)
    await store.tell(posting, number, isBookkept ? 'stands' : 'cancelled')
  }
}

const isSame = (
  { amount, paymentDate }: { amount: number; paymentDate: string },
  payment: Pick<InvoicePayment, 'amountSek' | 'paymentDate'>,
) => amount === payment.amountSek && paymentDate === payment.paymentDate
