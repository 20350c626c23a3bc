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

test('rows that are gone while nothing new came are told once, by name, in the events and to their import, and no more when they are back', async () => {
  const { id, sheet, fetchRows, outcome, told, toldGone, started } = await openMapped()
  await fetchRows(id)
  const importId = started[0]?.importId
  const all = sheet.rows
  sheet.rows = all.slice(0, 1)
  sheet.version++
  expect(await fetchRows(id)).toBeNull()
  expect(await outcome(id)).toMatchObject({ kind: 'unchanged', newRows: 0, goneRows: 2, gone: 'row 3; row 4' })
  expect(await told()).toEqual([{ told: 'source-rows-gone', rows: 2, which: 'row 3; row 4' }])
  expect(toldGone).toEqual([[3, 4].map((row) => ({ importId, row }))])
  sheet.header = [...sheet.header, 'Attest']
  sheet.version++
  expect(await fetchRows(id)).toBeNull()
  expect(await outcome(id)).not.toHaveProperty('goneRows')
  sheet.rows = all
  sheet.version++
  expect(await fetchRows(id)).toHaveLength(3)
  expect([(await told()).length, toldGone.length]).toEqual([1, 1])
})

test('an import is told which of its rows were taken away from among others, and not of those a new month is pasted over', async () => {
  const { id, sheet, fetchRows, toldGone, started } = await openMapped()
  await fetchRows(id)
  sheet.rows = [...sheet.rows.slice(0, 2), line('2026-11-04', 'E', '5')]
  sheet.version++
  await fetchRows(id)
  expect(toldGone).toEqual([[{ importId: started[0]?.importId, row: 4 }]])
  sheet.rows = [line('2026-12-01', 'F', '6')]
  sheet.version++
  expect(await fetchRows(id)).toHaveLength(2)
  expect(toldGone).toHaveLength(1)
})

test('a sheet that is emptied is told once of in the events, however often it is looked at', async () => {
  const { id, sheet, fetchRows, outcome, told, toldGone } = await openMapped()
  await fetchRows(id)
  sheet.rows = []
  for (let time = 0; time < 2; time++) {
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged', goneRows: 3, gone: 'row 2; row 3; row 4' })
  }
  expect([(await told()).length, toldGone.length]).toEqual([1, 0])
})
