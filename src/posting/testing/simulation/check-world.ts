import { isCounter, purchaseOf } from '#kernel/invoice-reference.ts'
import type { AnyStep } from '../../contract.ts'
import { toldOf } from '../../lane/record-undo.ts'
import { isUndoStep } from '../../steps/undo-plan.ts'
import { accountsOf, type Books, takersBack } from './books.ts'
import { isAnyOf, isUnended, type KeptPosting } from './memory-runs.ts'
import type { Memory } from './memory-store.ts'

/** What must never happen; the first four are what issue 4 asks for. */
export const counted = [
  ...['lost', 'doubled', 'halfDone', 'overLimit', 'untrueEvents'],
  /** Refreshes with a token that another refresh had, and connections that nobody took from us. */
  ...['doubleRefreshes', 'tokensLost'],
  /** Requests of a run that was paused, cancelled or not approved, or whose intent nobody kept. */
  'sentInSpite',
  /** Invoices that were taken back and leave something on an account. */
  'uneven',
] as const
export type Verdict = Record<(typeof counted)[number], number>

/** What is wrong when everything has come to rest. `isUndisturbed`: nobody worked in the books meanwhile. */
export function checkWorld(
  memory: Memory,
  books: Books,
  seen: Pick<Verdict, 'overLimit' | 'doubleRefreshes' | 'tokensLost' | 'sentInSpite'>,
  { isUndisturbed, isRetried, isBoundless }: { isUndisturbed: boolean; isRetried: boolean; isBoundless: boolean },
): Verdict {
  const verdict = { lost: 0, doubled: 0, halfDone: 0, untrueEvents: 0, uneven: 0, ...seen }
  verdict.sentInSpite += memory.sentInSpite.length
  verdict.halfDone += memory.runs.filter(isUnended).length
  verdict.untrueEvents += memory.runs.filter((run) => !isRunTold(memory, run)).length
  verdict.doubled += countDoubled(books)
  for (const posting of memory.postings) {
    const there = stepsThere(books, posting)
    const isRefused = posting.steps.some((step) => isAnyOf(step, 'rejected'))
    const live = there.created - there.cancelled
    const confirmed = memory.postings.filter(({ reference }) => reference === posting.reference).length
    // What came beyond all waiting was made, and was to be cancelled.
    const isMadeTwice = there.created > confirmed && !isBoundless
    if (live > 1 || there.paid > 1 || there.credits > 1 || isMadeTwice) verdict.doubled += 1
    if (isNamedWrongly(posting, memory)) verdict.halfDone += 1
    if (!isToldTruly(posting, memory)) verdict.untrueEvents += 1
    verdict.halfDone += posting.steps.filter(({ step, state }) => state === 'done' && !there.isDone[step]).length
    const create = posting.steps.find(({ step }) => step === 'create')
    // A create that is there and not known would be made again by whoever tries again.
    if (create && isAnyOf(create, 'rejected', 'dropped') && live > 0 && posting.undoOutcome === null)
      verdict.halfDone += 1
    const stands = standing(posting)
    if (stands === 'returned' && live > 0 && !isConfirmedAnew(posting, memory)) verdict.doubled += 1
    if (stands === 'posted' && there.created === 0) verdict.lost += 1
    if (stands === 'posted' && posting.steps.some(({ state }) => state !== 'done')) verdict.halfDone += 1
    // Whoever sends again what was refused gets it, where nobody else had a hand in it.
    if (isRefused && stands === 'stopped' && isUndisturbed && isRetried) verdict.lost += 1
    if (stands === 'removed' && live > 0) verdict.halfDone += 1
    if (stands === 'credited' && there.credits !== 1) verdict.halfDone += 1
    if ((stands === 'credited' || stands === 'removed') && isUndisturbed) verdict.halfDone += there.unbookedPayments
    if (stands === 'credited' && isUndisturbed && there.accounts.some((sum) => sum !== 0)) verdict.uneven += 1
  }
  return verdict
}

/** Purchases that stand there more than once, whichever of their invoices those are. */
function countDoubled({ invoices }: Books): number {
  const isTakenBack = (one: Books['invoices'][number]) =>
    one.creditReference !== null || takersBack({ invoices }, one).some(({ isCancelled }) => !isCancelled)
  const live = invoices.filter(
    (one) => !one.isCredit && !one.isCancelled && !isCounter(one.reference) && !isTakenBack(one),
  )
  const byPurchase = Map.groupBy(live, ({ reference }) => purchaseOf(reference))
  return [...byPurchase.values()].filter((all) => all.length > 1).length
}

type Standing = 'returned' | 'by-hand' | 'removed' | 'credited' | 'kept' | 'stopped' | 'posted'

function standing({ settledAs, undoOutcome, steps }: KeptPosting): Standing {
  if (settledAs !== null) return settledAs
  if (undoOutcome !== null) return undoOutcome
  return steps.some((step) => isAnyOf(step, 'rejected', 'dropped')) ? 'stopped' : 'posted'
}

const isConfirmedAnew = ({ reference }: KeptPosting, { postings }: Memory) =>
  postings.some((one) => one.reference === reference && one.settledAs !== 'returned')

