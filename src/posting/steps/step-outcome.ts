import type { Doubt, StepProblem } from '../rules.ts'
import type { PostingNumbers } from './step-store.ts'
import type { UndoPlan } from './undo-plan.ts'

/** What carrying out (or finding) a step told us. */
export type StepOutcome = {
  numbers: PostingNumbers
  /** Of looking at an invoice that is to be taken back: what to do about it. */
  plan?: UndoPlan
  /** Why the steps after this one wait for a person. */
  hindrance?: StepProblem
  /** It was asked for more than once: an earlier request may still come (cancel-twins.ts). */
  isSentAnew?: boolean
}
/** `isGone`: the payment that was to be bookkept is not there. */
export type Found =
  | { kind: 'carried-out'; outcome: StepOutcome }
  | { kind: 'not-carried-out'; isGone?: boolean }
  | Doubt
