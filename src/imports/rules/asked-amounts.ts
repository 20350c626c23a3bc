import type { RowProblem } from '#kernel/row-problem.ts'
import type { AmountAnswer } from '../contract.ts'

/** Problems that a written amount answers: as it was read, or as money back. */
const asRead: ReadonlySet<string> = new Set(['allowance', 'booked-unclear', 'row-of-account', 'refund-or-purchase'])
const asRefund: ReadonlySet<string> = new Set(['refund-unclear', 'refund-or-payment', 'refund-or-purchase'])

export type Asked = { problems: readonly Pick<RowProblem, 'code'>[]; amount: number | null; decision: string | null }

/** What may be written as the amount (öre) of a row that is asked about; null where it answers nothing, or no amount was read. */
export function answeredAmount({ problems, amount, decision }: Asked, answer: AmountAnswer): number | null {
  if (amount === null || amount === 0 || decision !== null) return null
  const codes = answer === 'as-read' ? asRead : asRefund
  if (!problems.some(({ code }) => codes.has(code))) return null
  return answer === 'as-read' ? amount : -Math.abs(amount)
}
