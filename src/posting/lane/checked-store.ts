import { and, asc, eq, gt, gte, inArray, not, notInArray, sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import type { StepState } from '../contract.ts'
import { nextAction, type StepProblem, type StepView } from '../rules.ts'
import { isDue } from '../steps/due-runs.ts'
import { holdsLane, type LaneKey, listSteps, type OpenPosting, postingOf } from '../steps/step-store.ts'
import { postingSteps, postings, runs } from '../tables.ts'

export type DueRun = { id: string; importId: string; createdAt: Date }

/** Runs of the connection that are due and have something to send; those with a request that nobody knows of come later. */
export async function listDueRuns(
  tx: CompanyDatabase,
  { companyId, connectionId }: LaneKey,
  now: Date,
): Promise<DueRun[]> {
  const stepsIn = (...states: StepState[]) => runsWithSteps(tx, { companyId, connectionId }, states)
  return tx
    .select({ id: runs.id, importId: runs.importId, createdAt: runs.createdAt })
    .from(runs)
    .where(
      and(
        ...[eq(runs.companyId, companyId), eq(runs.connectionId, connectionId), isDue(now)],
        inArray(runs.status, ['initiated', 'ongoing']),
        inArray(runs.id, stepsIn('waiting')),
        notInArray(runs.id, stepsIn('sent', 'unknown')),
      ),
    )
    .orderBy(asc(runs.createdAt))
}

function runsWithSteps(
  tx: CompanyDatabase,
  { companyId, connectionId }: Omit<LaneKey, 'holder'>,
  states: readonly StepState[],
) {
  return tx
    .select({ runId: postingSteps.runId })
    .from(postingSteps)
    .where(
      and(
        ...[eq(postingSteps.companyId, companyId), eq(postingSteps.connectionId, connectionId)],
        inArray(postingSteps.state, [...states]),
      ),
    )
}

/** An invoice of a run that waits to be sent. */
export type WaitingPosting = OpenPosting & { next: StepView }

/** Postings of a run whose next step waits, by position. */
export async function listWaitingPostings(
  tx: CompanyDatabase,
  { companyId }: LaneKey,
  { id: runId, createdAt: runCreatedAt }: DueRun,
  { after, limit }: { after: number; limit: number },
): Promise<{ postings: WaitingPosting[]; last: number | null }> {
  // Of each posting by its key (`offset 0` keeps PostgreSQL from joining): decisions/034.
  const hasStep = (state: 'waiting' | 'rejected') =>
    sql`exists (select from ${postingSteps} s where s.company_id = ${companyId} and s.posting_id = ${postings.id} and s.state = ${state} offset 0)`
  const found = await tx
    .select()
    .from(postings)
    .where(
      and(
        ...[eq(postings.companyId, companyId), eq(postings.runId, runId), gt(postings.position, after)],
        ...[hasStep('waiting'), not(hasStep('rejected'))],
      ),
    )
    .orderBy(asc(postings.position))
    .limit(limit)
  if (found.length === 0) return { postings: [], last: null }
  const ids = found.map(({ id }) => id)
  const steps = await listSteps(tx, companyId, ids)
  const waiting = found.flatMap((posting) => {
    const of = { ...posting, runCreatedAt, steps: steps.get(posting.id) ?? [] }
    const action = nextAction(of.steps)
    return action.kind === 'send' ? [{ ...of, next: action.step }] : []
  })
  return { postings: waiting, last: found.at(-1)?.position ?? null }
}

/**
 * Writes that a run was checked, unless somebody has asked for another check meanwhile: what they sent again has to be looked
 * up, and nothing else of the run had to when the check began.
 */
export async function markChecked(tx: CompanyDatabase, key: LaneKey, { id }: DueRun, at: Date): Promise<void> {
  const isAsListed = notInArray(runs.id, runsWithSteps(tx, key, ['sent', 'unknown']))
  await tx
    .update(runs)
    .set({ checkedAt: at })
    .where(and(eq(runs.companyId, key.companyId), eq(runs.id, id), isAsListed, holdsLane(key)))
}

/** A refusal that meets every invoice of the run alike: of the step, and up to the day where it is about days. */
export type Met = { step: string; problem: StepProblem; day: string | null }

/** What steps of a run were refused for since it was checked last, of these kinds. */
export async function listMet(
  tx: CompanyDatabase,
  { companyId }: LaneKey,
  runId: string,
  kinds: readonly string[],
): Promise<Met[]> {
  const { problem, step } = postingSteps
  const posting = postingOf(tx, companyId, postingSteps.postingId)
  const dayOfStep = sql`case when ${step} in ('create-payment', 'bookkeep-payment')
    then coalesce(${posting.payment} ->> 'paymentDate', ${posting.invoice} ->> 'invoiceDate')
    else ${posting.invoice} ->> 'invoiceDate' end`
  const found = await tx
    .select({ step, code: sql<string>`${problem} ->> 'code'`, problem, day: sql<string | null>`max(${dayOfStep})` })
    .from(postingSteps)
    .innerJoinLateral(posting, sql`true`)
    .innerJoin(runs, and(eq(runs.companyId, postingSteps.companyId), eq(runs.id, postingSteps.runId)))
    .where(
      and(
        ...[eq(postingSteps.companyId, companyId), eq(postingSteps.runId, runId), eq(postingSteps.state, 'rejected')],
        sql`${problem} ->> 'code' = any(${`{${kinds.join(',')}}`}::text[])`,
        sql`not ${problem} ? 'params'`,
        gte(postingSteps.endedAt, runs.checkedAt),
      ),
    )
    .groupBy(step, problem)
  return found.flatMap(({ step, code, problem, day }) =>
    problem === null ? [] : [{ step, problem, day: code === 'period-locked' ? day : null }],
  )
}
