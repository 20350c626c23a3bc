import type { RowProblem } from '#kernel/row-problem.ts'
import * as m from '#messages'

export const dateOrderNames = { ymd: m.templates_date_ymd, dmy: m.templates_date_dmy, mdy: m.templates_date_mdy }
const orders = ['ymd', 'dmy', 'mdy'] as const

/** That the order chosen fits no date of the sample, and how many each of the others fits. */
export function dateOrderText({ chosen, days, ...fits }: NonNullable<RowProblem['params']>): string {
  const name = (order: (typeof orders)[number]) => dateOrderNames[order]()
  const others = orders.filter((order) => Number(fits[order] ?? 0) > 0)
  const found = orders.find((order) => order === chosen)
  return [
    m.problems_date_order_reads_none({ chosen: found ? name(found) : '' }),
    ...others.map((order) =>
      m.problems_date_order_reads({ order: name(order), count: String(fits[order]), days: String(days) }),
    ),
    m.problems_date_order_reads_choose(),
  ].join(' ')
}
