import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { CheckInvoices, HeldInvoice } from '#imports/index.ts'
import { AppError } from '#kernel/errors.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { Log } from '#platform/log.ts'
import type { Step } from '../contract.ts'
import { pauseMs, type StepProblem } from '../rules.ts'
import type { DueRun, WaitingPosting } from './checked-store.ts'
import { type LaneEnd, type LaneOptions, type LaneStore, runLane } from './lane.ts'
import { tellLookUps, watchDue } from './watch-due.ts'

/** Reads what the accounting system has, as a confirmation does; what was read since then will do. */
export type CheckRun = (run: {
  companyId: string
  connectionId: string
  importId: string
  readSince: Date
}) => Promise<CheckInvoices>

export type CheckStore = {
  /** Runs that are to be checked before they go on, without requests that nobody knows of. */
  listDue(): Promise<DueRun[]>
  /** Postings of a run whose next step waits, after a position. */
  listWaiting(run: DueRun, after: number): Promise<{ postings: WaitingPosting[]; last: number | null }>
  markChecked(run: DueRun, at: Date): Promise<void>
}
type CheckedLane = LaneOptions & {
  store: LaneStore & CheckStore
  checkRun(run: DueRun & { readSince: Date }): Promise<CheckInvoices>
  log: Pick<Log, 'warn'>
  /** Calls when somebody has sent something again, or gone on with a run, until the returned function is called. */
  onAsked(asked: () => void): () => void
}

/**
 * A lane that compares what waited long with the accounting system before it goes on. While that is away what is due
 * stays, and everything else goes on; what is due while the lane works is first looked up and then checked, between
 * requests and never beside them.
 */
export async function workChecked(lane: CheckedLane): Promise<LaneEnd> {
  const missedAt = new Map<string, number>()
  const watch = watchDue(lane)
  const store = tellLookUps(lane.store, watch.lookedUp)
  try {
    for (let away = 0; ; ) {
      const checked = await checkDueRuns(lane)
      if (checked === 'connection-lost') return checked
      const pause = checked === 'away' ? pauseMs(++away) : 0
      const end = await watch.during(pause, (due) => runLane({ ...lane, store, missedAt, due }))
      if (end !== 'emptied' && end !== 'due') return end
      if (end === 'emptied' && checked === 'away') await lane.sleep(pause)
      else if (end === 'emptied' && (await lane.store.listDue()).length === 0) return end
      if (lane.signal.aborted) return 'stopped'
    }
  } finally {
    watch.end()
  }
}

async function checkDueRuns(lane: CheckedLane): Promise<'checked' | 'away' | 'connection-lost'> {
  let outcome: 'checked' | 'away' = 'checked'
  const readSince = new Date(lane.now())
  for (const run of await lane.store.listDue()) {
    if (lane.signal.aborted) break
    const check = await prepare(lane, { ...run, readSince })
    if (check === 'connection-lost') return check
    if (check === 'away') outcome = check
    else {
      if (check !== 'unknown') await holdBack(lane, run, check)
      await lane.store.markChecked(run, readSince)
    }
  }
  return outcome
}

/** `unknown`: it answers, and not what is asked; then whatever it refuses it refuses when it is sent. */
async function prepare(
  { checkRun, log }: CheckedLane,
  run: DueRun & { readSince: Date },
): Promise<CheckInvoices | 'away' | 'connection-lost' | 'unknown'> {
  try {
    return await checkRun(run)
  } catch (error) {
    const code = error instanceof AppError ? error.code : null
    if (code === 'connection-lost' || code === 'not-connected') return 'connection-lost'
    const isAway = error instanceof ConnectorError ? error.retry !== 'never' : code === 'accounting-system-unavailable'
    if (isAway) return 'away'
    if (!(error instanceof AppError || error instanceof ConnectorError)) throw error
    log.warn({ err: error, runId: run.id }, 'a run that waited could not be checked; it goes on')
    return 'unknown'
  }
}

/** Invoices that would be refused now stand on the run with the cause; nothing of them is sent. */
async function holdBack({ store }: CheckedLane, run: DueRun, check: CheckInvoices): Promise<void> {
  for (let after = -1; ; ) {
    const { postings, last } = await store.listWaiting(run, after)
    if (last === null) return
    after = last
    const problems = await check(postings.map(heldOf))
    const held = postings.flatMap((posting, index) => {
      const problem = problems[index]
      return problem ? [{ posting, problem: asStepProblem(problem) }] : []
    })
    await Promise.all(held.map(({ posting, problem }) => store.rejectStep(posting, posting.next, problem)))
  }
}

function heldOf({ reference, supplierName, invoice, payment, steps }: WaitingPosting): HeldInvoice {
  const left = steps.flatMap(({ step, state }) => (state === 'done' || state === 'dropped' ? [] : [step as Step]))
  return { reference, supplierName, invoice, payment, left }
}

function asStepProblem({ code, params = {} }: RowProblem): StepProblem {
  return { code, serviceCode: null, message: null, params }
}
