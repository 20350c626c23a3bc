import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import {
  attemptsInARow,
  isNewThere,
  judge,
  mayBeUnseen,
  nextAction,
  pauseMs,
  paymentGone,
  problemOf,
  problemOfLookUp,
  reasonToGiveUp,
  type StepProblem,
  type StepView,
  stepAfter,
} from '../rules.ts'
import { isConnectionLost, lookUp, refusedShowsAt } from '../steps/look-up.ts'
import { sendStep } from '../steps/perform-step.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import type { OpenPosting } from '../steps/step-store.ts'
import { awaitTurns, type Turns } from './await-turn.ts'
import { mayHaveTwin } from './cancel-twins.ts'
import type { Met } from './checked-store.ts'
import { unnamedOf } from './credited-purchases.ts'
import { holdWhenDue } from './hold-when-due.ts'
import { type Alike, createAlike } from './refused-alike.ts'

/** Where a lane's postings are kept. Every write is refused (false) once the lane has lost its lease. */
export type LaneStore = {
  listOpen(limit: number, except: readonly string[]): Promise<OpenPosting[]>
  markSent(posting: OpenPosting, step: StepView): Promise<boolean>
  /** A hindrance rejects the step after it, in the same write. */
  finishStep(posting: OpenPosting, step: StepView, outcome: StepOutcome): Promise<boolean>
  rejectStep(posting: OpenPosting, step: StepView, problem: StepProblem): Promise<boolean>
  /** What steps of the posting's run were refused for since it was checked, where others meet the same for certain. */
  listMet(posting: OpenPosting): Promise<Met[]>
  /** Writes into a credit invoice which invoices it takes back, before it is sent; null while one of them is on its way. */
  nameOriginals(posting: OpenPosting): Promise<OpenPosting['invoice'] | null>
  /** Keeps a step, and how often it was tried, that may have been carried out (`unknown`) or certainly was not (`waiting`). */
  keepStep(
    posting: OpenPosting,
    step: StepView,
    state: 'unknown' | 'waiting',
    problem: StepProblem | null,
  ): Promise<boolean>
}

export type LaneOptions = {
  store: LaneStore
  session: AccountingSession
  /** In how many ms a request would get its turn after so many that are begun and unanswered (connectors/pacer.ts). */
  untilTurn(begun: number): number
  /** Whether this lane may send now: not while its lease is about to run out, until it is renewed or lost (posting/lane/lease.ts). */
  mayStillSend(): boolean
  now(): number
  sleep(ms: number): Promise<void>
  /** No new request is begun after this. */
  signal: AbortSignal
  /** Something is to be checked before the lane goes on: no new request is begun, and those under way come to their end. */
  due?: AbortSignal
  /** How many invoices are under way at once. */
  width?: number
  /** So long after its answer was lost a request may still be carried out; only then is a look-up without a find believed. */
  settleMs?: number
  /** Postings of which a request may still come late, and when it was looked for in vain last; for the lane that goes on. */
  missedAt?: Map<string, number>
}

/** `emptied`: nothing is left to do; `stopped`: asked to, or the lease was lost; `due`: to be gone on with after a check. */
export type LaneEnd = 'emptied' | 'stopped' | 'connection-lost' | 'due'

/** See POSTING_SETTLE_SECONDS in platform/config.ts. */
const usualSettleMs = 10_000
const betweenLooksMs = 1_000
const leaseLookMs = 100
/**
 * A request waits for every place of Fortnox's window (25 in 5 s): where fewer wait than places come free, the places left
 * over are taken later, and stay later in each window that follows.
 */
const usualWidth = 30
/** Postings that wait for something keep no place; but while everything fails not everything is begun. */
const mostResting = 40

type Lane = LaneOptions & {
  turns: Turns
  isOver(): boolean
  /** Over, or to be gone on with after a check: what is between two requests stays as it stands. */
  isHeld(): boolean
  /** Ends early when the lane is held. */
  rest(ms: number): Promise<void>
  alike: Alike
  missedAt: Map<string, number>
  settleMs: number
}

/**
 * Works off the open postings of one connection, several at once, each posting's steps in order. What is believed about
 * a step is in the store before and after each request; everything else may be lost with the process.
 */
