import { type SQL, sql } from 'drizzle-orm'
import type { Activity, NewEvent } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import type { AccountingSession } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Step } from './contract.ts'
import { type LaneEnd, type LaneStore, runLane } from './lane.ts'
import { type Lease, takeLease } from './lease.ts'
import { finishUndoStep, type RecordUndoDeps, refuseUndoStep } from './record-undo.ts'
import { rememberObstacles } from './remember-obstacles.ts'
import { markRunOngoing, settleRun, settleRuns } from './run-store.ts'
import {
  changeStep,
  type LaneKey,
  listOpenPostings,
  markLostAnswersUnknown,
  markSent,
  type OpenPosting,
  type PostingNumbers,
  setNumbers,
} from './step-store.ts'
import { isUndoStep } from './undo-plan.ts'

export type PostConnectionDeps = {
  db: Database
  clock: Clock
  log: Log
  activity: Pick<Activity, 'record'>
  releasePurchases: RecordUndoDeps['releasePurchases']
  connections: Pick<Connections, 'openSession' | 'obstacles'>
  /** What the database calls now, by which leases are held; tests have a clock of their own. */
  databaseNow?: () => SQL
  settleSeconds?: number
  /** How to wait, at most until the signal; tests let time pass faster. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

type ConnectionKey = { companyId: string; connectionId: string }

/** After so long a lane lets go and is queued again, so that no job outlives its expiry. */
const sliceMs = 60_000

/** Posts what is open over one connection, unless another lane does. `more`: there is work left for the next lane. */
export async function postConnection(
  deps: PostConnectionDeps,
  key: ConnectionKey,
  stopping: AbortSignal,
): Promise<'ended' | 'more'> {
  const lost = new AbortController()
  const lease = await takeLease({ ...deps, ...key, onLost: () => lost.abort() })
  if (!lease) return 'ended'
  const signal = AbortSignal.any([stopping, lost.signal, AbortSignal.timeout(sliceMs)])
  const end = await postUnder(deps, key, lease, signal).finally(() => lease.release())
  if (end === 'connection-lost' || stopping.aborted) return 'ended'
  // Jobs that came while the lease was held found it taken: what they were about may have come after the last look.
  return (await withCompany(deps.db, key.companyId, (tx) => settleRuns(tx, deps, key))) ? 'more' : 'ended'
}

async function postUnder(
  deps: PostConnectionDeps,
  key: ConnectionKey,
  { holder, mayStillSend }: Lease,
  signal: AbortSignal,
): Promise<LaneEnd> {
  const lane = { ...key, holder }
  const unanswered = await withCompany(deps.db, key.companyId, (tx) =>
    markLostAnswersUnknown(tx, lane, databaseNowOf(deps)),
  )
  if (unanswered > 0) deps.log.info({ ...key, unanswered }, 'requests without an answer are looked up')
  const session = await openSession(deps, key, mayStillSend)
  if (!session) return 'connection-lost'
  return runLane({
    store: createLaneStore(deps, lane),
    session,
    mayStillSend,
    now: () => deps.clock.now().getTime(),
    sleep: (ms) => (deps.sleep ?? sleep)(ms, signal),
    signal,
    ...(deps.settleSeconds !== undefined && { settleMs: deps.settleSeconds * 1000 }),
  })
}

/** Null while the connection is lost: everything waits, and connecting again queues the lane. */
async function openSession(
  deps: PostConnectionDeps,
  { companyId, connectionId }: ConnectionKey,
  mayStillSend: () => boolean,
): Promise<AccountingSession | null> {
  try {
    return await deps.connections.openSession(companyId, connectionId, { mayStillSend })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'connection-lost' || error.code === 'not-connected')) return null
    throw error
  }
}

