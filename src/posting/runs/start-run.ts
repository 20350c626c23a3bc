import type { Activity } from '#activity/index.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import { runLaneJob } from '../jobs.ts'
import { type ApprovalNeed, approvalNeeded } from './approval.ts'
import { findApprovalRule, type HoldRole } from './approval-store.ts'
import { findRunOfConfirmation, insertRun, type NewRun, saveRun } from './run-store.ts'

/** What is told of purchases that had an invoice before, in the transaction that gives them another. */
export type OnMadeAnew = (
  tx: CompanyDatabase,
  of: { companyId: string; references: readonly string[] },
) => Promise<void>

type StartRunDeps = {
  clock: Clock
  jobs: () => Jobs
  activity: Pick<Activity, 'record'>
  onMadeAnew: OnMadeAnew
  holdRole: HoldRole
}

/**
 * Freezes the invoices as they were shown and queues their posting, in the transaction that confirms the import. Where
 * another person has to approve, nothing is queued and no lane takes it up. Whoever confirms it has to belong to the company
 * now: the call may have waited for another confirmation into the same books.
 */
export async function startRun(deps: StartRunDeps, tx: CompanyDatabase, run: NewRun): Promise<string> {
  const present = await findRunOfConfirmation(tx, run)
  if (present) return present.id
  if ((await deps.holdRole(tx, run.companyId, run.performedBy)) === null)
    throw new AppError('not-allowed', 'this person does not belong to the company any more')
  const id = newId()
  const { largest, madeAnew } = await insertRun(tx, id, run, deps.clock.now())
  const { companyId, connectionId } = run
  if (madeAnew.length > 0) await deps.onMadeAnew(tx, { companyId, references: madeAnew })
  const rule = await findApprovalRule(tx, companyId)
  const need = approvalNeeded(rule, { isAskedByTemplate: run.needsApproval ?? false, largest })
  if (need) await askForApproval(deps, tx, { ...run, id }, need)
  else await deps.jobs().enqueue(tx, runLaneJob, { companyId, connectionId }, { key: connectionId })
  return id
}

async function askForApproval(
  { activity }: StartRunDeps,
  tx: CompanyDatabase,
  { companyId, id, source, performedBy }: NewRun & { id: string },
  { role, reason }: NonNullable<ApprovalNeed>,
): Promise<void> {
  await saveRun(tx, { companyId, id }, { phase: 'awaiting-approval', approverRole: role, approvalReason: reason })
  await activity.record(tx, companyId, [
    {
      ...{ type: 'info', activity: 'approval-asked', subject: source, runId: id, actorId: performedBy },
      params: { role, reason },
    },
  ])
}
