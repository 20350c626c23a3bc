import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { claimPurchases, findImported, letGoOfPurchases } from './purchase-store.ts'

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

test('a purchase that another import has claimed is not claimed again before it was let go of, which counts once', async () => {
  const of = { companyId: newId(), connectionId: newId() }
  const purchase = { fingerprint: 'a', occurrence: 1, rowId: 7, rowNumber: 8, reference: 'RV-1' }
  const claim = (importId: string) =>
    withCompany(database.db, of.companyId, (tx) =>
      claimPurchases(tx, { ...of, importId, fileName: 'kort.csv' }, [purchase]),
    )
  const letGo = () =>
    withCompany(database.db, of.companyId, (tx) => letGoOfPurchases(tx, { ...of, references: ['RV-1'] }))
  const [first, second] = [newId(), newId()]
  expect([...(await claim(first)), ...(await claim(second))]).toEqual([7])
  expect([await letGo(), await letGo()]).toEqual([[first], []])
  expect([...(await claim(second))]).toEqual([7])
  const found = await withCompany(database.db, of.companyId, (tx) =>
    findImported(tx, of.companyId, of.connectionId, ['a']),
  )
  expect(found).toMatchObject([{ importId: second, givenBack: 1, isReleased: false }])
})
