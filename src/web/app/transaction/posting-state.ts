import * as m from '#messages'
import type { PostingRow, Step, StepState } from '#posting/contract.ts'
import type { MarkState } from '../../ui/state-mark.tsx'
import { stepProblemText } from './posting-problem-text.ts'
import { undoReasonText, undoState } from './undo-texts.ts'

export const stepMarks: Record<StepState, MarkState> = {
  waiting: 'waiting',
  sent: 'sending',
  done: 'done',
  rejected: 'error',
  unknown: 'unknown',
  dropped: 'skipped',
  returned: 'skipped',
  handled: 'skipped',
}

const stepWords: Record<StepState, () => string> = {
  waiting: m.posting_step_waiting,
  sent: m.posting_step_sent,
  done: m.posting_step_done,
  rejected: m.posting_step_rejected,
  unknown: m.posting_step_unknown,
  dropped: m.posting_step_dropped,
  returned: m.posting_step_returned,
  handled: m.posting_step_handled,
}
export const stepStateWord = (state: StepState): string => stepWords[state]()

const stepNames: Record<Step, () => string> = {
  create: m.posting_step_create,
  bookkeep: m.posting_step_bookkeep,
  'create-payment': m.posting_step_create_payment,
  'bookkeep-payment': m.posting_step_bookkeep_payment,
}
export const stepName = (step: Step): string => stepNames[step]()

/** How far a refused invoice came. */
const stoppedAt: Record<Step, () => string> = {
  create: m.posting_state_not_created,
  bookkeep: m.posting_state_not_bookkept,
  'create-payment': m.posting_state_not_paid,
  'bookkeep-payment': m.posting_state_paid_unbooked,
}

export const stoppedAtWord = (step: Step): string => stoppedAt[step]()

type Standing = {
  steps: readonly Pick<PostingRow['steps'][number], 'step' | 'state'>[]
  undo: Pick<NonNullable<PostingRow['undo']>, 'outcome'> | null
}

/** An invoice as one mark and word: what stopped it, else what it does now. */
export function postingState({ steps, undo }: Standing): { mark: MarkState; word: string } {
  if (undo) return undoState(undo)
  const settled = steps.find(({ state }) => state === 'returned' || state === 'handled')
  if (settled) return { mark: settled.state === 'handled' ? 'done' : 'skipped', word: stepStateWord(settled.state) }
  const dropped = steps.find(({ state }) => state === 'dropped')
  const current = steps.find(({ state }) => state !== 'done' && state !== 'dropped')
  if (!current && dropped) return { mark: 'skipped', word: stoppedAt[dropped.step]() }
  if (!current) return { mark: 'done', word: stepStateWord('done') }
  const { step, state } = current
  return { mark: stepMarks[state], word: state === 'rejected' ? stoppedAt[step]() : stepStateWord(state) }
}

/** What is the matter with an invoice now: of one that was settled or is taken back no more what once stopped it. */
export function troubleOf(
  { settled, undo, steps }: Pick<PostingRow, 'settled' | 'undo' | 'steps'>,
  target: string,
): { text: string; isRefused: boolean } | null {
  if (undo) {
    const isKept = undo.outcome === 'kept' && undo.problem
    return isKept ? { text: undoReasonText(isKept.code, target), isRefused: false } : null
  }
  for (const step of settled ? [] : steps) {
    const text = stepProblemText(step, target)
    if (text !== null) return { text, isRefused: step.state === 'rejected' }
  }
  return null
}
