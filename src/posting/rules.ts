import type { ConnectorError, FoundInvoice, PostedInvoice, PostedPayment } from '#connectors/accounting-connector.ts'
import { decimalFromMinor } from '#kernel/money.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { AnyStep, StepState } from './contract.ts'

/** `params`: of a problem that was found before anything was sent, by the code of the preview's (kernel/row-problem.ts). */
export type StepProblem = {
  code: string
  serviceCode: string | null
  message: string | null
  params?: Record<string, string | number> | undefined
  /** Not sent, since another of the run was refused for what it would have met too. */
  isUntried?: boolean | undefined
}

export type StepView = {
  ordinal: number
  step: AnyStep
  state: StepState
  /** Tries in a row that ended alike. */
  attempts: number
  sentAt: Date | null
  /** When its answer was known. */
  endedAt?: Date | null
  /** Why it was refused, or why its last request did not end. */
  problem: StepProblem | null
}

/** What a posting needs next. Steps are done in order; a refused one stops those after it until a person has mended it. */
export type NextAction = { kind: 'send' | 'look-up'; step: StepView } | { kind: 'finished' } | { kind: 'stopped' }

export function nextAction(steps: readonly StepView[]): NextAction {
  // A person settled it: nothing more is ours to do.
  if (steps.some(({ state }) => state === 'returned' || state === 'handled')) return { kind: 'finished' }
  const step = [...steps]
    .sort((a, b) => a.ordinal - b.ordinal)
    .find(({ state }) => state !== 'done' && state !== 'dropped')
  if (!step) return { kind: 'finished' }
  if (step.state === 'rejected') return { kind: 'stopped' }
  // `sent` is only ever seen by somebody who did not send it: its answer is lost.
  return { kind: step.state === 'waiting' ? 'send' : 'look-up', step }
}

export function stepAfter({ steps }: { steps: readonly StepView[] }, step: StepView): StepView | undefined {
  return steps.find(({ ordinal }) => ordinal === step.ordinal + 1)
}

/** What an error says of the step: refused for good, perhaps carried out, or certainly not and worth another try. */
export type Verdict =
  | { kind: 'rejected'; problem: StepProblem }
  | { kind: 'unknown' }
  | { kind: 'again' }
  /** Nothing can be posted over this connection until a person has connected it again. */
  | { kind: 'connection-lost' }

export function judge(error: ConnectorError): Verdict {
  // A token that is refused although it is new says nothing of the consent: only a refused refresh does.
  if (error.kind === 'grant-refused') return { kind: 'connection-lost' }
  if (error.retry === 'after-check') return { kind: 'unknown' }
  // However often: while the other side is away nothing is refused, it waits.
  if (error.retry === 'safe') return { kind: 'again' }
  return { kind: 'rejected', problem: problemOf(error) }
}

/** A request that was lost on its way so often fails for a reason of its own; a person should look at it. */
const mostLostRequests = 8
/** One that is refused for what may pass is believed sooner: it was told why. */
const mostPassingRefusals = 3

/**
 * Tries that ended alike: after an outage in which nothing got there, the lost requests are counted anew. What was sent more
 * than once stays known as that (cancel-twins.ts).
 */
export function attemptsInARow({ attempts, problem }: StepView, latest: StepProblem): number {
  return problem === null || isLost(problem) === isLost(latest) ? attempts : Math.min(attempts, 2)
}

/**
 * A request that was left without an answer since its process died says nothing of the requests: tries are counted anew, and
 * what was sent more than once stays known as that.
 */
export const leftByDeath = ({ attempts }: Pick<StepView, 'attempts'>) =>
  ({ state: 'unknown', problem: null, attempts: Math.min(attempts, 2) }) as const

/** Refusals of what may have been sent all the same: it was not answered, and looked for in vain or not at all. */
export const sentAllTheSame: readonly string[] = ['unknown', 'cancelled', 'not-looked-up']

/** With how many tries a refused step is taken up again by a person: those whose requests may still come. */
export function attemptsLeft({ attempts, problem }: Pick<StepView, 'attempts' | 'problem'>): number {
  if (attempts > 1) return 2
  return problem !== null && sentAllTheSame.includes(problem.code) ? attempts : 0
}