function createLaneStore(deps: PostConnectionDeps, key: LaneKey): LaneStore {
  const inCompany = <T>(work: (tx: CompanyDatabase) => Promise<T>) => withCompany(deps.db, key.companyId, work)
  const obstacles = rememberObstacles(deps.connections.obstacles, key)
  const record = (tx: CompanyDatabase, posting: OpenPosting, event: Told) =>
    tell(tx, deps, key.companyId, posting, event)
  return {
    listOpen: (limit, except) =>
      inCompany((tx) =>
        listOpenPostings(tx, key, limit, except, { database: databaseNowOf(deps), here: deps.clock.now() }),
      ),
    markSent: (posting, step) =>
      inCompany(async (tx) => {
        if (step.ordinal === 0) await markRunOngoing(tx, key.companyId, posting.runId)
        return markSent(tx, key, posting.id, step, databaseNowOf(deps))
      }),
    finishStep: (posting, step, outcome) =>
      inCompany(async (tx) => {
        if (!(await changeStep(tx, key, posting.id, step, { state: 'done', endedAt: deps.clock.now() }))) return false
        const { numbers } = outcome
        await setNumbers(tx, key.companyId, posting.id, numbers)
        if (isUndoStep(step.step)) {
          await finishUndoStep(tx, deps, key, { posting, step }, outcome)
          return true
        }
        const { invoiceNumber = posting.invoiceNumber } = numbers
        await obstacles.passed(tx, posting, step.step)
        const told = { type: 'success' as const, activity: activityOf[step.step], params: paramsOf(numbers) }
        await record(tx, posting, { ...told, invoiceNumber })
        if (step.ordinal === posting.steps.length - 1) await settleRun(tx, deps, key.companyId, posting.runId)
        return true
      }),
    rejectStep: (posting, step, problem) =>
      inCompany(async (tx) => {
        if (!(await changeStep(tx, key, posting.id, step, { state: 'rejected', problem, endedAt: deps.clock.now() })))
          return false
        const params = {
          step: step.step,
          code: problem.code,
          serviceCode: problem.serviceCode ?? '',
          message: problem.message ?? '',
        }
        await record(tx, posting, { type: 'error', activity: 'posting-rejected', params })
        if (isUndoStep(step.step)) {
          await refuseUndoStep(tx, deps, key, { posting }, problem)
          return true
        }
        await obstacles.refused(tx, posting, step.step, problem)
        await settleRun(tx, deps, key.companyId, posting.runId)
        return true
      }),
    keepStep: (posting, step, state, problem) =>
      inCompany(async (tx) => {
        const sentAt = state === 'unknown' ? { sentAt: databaseNowOf(deps) } : {}
        if (!(await changeStep(tx, key, posting.id, step, { state, problem, attempts: step.attempts, ...sentAt })))
          return false
        if (state === 'unknown')
          await record(tx, posting, { type: 'info', activity: 'posting-unknown', params: { step: step.step } })
        return true
      }),
  }
}

type Told = Pick<NewEvent, 'type' | 'activity' | 'params' | 'invoiceNumber'>

/** An event about one invoice of a run. */
async function tell(
  tx: CompanyDatabase,
  { activity }: Pick<PostConnectionDeps, 'activity'>,
  companyId: string,
  posting: OpenPosting,
  event: Told,
): Promise<void> {
  const { supplierName: subject, invoiceNumber, runId, rowNumber: row, text } = posting
  await activity.record(tx, companyId, [
    { subject, invoiceNumber, runId, ...event, params: { row, text, ...event.params } },
  ])
}

const databaseNowOf = ({ databaseNow = () => sql`now()` }: PostConnectionDeps) => databaseNow()

const activityOf = {
  create: 'invoice-created',
  bookkeep: 'invoice-bookkept',
  'create-payment': 'payment-created',
  'bookkeep-payment': 'payment-bookkept',
} as const satisfies Record<Step, string>

function paramsOf({ voucher, paymentNumber }: PostingNumbers): Record<string, string> {
  return { ...(voucher !== undefined && { voucher }), ...(paymentNumber !== undefined && { payment: paymentNumber }) }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
