import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type CompanyDatabase, type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { insertRun } from '../runs/run-store.ts'
import { lanes, postingSteps, postings, runs } from '../tables.ts'
import { invoiceFixture } from '../testing/invoice-fixture.ts'
import { finishSteps, type LaneKey, listSteps, markLostAnswersUnknown, markSent } from './step-store.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const inRun = 300
const runsBefore = 100

test('what is written of three steps reads their rows alone, however many of the run are left, and each run once at most', async () => {
  const key: LaneKey = { companyId: newId(), connectionId: newId(), holder: newId() }
  const { ids, runId } = await withCompany(database.db, key.companyId, async (tx) => {
    const started = await startRun(tx, key)
    const [run] = await tx.select().from(runs)
    if (run)
      await tx
        .insert(runs)
        .values(Array.from({ length: runsBefore }, () => ({ ...run, id: newId(), importId: newId() })))
    return started
  })
  await database.db.execute(sql`analyze posting_steps, postings`) // as the server does within the minute
  const chosen = ids.slice(100, 103).map((postingId) => ({ postingId, runId, ordinal: 0, attempts: 0 }))

  await withCompany(database.db, key.companyId, async (tx) => {
    const before = await rowsRead(tx)
    expect((await markSent(tx, key, chosen, sql`now()`)).size).toBe(3)
    expect((await rowsRead(tx)) - before).toBeLessThan(inRun / 10 + runsBefore)
  })
  await withCompany(database.db, key.companyId, async (tx) => {
    const before = await rowsRead(tx)
    const done = chosen.map(({ postingId, ordinal }, index) => ({
      postingId,
      ordinal,
      numbers: { voucher: `A ${index}` },
    }))
    expect((await finishSteps(tx, key, done, new Date())).size).toBe(3)
    expect((await rowsRead(tx)) - before).toBeLessThan(inRun / 10)
  })
})

test('each step of several gets what is its own', async () => {
  const key: LaneKey = { companyId: newId(), connectionId: newId(), holder: newId() }
  const { ids, runId } = await withCompany(database.db, key.companyId, (tx) => startRun(tx, key))
  const [first = '', second = '', third = ''] = ids
  await withCompany(database.db, key.companyId, async (tx) => {
    await markSent(
      tx,
      key,
      [
        { postingId: second, runId, ordinal: 1, attempts: 4 },
        { postingId: first, runId, ordinal: 0, attempts: 0 },
      ],
      sql`now()`,
    )
    const numbers = [{ voucher: 'A 7' }, { invoiceNumber: '12' }, {}]
    const done = [second, first, third].map((postingId, index) => ({
      postingId,
      ordinal: index === 0 ? 1 : 0,
      numbers: numbers[index] ?? {},
    }))
    await finishSteps(tx, key, done, new Date())
    const steps = await tx
      .select()
      .from(postingSteps)
      .where(sql`posting_id in ${[first, second, third]}`)
    const told = steps.map(({ postingId, ordinal, state, attempts }) => [
      ids.indexOf(postingId),
      ordinal,
      state,
      attempts,
    ])
    expect(told.sort()).toEqual([
      [0, 0, 'done', 1],
      [0, 1, 'waiting', 0],
      [1, 0, 'waiting', 0],
      [1, 1, 'done', 5],
      [2, 0, 'done', 0],
      [2, 1, 'waiting', 0],
    ])
    const rows = await tx
      .select()
      .from(postings)
      .where(sql`id in ${[first, second, third]}`)
      .orderBy(postings.position)
    expect(rows.map(({ invoiceNumber, voucher }) => [invoiceNumber, voucher])).toEqual([
      ['12', null],
      [null, 'A 7'],
      [null, null],
    ])
  })
})

test('a request that was lost once and then left by one dying worker after another is not given up for the deaths', async () => {
  const key: LaneKey = { companyId: newId(), connectionId: newId(), holder: newId() }
  const { ids, runId } = await withCompany(database.db, key.companyId, (tx) => startRun(tx, key))
  const [postingId = ''] = ids
  const steps = await withCompany(database.db, key.companyId, async (tx) => {
    const problem = { code: 'unknown', serviceCode: null, message: null }
    await tx.update(postingSteps).set({ problem }).where(sql`posting_id = ${postingId} and ordinal = 0`)
    await markSent(tx, key, [{ postingId, runId, ordinal: 0, attempts: 7 }], sql`now()`)
    expect(await markLostAnswersUnknown(tx, key, sql`now()`)).toBe(1)
    return listSteps(tx, key.companyId, [postingId])
  })
  expect(steps.get(postingId)?.[0]).toMatchObject({ state: 'unknown', attempts: 2, problem: null })
})

/** A run of which nothing is sent yet, in a lane that is ours; answers its invoices in their order. */
async function startRun(tx: CompanyDatabase, key: LaneKey): Promise<{ ids: string[]; runId: string }> {
  const { companyId, connectionId, holder } = key
  const invoices = Array.from({ length: inRun }, (_, index) => ({
    ...{
      rowNumber: index + 2,
      rowIds: [index + 1],
      text: 'KÖP',
      supplierName: 'Kontorshallen',
      reference: `A${index}`,
    },
    ...{ invoice: invoiceFixture(`A${index}`), payment: null, steps: ['create', 'bookkeep'] as const },
  }))
  const run = { companyId, connectionId, importId: newId(), round: 1, source: 'kort.csv', target: 'Fortnox' }
  const runId = newId()
  await insertRun(
    tx,
    runId,
    { ...run, performedBy: newId(), invoices: invoices.map((one) => ({ ...one, steps: [...one.steps] })) },
    new Date(),
  )
  await tx.insert(lanes).values({ companyId, connectionId, holder, leaseUntil: new Date(Date.now() + 60_000) })
  const found = await tx.select({ id: postings.id }).from(postings).orderBy(postings.position)
  return { ids: found.map(({ id }) => id), runId }
}

/** How many rows of runs, steps and invoices this connection has had in hand of late. */
async function rowsRead(tx: CompanyDatabase): Promise<number> {
  const { rows } = (await tx.execute(sql`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname in ('posting_steps', 'postings', 'runs')`)) as unknown as {
    rows: { count: number }[]
  }
  return rows[0]?.count ?? Number.NaN
}
