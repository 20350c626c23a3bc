import type { PostingChoice } from '../../contract.ts'
import { attemptsLeft } from '../../rules.ts'
import { approverProblem } from '../../runs/approval.ts'
import { choicesOf } from '../../runs/posting-choices.ts'
import {
  isAnyOf,
  type Kept,
  type KeptPosting,
  type KeptRun,
  type Person,
  postingsOf,
  runOf,
  settleAnew,
  settleRun,
  settleUndo,
  tell,
} from './memory-runs.ts'

/** `conflict` and `not-allowed` as the errors of the use cases; a number where they answer one. */
export type Answered = 'done' | 'conflict' | 'not-allowed' | number
export type RunChange = 'pause' | 'resume' | 'cancel'

const changes = {
  pause: { from: ['posting'], to: 'paused', activity: 'run-paused' },
  resume: { from: ['paused'], to: 'posting', activity: 'run-resumed' },
  cancel: { from: ['awaiting-approval', 'posting', 'paused'], to: 'cancelled', activity: 'run-cancelled' },
} as const

/** What people do in Radvis, each in one transaction: the same writes under the same conditions as the use cases. */
export function openPersons(kept: Kept) {
  const stepsOf = (runId: string) => postingsOf(kept, runId).flatMap((one) => one.steps)

  /** change-run.ts */
  function changeRun(runId: string, change: RunChange): Answered {
    const run = runOf(kept, runId)
    const { from, to, activity } = changes[change]
    if (run.phase === to && run.finishedAt === null) return 'done'
    if (change === 'resume' && run.phase === 'posting') return 'done'
    if (run.finishedAt !== null || !(from as readonly string[]).includes(run.phase)) return 'conflict'
    run.phase = to
    tell(kept, activity, runId)
    if (change === 'cancel') {
      for (const step of stepsOf(runId))
        if (isAnyOf(step, 'waiting')) Object.assign(step, { state: 'dropped', problem: null })
      settleRun(kept, runId)
    }
    return 'done'
  }
  function retryRun(runId: string): Answered {
    const run = runOf(kept, runId)
    if (run.phase === 'cancelled' && run.finishedAt === null) return 'conflict'
    if (run.phase !== 'posting' && run.phase !== 'paused' && run.phase !== 'cancelled') return 'conflict'
    const dropped = run.phase === 'cancelled' ? stepsOf(runId).filter((step) => isAnyOf(step, 'dropped')) : []
    for (const step of dropped) Object.assign(step, { state: 'waiting', problem: null })
    if (dropped.length > 0) Object.assign(run, { status: 'ongoing', finishedAt: null })
    const reopened = dropped.length + reopenRejected(run, postingsOf(kept, runId))
    if (reopened === 0) return 0
    const isApproved = run.approverRole === null || run.decidedBy !== null
    if (run.phase === 'cancelled') run.phase = isApproved ? 'posting' : 'awaiting-approval'
    return reopened
  }
  /** approve-run.ts */
  function decideRun(runId: string, person: Person, isApproved: boolean): Answered {
    const run = runOf(kept, runId)
    if (run.phase !== 'awaiting-approval' || run.approverRole === null) return 'conflict'
    if (approverProblem({ ...run, approverRole: run.approverRole }, person)) return 'not-allowed'
    run.decidedBy = person.userId
    if (isApproved) Object.assign(run, { phase: 'posting', checkedAt: null })
    else {
      const waiting = postingsOf(kept, runId).filter(
        ({ settledAs }) => settledAs === null || kept.plant === 'refusal-of-what-is-settled',
      )
      settlePostings(waiting, 'returned')
      Object.assign(run, { phase: 'refused', status: 'error', finishedAt: new Date(kept.now()) })
    }
    tell(kept, isApproved ? 'run-approved' : 'run-refused', runId)
    return 'done'
  }
  /** settle-postings.ts */
  function changePostings(runId: string, ids: readonly string[], choice: PostingChoice): Answered {
    const run = runOf(kept, runId)
    const fit = postingsOf(kept, runId).filter((one) => ids.includes(one.id) && choose(kept, run, one).includes(choice))
    if (fit.length === 0) return 'conflict'
    if (choice === 'retry') {
      reopenRejected(run, fit)
      return fit.length
    }
    if (choice === 'pay-anew') {
      for (const posting of fit) reopenGonePayment(posting)
      for (const { id } of fit) tell(kept, 'posting-paid-anew', runId, { posting: id })
      Object.assign(run, { status: 'ongoing', finishedAt: null, checkedAt: null })
      return fit.length
    }
    if (choice === 'unhandle') unsettlePostings(run, fit)
    else settlePostings(fit, choice === 'return' ? 'returned' : 'by-hand')
    const activity = { return: 'posting-returned', handle: 'posting-handled', unhandle: 'posting-unhandled' }[choice]
    for (const { id } of kept.plant === 'settled-untold' ? [] : fit) tell(kept, activity, runId, { posting: id })
    settleAnew(kept, runId)
    return fit.length
  }
  return { changeRun, retryRun, decideRun, changePostings, undoRun: (runId: string) => undoRun(kept, runId) }
}

