import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { type AskedAt, judge, mayBeUnseen, type StepProblem, type StepView } from '../rules.ts'
import { lookUpStep } from './perform-step.ts'
import { obstacleKinds } from './remember-obstacles.ts'
import type { Found } from './step-outcome.ts'
import type { OpenPosting } from './step-store.ts'

type LookedUp = Found | { kind: 'no-answer' } | { kind: 'refused'; problem: StepProblem }

/** What became of a step whose answer was lost, as far as the other side tells. */
export async function lookUp(
  session: AccountingSession,
  posting: OpenPosting,
  step: StepView,
  at: AskedAt,
): Promise<LookedUp | 'connection-lost'> {
  try {
    return await lookUpStep(session, posting, step.step, at)
  } catch (error) {
    if (isConnectionLost(error)) return 'connection-lost'
    if (!(error instanceof ConnectorError)) throw error
    const verdict = judge(error)
    if (verdict.kind === 'connection-lost') return 'connection-lost'
    if (verdict.kind !== 'rejected' || mayBeUnseen(posting, step, verdict.problem, at)) return { kind: 'no-answer' }
    return { kind: 'refused', problem: verdict.problem }
  }
}

export function isConnectionLost(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'connection-lost' || error.code === 'not-connected')
}

/**
 * From when on what was refused, and is not to be seen, is not there either: a payment stands in a list, which may lag, a credit
 * invoice may be found by a list alone, and so may an invoice that was sent before. Most invoices are refused for what is wrong with them, and an obstacle is in the way of all.
 */
export function refusedShowsAt({ step, attempts, sentAt }: StepView, { code }: StepProblem, settleMs: number): number {
  const isOfList = step === 'create-payment' || step === 'pay-back' || step === 'credit'
  const isListed = isOfList || (step === 'create' && attempts > 1)
  return isListed && !obstacleKinds.has(code) ? (sentAt?.getTime() ?? 0) + settleMs : 0
}
