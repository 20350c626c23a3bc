import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedInvoice } from '#connectors/accounting-connector.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { findKnownByNumbers, saveKnownInvoices } from './known-invoice-store.ts'
import { knownInvoices } from './tables.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const invoice = (number: number, change: Partial<ListedInvoice> = {}) =>
  ({
    ...{ number: String(number), supplierNumber: '7', invoiceNumber: `F-${number}`, reference: null },
    ...{ invoiceDate: '2026-11-02', currency: 'SEK', total: 12_500, isCancelled: false, ...change },
  }) as ListedInvoice

test('invoices that are known as they are are not written again, and those that changed are', async () => {
  const key = { companyId: newId(), connectionId: newId() }
  const save = (invoices: ListedInvoice[]) =>
    withCompany(database.db, key.companyId, (tx) => saveKnownInvoices(tx, key, invoices))
  const versions = async () => {
    const rows = await withCompany(database.db, key.companyId, (tx) =>
      tx
        .select({ number: knownInvoices.number, version: sql<string>`xmin::text` })
        .from(knownInvoices)
        .where(eq(knownInvoices.connectionId, key.connectionId)),
    )
    return new Map(rows.map(({ number, version }) => [number, version]))
  }
  const all = Array.from({ length: 2500 }, (_, place) => invoice(place + 1))
  await save(all)
  const before = await versions()
  expect(before.size).toBe(2500)
  const changed = [
    invoice(2, { isCancelled: true }),
    invoice(3, { reference: '1.RV-ABC' }),
    invoice(4, { invoiceNumber: 'F-5' }),
    invoice(2400, { total: -1 }),
  ]
  await save([...changed, ...all.filter(({ number }) => !changed.some((one) => one.number === number))])
  const after = await versions()
  expect([...after].flatMap(([number, version]) => (before.get(number) === version ? [] : number)).sort()).toEqual(
    changed.map(({ number }) => number).sort(),
  )
  const found = await withCompany(database.db, key.companyId, (tx) =>
    findKnownByNumbers(tx, key, ['F-1', 'F-2', 'F-3', 'F-2400']),
  )
  expect(found.map(({ number, reference, total }) => [number, reference, total]).sort()).toEqual([
    ['1', null, 12_500],
    ['2400', null, -1],
    ['3', '1.RV-ABC', 12_500],
  ])
})
