import { dayInSweden } from '#kernel/local-dates.ts'
import type { StepState, UndoOutcome, UndoStep } from '../../contract.ts'
import type { TwinStore } from '../../lane/cancel-twins.ts'
import type { CheckStore } from '../../lane/check-runs.ts'
import type { LaneStore } from '../../lane/lane.ts'
import { activityOf, rejectedAs } from '../../lane/lane-store.ts'
import type { LeaseStore } from '../../lane/lease.ts'
import { foundAfterAll, toldOf } from '../../lane/record-undo.ts'
import { leftByDeath, type StepProblem, type StepView, sentAnew, stepAfter } from '../../rules.ts'
import { stepsToInsert } from '../../runs/undo-store.ts'
import { checkHoldsMs } from '../../steps/due-runs.ts'
import { sendingPhases, workingPhases } from '../../steps/run-phases.ts'
import type { StepOutcome } from '../../steps/step-outcome.ts'
import type { OpenPosting } from '../../steps/step-store.ts'
import { isUndoStep, reasonKept } from '../../steps/undo-plan.ts'
import { openAsking } from './memory-asked.ts'
import { isDue, openChecks } from './memory-checks.ts'
import { nameIn } from './memory-originals.ts'
import { openPersons } from './memory-persons.ts'
import {
  isAnyOf,
  isOpen,
  isUnended,
  type Kept,
  type KeptPosting,
  type KeptRun,
  type Lane,
  postingsOf,
  runOf,
  type StorePlant,
  settleRun,
  tell,
} from './memory-runs.ts'
import { hasTwins, openTwins } from './memory-twins.ts'
import type { Operation } from './process-life.ts'

type OpenLane = LaneStore & CheckStore & { begin(): Promise<void>; end(): Promise<void>; twins: TwinStore }
type Leases = { holder: string; until: number }

/** What the database holds, of one connection; each operation is one transaction. */
export function createMemory(now: () => number, plant: StorePlant | null = null, holdsMs = checkHoldsMs) {
  const kept: Kept = { runs: [], postings: [], events: [], sentInSpite: [], now, plant, checkHoldsMs: holdsMs }
  const leases: Leases = { holder: '', until: Number.NEGATIVE_INFINITY }
  const openLeases = (operation: Operation, isGreedy: boolean): LeaseStore => ({
    take: (mine, ms) =>
      operation(async () => {
        if (leases.until >= now() && !isGreedy) return false
        Object.assign(leases, { holder: mine, until: now() + ms })
        return true
      }),
    renew: (mine, ms) =>
      operation(async () => {
        if (leases.holder === mine) leases.until = now() + ms
        return leases.holder === mine
      }),
    end: (mine) =>
      operation(async () => {
        if (leases.holder === mine) leases.until = Number.NEGATIVE_INFINITY
      }),
  })
  function insertRun(run: KeptRun, postings: readonly KeptPosting[]): void {
    kept.runs.push(run)
    kept.postings.push(...postings)
    if (run.approverRole !== null) tell(kept, 'approval-asked', run.id)
  }
  return {
    ...kept,
    ...openAsking(openPersons(kept)),
    insertRun,
    openLeases,
    openLane: (mine: string, operation: Operation, clock: () => number) =>
      openLane({ kept, operation, clock, holds: () => leases.holder === mine }),
    hasTwins: () => hasTwins(kept),
    hasWork: () => kept.runs.some((run) => isUnended(run) && workingPhases.includes(run.phase)),
  }
}
export type Memory = ReturnType<typeof createMemory>

