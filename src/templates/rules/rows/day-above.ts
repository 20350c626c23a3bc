import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowOutcome } from '../mapping/reading.ts'

/** The day of the purchase above, while nothing but rows without a day has come since. */
export type DayAbove = { sheet: string; day: LocalDate | null }

/**
 * A list kept by hand may write a day once, at the first of its purchases. That is not taken for granted: of a row that
 * lacks nothing else the problem names the day above (`params.above`), for a person to say that it is meant.
 */
export function nameDayAbove(outcome: RowOutcome, sheet: string, above: DayAbove): RowOutcome {
  if (above.sheet !== sheet) above.day = null
  above.sheet = sheet
  if (outcome.kind === 'purchase') {
    above.day = outcome.fields.invoiceDate
    return outcome
  }
  const [problem, ...others] = outcome.kind === 'unreadable' ? outcome.problems : []
  if (outcome.kind === 'skipped' || problem?.code !== 'date-missing') {
    above.day = outcome.kind === 'unreadable' ? (outcome.known?.invoiceDate ?? null) : null
    return outcome
  }
  if (above.day === null || others.length > 0) return outcome
  return { ...outcome, problems: [{ ...problem, params: { above: above.day } }] }
}
