import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { claimPurchases, placesOfImported } from './purchase-store.ts'

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