/** Each thing that was done is told once, each refusal, and how a person settled it. */
function isToldTruly(posting: KeptPosting, { events }: Memory): boolean {
  const ofPosting = events.filter((event) => event.posting === posting.id)
  const count = (activity: string) => ofPosting.filter((event) => event.activity === activity).length
  for (const { step, state, ordinal } of posting.steps) {
    const ofStep = ofPosting.filter((event) => event.ordinal === ordinal)
    const done = ofStep.filter(({ activity }) => !/^posting-(rejected|held|unknown)$/.test(activity)).length
    const refused = ofStep.filter(({ activity }) => /^posting-(rejected|held)$/.test(activity)).length
    const isTold = !isUndoStep(step) || toldOf(step, {}, posting) !== null
    // Each time a payment is made anew it had been told before.
    const anew = step === 'create-payment' ? count('posting-paid-anew') : 0
    if (done !== Number(state === 'done' && isTold) + anew || (state === 'rejected' && refused === 0)) return false
  }
  const byHand = count('posting-handled') - count('posting-unhandled')
  return byHand === Number(posting.settledAs === 'by-hand') && (count('undo-kept') > 0 || !isKeptByThem(posting))
}

const isKeptByThem = ({ undoOutcome, settledAs }: KeptPosting) => undoOutcome === 'kept' && settledAs === null

/** A run's way, told so that it can be walked again: it ends once, and stands where its events say. */
function isRunTold({ events, postings }: Memory, run: Memory['runs'][number]): boolean {
  const ofRun = events.filter((event) => event.run === run.id)
  const count = (activity: string) => ofRun.filter((event) => event.activity === activity).length
  const returned = postings.filter(({ runId, settledAs }) => runId === run.id && settledAs === 'returned').length
  if (run.phase === 'refused' ? count('posting-returned') > returned : count('posting-returned') !== returned)
    return false
  if (count('run-approved') + count('run-refused') !== Number(run.decidedBy !== null)) return false
  if (count('run-resumed') > count('run-paused') || count('undo-finished') > count('undo-started')) return false
  if (run.phase === 'cancelled' && count('run-cancelled') === 0) return false
  return count('undo-started') > 0 === (run.undoStartedAt !== null)
}

/** A credit invoice that was made names the invoice that it takes back, if that was made and nothing held it up. */
function isNamedWrongly({ invoice, steps: [create] }: KeptPosting, { postings, events }: Memory): boolean {
  if (create?.state !== 'done') return false
  return (invoice.credits ?? []).some(({ reference, text, number }) => {
    const all = postings.filter((one) => purchaseOf(one.reference) === purchaseOf(reference))
    const numbers = all.flatMap(({ invoiceNumber }) => invoiceNumber ?? [])
    const isHeldUp = events.some(
      ({ run, posting, activity }) =>
        all.some((one) => one.runId === run && (posting === null || posting === one.id)) &&
        /^(run-paused|run-cancelled|approval-asked|posting-(rejected|held|returned|handled)|undo-started)$/.test(
          activity,
        ),
    )
    if (number === null) return numbers.length > 0 && !isHeldUp
    return !numbers.includes(number ?? '') || invoice.comments !== `${text}, löpnummer ${number}`
  })
}

function stepsThere(books: Books, { reference, invoiceNumber }: KeptPosting) {
  const invoices = books.invoices.filter((one) => one.reference === reference)
  const numbers = new Set(invoices.map(({ number }) => number))
  const payments = books.payments.filter((one) => numbers.has(one.invoiceNumber))
  const credits = [...new Set(invoices.flatMap((one) => takersBack(books, one)))]
  const paidBack = books.payments.filter(({ invoiceNumber: of }) => credits.some(({ number }) => number === of))
  return {
    created: invoices.length,
    cancelled: invoices.filter(({ isCancelled }) => isCancelled).length,
    credits: credits.filter(({ isCancelled }) => !isCancelled).length,
    paid: Math.max(
      payments.filter(({ isDeleted }) => !isDeleted).length,
      paidBack.filter(({ isDeleted }) => !isDeleted).length,
    ),
    unbookedPayments: [...payments, ...paidBack].filter((one) => !one.isBookkept && !one.isDeleted).length,
    accounts: accountsOf(books, invoiceNumber ?? ''),
    isDone: {
      create: invoices.length > 0,
      bookkeep: invoices.some(({ isBookkept }) => isBookkept),
      // It may have been deleted by the person since.
      'create-payment': payments.length > 0,
      'bookkeep-payment': payments.some(({ isBookkept }) => isBookkept),
      inspect: true,
      'remove-payment': payments.some(({ isDeleted }) => isDeleted),
      cancel: invoices.some(({ isCancelled }) => isCancelled),
      credit: credits.length > 0,
      'bookkeep-credit': credits.some(({ isBookkept }) => isBookkept),
      'pay-back': paidBack.length > 0,
      'bookkeep-pay-back': paidBack.some(({ isBookkept }) => isBookkept),
    } satisfies Record<AnyStep, boolean>,
  }
}
