import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { steps } from './contract.ts'
import { insertRun } from './runs/run-store.ts'
import { listOpenPostings } from './steps/step-store.ts'
import { invoiceFixture, paymentFixture } from './testing/invoice-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A company whose run has so many refused invoices, and three behind them that are open. */
async function openAfterRefused(refused: number): Promise<{ leastMs: number; rows: number[] }> {
  const [companyId, connectionId, holder] = [newId(), newId(), newId()]
  const invoices = Array.from({ length: refused + 3 }, (_, index) => {
    const reference = `RV-${index}`
    const row = { rowNumber: index + 2, rowIds: [index + 1], text: 'KÖP', supplierName: 'Kontorshallen', reference }
    const invoice = invoiceFixture(reference, { supplierNumber: '1' })
    return { ...row, invoice, payment: paymentFixture, steps: [...steps] }
  })
  const run = { companyId, connectionId, importId: newId(), round: 1, source: 'kort.csv', target: 'Fortnox' }
  await withCompany(database.db, companyId, (tx) =>
    insertRun(tx, newId(), { ...run, performedBy: newId(), invoices }, new Date()),
  )
  // Nothing has told the database yet how many of what there are, as in the first minute after an import.

  return withCompany(database.db, companyId, async (tx) => {
    await tx.execute(sql`update posting_steps set state = 'rejected'
      where company_id = ${companyId} and ordinal = 0 and position < ${refused}`)
    let leastMs = Number.POSITIVE_INFINITY
    let rows: number[] = []
    for (let time = 0; time < 7; time++) {
      const began = performance.now()
      const clocks = { database: sql`now()`, here: new Date() }
      const found = await listOpenPostings(tx, { companyId, connectionId, holder }, 60, [], clocks)
      leastMs = Math.min(leastMs, performance.now() - began)
      rows = found.map(({ rowNumber }) => rowNumber)
    }
    return { leastMs, rows }
  })
}

const counting = {
  'that the database has not counted yet': async () => undefined,
  // As for whoever begins while others have been there for long: of a company it has not seen it expects no rows.
  'of a company that came after the database last counted': () => database.db.execute(sql`analyze`),
}

for (const [whose, count] of Object.entries(counting))
  test(`what is open behind refused invoices ${whose} is found, in time that grows as they do and not as their square`, async () => {
    await openAfterRefused(10)
    await count()
    const few = await openAfterRefused(200)
    await count()
    const many = await openAfterRefused(2000)
    expect([few.rows, many.rows]).toEqual([
      [202, 203, 204],
      [2002, 2003, 2004],
    ])
    expect(many.leastMs / few.leastMs).toBeLessThan(8)
  })
