import type { ImportTotals, RowState } from '../contract.ts'

export type Counted = { count: number; sum: number }

/**
 * Puts the equation of an import together and refuses to show one that does not add up: every row that was read is
 * ready, needs attention, is a duplicate or was skipped, in number and in öre.
 */
export function addUp(read: Counted, byState: Partial<Record<RowState, Counted>>): ImportTotals {
  const of = (state: RowState): Counted => byState[state] ?? { count: 0, sum: 0 }
  const totals = {
    read,
    ready: of('ready'),
    attention: of('attention'),
    duplicate: of('duplicate'),
    skipped: of('skipped'),
  }
  for (const part of ['count', 'sum'] as const) {
    const counted = totals.ready[part] + totals.attention[part] + totals.duplicate[part] + totals.skipped[part]
    if (counted !== read[part])
      throw new Error(`the rows do not add up: ${part} read ${read[part]}, by state ${counted}`)
  }
  return totals
}

/** Adds rows up one by one to the equation of an import. */
export function createAdder(): { add(state: RowState, amount: number | null): void; finish(): ImportTotals } {
  const read = { count: 0, sum: 0 }
  const byState: Partial<Record<RowState, Counted>> = {}
  return {
    add(state, amount) {
      const counted = byState[state] ?? { count: 0, sum: 0 }
      byState[state] = counted
      for (const sum of [read, counted]) {
        sum.count += 1
        sum.sum += amount ?? 0
      }
    },
    finish: () => addUp(read, byState),
  }
}