/** What stops a step that a look-up found not carried out from being sent once more; null: it is sent. */
export function reasonToGiveUp({ problem, attempts }: StepView): StepProblem | null {
  if (problem === null) return null
  const most = isLost(problem) ? mostLostRequests : isRefusal(problem) ? mostPassingRefusals : Number.POSITIVE_INFINITY
  return attempts >= most ? problem : null
}

const isLost = ({ code }: StepProblem) => code === 'unknown'
/** Of a step that is not refused for good: one that may pass. */
const isRefusal = ({ code }: StepProblem) => code === 'rejected'

const making: readonly AnyStep[] = ['create', 'create-payment', 'credit', 'pay-back']

/** Of when something is asked: so long after its answer was lost a request may still be carried out. */
export type AskedAt = { now: number; settleMs: number }

/**
 * What was made a moment ago is not yet seen by all there is over there: so long as a lost request has its time, and as long
 * again, its word that there is no such thing is not believed. What it refused for that was not carried out.
 */
export function mayBeUnseen(
  { steps }: { steps: readonly StepView[] },
  { ordinal }: StepView,
  { code }: StepProblem,
  at: AskedAt,
): boolean {
  return code === 'not-found' && isNewThere({ steps: steps.filter((one) => one.ordinal < ordinal) }, at)
}

/** Whether something was made of it so lately that it may not be seen everywhere yet. A slow answer counts from its end. */
export function isNewThere({ steps }: { steps: readonly StepView[] }, { now, settleMs }: AskedAt): boolean {
  return steps.some(({ step, sentAt, endedAt }) => {
    const madeAt = Math.max(sentAt?.getTime() ?? 0, endedAt?.getTime() ?? 0)
    return making.includes(step) && sentAt !== null && Math.abs(now - madeAt) <= 2 * settleMs
  })
}

/** Why a payment could not be bookkept that somebody had deleted there: a person may have it made anew. */
export const paymentGone = 'payment-gone'

/** What stands on a creation that is done: it was asked for more than once, and an earlier request may still come. */
export const sentAnew: StepProblem = { code: 'sent-anew', serviceCode: null, message: null }
/** In its place, when it was told that another stands beside it which is somebody's to settle. */
export const twinStands: StepProblem = { ...sentAnew, code: 'twin-stands' }

export function problemOf(error: ConnectorError): StepProblem {
  return { code: error.kind, serviceCode: error.serviceCode ?? null, message: error.serviceMessage ?? null }
}

/** A look-up that is refused says nothing of the creation it was for: the invoice may stand there. */
export function problemOfLookUp({ step }: StepView, problem: StepProblem): StepProblem {
  return step === 'create' || step === 'credit' ? { ...problem, code: 'not-looked-up' } : problem
}

/**
 * A step of taking back that a person asks for again, where it was sent before: its request may still come, so it is looked
 * for and has its time before it is sent once more. null: it was not sent.
 */
export function takenUpAgain(
  steps: readonly StepView[],
  planned: AnyStep,
): Pick<StepView, 'state' | 'attempts' | 'sentAt'> | null {
  const before = steps.findLast(({ step, sentAt }) => step === planned && sentAt !== null)
  if (!before || !making.includes(planned)) return null
  return { state: 'unknown', attempts: attemptsLeft(before), sentAt: before.sentAt }
}

/** What only a person can settle: more than one invoice is ours, all that are were cancelled by somebody, or ours is paid otherwise. */
export type Doubt = {
  kind: 'doubt'
  code: 'found-twice' | 'cancelled-there' | 'paid-otherwise' | 'credit-changed-there'
}

/**
 * The invoice that a create made, by our reference: none, the one, or a doubt. What a person cancelled is not made anew. Of
 * more than one, asked for again by us or by something on the way, the first is it, or the one that somebody has bookkept
 * meanwhile, and the others are taken away (cancel-twins.ts); where nobody looked which are bookkept, that is a doubt.
 */
