import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadRow } from '#templates/rules/mapping/reading.ts'

/** A few refunds among few rows say nothing, unless a payment to the card says the same. */
const fewestTelling = 3

/** `paidAlike`: rows that pay the card and came out with a purchase's sign, where a statement has the other. */
type Read = { purchases: number; refunds: number; paidAlike: number; warnings: readonly RowProblem[] }

/**
 * Most of a card's rows are purchases. Where most came out as refunds the template may take the file's signs the wrong
 * way round, which no single row shows. Where `warnings` says so already, with the same mend, it is not said again.
 */
export function warnOfTurnedSigns({ purchases, refunds, paidAlike, warnings }: Read): RowProblem[] {
  if (warnings.some(({ code }) => code === 'account-signs-turned')) return []
  if (refunds < (paidAlike > 0 ? 1 : fewestTelling) || refunds * 2 <= purchases) return []
  return [{ code: 'mostly-refunds', params: { refunds, rows: purchases } }]
}

export function isPaidAlike({ outcome }: Pick<ReadRow, 'outcome'>): boolean {
  return outcome.kind === 'skipped' && outcome.reason === 'payment-to-card' && (outcome.amountSek ?? 0) > 0
}
