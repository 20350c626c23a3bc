import { CronExpressionParser } from 'cron-parser'
import type { SourceSchedule } from '../contract.ts'

/**
 * The next time after `after` that a schedule asks for. The minute comes out of the template's id, so that those who
 * chose the same hour do not all ask at once: Google's ration is shared by every customer (300 reads a minute).
 */
export function nextFetch(schedule: SourceSchedule, templateId: string, after: Date): Date {
  const minute = Number.parseInt(templateId.slice(-4), 16) % 60
  return soonest(expressions(schedule, minute), after)
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
