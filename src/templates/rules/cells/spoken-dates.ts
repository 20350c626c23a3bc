import { type LocalDate, localDate } from '#kernel/local-dates.ts'

const dayMonthYear = /^(?:den )?(\d{1,2})(?:\.|:?e|st|nd|rd|th)?[ -]([a-zåäöæø]{3,9})\.?,?(?:[ -]| -)(\d{4}|\d{2})$/i
const monthDayYear = /^([a-zåäöæø]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i
const yearMonthDay = /^(\d{4}) ([a-zåäöæø]{3,9})\.?,? (\d{1,2})$/i
/** `02MAR26`, as airlines and terminals write it: the day always stands first. */
const glued = /^(\d{2})([a-zåäöæø]{3})(\d{4}|\d{2})$/i
const dayMonth = /^(?:den )?(\d{1,2})(?:\.|:?e|st|nd|rd|th)?[ -]([a-zåäöæø]{3,9})\.?$/i
const longest = 30

/** `5 jan. 2026`, `den 5 januari 2026`, `05-May-26`, `May 5, 2026`, `2026 Oct 14`. */
export function readSpokenDate(text: string): LocalDate | null {
  if (text.length > longest) return null
  const [, day, month, year] = dayMonthYear.exec(text) ?? glued.exec(text) ?? monthFirst(text) ?? yearFirst(text) ?? []
  if (!day || !month || !year) return null
  const index = monthIndex(month)
  return index < 0 ? null : localDate(Number(year) + (year.length === 2 ? 2000 : 0), index + 1, Number(day))
}

/** `5 jan`, whose year stands elsewhere. */
export function readSpokenDay(text: string): { month: string; day: string } | null {
  const [, day, name] = text.length > longest ? [] : (dayMonth.exec(text) ?? [])
  const index = name === undefined ? -1 : monthIndex(name)
  if (!day || index < 0 || localDate(2024, index + 1, Number(day)) === null) return null
  return { month: String(index + 1), day }
}

function monthFirst(text: string): (string | undefined)[] | null {
  const match = monthDayYear.exec(text)
  return match && [match[0], match[2], match[1], match[3]]
}

function yearFirst(text: string): (string | undefined)[] | null {
  const match = yearMonthDay.exec(text)
  return match && [match[0], match[3], match[2], match[1]]
}

/** By the whole name or its beginning. */
export function monthIndex(name: string): number {
  const start = name.toLowerCase()
  return monthNames.findIndex((names) => names.some((one) => one.startsWith(start)))
}

export const monthNames: readonly (readonly string[])[] = [
  ['januari', 'january', 'januar'],
  ['februari', 'february', 'februar'],
  ['mars', 'march', 'marts', 'märz', 'mrz'],
  ['april'],
  ['maj', 'may', 'mai'],
  ['juni', 'june'],
  ['juli', 'july'],
  ['augusti', 'august'],
  ['september'],
  ['oktober', 'october'],
  ['november'],
  ['december', 'desember', 'dezember'],
]
