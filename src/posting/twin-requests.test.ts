import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { type FortnoxSandbox, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { steps as allSteps } from './contract.ts'
import { inTurn } from './lane/cancel-twins.ts'
import { sentAnew } from './rules.ts'
import { postingSteps } from './tables.ts'
import { invoiceFixture, paymentOf } from './testing/invoice-fixture.ts'
import { openConnected } from './testing/open-connected.ts'
import { controlOf } from './testing/open-whole-way.ts'

let database: OpenDatabase
let sandbox: FortnoxSandbox
beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startFortnoxSandbox({ rateLimit: { requests: 10_000, seconds: 1 } })
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(() => controlOf(sandbox)('POST', 'reset', {}))

/** So many equal purchases of one supplier, each of whose creations and payments was asked for more than once. */
async function postAnew(count: number) {
  const near = await openConnected(database, sandbox)
  const supplierNumber: string = (await controlOf(sandbox)('GET', 'state/1001')).suppliers[0].SupplierNumber
  const invoices = Array.from({ length: count }, (_, index) => {
    const invoice = invoiceFixture(`RV-ANEWANEWANEWANEW${1000 + index}`, { supplierNumber })
    const row = { rowNumber: index + 2, rowIds: [index + 1], text: 'KÖP', supplierName: 'Kontorshallen' }
    return { ...row, reference: invoice.reference, invoice, payment: paymentOf(invoice), steps: [...allSteps] }
  })
  await withCompany(database.db, near.companyId, (tx) =>
    near.posting.startRun(tx, {
      ...{ companyId: near.companyId, connectionId: near.connectionId, importId: newId(), round: 0 },
      ...{ source: 'oktober.csv', target: 'Fortnox', performedBy: newId(), invoices },
    }),
  )
  while (near.queued.length > 0) await near.work()
  const steps = await database.db
    .update(postingSteps)
    .set({ problem: sentAnew })
    .where(
      and(
        ...[eq(postingSteps.companyId, near.companyId), eq(postingSteps.state, 'done')],
        inArray(postingSteps.step, ['create', 'create-payment']),
      ),
    )
    .returning({ step: postingSteps.step })
  expect(steps).toHaveLength(2 * count)
  const asked = async (): Promise<Record<string, number>> =>
    (await controlOf(sandbox)('GET', 'stats')).tenants[1001] ?? {}
  const before = await asked()
  await near.postNow()
  const counts = Object.entries(await asked()).map(([name, all]) => [name, all - (before[name] ?? 0)] as const)
  return Object.fromEntries(counts.filter(([, all]) => all > 0))
}

test('of many that were asked for more than once one list tells of the invoices, and payments take turns', async () => {
  const asked = await postAnew(60)
  expect(asked['GET /3/supplierinvoices']).toBe(1)
  // A quarter, which the last figures of their ids share out: 15 or so.
  expect(asked['GET /3/supplierinvoicepayments'] ?? 0).toBeLessThan(45)
})

test('each of any number has its turn within eight minutes, few enough of them in each', () => {
  fc.assert(
    fc.property(fc.array(fc.uuid(), { maxLength: 400 }), fc.nat(1e9), (ids, minute) => {
      const all = [...new Set(ids)].map((id) => ({ id }))
      const turns = Array.from({ length: 8 }, (_, later) => inTurn(all, new Date((minute + later) * 60_000)))
      expect(new Set(turns.flat()).size).toBe(all.length)
      if (all.length <= 15) expect(turns.map(({ length }) => length)).toEqual(turns.map(() => all.length))
    }),
  )
})
