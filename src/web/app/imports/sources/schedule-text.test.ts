import { expect, test } from 'vitest'
import * as m from '#messages'
import { scheduleText } from './schedule-text.ts'

test('rows fetched every hour say at which minute, which nobody has chosen', () => {
  const schedule = { every: 'hour', hour: 6, weekday: 1, day: 1 } as const
  const at = (nextAt: string | null) => scheduleText({ schedule, nextAt })
  expect(at('2026-11-26T05:06:00.000Z')).toBe(m.sources_schedule_hour_next({ at: '06.06' }))
  expect(at(null)).toBe(m.sources_schedule_hour())
})

test('a day’s hour is told with the minute that it comes at, but for a try that comes at another hour', () => {
  const schedule = { every: 'day', hour: 6, weekday: 1, day: 1 } as const
  const at = (nextAt: string | null) => scheduleText({ schedule, nextAt })
  expect(at('2026-11-26T05:24:00.000Z')).toBe(m.sources_schedule_day({ hour: '06.24' }))
  expect(at('2026-11-26T08:10:00.000Z')).toBe(m.sources_schedule_day({ hour: '06.00' }))
  expect(at(null)).toBe(m.sources_schedule_day({ hour: '06.00' }))
})
