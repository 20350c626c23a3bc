import type { AnyStep } from '../contract.ts'
import type { StepProblem } from '../rules.ts'
import { dayOf, obstacleKinds } from '../steps/remember-obstacles.ts'
import type { OpenPosting } from '../steps/step-store.ts'
import { isUndoStep } from '../steps/undo-plan.ts'
import type { Met } from './checked-store.ts'

/** What one invoice of a run taught about the others. */
export type Alike = {
  /** What the step would be refused for, as another of its run was; null: it may be tried. */
  find(posting: OpenPosting, step: AnyStep): Promise<StepProblem | null>
  refused(posting: OpenPosting, step: AnyStep, problem: StepProblem): void
  passed(posting: OpenPosting, step: AnyStep): void
}

/**
 * What the accounting system refuses whatever the invoice (approval, a lock, a scope, a licence) is tried once in a run
 * and not by each of its invoices. Sent again they are tried anew, since that begins with a check.
 */
export function createAlike({ listMet }: { listMet(posting: OpenPosting): Promise<Met[]> }): Alike {
  const known = new Map<string, Promise<Met[]>>()
  function keep({ runId }: OpenPosting, met: Promise<Met[]>): void {
    known.set(runId, met)
    met.catch(() => known.delete(runId))
  }
  async function metOf(posting: OpenPosting): Promise<Met[]> {
    const found = known.get(posting.runId) ?? listMet(posting)
    keep(posting, found)
    return found
  }
  function change(posting: OpenPosting, make: (met: readonly Met[]) => Met[]): void {
    keep(posting, metOf(posting).then(make))
  }
  return {
    async find(posting, step) {
      if (isUndoStep(step)) return null
      const found = await metOf(posting)
      return found.find((one) => stops(one, posting, step) && reaches(one, posting))?.problem ?? null
    },
    refused(posting, step, problem) {
      if (isUndoStep(step) || problem.params || !obstacleKinds.has(problem.code)) return
      const day = problem.code === 'period-locked' ? dayOf(posting, step) : null
      const taught = { step, problem, day }
      change(posting, (met) =>
        met.some((one) => one.step === step && reaches(one, posting)) ? [...met] : [...met, taught],
      )
    },
    passed(posting, step) {
      if (known.has(posting.runId))
        change(posting, (met) => met.filter((one) => one.step !== step || !reaches(one, posting)))
    },
  }
}

/**
 * Where bookkeeping waits for an approval the invoice is made all the same; one that a lock keeps from being booked is
 * better sent back to the preview than made, as the preview holds its row (decisions/017).
 */
function stops(met: Met, { steps }: OpenPosting, next: AnyStep): boolean {
  if (met.problem.code === 'approval-required') return met.step === next
  return steps.some(({ step, state }) => step === met.step && state !== 'done')
}

/** A lock reaches days up to the one that met it. */
function reaches({ step, day }: Met, posting: OpenPosting): boolean {
  return day === null || dayOf(posting, step as AnyStep) <= day
}
