import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { findPurchases } from './purchase-store.ts'
import { findInvoiceNumbers } from './run-store.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('more invoices can be asked about than a statement takes parameters (65,535)', async () => {
  const [companyId, connectionId] = [newId(), newId()]
  const references = Array.from({ length: 70_000 }, (_, index) => `RV-${index}`)
  await withCompany(database.db, companyId, async (tx) => {
    expect(await findInvoiceNumbers(tx, { companyId, connectionId, references })).toEqual(new Map())
    expect(await findPurchases(tx, companyId, references)).toEqual([])
  })
})
