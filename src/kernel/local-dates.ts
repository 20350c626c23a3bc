/** A calendar day without time or zone, `YYYY-MM-DD`. Compares as text. */
export type LocalDate = string

export function localDate(year: number, month: number, day: number): LocalDate | null {
  if (![year, month, day].every(Number.isInteger) || year < 1 || year > 9999 || month < 1 || month > 12 || day < 1)
    return null
  if (day > daysInMonth(year, month)) return null
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export function parseLocalDate(text: string): LocalDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return match ? localDate(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

/** Throws a RangeError where `date` is no date or the result leaves the years 1 to 9999. */
export function addDays(date: LocalDate, days: number): LocalDate {
  const instant = new Date(`${date}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  const result = parseLocalDate(date) && parseLocalDate(instant.toISOString().slice(0, 10))
  if (!result) throw new RangeError(`${date} and ${days} days is outside the calendar`)
  return result
}

/** The day it is in Sweden at an instant. */
export function dayInSweden(instant: Date): LocalDate {
  return swedishDay.format(instant)
}

const swedishDay = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
