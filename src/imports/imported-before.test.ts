import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type CompanyDatabase, type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { claimPurchases, listSharing, placesOfImported } from './purchase-store.ts'
import { imports } from './tables.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const purchases = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ fingerprint: `purchase ${index}`, occurrence: 1, rowId: index + 1, rowNumber: index + 2 },
    reference: `RV-${index}`,
  }))

/** How long it takes to find so many purchases of a new company again, at best. */
async function findAgain(count: number): Promise<number> {
  const [companyId, connectionId] = [newId(), newId()]
  const imported = purchases(count)
  const asked = {
    fingerprints: imported.map(({ fingerprint }) => fingerprint),
    occurrences: imported.map(({ occurrence }) => occurrence),
  }
  return withCompany(database.db, companyId, async (tx) => {
    await claimPurchases(tx, { companyId, connectionId, importId: newId(), fileName: 'kort.csv' }, imported)
    let leastMs = Number.POSITIVE_INFINITY
    for (let time = 0; time < 3; time++) {
      const began = performance.now()
      const places = await placesOfImported(tx, companyId, connectionId, asked)
      leastMs = Math.min(leastMs, performance.now() - began)
      expect(places.length).toBe(count)
    }
    return leastMs
  })
}

test('what a company that came after the database last counted imports again is found, in time that grows as the rows do and not as their square', async () => {
  await findAgain(40)
  await database.db.execute(sql`analyze`)
  const [few, many] = [await findAgain(400), await findAgain(8000)]
  expect(many / few).toBeLessThan(100)
})

/** An import that waits with so many rows, of other purchases than those above. */
async function openImport(tx: CompanyDatabase, of: { companyId: string; connectionId: string }, rows: number) {
  const id = newId()
  await tx.insert(imports).values({
    ...{ ...of, id, templateId: newId(), templateName: 'Kort', templateVersion: 1, granularity: 'row' },
    ...{ needsApproval: false, connectorId: 'fortnox', fileKey: '', fileName: 'kort.csv', fileSha256: '' },
    ...{ state: 'checked', invoices: rows, rateCurrencies: [], months: [], controlSums: [], warnings: [] },
    options: { paymentDate: null, settingsOverrideMapped: false, bookkeep: null, pay: null },
    ...{ createdBy: newId(), createdAt: new Date() },
  })
  await tx.execute(sql`
    insert into import_rows (company_id, import_id, id, number, state, sheet, cells, problems, fingerprint, occurrence)
    select ${of.companyId}::uuid, ${id}::uuid, n, n, 'ready', '', '[]', '[]', 'other ' || n, 1 from generate_series(1, ${rows}::int) n`)
  return id
}

/** How long it takes to see that an open import shares nothing with so many purchases, at best; and that one does. */
async function findSharing(count: number): Promise<number> {
  const [companyId, connectionId, importId] = [newId(), newId(), newId()]
  return withCompany(database.db, companyId, async (tx) => {
    await claimPurchases(tx, { companyId, connectionId, importId, fileName: 'kort.csv' }, purchases(count))
    const open = await openImport(tx, { companyId, connectionId }, count)
    let leastMs = Number.POSITIVE_INFINITY
    for (let time = 0; time < 3; time++) {
      const began = performance.now()
      expect(await listSharing(tx, { companyId, importId })).toEqual([])
      leastMs = Math.min(leastMs, performance.now() - began)
    }
    await tx.execute(sql`update import_rows set fingerprint = 'purchase 3' where import_id = ${open}::uuid and id = 7`)
    expect(await listSharing(tx, { companyId, importId })).toEqual([open])
    return leastMs
  })
}

test('so are imports that wait with purchases of another', async () => {
  await findSharing(40)
  await database.db.execute(sql`analyze`)
  const [few, many] = [await findSharing(400), await findSharing(8000)]
  expect(many / few).toBeLessThan(100)
})
