import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, rowsOf } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { openTestDatabase } from '../../test/database.ts'
import { holdLease } from './reading-lease.ts'
import { imports } from './tables.ts'
import { fakeConnections, octoberFile as file, ids } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  near.teach('CLOUDPINE.IO', supplier({ number: '1088', name: 'Cloudpine Ltd', account: 6540, vatType: 'EU_SERVICES' }))
})

test('whoever could not take an import stores no row of it, though its file is opened meanwhile', async () => {
  const { body } = await near.upload(file)
  const job = near.queued.slice()
  const stored = () =>
    database.db.execute(sql`select count(*)::int as rows from import_rows where import_id = ${body.id}::uuid`)
  await database.db.execute(sql`
    create function refuse_lease() returns trigger language plpgsql as $$ begin raise 'the lease is refused'; end $$`)
  await database.db.execute(sql`
    create constraint trigger refuse_lease after update on imports deferrable initially deferred
      for each row execute function refuse_lease()`)
  await expect(near.work()).rejects.toThrow()
  await database.db.execute(sql`drop function refuse_lease cascade`)
  // read at once by the same thread, whose answers come in turn: nothing of the first try is on its way any more
  const other = await near.read(file)
  expect(other.state).toBe('checked')
  expect(await stored()).toMatchObject({ rows: [{ rows: 0 }] })
  near.queued.push(...job)
  await near.work()
  expect((await near.call('GET', `/imports/${body.id}`)).body).toMatchObject({ state: 'checked', invoices: 5 })
})

test('an import whose reader was killed is found and read; one that somebody alive reads is left to them', async () => {
  const { body } = await near.upload(file)
  near.queued.length = 0 // the job was taken, and its process killed
  const lease = (until: string) =>
    database.db.execute(sql`update imports set reading_until = ${until}::timestamptz where id = ${body.id}::uuid`)
  const sweep = async () => {
    near.queued.push({ name: 'imports.sweep', payload: {} })
    await near.work()
    return near.queued.filter(({ payload }) => (payload as { importId?: string }).importId === body.id)
  }
  await lease('2026-11-21T08:00:30Z')
  expect(await sweep()).toEqual([])
  await lease('2026-11-21T07:59:00Z')
  expect(await sweep()).toHaveLength(1)
  await near.work()
  expect((await near.call('GET', `/imports/${body.id}`)).body).toMatchObject({ state: 'checked', invoices: 5 })
})

/** A reading that waits for an answer of the accounting system: for what its rows are checked with, or when they are stored. */
async function startWaiting(until: 'rows can be checked' | 'rows are stored') {
  const known = ids()
  const { connections } = fakeConnections(known)
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reading = { isRefused: false }
  const held = openImports(database, {
    ids: known,
    connections: {
      ...connections,
      async registers(companyId, connectionId, options) {
        const isOfLastTime = options?.maxAgeSeconds === Number.MAX_SAFE_INTEGER
        if (isOfLastTime === (until === 'rows can be checked')) {
          asked.resolve()
          await answered.promise
        }
        if (!isOfLastTime && reading.isRefused) throw new Error('a fault of ours')
        return connections.registers(companyId, connectionId, options)
      },
    },
  })
  const { body } = await held.upload(file)
  const work = held.work()
  const rows = async () => {
    const counted = sql`select count(*)::int as rows from import_rows where import_id = ${body.id}::uuid`
    return (await rowsOf<{ rows: number }>(database.db.execute(counted)))[0]?.rows
  }
  await asked.promise
  if (until === 'rows are stored') await expect.poll(rows).toBeGreaterThan(0)
  const end = (how: 'answered' | 'refused') => {
    reading.isRefused = how === 'refused'
    answered.resolve()
    return work
  }
  return { held, id: body.id as string, rows, end }
}

test.each(['answered', 'refused'] as const)(
  'an import that is deleted while it is read leaves no row and no word (%s)',
  async (how) => {
    const { held, id, rows, end } = await startWaiting('rows can be checked')
    expect((await held.call('DELETE', `/imports/${id}`)).status).toBe(204)
    await end(how)
    expect(await rows()).toBe(0)
    const told = sql`select activity from events where company_id = ${held.companyId}::uuid`
    expect(await rowsOf<unknown>(database.db.execute(told))).toEqual([{ activity: 'import-deleted' }])
  },
)

