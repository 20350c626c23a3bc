import { plainFigure } from './plain-figure.ts'
import { swedishDayOf, withMarks } from './utc-instants.ts'

const timeOfDay =
  /[T ,]+(?:kl(?:ockan)?\.? ?)?\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?(?: ?Z| ?[+-]\d{2}:?\d{2}|[ \u00a0\u202f]?[AP]M)?$/i
/** `03.10.2026.`, as Latvia writes it. */
const dayWithDot = /^\d{1,4}\.\d{1,2}\.\d{1,4}\.$/

/** `mån`, `Monday`: Sunday is the fourth of January 2026. */
const weekdays: ReadonlySet<string> = new Set(
  ['sv', 'en', 'nb', 'da', 'de', 'fi'].flatMap((locale) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const { format } = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
      return [4, 5, 6, 7, 8, 9, 10].map((day) =>
        format(Date.UTC(2026, 0, day))
          .replace('.', '')
          .toLowerCase(),
      )
    }),
  ),
)

/** `mån 5 jan 2026`, `Monday, January 5, 2026`. */
function withoutWeekday(text: string): string {
  const [beginning = '', word = ''] = isDigitAtStart.test(text) ? [] : (/^(\p{L}{2,12})[.,]* +/u.exec(text) ?? [])
  return weekdays.has(word.toLowerCase()) ? text.slice(beginning.length) : text
}
const isDigitAtStart = /^\d/

/** `2026-10-05 (mån)`. */
function withoutWeekdayAfter(text: string): string {
  const [ending = '', word = ''] = isDigitAtStart.test(text) ? (/[ ,]+\(?(\p{L}{2,12})\.?\)?$/u.exec(text) ?? []) : []
  return weekdays.has(word.toLowerCase()) ? text.slice(0, -ending.length) : text
}

const otherDashes = /(?<=\d)[\u2010-\u2013\u2212](?=\d)/g

/**
 * Without the apostrophe that keeps a spreadsheet program from taking a text for a date, without the time of day, and with
 * plain dashes.
 */
export function bareText(text: string): string {
  const trimmed = plainFigure(text).trim()
  const plain = withoutWeekday(trimmed.startsWith("'") ? trimmed.slice(1).trimStart() : trimmed)
  const bare = isPlain.test(plain) ? plain : plain.replace(otherDashes, '-')
  if (bare.length <= shortestWithTime || bare.length > longestWithTime) return bare
  const moment = withMarks(bare) ?? bare
  const day = swedishDayOf(moment) ?? withoutWeekdayAfter(moment.replace(timeOfDay, ''))
  return day.endsWith('.') && dayWithDot.test(day) ? day.slice(0, -1) : day
}
const isPlain = /^[ -~]*$/
const shortestWithTime = 10
const longestWithTime = 60
