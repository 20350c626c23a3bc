import type { Activity } from '#activity/index.ts'
import { AppError } from '#kernel/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import type { ChosenPostings, PostingChoice } from '../contract.ts'
import { type QueueLaneDeps, queueLane } from '../queue-lane.ts'
import type { StepProblem } from '../rules.ts'
import { eventAbout } from '../steps/posting-event.ts'
import { choicesOf } from './posting-choices.ts'
import { lockRun, type RunRecord, reopenGonePayments, reopenRejected, settleAnew } from './run-store.ts'
import { type ChosenPosting, findChosen, settlePostings, unsettlePostings } from './settle-store.ts'

/** Brings the rows behind invoices that were not made back to the preview, in the transaction that gives them up here. */
export type ReturnRows = (
  tx: CompanyDatabase,
  of: {
    companyId: string
    connectionId: string
    importId: string
    returned: readonly { reference: string; problem: StepProblem | null }[]
  },
) => Promise<void>

export type SettlePostingsDeps = QueueLaneDeps & {
  db: Database
  clock: Clock
  activity: Pick<Activity, 'record'>
  returnRows: ReturnRows
}
type Asked = { companyId: string; runId: string; userId: string }
export type Changed = { changed: number; left: number }

/** What a person asks for: a note where it is seen to by hand. */
export type Wish = { choice: Exclude<PostingChoice, 'handle'> } | { choice: 'handle'; note: string }

/**
 * Sends invoices that stand still again, sends their rows back to the preview, or marks them as seen to by hand. The run
 * is locked, so that of two people who press at once the second finds nothing left to change: what may be done is decided
 * by how each invoice stands now.
 */
export async function changePostings(
  deps: SettlePostingsDeps,
  asked: Asked,
  chosen: ChosenPostings,
  wish: Wish,
): Promise<Changed> {
  const { companyId, runId } = asked
  return withCompany(deps.db, companyId, async (tx) => {
    const run = await lockRun(tx, companyId, runId)
    if (!run) throw new AppError('not-found', 'no such run')
    const found = await findChosen(tx, run, chosen)
    if (found.length === 0 && chosen.ids) throw new AppError('not-found', 'no such invoice in the run')
    const fit = found.filter((one) => choicesOf(one).includes(wish.choice))
    if (fit.length === 0) throw hindrance(found, wish.choice)
    await change(deps, tx, { run, fit, userId: asked.userId }, wish)
    return { changed: fit.length, left: found.length - fit.length }
  })
}

/** Nothing can be changed so: where invoices exist over there that is why, else somebody else was faster. */
function hindrance(found: readonly ChosenPosting[], choice: PostingChoice): AppError {
  const isMade = choice === 'return' && found.some((one) => choicesOf(one).length > 0)
  const code = isMade ? 'invoice-may-exist' : 'posting-changed'
  return new AppError('conflict', 'none of the invoices can be changed so', { errors: [{ path: 'ids', code }] })
}

type Fit = { run: RunRecord; fit: readonly ChosenPosting[]; userId: string }

async function change(deps: SettlePostingsDeps, tx: CompanyDatabase, { run, fit, userId }: Fit, wish: Wish) {
  const { companyId, id: runId, connectionId, importId } = run
  const ids = fit.map(({ id }) => id)
  const by = { settledBy: userId, settledAt: deps.clock.now() }
  if (wish.choice === 'retry') {
    await reopenRejected(tx, companyId, runId, ids)
    await queueLane(deps, tx, run)
    return
  }
  if (wish.choice === 'pay-anew') {
    await reopenGonePayments(tx, companyId, runId, ids)
    await tell(deps, tx, { run, fit, userId }, wish)
    await queueLane(deps, tx, run)
    return
  }
  if (wish.choice === 'return') {
    await settlePostings(tx, companyId, ids, { settledAs: 'returned', ...by, settledNote: null })
    const returned = fit.map((one) => ({ reference: one.reference, problem: problemOf(one) }))
    await deps.returnRows(tx, { companyId, connectionId, importId, returned })
  }
  if (wish.choice === 'handle')
    await settlePostings(tx, companyId, ids, { settledAs: 'by-hand', ...by, settledNote: wish.note })
  if (wish.choice === 'unhandle') await unsettlePostings(tx, run, ids)
  await tell(deps, tx, { run, fit, userId }, wish)
  await settleAnew(tx, deps, companyId, runId)
  if (wish.choice === 'unhandle') await queueLane(deps, tx, run)
}

function problemOf({ steps }: ChosenPosting): StepProblem | null {
  return steps.find(({ state }) => state === 'rejected')?.problem ?? null
}

const activities = {
  ...{ 'pay-anew': 'posting-paid-anew', return: 'posting-returned' },
  ...{ handle: 'posting-handled', unhandle: 'posting-unhandled' },
} as const
/** An insert of more rows has too many parameters for PostgreSQL. */
const eventsAtOnce = 500

async function tell(deps: SettlePostingsDeps, tx: CompanyDatabase, { run, fit, userId }: Fit, wish: Wish) {
  if (wish.choice === 'retry') return
  const activity = activities[wish.choice]
  const note = wish.choice === 'handle' ? { note: wish.note } : {}
  const events = fit.map((one) =>
    eventAbout({ ...one, runId: run.id }, { type: 'info', activity, actorId: userId, params: note }),
  )
  for (let start = 0; start < events.length; start += eventsAtOnce)
    await deps.activity.record(tx, run.companyId, events.slice(start, start + eventsAtOnce))
}
