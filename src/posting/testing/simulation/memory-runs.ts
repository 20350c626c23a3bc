import type { Role } from '#kernel/roles.ts'
import type { ApproverRole, RunPhase, Settlement, StepState, UndoOutcome } from '../../contract.ts'
import type { StepProblem, StepView } from '../../rules.ts'
import type { OpenPosting } from '../../steps/step-store.ts'
import { isUndoStep } from '../../steps/undo-plan.ts'
import type { Operation } from './process-life.ts'

export type KeptRun = {
  id: string
  createdAt: Date
  importId: string
  checkedAt: Date | null
  phase: RunPhase
  status: 'initiated' | 'ongoing' | 'success' | 'error'
  finishedAt: Date | null
  approverRole: ApproverRole | null
  performedBy: string
  decidedBy: string | null
  undoStartedAt: Date | null
}
export type KeptPosting = OpenPosting & {
  settledAs: Settlement | null
  undoOutcome: UndoOutcome | null
  undoProblem: StepProblem | null
}
/** `step` where the event names one; `ordinal`: the step that it tells of. */
export type ToldEvent = { activity: string; run: string; posting: string | null; step: string; ordinal: number | null }
export type Person = { userId: string; role: Role }

/** Faults put into the store on purpose. */
export const storePlants = [
  ...(['sends-in-spite', 'cancelled-waits', 'return-of-what-exists'] as const),
  ...(['refusal-of-what-is-settled', 'settled-untold', 'unhandled-rests'] as const),
] as const
export type StorePlant = (typeof storePlants)[number]

/** What the database holds of one connection. */
export type Kept = {
  runs: KeptRun[]
  postings: KeptPosting[]
  events: ToldEvent[]
  /** Steps that were marked as sent although nothing of their run may be. */
  sentInSpite: string[]
  now(): number
  /** How long a check of a run holds. */
  checkHoldsMs: number
  /** How the store is spoilt on purpose (plants.ts). */
  plant: StorePlant | null
}

/** A lane's view of it. */
export type Lane = {
  kept: Kept
  operation: Operation
  clock: () => number
  holds(): boolean
}

export function runOf({ runs }: Kept, id: string): KeptRun {
  const run = runs.find((one) => one.id === id)
  if (!run) throw new Error('no such run')
  return run
}
export const postingsOf = ({ postings }: Kept, runId: string) => postings.filter((one) => one.runId === runId)
export const isAnyOf = (step: StepView, ...states: readonly StepState[]) => states.includes(step.state)

export function tell(
  { events }: Kept,
  activity: string,
  run: string,
  about: Partial<Pick<ToldEvent, 'posting' | 'step' | 'ordinal'>> = {},
): void {
  events.push({ activity, run, posting: null, step: '', ordinal: null, ...about })
}

/** Something is left to do, and nothing refused stands before it (run-store.ts, isOpen). */
export function isOpen({ steps }: OpenPosting): boolean {
  return (
    steps.some((step) => isAnyOf(step, 'waiting', 'sent', 'unknown')) && !steps.some((one) => isAnyOf(one, 'rejected'))
  )
}
export const isUnended = ({ status }: KeptRun) => status === 'initiated' || status === 'ongoing'

/** As run-store.ts ends a run. */
export function settleRun(kept: Kept, runId: string): void {
  const run = runOf(kept, runId)
  if (run.phase === 'reverting') settleUndo(kept, run)
  else if (postingsOf(kept, runId).every((one) => !isOpen(one)) && isUnended(run)) {
    Object.assign(run, { status: statusOf(kept, runId), finishedAt: new Date(kept.now()) })
    if (run.phase === 'paused') run.phase = 'posting'
    tell(kept, 'run-finished', runId)
  }
}

export function settleAnew(kept: Kept, runId: string): void {
  const run = runOf(kept, runId)
  if (run.finishedAt === null) settleRun(kept, runId)
  else if (postingsOf(kept, runId).some(isOpen) && kept.plant !== 'unhandled-rests')
    Object.assign(run, { status: 'ongoing', finishedAt: null })
  else run.status = statusOf(kept, runId)
}

function statusOf(kept: Kept, runId: string): 'error' | 'success' {
  const steps = postingsOf(kept, runId).flatMap((one) => one.steps)
  return steps.some((step) => isAnyOf(step, 'rejected', 'dropped') && !isUndoStep(step.step)) ? 'error' : 'success'
}

/** As undo-store.ts ends the taking back of a run. */
export function settleUndo(kept: Kept, run: KeptRun): void {
  const outcomes = postingsOf(kept, run.id)
    .filter(({ settledAs }) => settledAs !== 'returned')
    .map(({ undoOutcome }) => undoOutcome)
  if (outcomes.includes(null) || run.phase !== 'reverting') return
  const isPartly = outcomes.includes('kept')
  const ended = isPartly
    ? ({ phase: 'partly-reverted', status: 'error' } as const)
    : ({ phase: 'reverted', status: 'success' } as const)
  Object.assign(run, ended, { finishedAt: new Date(kept.now()) })
  tell(kept, 'undo-finished', run.id)
}
