import { refusalText } from '#connectors/rules/refusal-text.ts'
import * as m from '#messages'
import type { PostingRow } from '#posting/contract.ts'
import { problemText } from '../../problem-text.ts'

type StepRow = PostingRow['steps'][number]
type Text = (params: { target: string }) => string

/** By kind of error (connectors/accounting-connector.ts), and what the lane adds. */
const texts: Record<string, Text> = {
  rejected: m.posting_problem_rejected,
  'not-found': m.posting_problem_not_found,
  'missing-scope': m.posting_problem_missing_scope,
  'missing-licence': m.posting_problem_missing_licence,
  'approval-required': m.posting_problem_approval_required,
  'period-locked': m.posting_problem_period_locked,
  'not-looked-up': m.posting_problem_not_looked_up,
  'found-twice': m.posting_problem_found_twice,
  cancelled: m.posting_problem_cancelled,
  'cancelled-there': m.posting_problem_cancelled_there,
  'paid-otherwise': m.posting_problem_paid_otherwise,
  'payment-gone': m.posting_problem_payment_gone,
  'rows-changed': m.posting_problem_rows_changed,
  unauthorized: m.posting_problem_unauthorized,
  unknown: m.posting_problem_unknown,
  unavailable: m.posting_problem_unavailable,
  'rate-limited': m.posting_problem_rate_limited,
}

/** Why a step stands where it stands and what to do; null when nothing is the matter. */
export function stepProblemText({ step, state, problem }: StepRow, target: string): string | null {
  if (!problem || state === 'done') return null
  if (problem.params) return m.posting_problem_held({ told: problemText(problem), target })
  const told = refusedText({ step, state, problem }, target)
  return problem.isUntried ? m.posting_problem_untried({ told }) : told
}

function refusedText(
  { step, state, problem }: StepRow & { problem: NonNullable<StepRow['problem']> },
  target: string,
): string {
  if (state === 'rejected' && problem.code === 'unknown') return m.posting_problem_given_up({ target })
  const isPlain = problem.code === 'rejected' || problem.code === 'not-found'
  const byCode = isPlain ? refusalText(problem.serviceCode, target) : null
  if (byCode !== null) return byCode
  if (problem.code === 'missing-scope' && refusalText(problem.serviceCode) === null)
    return m.posting_problem_forbidden({ target })
  const isOfPayment = step === 'create-payment' || step === 'bookkeep-payment'
  if (isOfPayment && problem.code === 'approval-required') return m.posting_problem_payment_approval({ target })
  return texts[problem.code]?.({ target }) ?? m.posting_problem_other({ target, code: problem.code })
}

/** The other side's own words, as they came. */
export function stepAnswerText({ problem, state }: StepRow, target: string): string | null {
  if (!problem?.message || state === 'done') return null
  const { message, serviceCode: code } = problem
  return code === null
    ? m.posting_answer_of({ target, message })
    : m.posting_answer_of_with_code({ target, message, code })
}
