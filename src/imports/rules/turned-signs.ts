import type { RowProblem } from '#kernel/row-problem.ts'

/** A few refunds among few rows say nothing. */
const fewestTelling = 3

/**
 * Most of a card's rows are purchases. Where most came out as refunds the template may take the file's signs the wrong
 * way round, which no single row shows.
 */
export function warnOfTurnedSigns({ purchases, refunds }: { purchases: number; refunds: number }): RowProblem[] {
  if (refunds < fewestTelling || refunds * 2 <= purchases) return []
  return [{ code: 'mostly-refunds', params: { refunds, rows: purchases } }]
}
