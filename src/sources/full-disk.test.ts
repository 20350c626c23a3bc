import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { line, openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('rows that our own disk has no room for are fetched again soon, each once', async () => {
  const { sheet, store, createMapped, call, clock, runSchedules, work, outcome, started } = openSources(database)
  sheet.rows = [line('2026-11-01', 'A', '1')]
  const id = await createMapped()
  const schedule = { every: 'month', hour: 6, weekday: 1, day: 1 }
  await call('PUT', `/template-sources/${id}/schedule`, { schedule })
  const next = async () => Date.parse((await call('GET', `/template-sources/${id}`)).body.nextAt)
  const fetchWhenDue = async () => {
    clock.time = new Date(await next())
    await runSchedules()
    await work()
    return ((await next()) - clock.time.getTime()) / 60_000
  }
  store.failsWith = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect([await fetchWhenDue(), await fetchWhenDue()]).toEqual([10, 60])
  expect(await outcome(id)).toMatchObject({ kind: 'failed', problem: { code: 'store-away' } })
  store.failsWith = null
  await fetchWhenDue()
  expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 1 })
  expect(started).toHaveLength(1)
})
