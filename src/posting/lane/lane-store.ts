import type { SQL } from 'drizzle-orm'
import type { Activity } from '#activity/index.ts'
import type { Obstacles } from '#connections/index.ts'
import type { Clock } from '#platform/clock.ts'
import {
  type CompanyDatabase,
  type CompanyTransaction,
  type Database,
  together,
  withCompany,
} from '#platform/database.ts'
import type { Step } from '../contract.ts'
import { type StepProblem, type StepView, sentAnew, stepAfter } from '../rules.ts'
import { lockRun, markRunOngoing, settleRun } from '../runs/run-store.ts'
import { eventAbout } from '../steps/posting-event.ts'
import { obstacleKinds, rememberObstacles } from '../steps/remember-obstacles.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import {
  changeStep,
  finishSteps,
  type LaneKey,
  listOpenPostings,
  markSent,
  nameOfStep,
  type OpenPosting,
  type PostingNumbers,
  setNumbers,
} from '../steps/step-store.ts'
import { isUndoStep } from '../steps/undo-plan.ts'
import type { CheckStore } from './check-runs.ts'
import { listDueRuns, listMet, listWaitingPostings, markChecked } from './checked-store.ts'
import { gatherWrites } from './gather-writes.ts'
import type { LaneStore } from './lane.ts'
import { nameOriginalsOf } from './original-store.ts'
import { finishUndoStep, type RecordUndoDeps, refuseUndoStep } from './record-undo.ts'

export type LaneStoreDeps = {
  db: Database
  clock: Clock
  activity: Pick<Activity, 'record'>
  releasePurchases: RecordUndoDeps['releasePurchases']
  obstacles: Obstacles
  /** What the database calls now, by which leases are held. */
  databaseNow(): SQL
}

/** Of a run that is checked, in one page. */
const waitingAtOnce = 500

type Of = { posting: OpenPosting; step: StepView }
type Write =
  | (Of & { kind: 'sent' })
  | (Of & { kind: 'done'; outcome: StepOutcome })
  | (Of & { kind: 'rejected'; problem: StepProblem })
  | (Of & { kind: 'kept'; state: 'unknown' | 'waiting'; problem: StepProblem | null })
type Written<Kind extends Write['kind']> = Extract<Write, { kind: Kind }>

/**
 * A lane's postings in the database. Answers come several at once, and so do the requests that they make room for: what
 * there is to write of them goes into one transaction, and what is alike into one statement.
 */
export function createLaneStore(deps: LaneStoreDeps, key: LaneKey): LaneStore & CheckStore {
  const inCompany = <T>(work: (tx: CompanyDatabase) => Promise<T>, options?: CompanyTransaction) =>
    withCompany(deps.db, key.companyId, work, options)
  const nothingKnown = () => ({ met: rememberObstacles(deps.obstacles, key), begun: new Set<string>() })
  let known = nothingKnown()
  const write = gatherWrites<Write>((take) =>
    inCompany((tx) => performAll(tx, { ...deps, key, ...known, unsettled: new Set() }, take()), {
      looksUp: true,
    }).catch((error: unknown) => {
      known = nothingKnown() // what was learned in it was taken back with it
      throw error
    }),
  )
  return {
    // Postings and steps as of one instant: a step that ended between the two was done, and its posting without a number.
    listOpen: (limit, except) =>
      inCompany(
        (tx) => listOpenPostings(tx, key, limit, except, { database: deps.databaseNow(), here: deps.clock.now() }),
        { isSnapshot: true },
      ),
    listDue: () => inCompany((tx) => listDueRuns(tx, key, deps.clock.now())),
    listWaiting: (run, after) => inCompany((tx) => listWaitingPostings(tx, key, run, { after, limit: waitingAtOnce })),
    markChecked: (run, at) => inCompany((tx) => markChecked(tx, key, run, at)),
    listMet: ({ runId }) => inCompany((tx) => listMet(tx, key, runId, [...obstacleKinds])),
    markSent: (posting, step) => write({ kind: 'sent', posting, step }),
    finishStep: (posting, step, outcome) => write({ kind: 'done', posting, step, outcome }),
    nameOriginals: ({ id }) => inCompany((tx) => nameOriginalsOf(tx, key, id)),
    rejectStep: (posting, step, problem) => write({ kind: 'rejected', posting, step, problem }),
    keepStep: (posting, step, state, problem) => write({ kind: 'kept', posting, step, state, problem }),
  }
}

