import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newId, timeIdsBy } from './ids.ts'

afterEach(() => {
  timeIdsBy(() => Date.now())
  vi.useRealTimers()
})

test('an id is a UUID of version 7 that holds the time it was made', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  const id = newId()
  expect(z.uuidv7().safeParse(id).success).toBe(true)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.now())
})

test('ids made after each other sort after each other and never repeat, also within a millisecond', () => {
  vi.useFakeTimers({ now: Date.now() + 120_000 })
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(z.uuidv7().safeParse(id).success).toBe(true)
})

test('ids keep their order when the clock steps back', () => {
  vi.useFakeTimers({ now: Date.now() + 180_000 })
  const before = newId()
  vi.setSystemTime(Date.now() - 5_000)
  expect(newId() > before).toBe(true)
})

test('where another clock is gone by ids hold its time', () => {
  const theirs = Date.now() + 300_000
  timeIdsBy(() => theirs)
  expect(Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)).toBe(theirs)
})
