import { Children, type ReactNode } from 'react'
import { getLocale } from '#runtime'
import { cn } from './class-names.ts'

const zone = 'Europe/Stockholm'
const stockholm = new Intl.DateTimeFormat('sv-SE', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A date `2026-10-05` in tabular figures with narrow hyphens. Props: date (YYYY-MM-DD, or null: an en dash), className. */
export function DateText({ date, className }: { date: string | null; className?: string }) {
  if (date === null) return <span className={cn('figures text-ink-3', className)}>–</span>
  const [year, month, day] = date.split('-')
  return (
    <time dateTime={date} className={cn('figures', className)}>
      {year}
      <span className="hy">-</span>
      {month}
      <span className="hy">-</span>
      {day}
    </time>
  )
}

/** A text in which dates stand as they do by themselves: `Till 2026-10-05`. Props: text. */
export function DatedText({ text }: { text: string }) {
  return Children.toArray(text.split(/(?<=\d{4}-\d{2}-\d{2})|(?=\d{4}-\d{2}-\d{2})/).map(dated))
}

const dated = (part: string): ReactNode => (/^\d{4}-\d{2}-\d{2}$/.test(part) ? <DateText date={part} /> : part)

/** An instant (ISO, UTC) as date and time in Stockholm: `2026-10-05 09.14`, in English `09:14`. Props: instant, withDate (default true), className. */
export function InstantText({
  instant,
  withDate = true,
  className,
}: {
  instant: string
  withDate?: boolean
  className?: string
}) {
  const { date, time } = localParts(instant)
  return (
    <time dateTime={instant} className={cn('figures', className)}>
      {withDate && (
        <>
          <DateText date={date} />{' '}
        </>
      )}
      {time}
    </time>
  )
}

/** `09.14`, in English `09:14`. */
export const clockText = (hour: string, minute: string) => hour + (getLocale() === 'sv' ? '.' : ':') + minute

/** Date and time of an instant in Stockholm; times are written `09.14`, in English `09:14`. */
export function localParts(instant: string): { date: string; time: string } {
  const parts = Object.fromEntries(stockholm.formatToParts(new Date(instant)).map((part) => [part.type, part.value]))
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: clockText(`${parts.hour}`, `${parts.minute}`) }
}

/** `Lördag 21 november 2026`, in the user's language. */
export function formatLongDate(date: Date): string {
  const text = new Intl.DateTimeFormat(getLocale() === 'sv' ? 'sv-SE' : 'en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(date)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