export async function runLane(options: LaneOptions): Promise<LaneEnd> {
  const { store, signal, width = usualWidth, settleMs = usualSettleMs, missedAt = new Map() } = options
  const underWay = new Set<string>()
  /** Postings that broke this lane's own work: left as they stand, so that they do not keep the others waiting. */
  const broken = new Set<string>()
  const failures: unknown[] = []
  let waiting: OpenPosting[] = []
  let end: LaneEnd = 'emptied'
  let resting = 0
  let change = Promise.withResolvers<void>()
  const tell = () => {
    change.resolve()
    change = Promise.withResolvers()
  }
  const stop = (reason: 'stopped' | 'connection-lost') => {
    if (end === 'emptied') end = reason
  }
  const fail = (error: unknown) => {
    failures.push(error)
    stop('stopped')
  }
  const leave = ({ id }: OpenPosting, error: unknown) => {
    broken.add(id)
    if (broken.size >= width) fail(error)
    else failures.push(error)
  }
  const isOver = () => end !== 'emptied' || signal.aborted
  const held = holdWhenDue(options, tell)
  const isHeld = () => held.isDue() || isOver()
  const untilTurn = (begun: number) => (options.mayStillSend() ? options.untilTurn(begun) : betweenLooksMs)
  const turns = awaitTurns({ ...options, untilTurn, isOver: isHeld })
  const alike = createAlike(store)
  const keepingNoPlace = (sleep: (ms: number) => Promise<void>) => async (ms: number) => {
    resting += 1
    tell()
    await sleep(ms).finally(() => {
      resting -= 1
    })
  }
  const [sleep, rest] = [keepingNoPlace(options.sleep), keepingNoPlace(held.sleep)]
  function begin(posting: OpenPosting): void {
    underWay.add(posting.id)
    post({ ...options, settleMs, missedAt, turns, isOver, isHeld, alike, sleep, rest }, posting)
      .then(
        (result) => result !== 'ended' && stop(result),
        (error: unknown) => leave(posting, error),
      )
      .finally(() => {
        underWay.delete(posting.id)
        tell()
      })
  }
  async function beginMore(): Promise<void> {
    while (!isHeld() && underWay.size - resting < width && resting < mostResting) {
      if (waiting.length === 0) waiting = await store.listOpen(width * 2, [...underWay, ...broken])
      const posting = waiting.shift()
      if (!posting) return
      begin(posting)
    }
  }
  for (;;) {
    const changed = change.promise
    await beginMore().catch(fail)
    if (underWay.size === 0) break
    await changed
  }
  if (failures.length > 0) throw failures[0]
  if (end !== 'emptied') return end
  return isOver() ? 'stopped' : held.isDue() ? 'due' : end
}

/** Takes one posting as far as it goes. */
async function post(lane: Lane, posting: OpenPosting): Promise<'ended' | 'stopped' | 'connection-lost'> {
  const first = nextAction(posting.steps)
  // Another lane sent it; what became of that is not known here.
  const isLeft = first.kind === 'send' && first.step.sentAt !== null
  if (isLeft && !lane.missedAt.has(posting.id)) lane.missedAt.set(posting.id, Number.NEGATIVE_INFINITY)
  for (;;) {
    const action = nextAction(posting.steps)
    if (action.kind === 'finished' || action.kind === 'stopped') return 'ended'
    if (action.kind === 'send' && posting.isLookUpOnly) return 'ended'
    if (lane.isHeld()) return leaveOff(lane)
    const result =
      action.kind === 'send' ? await send(lane, posting, action.step) : await settle(lane, posting, action.step)
    if (result !== 'went-on') return result
  }
}

/** `ended`: nothing more is done of the posting for now. */
type Progress = 'went-on' | 'ended' | 'stopped' | 'connection-lost'

const at = ({ now, settleMs }: Lane) => ({ now: now(), settleMs })

/** What is only held is taken up again after the check, as it stands in the store. */
const leaveOff = (lane: Lane) => (lane.isOver() ? 'stopped' : 'ended')

/** A credit invoice goes after the purchases that it takes back. Those come first in the order of postings, so none waits for what nobody has begun. */
async function follow(lane: Lane, posting: OpenPosting): Promise<'went-on' | 'ended' | 'stopped'> {
  while (unnamedOf(posting.invoice).length > 0) {
    if (lane.isHeld()) return leaveOff(lane)
    const named = await lane.store.nameOriginals(posting)
    if (named) {
      posting.invoice = named
      break
    }
    await lane.rest(betweenLooksMs)
  }
  return 'went-on'
}

