import { addDays } from '#kernel/local-dates.ts'
import * as m from '#messages'
import { DateText, localParts } from '../../ui/date-text.tsx'

/** An instant as people say it: `i dag 09.14`, `i går 16.40`, else the date. */
export function recentText(instant: string): string {
  const { date, time } = localParts(instant)
  const today = localParts(new Date().toISOString()).date
  if (date === today) return m.activity_dashboard_today({ time })
  return date === addDays(today, -1) ? m.activity_dashboard_yesterday({ time }) : date
}

/** The same, standing by itself. */
export function RecentText({ instant }: { instant: string }) {
  const text = recentText(instant)
  if (text === localParts(instant).date) return <DateText date={text} />
  return (
    <time dateTime={instant} className="figures">
      {text}
    </time>
  )
}
