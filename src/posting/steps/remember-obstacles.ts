import type { Obstacle, Obstacles } from '#connections/index.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { AnyStep } from '../contract.ts'
import type { StepProblem } from '../rules.ts'
import type { LaneKey, OpenPosting } from './step-store.ts'

export const obstacleKinds: ReadonlySet<string> = new Set<Obstacle['kind']>([
  'approval-required',
  'period-locked',
  'missing-scope',
  'missing-licence',
])
const isObstacle = (code: string): code is Obstacle['kind'] => obstacleKinds.has(code)

/**
 * What the accounting system refuses whatever the invoice is told to the next preview, and forgotten when the same step
 * goes through. `met`: steps that meet one as far as this lane knows, so that others cost no statement.
 */
export function rememberObstacles(obstacles: Obstacles, key: LaneKey) {
  let met: Set<string> | null = null
  async function stepsWithObstacles(tx: CompanyDatabase): Promise<Set<string>> {
    met ??= new Set((await obstacles.list(tx, key)).map(({ step }) => step))
    return met
  }
  return {
    async refused(tx: CompanyDatabase, posting: OpenPosting, step: AnyStep, problem: StepProblem): Promise<void> {
      if (!isObstacle(problem.code)) return
      const { code: kind, serviceCode, message } = problem
      const day = kind === 'period-locked' ? dayOf(posting, step) : null
      await obstacles.remember(tx, key, { kind, step, serviceCode, message, day })
      met = null
    },
    async passed(tx: CompanyDatabase, posting: OpenPosting, step: AnyStep): Promise<void> {
      if (!(await stepsWithObstacles(tx)).has(step)) return
      await obstacles.forget(tx, key, { step, day: dayOf(posting, step) })
      met = null
    },
  }
}

/** The day that a step books on. */
export function dayOf({ invoice, payment }: Pick<OpenPosting, 'invoice' | 'payment'>, step: AnyStep): string {
  return step === 'create-payment' || step === 'bookkeep-payment'
    ? (payment?.paymentDate ?? invoice.invoiceDate)
    : invoice.invoiceDate
}