/** The same writes under the same conditions as lane-store.ts, and the database's clock, read as the process's own. */
function openLane(lane: Lane): OpenLane {
  const { kept, operation, holds } = lane
  const { now } = kept
  return {
    begin: () =>
      operation(async () => {
        if (!holds()) return
        for (const step of kept.postings.flatMap(({ steps }) => steps))
          if (step.state === 'sent') Object.assign(step, leftByDeath(step), { sentAt: new Date(now()) })
      }),
    /** post-connection.ts: ends what has nothing left to do. */
    end: () =>
      operation(async () => {
        for (const run of kept.runs) if (isUnended(run) && workingPhases.includes(run.phase)) settleRun(kept, run.id)
      }),
    listOpen: (limit, except) =>
      operation(async () =>
        listOpen(lane)
          .filter(({ id }) => !except.includes(id))
          .slice(0, limit),
      ),
    twins: openTwins(kept, operation),
    ...openChecks(lane),
    markSent: (posting, step) => operation(async () => markSent(lane, posting, step)),
    finishStep: (posting, step, outcome) =>
      operation(async () =>
        isUndoStep(step.step) ? finishUndo(lane, posting, step, outcome) : finish(lane, posting, step, outcome),
      ),
    nameOriginals: ({ id }) =>
      operation(async () => nameIn(kept.postings, id, holds(), ({ runId }) => runOf(kept, runId).phase)),
    rejectStep: (posting, step, problem) => operation(async () => reject(lane, posting, step, problem)),
    keepStep: (posting, step, state, problem) =>
      operation(async () => {
        const sentAt = state === 'unknown' ? { sentAt: new Date(now()) } : {}
        const isCancelled = runOf(kept, posting.runId).phase === 'cancelled'
        const isDropped = state === 'waiting' && isCancelled && kept.plant !== 'cancelled-waits'
        const held = isDropped ? { state: 'dropped' as const, problem: null } : { state, problem }
        const changed = { ...held, attempts: step.attempts, ...sentAt }
        if (!change(lane, posting, step, changed)) return false
        if (isDropped) settleRun(kept, posting.runId)
        if (state === 'unknown')
          tell(kept, 'posting-unknown', posting.runId, { posting: posting.id, step: step.step, ordinal: step.ordinal })
        return true
      }),
  }
}

function listOpen(lane: Lane): OpenPosting[] {
  const { kept, clock } = lane
  const ours = (at: Date) => new Date(at.getTime() + clock() - kept.now())
  const found = kept.runs
    .filter(({ phase }) => workingPhases.includes(phase) || kept.plant === 'sends-in-spite')
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap((run) =>
      postingsOf(kept, run.id)
        .filter(isOpen)
        .filter((one) => !isDue(lane, run) || one.steps.some((step) => isAnyOf(step, 'sent', 'unknown')))
        .map((one) => ({ run, one })),
    )
  return structuredClone(found).map(({ run, one }) => ({
    ...one,
    runCreatedAt: run.createdAt,
    undoDay: run.undoStartedAt && dayInSweden(run.undoStartedAt),
    isCancelled: run.phase === 'cancelled',
    isLookUpOnly: isDue(lane, run),
    steps: one.steps.map((step) => ({ ...step, sentAt: step.sentAt && ours(step.sentAt) })),
  }))
}

function find({ postings }: Kept, { id }: OpenPosting, { ordinal }: StepView): { one: KeptPosting; step: StepView } {
  const one = postings.find((posting) => posting.id === id)
  const step = one?.steps.find((view) => view.ordinal === ordinal)
  if (!one || !step) throw new Error('no such step')
  return { one, step }
}

const ended: readonly StepState[] = ['done', 'dropped', 'returned', 'handled']

function change(
  { kept, holds }: Lane,
  posting: OpenPosting,
  view: StepView,
  change: Partial<StepView>,
): KeptPosting | null {
  const { one, step } = find(kept, posting, view)
  if (!holds() || isAnyOf(step, ...ended)) return null
  Object.assign(step, { problem: null }, change)
  return one
}

function markSent({ kept, holds }: Lane, posting: OpenPosting, view: StepView): boolean {
  const run = runOf(kept, posting.runId)
  if (view.ordinal === 0 && run.status === 'initiated') run.status = 'ongoing'
  const { step } = find(kept, posting, view)
  const maySend = sendingPhases.includes(run.phase)
  if (!holds() || !isAnyOf(step, 'waiting', 'unknown') || !(maySend || kept.plant === 'sends-in-spite')) return false
  const isApproved = run.approverRole === null || run.decidedBy !== null || isUndoStep(step.step)
  if (!maySend || !isApproved) kept.sentInSpite.push(`${posting.reference} ${step.step}`)
  // Until a request is answered what its last try met stands.
  Object.assign(step, { state: 'sent', sentAt: new Date(kept.now()), attempts: view.attempts + 1 })
  return true
}

