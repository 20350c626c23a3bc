import type { Activity } from '#activity/index.ts'
import { AppError } from '#kernel/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import type { RunPhase } from '../contract.ts'
import { type QueueLaneDeps, queueLane } from '../queue-lane.ts'
import { moveSteps } from '../steps/step-store.ts'
import { refuseChange } from './refuse-change.ts'
import { lockRun, reopenRejected, saveRun, settleRun } from './run-store.ts'

export type ChangeRunDeps = QueueLaneDeps & {
  db: Database
  clock: Clock
  activity: Pick<Activity, 'record'>
}
export type RunChange = 'pause' | 'resume' | 'cancel'

const changes = {
  pause: { from: ['posting'], to: 'paused', activity: 'run-paused' },
  resume: { from: ['paused'], to: 'posting', activity: 'run-resumed' },
  cancel: { from: ['awaiting-approval', 'posting', 'paused'], to: 'cancelled', activity: 'run-cancelled' },
} as const satisfies Record<RunChange, { from: RunPhase[]; to: RunPhase; activity: string }>

type Asked = { companyId: string; runId: string; userId: string }

/**
 * Holds a run, goes on with it or ends it before its time. What has left already is waited for or looked up; nothing
 * more is sent from the moment this is written (step-store.ts, markSent).
 */
export async function changeRun(
  deps: ChangeRunDeps,
  { companyId, runId, userId }: Asked,
  change: RunChange,
): Promise<void> {
  const { from, to, activity } = changes[change]
  await withCompany(deps.db, companyId, async (tx) => {
    const run = await lockRun(tx, companyId, runId)
    if (!run) throw new AppError('not-found', 'no such run')
    if (run.phase === to && run.finishedAt === null) return
    // Its last invoices ended while it was paused: nothing is left to go on with, and nothing to refuse.
    if (change === 'resume' && run.phase === 'posting') return
    if (run.finishedAt !== null || !(from as readonly RunPhase[]).includes(run.phase)) throw refuseChange(run)
    await saveRun(tx, run, { phase: to })
    await deps.activity.record(tx, companyId, [{ type: 'info', activity, subject: run.source, runId, actorId: userId }])
    if (change === 'cancel') {
      await moveSteps(tx, companyId, runId, { from: 'waiting', to: 'dropped' })
      await settleRun(tx, deps, companyId, runId)
    }
    if (change !== 'pause') await queueLane(deps, tx, run)
  })
}

/** Takes up what was refused, and of a cancelled run what was dropped too; answers how many steps that are. */
export async function retryRun(deps: ChangeRunDeps, { companyId, runId }: Omit<Asked, 'userId'>): Promise<number> {
  return withCompany(deps.db, companyId, async (tx) => {
    const run = await lockRun(tx, companyId, runId)
    if (!run) throw new AppError('not-found', 'no such run')
    // What has left already is still waited for; and a run that was taken back is not posted again.
    if (run.phase === 'cancelled' && run.finishedAt === null) throw refuseChange(run)
    if (run.phase !== 'posting' && run.phase !== 'paused' && run.phase !== 'cancelled') throw refuseChange(run)
    const dropped =
      run.phase === 'cancelled' ? await moveSteps(tx, companyId, runId, { from: 'dropped', to: 'waiting' }) : 0
    if (dropped > 0) await saveRun(tx, run, { status: 'ongoing', finishedAt: null })
    const reopened = dropped + (await reopenRejected(tx, companyId, runId))
    if (reopened === 0) return 0
    // Cancelled before anybody approved it: it waits once more.
    const isApproved = run.approverRole === null || run.decidedBy !== null
    if (run.phase === 'cancelled') await saveRun(tx, run, { phase: isApproved ? 'posting' : 'awaiting-approval' })
    if (isApproved) await queueLane(deps, tx, run)
    return reopened
  })
}
