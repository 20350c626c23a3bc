import { afterAll, beforeAll, expect, test } from 'vitest'
import { connections as connectionsTable } from '#connections/tables.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { findImportedByOthers, hasOthersThere } from './other-company-store.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Near = ReturnType<typeof openImports>
const file = csv(
  '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
)

/** A company of Radvis that is connected to a company in the accounting system. */
async function openAt(tenantId: string): Promise<Near> {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const { companyId, connectionId: id } = near
  const connectedAt = new Date()
  await database.db
    .insert(connectionsTable)
    .values({ companyId, id, connectorId: 'fortnox', state: 'connected', tenantId, scopes: [], connectedAt })
  return near
}
const confirm = (near: Near, id: string, invoices: number) => near.call('POST', `/imports/${id}/confirm`, { invoices })
const isChanged = { status: 409, body: { code: 'conflict', errors: [{ code: 'import-changed' }] } }
const problemsOf = async (near: Near, id: string) =>
  (await near.call('GET', `/imports/${id}/rows?from=2`)).body.items.map(
    ({ state, problems, duplicateOf }: { state: string; problems: { code: string }[]; duplicateOf: unknown }) =>
      `${state} ${problems.map(({ code }) => code)} ${duplicateOf}`,
  )

test.each(['row', 'sheet'] as const)(
  'a file that another company has confirmed into the same books is no news there (invoices by %s)',
  async (granularity) => {
    const tenant = newId()
    const [client, firm, stranger] = [await openAt(tenant), await openAt(tenant), await openAt(newId())]
    for (const near of [client, firm, stranger]) near.templated.granularity = granularity
    const invoices = granularity === 'row' ? 3 : 1
    const [ours, theirs] = [await client.read(file), await firm.read(file)]
    expect([ours, theirs]).toMatchObject([{ invoices }, { invoices }])
    expect((await confirm(client, ours.id, invoices)).status).toBe(200)

    expect(await confirm(firm, theirs.id, invoices)).toMatchObject(isChanged)
    expect(firm.runs).toHaveLength(0)
    const known = 'duplicate imported-by-other null'
    expect(await problemsOf(firm, theirs.id)).toEqual([known, known, known])
    const later = await firm.read(file, 'igen.csv')
    expect(later).toMatchObject({ invoices: 0, totals: { duplicate: { count: 3 } } })
    expect(await problemsOf(firm, later.id)).toEqual([known, known, known])
    expect(await stranger.read(file)).toMatchObject({ invoices })
  },
)

test('a person may say that it is another purchase, and what was taken back may come from either', async () => {
  const tenant = newId()
  const [client, firm] = [await openAt(tenant), await openAt(tenant)]
  const ours = await client.read(file)
  await confirm(client, ours.id, 3)
  const theirs = await firm.read(file)
  await firm.call('PATCH', `/imports/${theirs.id}/rows/2`, { decision: 'import-anyway' })
  expect((await confirm(firm, theirs.id, 1)).status).toBe(200)
  const again = await client.read(file, 'igen.csv')
  expect(again.totals.duplicate.count).toBe(3)

  const { companyId, connectionId, runs } = client
  const references = runs[0]?.invoices.map(({ reference }) => reference) ?? []
  await withCompany(database.db, companyId, (tx) =>
    client.imports.releasePurchases(tx, { companyId, connectionId, references }),
  )
  expect(await firm.read(file, 'igen.csv')).toMatchObject({ invoices: 3, totals: { duplicate: { count: 0 } } })
})

test('of two companies that confirm at once, one does', async () => {
  const tenant = newId()
  const [client, firm] = [await openAt(tenant), await openAt(tenant)]
  const [ours, theirs] = [await client.read(file), await firm.read(file)]
  const answers = await Promise.all([confirm(client, ours.id, 3), confirm(firm, theirs.id, 3)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect([...client.runs, ...firm.runs]).toHaveLength(1)
})

test('a company learns this of the books behind its own connection, and of nothing else', async () => {
  const tenant = newId()
  const [client, firm, stranger] = [await openAt(tenant), await openAt(tenant), await openAt(newId())]
  await confirm(client, (await client.read(file)).id, 3)
  const { rows } = (await database.db.execute('select distinct fingerprint from imported_purchases')) as unknown as {
    rows: { fingerprint: string }[]
  }
  const fingerprints = rows.map(({ fingerprint }) => fingerprint)
  const ask = (near: Near, connectionId: string) =>
    withCompany(database.db, near.companyId, async (tx) => [
      await hasOthersThere(tx, connectionId),
      (await findImportedByOthers(tx, connectionId, fingerprints)).size,
    ])
  expect(await ask(firm, firm.connectionId)).toEqual([true, 3])
  expect(await ask(firm, client.connectionId)).toEqual([false, 0])
  expect(await ask(stranger, firm.connectionId)).toEqual([false, 0])
  expect(await ask(stranger, stranger.connectionId)).toEqual([false, 0])
})
