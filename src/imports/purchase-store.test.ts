import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { letGoOfPurchases } from './purchase-store.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('more purchases can be let go of than a statement takes parameters (65,535)', async () => {
  const of = { companyId: newId(), connectionId: newId() }
  const references = Array.from({ length: 70_000 }, (_, index) => `RV-${index}`)
  expect(await withCompany(database.db, of.companyId, (tx) => letGoOfPurchases(tx, { ...of, references }))).toEqual([])
})
