import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { queueLane } from '../queue-lane.ts'
import { approverProblem } from './approval.ts'
import type { HoldRole } from './approval-store.ts'
import { lockRun, type RunRecord, saveRun } from './run-store.ts'
import type { SettlePostingsDeps } from './settle-postings.ts'
import { listWaiting, settlePostings } from './settle-store.ts'

type Asked = { companyId: string; runId: string; userId: string }
export type DecideRunDeps = SettlePostingsDeps & { holdRole: HoldRole }
export type Decision = { isApproved: true } | { isApproved: false; reason: string }

/**
 * Lets a run that waits go on, or sends all its rows back to the preview with the reason. Only somebody else than who
 * confirmed it, of the role that was asked for, as held now: the call may have waited for the run. That is locked, so that of
 * two who decide at once one does.
 */
export async function decideRun(
  deps: DecideRunDeps,
  { companyId, runId, userId }: Asked,
  decision: Decision,
): Promise<void> {
  await withCompany(deps.db, companyId, async (tx) => {
    const run = await lockRun(tx, companyId, runId)
    if (!run) throw new AppError('not-found', 'no such run')
    if (run.phase !== 'awaiting-approval' || run.approverRole === null) throw conflict('approval-decided')
    const role = await deps.holdRole(tx, companyId, userId)
    const asked = { ...run, approverRole: run.approverRole }
    const problem = role === null ? 'approver-role' : approverProblem(asked, { userId, role })
    if (problem) throw new AppError('not-allowed', 'this person may not decide it', errorsOf(problem))
    const decided = { decidedBy: userId, decidedAt: deps.clock.now() }
    if (decision.isApproved) await approve(deps, tx, run, decided)
    else await refuse(deps, tx, run, { ...decided, refusal: decision.reason })
  })
}

async function approve(
  deps: SettlePostingsDeps,
  tx: CompanyDatabase,
  run: RunRecord,
  decided: { decidedBy: string; decidedAt: Date },
): Promise<void> {
  // Whoever approves has not seen what became of the accounts and periods since it was confirmed.
  await saveRun(tx, run, { ...decided, phase: 'posting', checkedAt: null })
  await tell(deps, tx, run, { activity: 'run-approved', actorId: decided.decidedBy })
  await queueLane(deps, tx, run)
}

async function refuse(
  deps: SettlePostingsDeps,
  tx: CompanyDatabase,
  run: RunRecord,
  decided: { decidedBy: string; decidedAt: Date; refusal: string },
): Promise<void> {
  const { companyId, connectionId, importId } = run
  const { decidedBy, decidedAt, refusal } = decided
  const waiting = await listWaiting(tx, run)
  await settlePostings(
    tx,
    companyId,
    waiting.map(({ id }) => id),
    { settledAs: 'returned', settledBy: decidedBy, settledAt: decidedAt, settledNote: refusal },
  )
  const problem = { code: 'approval-refused', serviceCode: null, message: refusal }
  const returned = waiting.map(({ reference }) => ({ reference, problem }))
  await deps.returnRows(tx, { companyId, connectionId, importId, returned })
  await saveRun(tx, run, { ...decided, phase: 'refused', status: 'error', finishedAt: decidedAt })
  await tell(deps, tx, run, { activity: 'run-refused', actorId: decidedBy, params: { reason: refusal } })
}

async function tell(
  { activity }: SettlePostingsDeps,
  tx: CompanyDatabase,
  { companyId, id: runId, source: subject }: RunRecord,
  event: { activity: string; actorId: string; params?: Record<string, string> },
): Promise<void> {
  await activity.record(tx, companyId, [{ type: 'info', subject, runId, ...event }])
}

const errorsOf = (code: string) => ({ errors: [{ path: 'run', code }] })
const conflict = (code: string) => new AppError('conflict', 'the run does not wait for approval', errorsOf(code))
