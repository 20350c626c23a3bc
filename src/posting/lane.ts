import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import type { Step } from './contract.ts'
import { lookUpStep, type StepOutcome, sendStep } from './perform-step.ts'
import { judge, nextAction, pauseMs, problemOf, type StepProblem, type StepView } from './rules.ts'
import type { OpenPosting } from './step-store.ts'

/** Where a lane's postings are kept. Every write is refused (false) once the lane has lost its lease. */
export type LaneStore = {
  listOpen(limit: number, except: readonly string[]): Promise<OpenPosting[]>
  markSent(posting: OpenPosting, step: StepView): Promise<boolean>
  finishStep(posting: OpenPosting, step: StepView, outcome: StepOutcome): Promise<boolean>
  rejectStep(posting: OpenPosting, step: StepView, problem: StepProblem): Promise<boolean>
  /** Keeps a step that may have been carried out (`unknown`) or that certainly was not (`waiting`). */
  keepStep(
    posting: OpenPosting,
    step: StepView,
    state: 'unknown' | 'waiting',
    problem: StepProblem | null,
  ): Promise<boolean>
  /** The posting has no step left to do: its run may have come to its end. */
  endPosting(posting: OpenPosting): Promise<void>
}

export type LaneOptions = {
  store: LaneStore
  session: AccountingSession
  /** Whether this lane may still send (posting/lease.ts). */
  mayStillSend(): boolean
  now(): number
  sleep(ms: number): Promise<void>
  /** No new request is begun after this. */
  signal: AbortSignal
  /** How many invoices are under way at once. */
  width?: number
}

/** `emptied`: nothing is left to do; `stopped`: asked to, or the lease or the connection was lost. */
export type LaneEnd = 'emptied' | 'stopped' | 'connection-lost'

/** An answer may still be on its way for so long after a request; only then is a look-up that finds nothing believed. */
const settleMs = 4_000

/**
 * Works off the open postings of one connection, several at once, each posting's steps in order. What is believed about
 * a step is in the store before and after each request; everything else may be lost with the process.
 */
export async function runLane(options: LaneOptions): Promise<LaneEnd> {
  const { store, signal, width = 10 } = options
  const underWay = new Map<string, Promise<void>>()
  let end: LaneEnd = 'emptied'
  const isOver = () => signal.aborted || end !== 'emptied' || !options.mayStillSend()
  let waiting: OpenPosting[] = []
  const failures: unknown[] = []
  for (;;) {
    while (!isOver() && underWay.size < width) {
      if (waiting.length === 0) waiting = await store.listOpen(width * 4, [...underWay.keys()])
      const posting = waiting.shift()
      if (!posting) break
      const work = post(options, posting, isOver)
        .then((result) => {
          if (result === 'connection-lost') end = result
        })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(posting.id))
      underWay.set(posting.id, work)
    }
    if (underWay.size === 0) break
    await Promise.race(underWay.values())
    if (failures.length > 0) {
      await Promise.all(underWay.values())
      throw failures[0]
    }
  }
  return end === 'emptied' && (signal.aborted || !options.mayStillSend()) ? 'stopped' : end
}

/** Takes one posting as far as it goes. */
async function post(
  options: LaneOptions,
  posting: OpenPosting,
  isOver: () => boolean,
): Promise<'ended' | 'stopped' | 'connection-lost'> {
  for (;;) {
    const action = nextAction(posting.steps)
    if (action.kind === 'finished' || action.kind === 'stopped') {
      await options.store.endPosting(posting)
      return 'ended'
    }
    if (isOver()) return 'stopped'
    const result =
      action.kind === 'send'
        ? await send(options, posting, action.step)
        : await settle(options, posting, action.step, isOver)
    if (result !== 'went-on') return result
  }
}

type Progress = 'went-on' | 'stopped' | 'connection-lost'

async function send(options: LaneOptions, posting: OpenPosting, step: StepView): Promise<Progress> {
  const { store, session } = options
  if (!(await store.markSent(posting, step)) || !options.mayStillSend()) return 'stopped'
  step.attempts += 1
  step.sentAt = new Date(options.now())
  try {
    const outcome = await sendStep(session, posting, step.step)
    return await finish(options, posting, step, outcome)
  } catch (error) {
    return fail(options, posting, step, error)
  }
}

async function finish(
  { store }: LaneOptions,
  posting: OpenPosting,
  step: StepView,
  outcome: StepOutcome,
): Promise<Progress> {
  if (!(await store.finishStep(posting, step, outcome))) return 'stopped'
  step.state = 'done'
  posting.invoiceNumber = outcome.numbers.invoiceNumber ?? posting.invoiceNumber
  posting.paymentNumber = outcome.numbers.paymentNumber ?? posting.paymentNumber
  return 'went-on'
}

async function fail(options: LaneOptions, posting: OpenPosting, step: StepView, error: unknown): Promise<Progress> {
  const { store } = options
  if (error instanceof AppError && error.code === 'connection-lost') return lose(store, posting, step)
  if (!(error instanceof ConnectorError)) throw error
  const verdict = judge(error, step.attempts)
  if (verdict.kind === 'connection-lost') return lose(store, posting, step)
  if (verdict.kind === 'rejected') {
    if (!(await store.rejectStep(posting, step, verdict.problem))) return 'stopped'
    step.state = 'rejected'
    return 'went-on'
  }
  const state = verdict.kind === 'unknown' ? 'unknown' : 'waiting'
  if (!(await store.keepStep(posting, step, state, problemOf(error)))) return 'stopped'
  step.state = state
  if (state === 'waiting') await options.sleep(pauseMs(step.attempts))
  return 'went-on'
}

/** The request was refused for its token, so it was not carried out; it waits for the new connection. */
async function lose(store: LaneStore, posting: OpenPosting, step: StepView): Promise<Progress> {
  await store.keepStep(posting, step, 'waiting', null)
  step.state = 'waiting'
  return 'connection-lost'
}

/** Finds out what became of a request without an answer, before anything is sent again. */
async function settle(
  options: LaneOptions,
  posting: OpenPosting,
  step: StepView,
  isOver: () => boolean,
): Promise<Progress> {
  const { store, session } = options
  for (let look = 1; ; look++) {
    if (isOver()) return 'stopped'
    const found = await lookUp(session, posting, step.step)
    if (found === 'connection-lost') return found
    if (found === 'no-answer') {
      await options.sleep(pauseMs(Math.min(look, 5)))
      continue
    }
    if (found.kind === 'carried-out') return finish(options, posting, step, found.outcome)
    if (found.kind === 'doubt') {
      await store.rejectStep(posting, step, { code: 'found-twice', serviceCode: null, message: null })
      step.state = 'rejected'
      return 'went-on'
    }
    const settlesAt = (step.sentAt?.getTime() ?? 0) + settleMs
    const missing = settlesAt - options.now()
    if (missing <= 0 && look > 1) {
      step.state = 'waiting'
      return 'went-on'
    }
    await options.sleep(Math.max(missing, 500))
  }
}

async function lookUp(session: AccountingSession, posting: OpenPosting, step: Step) {
  try {
    return await lookUpStep(session, posting, step)
  } catch (error) {
    if (error instanceof AppError && error.code === 'connection-lost') return 'connection-lost'
    if (!(error instanceof ConnectorError)) throw error
    return judge(error, 1).kind === 'connection-lost' ? 'connection-lost' : 'no-answer'
  }
}