/** A write that the store refuses (false) says that the lane is somebody else's now. */
async function send(lane: Lane, posting: OpenPosting, step: StepView): Promise<Progress> {
  // Whoever follows nobody takes its turn at once, before those that were begun after it.
  const isFollowing = step.step === 'create' && unnamedOf(posting.invoice).length > 0
  const followed = isFollowing ? await follow(lane, posting) : 'went-on'
  if (followed !== 'went-on') return followed
  await lane.turns.come()
  const outcome = await sendInTurn(lane, posting, step).finally(lane.turns.end)
  if (outcome.kind === 'stopped') return 'stopped'
  if (outcome.kind === 'settled') return outcome.progress
  if (outcome.kind === 'held') return reject(lane, posting, step, outcome.problem)
  return outcome.kind === 'failed'
    ? fail(lane, posting, step, outcome.error)
    : finish(lane, posting, step, outcome.outcome)
}

type Sent =
  | { kind: 'stopped' }
  /** Not sent: an earlier request for it had come late, or the lane is held. */
  | { kind: 'settled'; progress: Progress }
  /** Not sent: another of the run was refused for what it would meet too. */
  | { kind: 'held'; problem: StepProblem }
  | { kind: 'failed'; error: unknown }
  | { kind: 'answered'; outcome: StepOutcome }

async function sendInTurn(lane: Lane, posting: OpenPosting, step: StepView): Promise<Sent> {
  if (lane.isHeld()) return { kind: 'settled', progress: leaveOff(lane) }
  const earlier = await lookForLate(lane, posting, step)
  if (earlier) return earlier
  const problem = await lane.alike.find(posting, step.step)
  if (problem) return { kind: 'held', problem: { ...problem, isUntried: true } }
  if (!(await lane.store.markSent(posting, step)) || !(await comesToSend(lane))) return { kind: 'stopped' }
  // The database may have taken its time.
  const meanwhile = await lookForLate(lane, posting, step)
  if (meanwhile) return meanwhile
  step.attempts += 1
  step.sentAt = new Date(lane.now())
  return sendStep(lane.session, posting, step.step, at(lane)).then(
    (outcome) => ({ kind: 'answered', outcome }),
    (error: unknown) => ({ kind: 'failed', error }),
  )
}

/** A database that took its time with this had mostly not renewed the lease either: it does now, or the lane is lost. */
async function comesToSend(lane: Lane): Promise<boolean> {
  while (!lane.mayStillSend() && !lane.isOver()) await lane.sleep(leaseLookMs)
  return lane.mayStillSend()
}

/** What was looked for in vain a while ago (its run was checked since, or another try never got there) is looked for once more. */
async function lookForLate(lane: Lane, posting: OpenPosting, step: StepView): Promise<Sent | null> {
  const at = lane.missedAt.get(posting.id)
  if (at === undefined || lane.now() - at <= lane.settleMs) return null
  const progress = await settle(lane, posting, step, { hadItsTime: true })
  return progress === 'went-on' && step.state === 'waiting' ? null : { kind: 'settled', progress }
}

async function finish(
  { store, alike, missedAt, now }: Lane,
  posting: OpenPosting,
  step: StepView,
  outcome: StepOutcome,
): Promise<Progress> {
  const isSentAnew = mayHaveTwin(step.step, posting.invoice) && step.attempts > 1
  if (!(await store.finishStep(posting, step, isSentAnew ? { ...outcome, isSentAnew } : outcome))) return 'stopped'
  Object.assign(step, { state: 'done', endedAt: new Date(now()) })
  missedAt.delete(posting.id)
  alike.passed(posting, step.step)
  const next = stepAfter(posting, step)
  if (outcome.hindrance && next) next.state = 'rejected'
  Object.assign(posting, outcome.numbers)
  return 'went-on'
}

async function fail(lane: Lane, posting: OpenPosting, step: StepView, error: unknown): Promise<Progress> {
  if (isConnectionLost(error)) return lose(lane, posting, step)
  if (!(error instanceof ConnectorError)) throw error
  const verdict = judge(error)
  if (verdict.kind === 'connection-lost') return lose(lane, posting, step)
  const isRefused = verdict.kind === 'rejected' && !mayBeUnseen(posting, step, verdict.problem, at(lane))
  if (isRefused) return refuse(lane, posting, step, verdict.problem)
  const state = verdict.kind === 'unknown' ? 'unknown' : 'waiting'
  const problem = problemOf(error)
  step.attempts = attemptsInARow(step, problem)
  if (!(await lane.store.keepStep(posting, step, state, problem))) return 'stopped'
  // What was lost a minute after it was sent may be carried out now: a look-up counts from here.
  Object.assign(step, { state, problem, sentAt: new Date(lane.now()) })
  if (state === 'waiting') await lane.rest(pauseMs(step.attempts))
  return 'went-on'
}

/**
 * What was done already is refused the second time: by a proxy that sent it twice, by an earlier request that arrived
 * late, or by a person who was quicker. So a refusal is only believed of what is not there.
 */
