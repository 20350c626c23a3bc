import type { RowProblem } from '#kernel/row-problem.ts'

/** A few refunds among few rows say nothing. */
const fewestTelling = 3

type Read = { purchases: number; refunds: number; warnings: readonly RowProblem[] }

/**
 * Most of a card's rows are purchases. Where most came out as refunds the template may take the file's signs the wrong
 * way round, which no single row shows. Where `warnings` says so already, with the same mend, it is not said again.
 */
export function warnOfTurnedSigns({ purchases, refunds, warnings }: Read): RowProblem[] {
  if (warnings.some(({ code }) => code === 'account-signs-turned')) return []
  if (refunds < fewestTelling || refunds * 2 <= purchases) return []
  return [{ code: 'mostly-refunds', params: { refunds, rows: purchases } }]
}
