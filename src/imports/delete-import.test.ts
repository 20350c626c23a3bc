import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, rowsOf } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { imports } from './tables.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function openScene() {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const remove = (id: string) => near.call('DELETE', `/imports/${id}`)
  const countOf = async (table: string, id: string) => {
    const counted = sql`select count(*)::int as count from ${sql.identifier(table)} where import_id = ${id}::uuid`
    return (await rowsOf<{ count: number }>(database.db.execute(counted)))[0]?.count
  }
  const keyOf = async (id: string) =>
    (await database.db.select({ key: imports.fileKey }).from(imports).where(eq(imports.id, id)))[0]?.key ?? ''
  return { ...near, remove, countOf, keyOf }
}
const file = csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00;', '2026-10-02;KONTORSHALLEN 0412;SEK;0;99,00;')

test('a check that waits for an import has nothing to do once that is deleted', async () => {
  const near = openScene()
  const { id } = await near.read(file)
  const recheck = near.imports.jobs.handlers.find(({ definition }) => definition.name === 'imports.recheck')!
  const check = () => recheck.run({ companyId: near.companyId, importId: id }, new AbortController().signal)
  await check()
  expect((await near.remove(id)).status).toBe(204)
  expect(await check()).toBeUndefined()
})

test('of an import that is deleted neither rows, nor its last change, nor its file are left', async () => {
  const near = openScene()
  const { id } = await near.read(file)
  const [stays, key] = [await near.read(csv('2026-10-03;KONTORSHALLEN 0412;SEK;0;5,00;')), await near.keyOf(id)]
  await near.call('POST', `/imports/${id}/rows/change`, { ids: [2, 3], decision: 'leave-out' })
  const counts = async () => [
    await near.countOf('import_rows', id),
    await near.countOf('row_changes', id),
    near.stored.has(key),
  ]
  expect(await counts()).toEqual([3, 1, true])
  expect((await near.remove(id)).status).toBe(204)
  expect(await counts()).toEqual([0, 0, false])
  expect((await near.remove(id)).status).toBe(404)
  expect(await near.countOf('import_rows', stays.id)).toBe(2)
})

test('one that was confirmed is history: it stays whole; opened again for a row that came back it is closed', async () => {
  const near = openScene()
  const { id } = await near.read(file)
  await near.call('POST', `/imports/${id}/confirm`, { invoices: 2 })
  const key = await near.keyOf(id)
  const isKept = async () => {
    expect([await near.countOf('import_rows', id), await near.countOf('imported_purchases', id)]).toEqual([3, 2])
    expect(near.stored.has(key)).toBe(true)
  }
  expect(await near.remove(id)).toMatchObject({ status: 409, body: { errors: [{ code: 'import-confirmed' }] } })
  await isKept()
  await near.giveBack(id, near.runs[0]?.invoices[0]?.reference ?? '')
  await near.work()
  const read = async () => (await near.call('GET', `/imports/${id}`)).body
  expect(await read()).toMatchObject({ state: 'checked', invoices: 1 })
  expect((await near.remove(id)).status).toBe(204)
  expect(await read()).toMatchObject({ state: 'confirmed', invoices: 0, totals: { ready: { count: 0 } } })
  await isKept()
})
