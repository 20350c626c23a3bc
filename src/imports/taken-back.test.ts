import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { releasePurchases } from './row-store.ts'
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
    releasePurchases(tx, { companyId, connectionId, references: referencesOf(0) }),
  )
  const again = await near.read(file, 'igen.csv')
  expect(again).toMatchObject({ invoices: 3, totals: { duplicate: { count: 0 } } })
  const shown = (await near.call('GET', `/imports/${again.id}/rows/2`)).body.request
  await confirm(near, again.id, 3)
  expect(new Set([...referencesOf(0), ...referencesOf(1)]).size).toBe(6)
  expect(JSON.stringify(shown)).toContain(referencesOf(1)[0] ?? 'none')
  expect(await near.read(file, 'tredje.csv')).toMatchObject({ invoices: 0, totals: { duplicate: { count: 3 } } })
})