function finish(
  lane: Lane,
  posting: OpenPosting,
  view: StepView,
  { numbers, hindrance, isSentAnew }: StepOutcome,
): boolean {
  const problem = isSentAnew ? sentAnew : null
  const one = change(lane, posting, view, { state: 'done', problem, endedAt: new Date(lane.kept.now()) })
  if (!one) return false
  Object.assign(one, numbers)
  const activity = activityOf[view.step as keyof typeof activityOf]
  tell(lane.kept, activity, posting.runId, { posting: posting.id, ordinal: view.ordinal })
  if (view.ordinal === posting.steps.length - 1) settleRun(lane.kept, posting.runId)
  const next = stepAfter(posting, view)
  if (hindrance && next) reject(lane, posting, next, hindrance)
  else if (hindrance) tell(lane.kept, 'invoice-rows-changed', posting.runId, { posting: posting.id })
  return true
}

/** record-undo.ts */
function finishUndo(lane: Lane, posting: OpenPosting, view: StepView, outcome: StepOutcome): boolean {
  const { numbers, plan, isSentAnew } = outcome
  const problem = isSentAnew ? sentAnew : null
  const one = change(lane, posting, view, { state: 'done', problem, endedAt: new Date(lane.kept.now()) })
  if (!one) return false
  Object.assign(one, numbers)
  const told = toldOf(view.step as UndoStep, numbers, posting)
  if (told) tell(lane.kept, told.activity, posting.runId, { posting: posting.id, ordinal: view.ordinal })
  finishFound(lane, one, { posting, view }, numbers)
  if (plan) {
    const steps = stepsToInsert(one.steps, view, plan.steps)
    one.steps.push(...structuredClone(steps))
    posting.steps.push(...stepsToInsert(posting.steps, view, plan.steps))
    const reason = 'reason' in plan ? (plan.reason ?? null) : null
    const problem = reason === null ? null : { code: reason, serviceCode: null, message: null }
    if (steps.length === 0) endUndo(lane, one, plan.outcome, problem)
  } else if (posting.steps.at(-1)?.ordinal === view.ordinal)
    endUndo(lane, one, view.step === 'cancel' ? 'removed' : 'credited', null)
  return true
}

function finishFound(
  { kept }: Lane,
  one: KeptPosting,
  { posting, view }: { posting: OpenPosting; view: StepView },
  numbers: StepOutcome['numbers'],
): void {
  const found = foundAfterAll(one.steps, view, numbers)
  if (!found) return
  Object.assign(found, { state: 'done', endedAt: new Date(kept.now()), problem: found.attempts > 1 ? sentAnew : null })
  const { ordinal } = found
  Object.assign(posting.steps.find((step) => step.ordinal === ordinal) ?? {}, { state: 'done' })
  const told = toldOf('credit', numbers, posting)
  if (told) tell(kept, told.activity, posting.runId, { posting: posting.id, ordinal })
}

function endUndo({ kept }: Lane, one: KeptPosting, undoOutcome: UndoOutcome, undoProblem: StepProblem | null): void {
  if (one.undoOutcome === null) Object.assign(one, { undoOutcome, undoProblem })
  if (undoOutcome === 'kept') tell(kept, 'undo-kept', one.runId, { posting: one.id })
  settleRun(kept, one.runId)
}

function reject(lane: Lane, posting: OpenPosting, view: StepView, problem: StepProblem): boolean {
  const one = change(lane, posting, view, { state: 'rejected', problem })
  if (!one) return false
  tell(lane.kept, rejectedAs(problem), posting.runId, { posting: posting.id, step: view.step, ordinal: view.ordinal })
  if (isUndoStep(view.step)) endUndo(lane, one, 'kept', reasonKept(one.steps, problem))
  else settleRun(lane.kept, posting.runId)
  return true
}