export function resolveCreate<Invoice extends FoundInvoice & Partial<Pick<PostedInvoice, 'isBookkept'>>>(
  found: readonly Invoice[],
): { kind: 'carried-out'; invoice: Invoice } | { kind: 'not-carried-out' } | Doubt {
  const live = found.filter(({ isCancelled }) => !isCancelled)
  const [first, ...others] = live
  if (!first) return found.length === 0 ? { kind: 'not-carried-out' } : { kind: 'doubt', code: 'cancelled-there' }
  if (others.length === 0) return { kind: 'carried-out', invoice: first }
  const bookkept = live.filter(({ isBookkept }) => isBookkept)
  const isClear = bookkept.length < 2 && live.every(({ isBookkept }) => isBookkept !== undefined)
  return isClear ? { kind: 'carried-out', invoice: bookkept[0] ?? first } : { kind: 'doubt', code: 'found-twice' }
}

/**
 * The payment that a create made: an invoice of ours is paid once, so one of the same amount and day is it. Another may be
 * a person's, or ours with the amount or day that the accounting system made of it: a second one could pay it twice.
 */
export function resolvePayment(
  found: readonly PostedPayment[],
  payment: InvoicePayment,
): { kind: 'carried-out'; payment: PostedPayment } | { kind: 'not-carried-out' } | Doubt {
  const ours = found.find(
    ({ amount, paymentDate }) => amount === payment.amountSek && paymentDate === payment.paymentDate,
  )
  if (ours) return { kind: 'carried-out', payment: ours }
  // The only one, of which nothing that is told is otherwise: no list need tell amount or day.
  const [only, ...others] = found
  if (only && others.length === 0 && mayBeOf(only, payment)) return { kind: 'carried-out', payment: only }
  return found.length === 0 ? { kind: 'not-carried-out' } : { kind: 'doubt', code: 'paid-otherwise' }
}

type OfPayment = Pick<PostedPayment, 'amount' | 'paymentDate'>

/** Whether nothing that is told of a payment says that it is another: what is not told does not. */
export const mayBeOf = (
  { amount, paymentDate }: OfPayment,
  sent: { amountSek: number; paymentDate?: string | undefined },
): boolean =>
  (amount ?? sent.amountSek) === sent.amountSek &&
  (paymentDate === undefined || sent.paymentDate === undefined || paymentDate === sent.paymentDate)

/** How long to wait before the next try after a certain failure: 1, 2, 4 … 60 s. */
export function pauseMs(attempts: number): number {
  return Math.min(60_000, 1000 * 2 ** Math.max(0, attempts - 1))
}

/**
 * Which accounts came out otherwise over there than they were sent, each with what was sent in brackets; null where none
 * did, or where the answer does not tell all rows: those of an invoice that can be bookkept balance. In other currencies
 * than SEK only the accounts count: nobody has published what the answer's amounts are in.
 */
export function changedAccounts(
  sent: Pick<SupplierInvoice, 'rows' | 'currency'>,
  made: Pick<PostedInvoice, 'rows'>,
): string | null {
  const [ours, theirs] = [sumByAccount(sent.rows), sumByAccount(made.rows ?? [])]
  if (theirs.size === 0 || [...theirs.values()].reduce((sum, amount) => sum + amount, 0) !== 0) return null
  const isSame = (account: number) =>
    sent.currency === 'SEK' ? ours.get(account) === theirs.get(account) : ours.has(account) === theirs.has(account)
  const changed = [...new Set([...ours.keys(), ...theirs.keys()])].filter((account) => !isSame(account)).sort()
  const amountOf = (sums: Map<number, number>, account: number) => decimalFromMinor(sums.get(account) ?? 0, 'SEK')
  const tell = (account: number) => `${account}: ${amountOf(theirs, account)} (${amountOf(ours, account)})`
  return changed.length === 0 ? null : changed.map(tell).join(', ')
}

/** Debit less credit, of the accounts where that is something. */
function sumByAccount(rows: NonNullable<PostedInvoice['rows']>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { account, debit, credit } of rows) sums.set(account, (sums.get(account) ?? 0) + debit - credit)
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}
