import type { PostingChoice, RunPhase, Settlement } from '../contract.ts'
import { paymentGone, type StepProblem, type StepView } from '../rules.ts'

/** What is to be known of a posting and its run. */
export type Standing = {
  phase: RunPhase
  hasEnded: boolean
  settledAs: Settlement | null
  steps: readonly Pick<StepView, 'step' | 'state' | 'problem'>[]
}

/** Refusals of a creation after which something may stand there all the same: looked up again, or seen to by a person. */
const doubtful: ReadonlySet<string> = new Set<StepProblem['code']>(['found-twice', 'not-looked-up'])

/**
 * What a person may do about an invoice that stands still. Its rows go back to the preview only where nothing of it stands
 * over there: its creation was refused for good or never left, a look-up when its time was up found nothing, or somebody
 * cancelled it there, which nobody can take back.
 */
export function choicesOf({ phase, hasEnded, settledAs, steps }: Standing): PostingChoice[] {
  const isChangeable = phase === 'posting' || phase === 'paused' || phase === 'cancelled'
  if (!isChangeable || settledAs === 'returned') return []
  if (settledAs === 'by-hand') return ['unhandle']
  const isRefused = steps.some(({ state }) => state === 'rejected')
  const isDropped = phase === 'cancelled' && hasEnded && steps.some(({ state }) => state === 'dropped')
  if (!isRefused && !isDropped) return []
  const choices: PostingChoice[] = []
  // What was dropped goes on with its whole run, and what somebody cancelled or deleted there does not come back by trying.
  if (isRefused && phase !== 'cancelled' && !isCancelledThere(steps))
    choices.push(isPaymentGone(steps) ? 'pay-anew' : 'retry')
  if (isNothingThere(steps)) choices.push('return')
  return [...choices, 'handle']
}

const isRefusedFor = (steps: Standing['steps'], code: string) =>
  steps.some(({ state, problem }) => state === 'rejected' && problem?.code === code)
const isCancelledThere = (steps: Standing['steps']) => isRefusedFor(steps, 'cancelled-there')
const isPaymentGone = (steps: Standing['steps']) => isRefusedFor(steps, paymentGone)

function isNothingThere(steps: Standing['steps']): boolean {
  if (isCancelledThere(steps)) return true
  const create = steps.find(({ step }) => step === 'create')
  if (create?.state === 'dropped') return true
  return create?.state === 'rejected' && !doubtful.has(create.problem?.code ?? '')
}
