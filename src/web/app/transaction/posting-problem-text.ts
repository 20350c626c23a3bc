import * as m from '#messages'
import type { PostingRow } from '#posting/contract.ts'

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
  'rows-changed': m.posting_problem_rows_changed,
  unknown: m.posting_problem_unknown,
  unavailable: m.posting_problem_unavailable,
  'rate-limited': m.posting_problem_rate_limited,
}

/**
 * Fortnox's own codes (developer.fortnox.se, "Errors"; 2000427 and 2000550 as integrators describe them): what to do
 * where the kind alone says too little.
 */
const codeTexts: Record<string, Text> = {
  '2000106': m.posting_code_value,
  '2000108': m.posting_code_value,
  '2000134': m.posting_code_value,
  '2000359': m.posting_code_characters,
  '2000423': m.posting_code_account,
  '2000427': m.posting_code_currency,
  '2000550': m.posting_code_account_inactive,
  '2000637': m.posting_code_number_used,
  '2000755': m.posting_code_unbalanced,
  '2001304': m.posting_code_account,
  '2001392': m.posting_code_value,
  '2003095': m.posting_code_predefined,
  '2003115': m.posting_code_reverse,
  '2003127': m.posting_code_warehouse,
}

/** Why a step stands where it stands and what to do; null when nothing is the matter. */
export function stepProblemText({ state, problem }: StepRow, target: string): string | null {
  if (!problem || state === 'done') return null
  if (state === 'rejected' && problem.code === 'unknown') return m.posting_problem_given_up({ target })
  const byCode = problem.serviceCode === null ? undefined : codeTexts[problem.serviceCode]
  if (byCode && (problem.code === 'rejected' || problem.code === 'not-found')) return byCode({ target })
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
