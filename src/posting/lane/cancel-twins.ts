import { type AccountingSession, ConnectorError, type ListedInvoice } from '#connectors/accounting-connector.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { AnyStep } from '../contract.ts'
import { mayBeOf } from '../rules.ts'
import { searchedSince, searchFor } from '../steps/search-for.ts'
import type { OpenPosting } from '../steps/step-store.ts'

/** So long after its run what was asked for twice is looked for again, at the end of each lane and every minute. */
export const twinsForMs = 10 * 60_000

/** Steps that make something anew each time they are carried out. */
const twinnedSteps = ['create', 'create-payment', 'credit', 'pay-back'] as const
export type TwinnedStep = (typeof twinnedSteps)[number]
/** The accounting system credits a purchase once, however often it is asked; a refund is taken back by an invoice of our own. */
export const mayHaveTwin = (step: AnyStep, { total }: Pick<SupplierInvoice, 'total'>): step is TwinnedStep =>
  step === 'credit' ? total < 0 : twinnedSteps.some((one) => one === step)

/** On any day where it is not told: of what pays a credit invoice of ours back, the day is that invoice's. */
type Paid = Pick<InvoicePayment, 'amountSek'> & Partial<Pick<InvoicePayment, 'paymentDate'>>
/** An invoice that we made, or what we made to take one back, with its payment where it has one. */
type There = { number: string; payment: Paid | null; paymentNumber: string | null }

/** Something that is done and was asked for more than once. */
export type SentAnew = Pick<
  OpenPosting,
  'id' | 'runId' | 'rowNumber' | 'text' | 'supplierName' | 'invoiceNumber' | 'runCreatedAt'
> & {
  step: TwinnedStep
  there: There & { invoice: SupplierInvoice }
  /** We cancelled or removed the one that we knew, since its run was taken back. */
  isCancelledByUs: boolean
}

/**
 * `stands`: somebody has gone on with it there, or it may not be taken away, so it is theirs to settle; `doubtful`: it may as
 * well be somebody's own. Either is told once.
 */
export type TwinOutcome = 'cancelled' | 'stands' | 'doubtful'

/** What was made a while ago, however often it was asked for; `reference`: null where it carries none of ours. */
export type Made = There & { id: string; step: 'create' | 'credit'; reference: string | null; since: Date }

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
  for (const step of ['create', 'credit'] as const)
    await store.noteAskedAgain(step, idsOf(step, standTwice(made, listed)))
  const all = await store.listSentAnew()
  for (const posting of all)
    if (!isPayment(posting) && listed.some((invoice) => mayBeTwin(invoice, posting)))
      await cancelTwinsOf(store, session, posting)
  for (const posting of inTurn(all.filter(isPayment), now)) await removePayments(store, session, posting)
  await payOnce(store, session, made, now)
}

const paymentOf = { create: 'create-payment', credit: 'pay-back' } as const
const isPayment = ({ step }: SentAnew) => step === 'create-payment' || step === 'pay-back'
const idsOf = (step: Made['step'], made: readonly Made[]) => made.filter((one) => one.step === step).map(({ id }) => id)

