import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { StartImport } from './start-import.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const before = csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00;recA', '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00;recB')
const after = csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1399,00;recA', '2026-10-09;KONTORSHALLEN 0412;SEK;0;50,00;recC')
const changed = { code: 'changed-in-source', params: { fileName: 'förr.csv', row: 2 } }

/** Fetched, changed in its source, and fetched again. */
async function openScene(granularity: 'row' | 'sheet' = 'row') {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  near.templated.granularity = granularity
  const first = await near.read(before, 'förr.csv')
  async function fetchAgain(
    tied: Pick<StartImport, 'versions' | 'edits'> = { versions: [{ number: 2, recordId: 'recA' }] },
  ) {
    const key = crypto.randomUUID()
    near.stored.set(key, after)
    const { id } = await near.imports.startImport({
      ...{ companyId: near.companyId, userId: near.companyId, templateId: near.templateId },
      file: { name: 'nu.csv', key, sha256: key },
      ...tied,
    })
    await near.work()
    return (await near.call('GET', `/imports/${id}`)).body
  }
  const confirm = (id: string, invoices: number) => near.call('POST', `/imports/${id}/confirm`, { invoices })
  const row = async (id: string) => (await near.call('GET', `/imports/${id}/rows?from=2`)).body.items[0]
  return { ...near, first, fetchAgain, confirm, row }
}

test.each(['row', 'sheet'] as const)(
  'a record that was changed after it was confirmed is no new purchase until somebody says so (invoices by %s)',
  async (granularity) => {
    const near = await openScene(granularity)
    const invoices = granularity === 'row' ? 2 : 1
    await near.confirm(near.first.id, invoices)
    const { id, totals } = await near.fetchAgain()
    expect(totals).toMatchObject({ ready: { count: 1 }, duplicate: { count: 1 } })
    expect(await near.row(id)).toMatchObject({ state: 'duplicate', problems: [changed] })
    await near.call('PATCH', `/imports/${id}/rows/2`, { decision: 'import-anyway' })
    expect(await near.row(id)).toMatchObject({ state: 'ready', problems: [] })
    expect((await near.confirm(id, invoices)).status).toBe(200)
  },
)

test('a row without a record that was edited after it was confirmed is no new purchase either', async () => {
  const near = await openScene()
  await near.confirm(near.first.id, 2)
  const { id, totals } = await near.fetchAgain({
    edits: [
      { number: 2, importId: near.first.id, row: 2 },
      { number: 3, importId: crypto.randomUUID(), row: 2 }, // one that was deleted
    ],
  })
  expect(totals).toMatchObject({ ready: { count: 1 }, duplicate: { count: 1 } })
  expect(await near.row(id)).toMatchObject({ state: 'duplicate', problems: [changed] })
})

test('of two versions that both wait each import tells of the other, and the one that is confirmed first is the purchase, whichever it is', async () => {
  const near = await openScene()
  const elsewhere = async (id: string) => (await near.call('GET', `/imports/${id}/row-groups`)).body.elsewhere
  expect(await elsewhere(near.first.id)).toEqual([])
  const second = await near.fetchAgain()
  expect(second.totals).toMatchObject({ ready: { count: 2 } })
  const told = { rows: 1, isOtherVersion: true }
  expect(await elsewhere(near.first.id)).toMatchObject([{ importId: second.id, fileName: 'nu.csv', ...told }])
  expect(await elsewhere(second.id)).toMatchObject([{ importId: near.first.id, fileName: 'förr.csv', ...told }])
  expect((await near.confirm(second.id, 2)).status).toBe(200)
  await near.work() // who else has them?
  await near.work()
  expect((await near.call('GET', `/imports/${near.first.id}`)).body).toMatchObject({ invoices: 1 })
  expect((await near.confirm(near.first.id, 2)).status).toBe(409)
  expect(await elsewhere(near.first.id)).toEqual([])
  expect(await near.row(near.first.id)).toMatchObject({
    state: 'duplicate',
    problems: [{ code: 'changed-in-source', params: { fileName: 'nu.csv', row: 2 } }],
  })
})

test('a version that was taken back stands in no way, and one that was deleted neither', async () => {
  const near = await openScene()
  await near.confirm(near.first.id, 2)
  const { companyId, connectionId } = near
  const references = near.runs[0]?.invoices.map(({ reference }) => reference) ?? []
  await withCompany(database.db, companyId, (tx) =>
    near.imports.releasePurchases(tx, { companyId, connectionId, references }),
  )
  expect((await near.fetchAgain()).totals).toMatchObject({ ready: { count: 2 } })

  const other = await openScene()
  await other.call('DELETE', `/imports/${other.first.id}`)
  expect((await other.fetchAgain()).totals).toMatchObject({ ready: { count: 2 } })
})