test.each(['answered', 'refused'] as const)(
  'what another process reads by now is left to it by one that was taken for dead (%s)',
  async (how) => {
    const { id, rows, end } = await startWaiting('rows are stored')
    const theirs = new Date('2026-11-21T08:05:00Z')
    await database.db.update(imports).set({ readingUntil: theirs }).where(eq(imports.id, id))
    const before = await rows()
    await end(how)
    const [record] = await database.db.select().from(imports).where(eq(imports.id, id))
    expect(record).toMatchObject({ state: 'reading', problem: null, readingUntil: theirs })
    expect(await rows()).toBe(before)
  },
)

/** As one that was taken for dead and lives puts it there. */
const putLateRow = (companyId: string, id: string) =>
  database.db.execute(sql`
    insert into import_rows (company_id, import_id, id, number, state, sheet, cells, problems)
      values (${companyId}::uuid, ${id}::uuid, 1, 1, 'skipped', '', '[]', '[]')`)

test('rows that one taken for dead stores while they are read again do not fail the reading', async () => {
  const { held, id, rows, end } = await startWaiting('rows can be checked')
  await putLateRow(held.companyId, id)
  await end('answered')
  const { body } = await held.call('GET', `/imports/${id}`)
  expect(body).toMatchObject({ state: 'checked', problem: null })
  expect(await rows()).toBe(body.totals.read.count)
})

test('one that was taken for dead removes no row of whoever reads by now', async () => {
  const { held, id, rows, end } = await startWaiting('rows can be checked')
  await putLateRow(held.companyId, id)
  const theirs = new Date('2026-11-21T08:05:00Z')
  await database.db.update(imports).set({ readingUntil: theirs }).where(eq(imports.id, id))
  await end('answered')
  const [record] = await database.db.select().from(imports).where(eq(imports.id, id))
  expect(record).toMatchObject({ state: 'reading', problem: null, readingUntil: theirs })
  expect(await rows()).toBe(1)
})

test('of two who would read an import one does, until it is let go of or its time is over; what was read nobody reads', async () => {
  const { body, companyId } = { ...near, ...(await near.upload(file)) }
  let now = Date.parse('2026-11-21T08:00:00Z')
  const deps = { db: database.db, clock: { now: () => new Date(now) }, log: createLog('silent') }
  const hold = () => holdLease(deps, companyId, body.id, async (_tx, record) => record)
  const isAlone = async () => (await hold()) === null
  const first = await hold()
  expect(first?.taken.id).toBe(body.id)
  expect(await isAlone()).toBe(true)
  now += 45_000
  expect(await isAlone()).toBe(true)
  now += 1
  const second = await hold()
  expect(second).not.toBeNull()
  await first?.release() // taken for dead, and alive: it lets go of nothing
  expect(await isAlone()).toBe(true)
  const asItIs = { state: 'reading', readingUntil: second?.taken.readingUntil ?? null } as const
  expect([first?.isHeld(asItIs), second?.isHeld(asItIs)]).toEqual([false, true])
  expect(second?.isHeld({ ...asItIs, state: 'failed' })).toBe(false)
  await second?.release()
  await database.db.update(imports).set({ state: 'checked' }).where(eq(imports.id, body.id))
  expect(await isAlone()).toBe(true)
})

test('an import that nobody began to read is handed out when its job must be lost, and one that was read is not', async () => {
  const { body } = await near.upload(file)
  near.queued.length = 0
  const sweep = async (change: Partial<typeof imports.$inferInsert>) => {
    await database.db.update(imports).set(change).where(eq(imports.id, body.id))
    near.queued.push({ name: 'imports.sweep', payload: {} })
    const [job] = near.queued.splice(0)
    const handler = near.imports.jobs.handlers.find(({ definition }) => definition.name === job?.name)!
    await handler.run({}, new AbortController().signal)
    return near.queued.splice(0).filter(({ payload }) => (payload as { importId?: string }).importId === body.id)
  }
  expect(await sweep({ createdAt: new Date('2026-11-21T07:58:00Z') })).toEqual([])
  expect(await sweep({ createdAt: new Date('2026-11-21T07:57:59Z') })).toHaveLength(1)
  expect(await sweep({ state: 'failed' })).toEqual([])
})