type Lane = LaneStoreDeps & {
  key: LaneKey
  met: ReturnType<typeof rememberObstacles>
  /** Runs that are known to be under way. */
  begun: Set<string>
  /** Runs of which something ended now: whether anything is left of one is asked once, however many of it are refused. */
  unsettled: Set<string>
}

/** Answers for each write whether it was done: false where the lane or the step is somebody else's by now. */
async function performAll(tx: CompanyDatabase, lane: Lane, writes: readonly Write[]): Promise<boolean[]> {
  const ended = writes.filter((one) => one.kind === 'done' && !isUndoStep(one.step.step)) as Written<'done'>[]
  const [sent, done] = await together(
    sendAll(
      tx,
      lane,
      writes.filter((one) => one.kind === 'sent'),
    ),
    finishAll(tx, lane, ended),
  )
  const answers: boolean[] = []
  for (const one of writes) {
    const name = nameOfStep(one.posting.id, one.step.ordinal)
    if (one.kind === 'sent') answers.push(sent.has(name))
    else if (one.kind === 'rejected') answers.push(await reject(tx, lane, one))
    else if (one.kind === 'kept') answers.push(await keep(tx, lane, one))
    else if (isUndoStep(one.step.step)) answers.push(await finishUndo(tx, lane, one))
    else {
      answers.push(done.has(name))
      if (done.has(name)) await hinder(tx, lane, one)
    }
  }
  for (const runId of lane.unsettled) await settleRun(tx, lane, lane.key.companyId, runId)
  return answers
}

async function sendAll(
  tx: CompanyDatabase,
  { key, begun, databaseNow }: Lane,
  writes: readonly Written<'sent'>[],
): Promise<ReadonlySet<string>> {
  if (writes.length === 0) return new Set()
  for (const { posting, step } of writes) {
    if (step.ordinal !== 0 || begun.has(posting.runId)) continue
    await markRunOngoing(tx, key.companyId, posting.runId)
    begun.add(posting.runId)
  }
  const steps = writes.map(({ posting, step }) => ({ postingId: posting.id, runId: posting.runId, ...step }))
  return markSent(tx, key, steps, databaseNow())
}

async function finishAll(
  tx: CompanyDatabase,
  lane: Lane,
  writes: readonly Written<'done'>[],
): Promise<ReadonlySet<string>> {
  if (writes.length === 0) return new Set()
  const { key, clock, activity } = lane
  const steps = writes.map(({ posting, step, outcome }) => ({
    ...{ postingId: posting.id, ordinal: step.ordinal },
    numbers: outcome.numbers,
    isSentAnew: outcome.isSentAnew ?? false,
  }))
  const done = await finishSteps(tx, key, steps, clock.now())
  const ours = writes.filter(({ posting, step }) => done.has(nameOfStep(posting.id, step.ordinal)))
  for (const { posting, step } of ours) await lane.met.passed(tx, posting, step.step)
  const events = ours.map(({ posting, step, outcome: { numbers } }) => {
    const { invoiceNumber = posting.invoiceNumber } = numbers
    const activity = activityOf[step.step as Step]
    return eventAbout(posting, { type: 'success', activity, params: paramsOf(numbers), invoiceNumber })
  })
  const last = ours.filter(({ posting, step }) => step.ordinal === posting.steps.length - 1)
  const ended = new Set(last.map(({ posting }) => posting.runId))
  await together(
    activity.record(tx, key.companyId, events),
    ...[...ended].map((runId) => settleRun(tx, lane, key.companyId, runId)),
  )
  return done
}

