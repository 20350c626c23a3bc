import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { claimPurchases, findImported, letGoOfPurchases, placesOfImported } from './purchase-store.ts'

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

test('of several purchases those are claimed that nobody has, each with the row that it stands in now', async () => {
  const of = { companyId: newId(), connectionId: newId(), fileName: 'kort.csv' }
  const purchase = (fingerprint: string, rowId: number) => ({
    ...{ fingerprint, occurrence: 1, rowId, rowNumber: rowId + 1, reference: `RV-${rowId}` },
  })
  const claim = (importId: string, ...purchases: ReturnType<typeof purchase>[]) =>
    withCompany(database.db, of.companyId, (tx) => claimPurchases(tx, { ...of, importId }, purchases))
  const [first, second] = [newId(), newId()]
  await claim(first, purchase('a', 1))
  expect([...(await claim(second, purchase('a', 7), purchase('b', 8)))]).toEqual([8])
  await withCompany(database.db, of.companyId, (tx) => letGoOfPurchases(tx, { ...of, references: ['RV-1'] }))
  await claim(second, purchase('a', 7))
  const sameElsewhere = { ...of, connectionId: newId() }
  await withCompany(database.db, of.companyId, (tx) =>
    claimPurchases(tx, { ...sameElsewhere, importId: first }, [purchase('a', 3)]),
  )
  const rows = await database.db.execute(sql`
    select connection_id = ${of.connectionId}::uuid as here, fingerprint, import_id, row_id, row_number, reference
    from imported_purchases where company_id = ${of.companyId}::uuid order by row_id`)
  expect(rows).toMatchObject({
    rows: [
      { here: false, fingerprint: 'a', import_id: first, row_id: 3, row_number: 4, reference: 'RV-3' },
      { here: true, fingerprint: 'a', import_id: second, row_id: 7, row_number: 8, reference: 'RV-7' },
      { here: true, fingerprint: 'b', import_id: second, row_id: 8, row_number: 9, reference: 'RV-8' },
    ],
  })
  const imported = (asked: { fingerprints: string[]; occurrences: number[] }) =>
    withCompany(database.db, of.companyId, (tx) => placesOfImported(tx, of.companyId, of.connectionId, asked))
  expect(await imported({ fingerprints: ['b', 'b', 'c'], occurrences: [2, 1, 1] })).toEqual([1])
  await withCompany(database.db, of.companyId, (tx) => letGoOfPurchases(tx, { ...of, references: ['RV-3', 'RV-8'] }))
  expect(await imported({ fingerprints: ['a', 'b'], occurrences: [1, 1] })).toEqual([0])
  const elsewhere = await withCompany(database.db, of.companyId, (tx) =>
    findImported(tx, of.companyId, sameElsewhere.connectionId, ['a']),
  )
  expect(elsewhere).toMatchObject([{ importId: first, isReleased: false }])
})
