import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { type CompanyDatabase, together } from '#platform/database.ts'
import type { AnyStep, Step, StepState } from '../contract.ts'
import { isUndoStep } from '../steps/undo-plan.ts'
import { postingSteps } from '../tables.ts'
import { isPostingStep } from './undo-store.ts'

export type RunCounts = {
  [Of in
    | 'created'
    | 'invoices'
    | 'bookkept'
    | 'toBookkeep'
    | 'paid'
    | 'toPay'
    | 'rejected'
    | 'unknown'
    | 'dropped'
    | 'returned'
    | 'handled'
    | 'heldAtCreate'
    | 'heldAtBookkeep'
    | 'heldAtPay']: number
}

/**
 * How the steps of each run stand. They are counted as they are and put together here: who looks at a run counts all of it
 * twice a second while it goes on, and it may have hundreds of thousands.
 */
export async function countSteps(
  tx: CompanyDatabase,
  companyId: string,
  runIds: readonly string[],
): Promise<(runId: string) => RunCounts> {
  const { runId, postingId, step, state } = postingSteps
  const ofRuns = and(eq(postingSteps.companyId, companyId), inArray(runId, [...runIds]))
  const [steps, left] = await together(
    tx
      .select({ runId, step, state, count: sql<number>`count(*)::int` })
      .from(postingSteps)
      .where(ofRuns)
      .groupBy(runId, step, state),
    // Several steps of an invoice are left at once, and it is one.
    tx
      .select({ runId, state, count: sql<number>`count(distinct ${postingId})::int` })
      .from(postingSteps)
      .where(and(ofRuns, inArray(state, ['dropped', 'returned', 'handled']), or(ne(state, 'dropped'), isPostingStep)))
      .groupBy(runId, state),
  )
  return (id) => {
    const count = (ofStep: (step: AnyStep) => boolean, ...states: StepState[]) =>
      steps
        .filter((one) => one.runId === id && ofStep(one.step) && (states.length === 0 || states.includes(one.state)))
        .reduce((sum, one) => sum + one.count, 0)
    const of = (name: Step, ...states: StepState[]) => count((one) => one === name, ...states)
    /** An invoice stands still at one step only: those after it wait. */
    const heldAt = (...names: AnyStep[]) => count((one) => names.includes(one), 'rejected', 'unknown')
    const leftAs = (as: StepState) => left.find((one) => one.runId === id && one.state === as)?.count ?? 0
    return {
      ...{ invoices: of('create'), toBookkeep: of('bookkeep'), toPay: of('bookkeep-payment') },
      ...{ created: of('create', 'done'), bookkept: of('bookkeep', 'done'), paid: of('bookkeep-payment', 'done') },
      rejected: count((one) => !isUndoStep(one), 'rejected'),
      unknown: count(() => true, 'unknown'),
      ...{ dropped: leftAs('dropped'), returned: leftAs('returned'), handled: leftAs('handled') },
      ...{ heldAtCreate: heldAt('create'), heldAtBookkeep: heldAt('bookkeep') },
      heldAtPay: heldAt('create-payment', 'bookkeep-payment'),
    }
  }
}
