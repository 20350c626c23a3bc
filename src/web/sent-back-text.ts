import { refusalText } from '#connectors/rules/refusal-text.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import * as m from '#messages'

/** What came back from posting: what was answered, or why it was not approved. */
export function sentBackText({ code, serviceCode = '', message = '' }: NonNullable<RowProblem['params']>): string {
  if (code === 'approval-refused') return m.problems_approval_refused({ message: String(message) })
  if (code === 'cancelled-there') return m.problems_sent_back_cancelled()
  const told = refusalText(String(serviceCode))
  if (told !== null) return m.problems_sent_back_told({ told, message: String(message) })
  return message ? m.problems_sent_back_because({ message: String(message) }) : m.problems_sent_back()
}
