import { AppError } from '#kernel/errors.ts'
import type { RunPhase } from '../contract.ts'
import type { RunRecord } from './run-store.ts'

const whyOf: Partial<Record<RunPhase, string>> = {
  'awaiting-approval': 'run-awaits-approval',
  cancelled: 'run-cancelled',
  refused: 'run-refused',
  reverting: 'run-taken-back',
  reverted: 'run-taken-back',
  'partly-reverted': 'run-taken-back',
}

/** Of a change that a run does not take as it is by now: a colleague may have done something else with it a moment ago. */
export function refuseChange({ phase, finishedAt }: Pick<RunRecord, 'phase' | 'finishedAt'>): AppError {
  const isEnding = phase === 'cancelled' && finishedAt === null
  const code = isEnding ? 'run-being-cancelled' : (whyOf[phase] ?? (finishedAt ? 'run-finished' : 'still-posting'))
  return new AppError('conflict', `the run is ${phase} and cannot be changed so`, { errors: [{ path: 'run', code }] })
}
