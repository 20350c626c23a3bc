import type { RowProblem } from '#kernel/row-problem.ts'
import type { KnownOfRow } from '#templates/rules/mapping/reading.ts'

/** Of a row that could not be read whole: what could be, and what stood in the way. Kept, since edits come and go. */
export type UnreadRow = {
  known: KnownOfRow | null
  problems: RowProblem[]
  amount: number | null
  sheet: number
  accountCurrency?: string
}
