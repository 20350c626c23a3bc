import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { holdOpen, untilWaiting } from '../../test/holding-row.ts'
import { templateSources } from './tables.ts'
import { line, openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const schedule = { every: 'month', hour: 6, weekday: 1, day: 1 }
/** Somebody takes a source's schedule away in a transaction that has not ended. */
const removeSchedule = (templateId: string) =>
  holdOpen(database, (tx) =>
    tx.update(templateSources).set({ schedule: null, nextAt: null }).where(eq(templateSources.templateId, templateId)),
  )

describe.runIf(process.env.TEST_ON === 'postgres')('a source whose schedule is removed', () => {
  test('at the moment when its time has come is not fetched, and has no next time', async () => {
    const { createMapped, call, clock, runSchedules, queued } = openSources(database)
    const id = await createMapped()
    const { body } = await call('PUT', `/template-sources/${id}/schedule`, { schedule })
    clock.time = new Date(body.nextAt)
    const removing = await removeSchedule(id)
    const running = runSchedules()
    await untilWaiting(database, 1)
    await removing.letGo()
    await running
    expect((await call('GET', `/template-sources/${id}`)).body).toMatchObject({ schedule: null, nextAt: null })
    expect(queued).toEqual([])
  })

  test('at the moment when its fetching fails has no next time', async () => {
    const { sheet, createMapped, call, work } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await createMapped()
    await call('PUT', `/template-sources/${id}/schedule`, { schedule })
    await call('POST', `/template-sources/${id}/fetch`, { extent: 'changed' })
    const begun = Promise.withResolvers<Awaited<ReturnType<typeof removeSchedule>>>()
    sheet.whileRead = async () => {
      begun.resolve(await removeSchedule(id))
      throw new AppError('source-unavailable', 'away')
    }
    const working = work()
    const removing = await begun.promise
    await untilWaiting(database, 1)
    await removing.letGo()
    await working
    expect((await call('GET', `/template-sources/${id}`)).body).toMatchObject({
      ...{ schedule: null, nextAt: null },
      outcome: { kind: 'failed' },
    })
  })
})
