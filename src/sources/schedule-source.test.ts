import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a template is put on a schedule when its columns are mapped, and taken off it whether they are or not', async () => {
  const { createMapped, call, templates } = openSources(database)
  const id = await createMapped()
  const put = (schedule: unknown) => call('PUT', `/template-sources/${id}/schedule`, { schedule })
  const daily = { every: 'day', hour: 6, weekday: 1, day: 1 }
  expect((await put(daily)).body).toMatchObject({ schedule: daily, nextAt: expect.any(String) })
  const { mapping } = templates.get(id) ?? expect.fail('no template')
  const { merchant: _, ...fields } = mapping.fields
  templates.set(id, { ...templates.get(id)!, mapping: { ...mapping, fields } })
  expect((await put({ ...daily, hour: 7 })).body).toMatchObject({
    code: 'invalid-input',
    errors: [{ path: 'schedule', code: 'template-not-mapped' }],
  })
  expect((await call('GET', `/template-sources/${id}`)).body.schedule).toEqual(daily)
  expect((await put(null)).body).toMatchObject({ schedule: null, nextAt: null })
})
