import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import type { OpenDatabase } from '#platform/database.ts'
import type { FieldSource } from '#templates/contract.ts'
import { openTestDatabase } from '../../test/database.ts'
import { line, openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Whose columns are mapped as a template's are. */
async function openMapped() {
  const near = openSources(database)
  near.sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2'), line('2026-11-02', 'C', '3')]
  const id = await near.create()
  const template = near.templates.get(id)!
  const { date, text, amount } = template.mapping.fields as Record<string, FieldSource>
  const map = (fields: Record<string, FieldSource> = {}) => {
    template.mapping = {
      ...template.mapping,
      fields: { invoiceDate: date!, merchant: text!, total: amount!, ...fields },
    }
  }
  map()
  return { ...near, id, map }
}

test('a sheet that is edited in its amounts or its shops ties the rows to what they were, and tells of what it cannot', async () => {
  const { id, sheet, fetchRows, started, outcome } = await openMapped()
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
    { code: 'source-rows-gone', params: { rows: 1, which: 'row 4' } },
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

test('rows that are gone from a sheet with nothing new in it are told in the log and to the imports they came with', async () => {
  const { id, companyId, sheet, fetchRows, started, toldGone, outcome } = await openMapped()
  await fetchRows(id)
  sheet.rows = sheet.rows.slice(0, 2)
  sheet.version++
  expect(await fetchRows(id)).toBeNull()
  const importId = started[0]?.importId
  expect(toldGone).toEqual([[{ importId, row: 4 }]])
  expect(await outcome(id)).toMatchObject({ kind: 'unchanged', goneRows: 1 })
  const listed = () => database.db.select().from(events).where(eq(events.companyId, companyId))
  expect(await listed()).toMatchObject([{ activity: 'source-rows-gone', params: { rows: 1, which: 'row 4' } }])
  sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-04', 'E', '5')]
  sheet.version++
  await fetchRows(id)
  expect(toldGone.slice(1)).toEqual([[{ importId, row: 3 }]])
  expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 1 })
  sheet.rows = [line('2026-12-01', 'F', '6')] // the next month, pasted over the last
  sheet.version++
  await fetchRows(id)
  expect([toldGone.length, (await listed()).length]).toEqual([2, 1])
})

test('an edited row is known again after another column was mapped, and by each import that it came with', async () => {
  const { id, map, sheet, fetchRows, started } = await openMapped()
  await fetchRows(id)
  await fetchRows(id, 'all')
  map({ comments: { kind: 'source', from: { kind: 'column', name: 'Ort', occurrence: 0, index: 3 } } })
  sheet.header = [...sheet.header, 'Ort']
  sheet.version++
  expect(await fetchRows(id)).toBeNull()
  sheet.rows = [line('2026-11-01', 'A', '10'), ...sheet.rows.slice(1)]
  sheet.version++
  await fetchRows(id)
  expect(started).toHaveLength(3)
  expect(started[2]?.edits).toEqual(started.slice(0, 2).map(({ importId }) => ({ number: 2, importId, row: 2 })))
})

test('everything fetched again ties each edited row to what it was, whenever that was edited', async () => {
  const { id, sheet, fetchRows, started } = await openMapped()
  await fetchRows(id)
  const first = started[0]?.importId
  sheet.rows = [line('2026-11-01', 'A', '10'), ...sheet.rows.slice(1)]
  sheet.version++
  await fetchRows(id)
  sheet.rows = [...sheet.rows.slice(0, 2), line('2026-11-02', 'C', '30')]
  sheet.version++
  expect(await fetchRows(id, 'all')).toHaveLength(4)
  expect(started[2]?.edits).toEqual([
    { number: 4, importId: first, row: 4 },
    { number: 2, importId: first, row: 2 },
  ])
  await fetchRows(id, 'all')
  expect(started[3]?.edits).toEqual([
    { number: 2, importId: first, row: 2 },
    { number: 4, importId: first, row: 4 },
  ])
})