function choose({ plant }: Kept, { phase, finishedAt }: KeptRun, posting: KeptPosting): PostingChoice[] {
  const choices = choicesOf({ ...posting, phase, hasEnded: finishedAt !== null })
  return plant === 'return-of-what-exists' && choices.includes('handle') ? [...choices, 'return'] : choices
}

/** run-store.ts */
function reopenRejected(run: KeptRun, postings: readonly KeptPosting[]): number {
  let reopened = 0
  for (const { steps } of postings)
    for (const step of steps.filter((one) => isAnyOf(one, 'rejected'))) {
      Object.assign(step, { state: 'unknown', attempts: attemptsLeft(step), problem: null })
      reopened += 1
    }
  if (reopened > 0) Object.assign(run, { status: 'ongoing', finishedAt: null, checkedAt: null })
  return reopened
}

function reopenGonePayment(posting: KeptPosting): void {
  posting.paymentNumber = null
  for (const step of posting.steps) {
    if (step.step === 'create-payment')
      Object.assign(step, { state: 'unknown', attempts: attemptsLeft(step), problem: null, endedAt: null })
    if (step.step === 'bookkeep-payment')
      Object.assign(step, { state: 'waiting', attempts: 0, problem: null, sentAt: null, endedAt: null })
  }
}

/** settle-store.ts */
function settlePostings(postings: readonly KeptPosting[], settledAs: 'returned' | 'by-hand'): void {
  for (const posting of postings) {
    posting.settledAs = settledAs
    for (const step of posting.steps)
      if (isAnyOf(step, 'rejected', 'waiting', 'dropped'))
        step.state = settledAs === 'returned' ? 'returned' : 'handled'
  }
}

function unsettlePostings({ phase }: KeptRun, postings: readonly KeptPosting[]): void {
  for (const posting of postings) {
    posting.settledAs = null
    for (const step of posting.steps.filter((one) => isAnyOf(one, 'handled'))) {
      const undone = phase === 'cancelled' ? 'dropped' : 'waiting'
      step.state = step.problem === null ? undone : 'rejected'
    }
  }
}

/** undo-run.ts */
function undoRun(kept: Kept, runId: string): Answered {
  const run = runOf(kept, runId)
  if (run.phase === 'reverting' || run.phase === 'reverted') return 'done'
  if (run.phase === 'refused' || run.finishedAt === null) return 'conflict'
  const undoStartedAt = new Date(kept.now())
  Object.assign(run, { phase: 'reverting', status: 'ongoing', finishedAt: null, undoStartedAt })
  openUndo(postingsOf(kept, runId))
  tell(kept, 'undo-started', runId)
  settleUndo(kept, run)
  return 'done'
}

/** undo-store.ts */
function openUndo(postings: readonly KeptPosting[]): void {
  for (const posting of postings) {
    for (const step of posting.steps) if (isAnyOf(step, 'waiting', 'rejected')) step.state = 'dropped'
    if (posting.settledAs === 'returned') continue
    if (posting.undoOutcome === 'kept') Object.assign(posting, { undoOutcome: null, undoProblem: null })
    if (posting.settledAs === 'by-hand')
      Object.assign(posting, {
        undoOutcome: 'kept',
        undoProblem: { code: 'by-hand', serviceCode: null, message: null },
      })
    if (posting.undoOutcome !== null) continue
    const ordinal = Math.max(-1, ...posting.steps.map((step) => step.ordinal)) + 1
    posting.steps.push({ ordinal, step: 'inspect', state: 'waiting', attempts: 0, sentAt: null, problem: null })
  }
}
export type Persons = ReturnType<typeof openPersons>
