import { dayInSweden, type LocalDate } from '#kernel/local-dates.ts'

const instant = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?: ?Z| ?[+-]00:?00| UTC| GMT)$/

/**
 * The day in Sweden of a moment that says it is in UTC: `2026-04-30T22:00:00Z` is what a program makes of the Swedish first
 * of May. Null for any other text; a moment without a zone, or in one of its own, is the day that it says.
 */
export function swedishDayOf(text: string): LocalDate | null {
  const [, day, minutes, seconds = ''] = instant.exec(text) ?? []
  const moment = day ? new Date(`${day}T${minutes}${seconds}Z`) : null
  return moment && !Number.isNaN(moment.getTime()) ? dayInSweden(moment) : null
}
