import { addDays } from '#kernel/local-dates.ts'
import * as m from '#messages'
import { DateText, localParts } from '../../ui/date-text.tsx'

/** An instant as people say it: `i dag 09.14`, `i går 16.40`, else the date. */
export function RecentText({ instant }: { instant: string }) {
  const { date, time } = localParts(instant)
  const today = localParts(new Date().toISOString()).date
  if (date !== today && date !== addDays(today, -1)) return <DateText date={date} />
  const text = date === today ? m.activity_dashboard_today({ time }) : m.activity_dashboard_yesterday({ time })
  return (
    <time dateTime={instant} className="figures">
      {text}
    </time>
  )
}
