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

const compact =
  /^(20\d\d)(\d\d)(\d\d)(?:[T ](\d\d)(\d\d)(\d\d)?|(\d\d)(\d\d)(\d\d))(?:[.,]\d{1,9})?( ?Z|[+-]\d\d:?\d\d)?$/

/**
 * `20260314T101112`, `20260314101112` or `20260314 1011` with marks between its parts, as other moments are written; null for any
 * other text. Without a mark it has seconds: twelve figures alone may be any number.
 */
export function withMarks(text: string): string | null {
  const [, year, month, day, hour, minute, second = '00', ownHour, ownMinute, ownSecond, zone = ''] =
    compact.exec(text) ?? []
  if (year === undefined) return null
  const time = hour === undefined ? [ownHour, ownMinute, ownSecond] : [hour, minute, second]
  const isTime = Number(time[0]) < 24 && Number(time[1]) < 60 && Number(time[2]) < 60
  return isTime ? `${year}-${month}-${day}T${time.join(':')}${zone}` : null
}
