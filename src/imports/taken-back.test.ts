import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
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
  return near
}
const file = csv(
  '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
)
const confirm = (near: ReturnType<typeof openImports>, id: string, invoices: number) =>
  near.call('POST', `/imports/${id}/confirm`, { invoices })

test('what was taken back is ready again, under references of its own, and is claimed again', async () => {
  const near = openScene()
  const first = await near.read(file)
  await confirm(near, first.id, 3)
  const { companyId, connectionId } = near
  const referencesOf = (run: number) => near.runs[run]?.invoices.map(({ reference }) => reference) ?? []
  await withCompany(database.db, companyId, (tx) =>
    near.imports.releasePurchases(tx, { companyId, connectionId, references: referencesOf(0) }),
  )
  const again = await near.read(file, 'igen.csv')
  expect(again).toMatchObject({ invoices: 3, totals: { duplicate: { count: 0 } } })
  const shown = (await near.call('GET', `/imports/${again.id}/rows/2`)).body.request
  await confirm(near, again.id, 3)
  expect(new Set([...referencesOf(0), ...referencesOf(1)]).size).toBe(6)
  expect(JSON.stringify(shown)).toContain(referencesOf(1)[0] ?? 'none')
  expect(await near.read(file, 'tredje.csv')).toMatchObject({ invoices: 0, totals: { duplicate: { count: 3 } } })
})

test('imports that wait with the same purchases are checked when one is confirmed, and when it is taken back', async () => {
  const near = openScene()
  const [first, second] = [await near.read(file), await near.read(file, 'igen.csv')]
  const other = await near.read(csv('2026-10-02;KONTORSHALLEN 0412;SEK;0;10,00'), 'annan.csv')
  const secondNow = async () => (await near.call('GET', `/imports/${second.id}`)).body
  expect(await secondNow()).toMatchObject({ invoices: 3, totals: { duplicate: { count: 0 } } })
  await confirm(near, first.id, 3)
  await near.work() // who else has them?
  expect(near.queued.map(({ payload }) => payload)).toEqual([{ companyId: near.companyId, importId: second.id }])
  await near.work()
  expect(await secondNow()).toMatchObject({ invoices: 0, totals: { duplicate: { count: 3 } } })

  const { companyId, connectionId } = near
  const [one = ''] = near.runs[0]?.invoices.map(({ reference }) => reference) ?? []
  await withCompany(database.db, companyId, (tx) =>
    near.imports.releasePurchases(tx, { companyId, connectionId, references: [one] }),
  )
  await near.work()
  await near.work()
  expect(await secondNow()).toMatchObject({ invoices: 1, totals: { duplicate: { count: 2 } } })
  expect((await near.call('GET', `/imports/${other.id}`)).body).toMatchObject({ invoices: 1 })
})
