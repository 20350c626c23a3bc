import { CronExpressionParser } from 'cron-parser'
import type { SourceSchedule } from '../contract.ts'
import { minuteOf } from './schedule-minute.ts'

/** The next time after `after` that a schedule asks for. */
export function nextFetch(schedule: SourceSchedule, templateId: string, after: Date): Date {
  return soonest(expressions(schedule, minuteOf(templateId)), after)
}

function expressions({ every, hour, weekday, day }: SourceSchedule, minute: number): string[] {
  if (every === 'hour') return [`${minute} * * * *`]
  if (every === 'day') return [`${minute} ${hour} * * *`]
  if (every === 'week') return [`${minute} ${hour} * * ${weekday % 7}`]
  if (day <= 28) return [`${minute} ${hour} ${day} * *`]
  // the last day of the months that lack the day
  const has = (days: number) => days >= day
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const long = lengths.flatMap((days, index) => (has(days) ? [index + 1] : []))
  const short = lengths.flatMap((days, index) => (has(days) ? [] : [index + 1]))
  return [`${minute} ${hour} ${day} ${long.join(',')} *`, `${minute} ${hour} L ${short.join(',')} *`]
}

function soonest(expressionsOf: readonly string[], after: Date): Date {
  const times = expressionsOf.map((expression) =>
    CronExpressionParser.parse(expression, { tz: 'Europe/Stockholm', currentDate: after }).next().getTime(),
  )
  return new Date(Math.min(...times))
}
