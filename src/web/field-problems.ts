import * as m from '#messages'
import { ApiProblem, type FieldProblem } from './api-client.ts'

/** What is wrong with one field, in words; `name` is the field's label. */
export function fieldProblemText(problem: Pick<FieldProblem, 'code' | 'message' | 'params'>, name: string): string {
  switch (problem.code) {
    case 'required':
      return m.shell_required_name({ name })
    case 'missing-value':
      return m.shell_missing_value({ name })
    case 'too-small':
      return m.shell_too_short({ minimum: String(problem.params?.minimum ?? '') })
    case 'too-big':
      return m.shell_too_long({ maximum: String(problem.params?.maximum ?? '') })
    case 'organisation-number-invalid':
      return m.shell_organisation_number_invalid()
    case 'account-unreadable':
      return m.suppliers_problem_account_unreadable()
    default:
      return problem.message ?? m.shell_value_invalid()
  }
}

const isCompanyGone = ({ code }: FieldProblem) => code === 'company-gone'

/** The person was taken out of the company that the call was made for. */
export function saysCompanyGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.errors.some(isCompanyGone)
}

/** The sentence to show for anything a call threw; what the accounting system answered stands behind as it came. */
export function problemTitle(error: unknown): string {
  if (!(error instanceof ApiProblem)) return m.shell_request_failed()
  const { detail } = error
  const gone = error.errors.find(isCompanyGone)
  if (gone) return gone.message ?? error.title
  return detail === undefined
    ? error.title
    : `${error.title} ${m.problems_accounting_system_refused({ message: detail })}`
}
