import { expect, test } from 'vitest'
import * as m from '#messages'
import { scheduleText } from './schedule-text.ts'

const templateId = '01a1fd4f-76b5-7000-ac44-374940000018' // minute 24

test('rows fetched every hour say at which minute, which nobody has chosen', () => {
  const schedule = { every: 'hour', hour: 6, weekday: 1, day: 1 } as const
  const at = (nextAt: string | null) => scheduleText({ schedule, templateId, nextAt })
  expect(at('2026-11-26T05:06:00.000Z')).toBe(m.sources_schedule_hour_next({ at: '06.06' }))
  expect(at(null)).toBe(m.sources_schedule_hour())
})

test('a day’s hour is told with the minute that it comes at, also while what failed is tried again at another time', () => {
  const schedule = { every: 'day', hour: 6, weekday: 1, day: 1 } as const
  const at = (nextAt: string | null) => scheduleText({ schedule, templateId, nextAt })
  for (const nextAt of ['2026-11-26T05:24:00.000Z', '2026-11-26T05:10:00.000Z', '2026-11-26T08:10:00.000Z', null])
    expect(at(nextAt)).toBe(m.sources_schedule_day({ hour: '06.24' }))
})