/** Last, since of all payments that are listed one that cannot be read would hold up the rest. */
async function payOnce(store: TwinStore, session: AccountingSession, made: readonly Made[], now: Date): Promise<void> {
  const twice = await listPaidTwice(session, made)
  if (twice.length === 0) return
  for (const step of ['create', 'credit'] as const) await store.noteAskedAgain(paymentOf[step], idsOf(step, twice))
  const isTwice = ({ id, step }: SentAnew) => twice.some((one) => one.id === id && paymentOf[one.step] === step)
  for (const posting of inTurn((await store.listSentAnew()).filter(isTwice), now))
    await removePayments(store, session, posting)
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
function standTwice(made: readonly Made[], listed: readonly ListedInvoice[]): Made[] {
  const live = Map.groupBy(
    listed.filter(({ isCancelled }) => !isCancelled),
    ({ reference = '' }) => reference.trim().toUpperCase(),
  )
  return made.filter(
    ({ reference, number }) =>
      reference !== null && live.get(reference.toUpperCase())?.some((one) => one.number !== number) === true,
  )
}

/** One list tells of all of them; whose an invoice is, is asked of each that may stand there twice. */
async function listSince(session: AccountingSession, made: readonly Made[]): Promise<ListedInvoice[]> {
  const listed: ListedInvoice[] = []
  for await (const page of session.listChangedInvoices(earliestOf(made))) listed.push(...page)
  return listed
}

const earliestOf = (made: readonly Made[]) =>
  searchedSince(new Date(Math.min(...made.map(({ since }) => since.getTime()))))

/** Whose invoice has another payment like ours: one list tells that of all of them too. */
async function listPaidTwice(session: AccountingSession, made: readonly Made[]): Promise<Made[]> {
  const paid = made.filter(({ paymentNumber }) => paymentNumber !== null)
  if (paid.length === 0) return []
  const listed = Map.groupBy(await session.listChangedPayments(earliestOf(paid)), (one) => one.invoiceNumber)
  return paid.filter(
    ({ payment, paymentNumber, number }) =>
      payment && listed.get(number)?.some((one) => one.number !== paymentNumber && mayBeOf(one, payment)),
  )
}

/** A list may leave the reference out, or part of it; one that is another's spares asking where purchases are alike. */
function mayBeTwin(listed: ListedInvoice, { there: { invoice, number: ours } }: SentAnew): boolean {
  const { number, isCancelled, supplierNumber, total, currency, reference = '' } = listed
  if (!invoice.reference.toUpperCase().startsWith(reference.trim().toUpperCase())) return false
  const isAlike = supplierNumber === invoice.supplierNumber && total === invoice.total && currency === invoice.currency
  return !isCancelled && number !== ours && isAlike
}

async function cancelTwinsOf(store: TwinStore, session: AccountingSession, posting: SentAnew): Promise<void> {
  const { invoice, number: ours } = posting.there
  const found = (await session.findByReference(searchFor({ ...posting, invoice }))).filter((one) => !one.isCancelled)
  // Where a person has cancelled the one that we know, the other may be what they kept.
  if (!posting.isCancelledByUs && !found.some(({ number }) => number === ours)) return
  for (const { number } of found.filter((one) => one.number !== ours)) {
    const { isBookkept } = await session.readSupplierInvoice(number)
    const isTheirs = isBookkept || (await session.listPayments(number)).length > 0
    const isCancelled = async () => (await session.readSupplierInvoice(number)).isCancelled
    const isGone = !isTheirs && (await takeAway(session.cancelSupplierInvoice(number), isCancelled))
    await store.tell(posting, number, isGone ? 'cancelled' : 'stands')
  }
}

/**
 * False where that is refused for good of what is there still: asked again it would be refused again, before all that come
 * after it are looked at.
 */
async function takeAway(asked: Promise<unknown>, isGone: () => Promise<boolean>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof ConnectorError && error.retry === 'never' && !passing.has(error.kind)) return isGone()
    throw error
  }
}

/** What a list shows already may not be seen everywhere yet; without a consent nothing of the lane goes on. */
const passing: ReadonlySet<ConnectorError['kind']> = new Set(['not-found', 'grant-refused'])

/** A payment carries no mark of ours: one of the very same amount and day, beside ours that pays all there is to pay. */
async function removePayments(store: TwinStore, session: AccountingSession, posting: SentAnew): Promise<void> {
  const { payment, number: invoiceNumber, paymentNumber: own } = posting.there
  if (!payment || (own === null && !posting.isCancelledByUs)) return
  const listed = await session.listPayments(invoiceNumber)
  const twins = listed.filter((one) => one.number !== own && mayBeOf(one, payment))
  if (twins.length === 0 || (own !== null && (await session.readPayment(own)) === null)) return
  for (const { number, isBookkept, amount, paymentDate } of twins) {
    // One whose amount or day is not told may be a person's.
    const isDoubtful = amount === undefined || paymentDate === undefined
    const isRemoved = async () => (await session.readPayment(number)) === null
    const isGone = !isDoubtful && !isBookkept && (await takeAway(session.deletePayment(number), isRemoved))
    await store.tell(posting, number, isDoubtful ? 'doubtful' : isGone ? 'cancelled' : 'stands')
  }
}
