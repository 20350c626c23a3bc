import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import type { FieldSource } from '#templates/contract.ts'
import { openTestDatabase } from '../../test/database.ts'
import { line, openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a sheet that is edited in its amounts or its shops ties the rows to what they were, and tells of what it cannot', async () => {
  const { sheet, create, fetchRows, started, templates, outcome } = openSources(database)
  sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2'), line('2026-11-02', 'C', '3')]
  const id = await create()
  const template = templates.get(id)!
  const { date, text, amount } = template.mapping.fields as Record<string, FieldSource>
  template.mapping = { ...template.mapping, fields: { invoiceDate: date!, merchant: text!, total: amount! } }
  await fetchRows(id)
  const first = started[0]?.importId
  sheet.rows = [line('2026-11-01', 'A', '10'), line('2026-11-02', 'Bo', '2'), line('2026-11-03', 'D', '4')]
  sheet.version++
  expect(await fetchRows(id)).toHaveLength(4)
  expect(started[1]?.edits).toEqual([
    { number: 2, importId: first, row: 2 },
    { number: 3, importId: first, row: 3 },
  ])
  expect(started[1]?.warnings).toEqual([
    { code: 'source-rows-changed', params: { rows: 2 } },
    { code: 'source-rows-gone', params: { rows: 1 } },
  ])
  expect(await outcome(id)).toMatchObject({ newRows: 1, changedRows: 2 })
  sheet.rows = [line('2026-11-01', 'A', '11'), ...sheet.rows.slice(1)]
  sheet.version++
  await fetchRows(id)
  expect(started[2]?.edits).toEqual([
    { number: 2, importId: first, row: 2 },
    { number: 2, importId: started[1]?.importId, row: 2 },
  ])
})