/** What is amiss with what was just done stops the step that builds on it, in the same transaction; where none does, it is told. */
async function hinder(tx: CompanyDatabase, lane: Lane, { posting, step, outcome }: Written<'done'>): Promise<void> {
  const [next, problem] = [stepAfter(posting, step), outcome.hindrance]
  if (!problem) return
  const made = { ...posting, ...outcome.numbers }
  if (next) return void (await reject(tx, lane, { kind: 'rejected', posting: made, step: next, problem }))
  const params = { message: problem.message ?? '' }
  const event = eventAbout(made, { type: 'error', activity: 'invoice-rows-changed', params })
  await lane.activity.record(tx, lane.key.companyId, [event])
}

async function finishUndo(
  tx: CompanyDatabase,
  lane: Lane,
  { posting, step, outcome }: Written<'done'>,
): Promise<boolean> {
  const { key } = lane
  const problem = outcome.isSentAnew ? sentAnew : null
  if (!(await changeStep(tx, key, posting.id, step, { state: 'done', problem, endedAt: lane.clock.now() })))
    return false
  await setNumbers(tx, key.companyId, posting.id, outcome.numbers)
  await finishUndoStep(tx, lane, key, { posting, step }, outcome)
  return true
}

async function reject(
  tx: CompanyDatabase,
  lane: Lane,
  { posting, step, problem }: Written<'rejected'>,
): Promise<boolean> {
  const { key } = lane
  const change = { state: 'rejected' as const, problem, endedAt: lane.clock.now() }
  if (!(await changeStep(tx, key, posting.id, step, change))) return false
  const { code, serviceCode, message, isUntried } = problem
  const answer = { step: step.step, code, serviceCode: serviceCode ?? '', message: message ?? '' }
  const params = { ...answer, ...problem.params, ...(isUntried && { untried: 'yes' }) }
  const event = eventAbout(posting, { type: 'error', activity: rejectedAs(problem), params })
  await lane.activity.record(tx, key.companyId, [event])
  if (isUndoStep(step.step)) {
    await refuseUndoStep(tx, lane, key, { posting }, problem)
    return true
  }
  await lane.met.refused(tx, posting, step.step, problem)
  lane.unsettled.add(posting.runId)
  return true
}

async function keep(
  tx: CompanyDatabase,
  lane: Lane,
  { posting, step, state, problem }: Written<'kept'>,
): Promise<boolean> {
  const { key } = lane
  // What was not carried out of a run that was cancelled meanwhile is not sent again. Its row is locked first: of two who
  // cancel it and keep a step of it one sees what the other did.
  const run = state === 'waiting' ? await lockRun(tx, key.companyId, posting.runId) : null
  const isDropped = run?.phase === 'cancelled'
  const sentAt = state === 'unknown' ? { sentAt: lane.databaseNow() } : {}
  const kept = isDropped ? { state: 'dropped' as const, problem: null } : { state, problem }
  const change = { ...kept, attempts: step.attempts, ...sentAt }
  if (!(await changeStep(tx, key, posting.id, step, change))) return false
  if (isDropped) lane.unsettled.add(posting.runId)
  if (state === 'unknown') {
    const event = eventAbout(posting, { type: 'info', activity: 'posting-unknown', params: { step: step.step } })
    await lane.activity.record(tx, key.companyId, [event])
  }
  return true
}

/** Whether anybody refused it, or it was never sent. */
export const rejectedAs = ({ params, isUntried }: StepProblem) =>
  params || isUntried ? 'posting-held' : 'posting-rejected'

export const activityOf = {
  create: 'invoice-created',
  bookkeep: 'invoice-bookkept',
  'create-payment': 'payment-created',
  'bookkeep-payment': 'payment-bookkept',
} as const satisfies Record<Step, string>

function paramsOf({ voucher, paymentNumber }: PostingNumbers): Record<string, string> {
  return { ...(voucher !== undefined && { voucher }), ...(paymentNumber != null && { payment: paymentNumber }) }
}
