import type { Activity, NewEvent } from '#activity/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { UndoOutcome, UndoStep } from '../contract.ts'
import type { StepProblem, StepView } from '../rules.ts'
import { settleRun } from '../runs/run-store.ts'
import { insertUndoSteps, setCarriedOut, setUndoOutcome } from '../runs/undo-store.ts'
import { eventAbout } from '../steps/posting-event.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import type { OpenPosting, PostingNumbers } from '../steps/step-store.ts'
import { reasonKept } from '../steps/undo-plan.ts'

/** Lets go of the purchases behind invoices, so that the same rows can be imported again. */
export type ReleasePurchases = (
  tx: CompanyDatabase,
  of: { companyId: string; connectionId: string; references: readonly string[] },
) => Promise<void>

export type RecordUndoDeps = {
  clock: Clock
  activity: Pick<Activity, 'record'>
  releasePurchases: ReleasePurchases
}
type Key = { companyId: string; connectionId: string }
type Done = { posting: OpenPosting; step: StepView }

/** Writes what a step of taking back came to, in the transaction that ends it. */
export async function finishUndoStep(
  tx: CompanyDatabase,
  deps: RecordUndoDeps,
  key: Key,
  { posting, step }: Done,
  { numbers, plan }: StepOutcome,
): Promise<void> {
  const told = toldOf(step.step as UndoStep, numbers, posting)
  if (told) await deps.activity.record(tx, key.companyId, [eventAbout(posting, told)])
  const found = foundAfterAll(posting.steps, step, numbers)
  if (found) await finishFound(tx, deps, key, { posting, step: found }, numbers)
  if (plan) {
    posting.steps.push(...(await insertUndoSteps(tx, key, posting, step, plan.steps)))
    const { outcome, reason } = { reason: undefined, ...plan }
    if (plan.steps.length === 0) await end(tx, deps, key, posting, outcome, reason ? problemOf(reason) : null)
    return
  }
  if (posting.steps.at(-1)?.ordinal !== step.ordinal) return
  await end(tx, deps, key, posting, step.step === 'cancel' ? 'removed' : 'credited', null)
}

/** The credit step of an earlier try, where an inspection found what it made. */
export function foundAfterAll(
  steps: readonly StepView[],
  { step }: Pick<StepView, 'step'>,
  { creditNumber }: PostingNumbers,
): StepView | undefined {
  if (step !== 'inspect' || creditNumber === undefined) return
  return steps.findLast((one) => one.step === 'credit' && one.state === 'dropped' && one.sentAt !== null)
}

async function finishFound(
  tx: CompanyDatabase,
  { activity, clock }: RecordUndoDeps,
  { companyId }: Key,
  { posting, step }: Done,
  numbers: PostingNumbers,
): Promise<void> {
  await setCarriedOut(tx, companyId, posting, step, clock.now())
  step.state = 'done'
  const told = toldOf('credit', numbers, posting)
  if (told) await activity.record(tx, companyId, [eventAbout(posting, told)])
}

/** What cannot be taken back stays as it stands, and says why; asking again goes on from there. */
export async function refuseUndoStep(
  tx: CompanyDatabase,
  deps: RecordUndoDeps,
  key: Key,
  { posting }: Pick<Done, 'posting'>,
  problem: StepProblem,
): Promise<void> {
  await end(tx, deps, key, posting, 'kept', reasonKept(posting.steps, problem))
}

async function end(
  tx: CompanyDatabase,
  deps: RecordUndoDeps,
  key: Key,
  posting: OpenPosting,
  outcome: UndoOutcome,
  problem: StepProblem | null,
): Promise<void> {
  await setUndoOutcome(tx, key.companyId, posting.id, outcome, problem)
  if (outcome === 'kept') {
    const params = { code: problem?.code ?? '', message: problem?.message ?? '' }
    const event = eventAbout(posting, { type: 'error', activity: 'undo-kept', params })
    await deps.activity.record(tx, key.companyId, [event])
  } else {
    await deps.releasePurchases(tx, { ...key, references: [posting.reference] })
  }
  await settleRun(tx, deps, key.companyId, posting.runId)
}

const problemOf = (code: string): StepProblem => ({ code, serviceCode: null, message: null })

/** What takes a refund back is no credit invoice, and is told as what it is. */
export function toldOf(
  step: UndoStep,
  numbers: PostingNumbers,
  { invoice }: Pick<OpenPosting, 'invoice'>,
): Pick<NewEvent, 'type' | 'activity' | 'params'> | null {
  const done = { type: 'success' as const }
  const isRefund = invoice.total < 0
  if (step === 'remove-payment') return { ...done, activity: 'payment-removed' }
  if (step === 'cancel') return { ...done, activity: 'invoice-cancelled' }
  if (step === 'credit')
    return isRefund
      ? { ...done, activity: 'refund-countered', params: { invoice: numbers.creditNumber ?? '' } }
      : { ...done, activity: 'invoice-credited', params: { credit: numbers.creditNumber ?? '' } }
  if (step === 'bookkeep-credit')
    return {
      ...done,
      activity: isRefund ? 'counter-bookkept' : 'credit-bookkept',
      params: { voucher: numbers.creditVoucher ?? '' },
    }
  if (step === 'pay-back') return { ...done, activity: 'credit-payment-created' }
  if (step === 'bookkeep-pay-back') return { ...done, activity: 'credit-payment-bookkept' }
  return null
}
