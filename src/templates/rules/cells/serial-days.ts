import { addDays, type LocalDate } from '#kernel/local-dates.ts'
import { isBlank } from './cell-text.ts'
import { dayOfSerial, looksLikeSerial } from './dates.ts'

/** So far from the others a day may be that lost its format. */
const mostDaysAway = 62

/**
 * Whether the numbers of a workbook's column of days are days whose format was lost, as when a row was pasted in: all other
 * cells are days to the workbook itself, and the number is one of about the same time.
 */
export function surveySerialDays() {
  const days: { earliest: LocalDate | null; latest: LocalDate | null } = { earliest: null, latest: null }
  const serials = new Set<LocalDate>()
  let hasOthers = false
  return {
    add(text: string, kind: string): void {
      if (kind === 'd') {
        const day = text.slice(0, 10)
        if (days.earliest === null || day < days.earliest) days.earliest = day
        if (days.latest === null || day > days.latest) days.latest = day
      } else if (kind === 'n' && looksLikeSerial(text)) serials.add(dayOfSerial(text))
      else if (!isBlank(text) && /\d/.test(text)) hasOthers = true
    },
    areDays(): boolean {
      const { earliest, latest } = days
      if (hasOthers || serials.size === 0 || earliest === null || latest === null) return false
      const [from, to] = [addDays(earliest, -mostDaysAway), addDays(latest, mostDaysAway)]
      return [...serials].every((day) => from <= day && day <= to)
    },
  }
}
