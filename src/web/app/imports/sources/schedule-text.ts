import * as m from '#messages'
import type { TemplateSource } from '#sources/contract.ts'
import { minuteOf } from '#sources/rules/schedule-minute.ts'
import { clockText, localParts } from '../../../ui/date-text.tsx'

const two = (value: number) => String(value).padStart(2, '0')

/** Made anew for each language. */
export const weekdayNames = (): string[] => [
  m.sources_weekday_1(),
  m.sources_weekday_2(),
  m.sources_weekday_3(),
  m.sources_weekday_4(),
  m.sources_weekday_5(),
  m.sources_weekday_6(),
  m.sources_weekday_7(),
]

/** Times are written as everywhere in Radvis; the minute is Radvis's own to spread. */
export const hourText = (hour: number) => clockText(two(hour), '00')

type Told = Pick<TemplateSource, 'schedule' | 'templateId' | 'nextAt'>

/** The minute is that of the template: what comes next may be a try after one that failed, at a minute of its own. */
export function scheduleText({ schedule, templateId, nextAt }: Told): string {
  if (schedule === null) return m.sources_schedule_none()
  const { every, weekday, day } = schedule
  // nobody has chosen the minute, so nobody knows it who is not told
  const next = nextAt && localParts(nextAt).time
  if (every === 'hour') return next ? m.sources_schedule_hour_next({ at: next }) : m.sources_schedule_hour()
  const hour = clockText(two(schedule.hour), two(minuteOf(templateId)))
  if (every === 'day') return m.sources_schedule_day({ hour })
  if (every === 'week') return m.sources_schedule_week({ weekday: weekdayNames()[weekday - 1] ?? '', hour })
  return day === 31 ? m.sources_schedule_month_last({ hour }) : m.sources_schedule_month({ day, hour })
}