async function refuse(lane: Lane, posting: OpenPosting, step: StepView, problem: StepProblem): Promise<Progress> {
  const showsAt = refusedShowsAt(step, problem, lane.settleMs)
  for (let look = 1; !lane.isOver(); look++) {
    const lookedAt = lane.now()
    const found = await lookUp(lane.session, posting, step, at(lane))
    if (found === 'connection-lost') return lose(lane, posting, step)
    if (found.kind === 'carried-out') return finish(lane, posting, step, found.outcome)
    if (found.kind === 'doubt') return reject(lane, posting, step, { ...inDoubt, code: found.code })
    if (found.kind === 'not-carried-out' && !found.isGone && lookedAt < showsAt) {
      await lane.rest(Math.max(showsAt - lane.now(), 1))
      if (lane.isHeld()) return leaveOff(lane)
      continue
    }
    if (found.kind === 'not-carried-out' && found.isGone && !isNewThere(posting, at(lane)))
      return reject(lane, posting, step, { ...problem, code: paymentGone })
    if (found.kind !== 'no-answer') return reject(lane, posting, step, problem)
    await lane.sleep(pauseMs(look))
  }
  return 'stopped' // kept as sent: whoever comes next looks again
}

async function reject(
  { store, alike }: Lane,
  posting: OpenPosting,
  step: StepView,
  problem: StepProblem,
): Promise<Progress> {
  if (!(await store.rejectStep(posting, step, problem))) return 'stopped'
  step.state = 'rejected'
  alike.refused(posting, step.step, problem)
  return 'went-on'
}

/** The request was refused for its token, so it was not carried out; it waits for the new connection. */
async function lose({ store }: Lane, posting: OpenPosting, step: StepView): Promise<Progress> {
  await store.keepStep(posting, step, 'waiting', null)
  return 'connection-lost'
}

/**
 * Finds out what became of a request without an answer, before anything is sent again: one look at once, since most were
 * carried out, and one when it has had its time, right before it is sent anew (lookForLate). What is left of a dead worker
 * has mostly had its time: a look more would be as many requests as it left, again at each death. `hadItsTime`: this is that
 * look; it may be written as sent by now, so it is not left off for a check.
 */
async function settle(
  lane: Lane,
  posting: OpenPosting,
  step: StepView,
  { hadItsTime = false } = {},
): Promise<Progress> {
  const settlesAt = (step.sentAt?.getTime() ?? 0) + lane.settleMs
  const [isLeft, sleep] = hadItsTime ? [lane.isOver, lane.sleep] : [lane.isHeld, lane.rest]
  const maySendAnew = !hadItsTime && !posting.isLookUpOnly && !posting.isCancelled && reasonToGiveUp(step) === null
  let missed = 0
  for (let look = 1; !isLeft(); look++) {
    const lookedAt = lane.now()
    if (maySendAnew && lookedAt >= settlesAt) {
      lane.missedAt.set(posting.id, Number.NEGATIVE_INFINITY)
      step.state = 'waiting'
      return 'went-on'
    }
    const found = await lookUp(lane.session, posting, step, at(lane))
    if (found === 'connection-lost') return found
    if (found.kind === 'refused') return reject(lane, posting, step, problemOfLookUp(step, found.problem))
    if (found.kind === 'carried-out') return finish(lane, posting, step, found.outcome)
    if (found.kind === 'doubt' && found.code === 'found-twice')
      return reject(lane, posting, step, { ...inDoubt, code: found.code })
    if (found.kind === 'no-answer') {
      await sleep(pauseMs(look))
      continue
    }
    missed += 1
    if (hadItsTime || (missed > 1 && lookedAt >= settlesAt)) {
      // Only now: what was cancelled may be sent back and made anew, and nothing of it may come late.
      if (found.kind === 'doubt') return reject(lane, posting, step, { ...inDoubt, code: found.code })
      const problem = posting.isCancelled ? cancelled : reasonToGiveUp(step)
      if (problem) return reject(lane, posting, step, problem)
      if (posting.isLookUpOnly && !(await lane.store.keepStep(posting, step, 'waiting', step.problem))) return 'stopped'
      lane.missedAt.set(posting.id, lookedAt)
      step.state = 'waiting'
      return 'went-on'
    }
    await sleep(Math.max(settlesAt - lane.now(), betweenLooksMs))
  }
  return leaveOff(lane)
}

const cancelled: StepProblem = { code: 'cancelled', serviceCode: null, message: null }
const inDoubt = { serviceCode: null, message: null }
