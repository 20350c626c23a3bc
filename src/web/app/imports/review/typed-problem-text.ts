import * as m from '#messages'
import type { FieldProblem } from '../../../api-client.ts'
import { hasProblemText, problemText } from '../../../problem-text.ts'

const writtenAs: Partial<Record<string, () => string>> = {
  'date-unreadable': m.imports_edit_date_as,
  'amount-unreadable': m.imports_edit_amount_as,
}

/** What is wrong with what somebody typed in a row and how it is written, where that can be told. */
export function typedProblemText({ code, params }: Pick<FieldProblem, 'code' | 'params'>): string | null {
  if (!hasProblemText(code)) return null
  const how = writtenAs[code]?.()
  const problem = problemText({ code, params })
  return how === undefined ? problem : `${problem}. ${how}`
}
