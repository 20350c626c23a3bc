import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#kernel/ids.ts'
import { openTestDatabase } from '../../test/database.ts'
import { type OpenDatabase, rowsOf, withCompany } from './database.ts'
import { defineJob, handleJob, type Jobs, openJobs, requireHandlers } from './jobs.ts'
import { createLog } from './log.ts'

const greet = defineJob({ name: 'test.greet', payload: z.object({ who: z.string() }), retries: 2, expireInSeconds: 30 })
const log = createLog('silent')
const wait = defineJob({
  ...{ name: 'test.wait', payload: z.object({ who: z.string() }), retries: 0, expireInSeconds: 30 },
  ...{ concurrency: 60, isHandedOver: true },
})
const companyWork = defineJob({
  ...{ name: 'test.company-work', payload: z.object({ companyId: z.string(), nth: z.number() }) },
  ...{ retries: 0, expireInSeconds: 30, concurrency: 3 },
  turnOf: ({ companyId }) => companyId,
})
const waiting = new Set<string>()
const turns: { companyId: string; nth: number; end(): void }[] = []
let goOn: () => void = () => undefined
let database: OpenDatabase
let jobs: Jobs
const greeted: string[] = []
/** Who is greeted at the second try only. */
const forgotten = 'Folke'

beforeAll(async () => {
  database = await openTestDatabase()
  jobs = await openJobs(database, [greet, wait, companyWork], log)
  const isOver = new Promise<void>((resolve) => (goOn = resolve))
  let isForgetful = true
  const greeter = handleJob(greet, async ({ who }) => {
    if (who === forgotten && isForgetful) {
      isForgetful = false
      throw new Error('what was the name again?')
    }
    greeted.push(who)
  })
  const waiter = handleJob(wait, async ({ who }) => {
    waiting.add(who)
    await isOver
    waiting.delete(who)
  })
  const worker = handleJob(companyWork, (work) => new Promise((end) => turns.push({ ...work, end })))
  await jobs.work([greet, wait, companyWork], [greeter, waiter, worker])
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

test('a job queued in a transaction that commits is run', async () => {
  await database.db.transaction((tx) => jobs.enqueue(tx, greet, { who: 'Ada' }, { key: 'a' }))
  await expect.poll(() => greeted).toContain('Ada')
})

test('many are queued at once, each by its key once', async () => {
  const items = ['Dag', 'Eva', 'Eva'].map((who) => ({ payload: { who }, key: who }))
  await database.db.transaction((tx) => jobs.enqueueAll(tx, greet, items))
  await expect.poll(() => greeted.filter((who) => who === 'Dag' || who === 'Eva').sort()).toEqual(['Dag', 'Eva'])
  await database.db.transaction((tx) => jobs.enqueueAll(tx, greet, []))
})

test('a job queued in a transaction that fails is never run', async () => {
  await expect(
    database.db.transaction(async (tx) => {
      await jobs.enqueue(tx, greet, { who: 'Nobody' }, { key: 'b' })
      throw new Error('changed our mind')
    }),
  ).rejects.toThrow('changed our mind')
  await database.db.transaction((tx) => jobs.enqueue(tx, greet, { who: 'Bo' }, { key: 'c' }))
  await expect.poll(() => greeted).toContain('Bo')
  expect(greeted).not.toContain('Nobody')
})

test('a job can be queued where only one company is in sight, which stays so', async () => {
  const role = await withCompany(database.db, newId(), async (tx) => {
    await jobs.enqueue(tx, greet, { who: 'Company' }, { key: 'd' })
    const result = (await tx.execute(sql`select current_user::text as name`)) as unknown as { rows: { name: string }[] }
    return result.rows[0]?.name
  })
  expect(role).toBe('radvis_company')
  await expect.poll(() => greeted).toContain('Company')
})

test('work that is handed over goes on beside other such work, up to as much as one process may have', async () => {
  await database.db.transaction(async (tx) => {
    for (let i = 0; i < 80; i++) await jobs.enqueue(tx, wait, { who: `${i}` }, { key: `wait ${i}` })
  })
  await expect.poll(() => waiting.size).toBe(60)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(waiting.size).toBe(60)
  goOn()
  await expect.poll(() => waiting.size).toBe(0)
})

test('jobs that were queued at once are run one after the other, without waiting in between', async () => {
  const names = ['Disa', 'Elis', 'Frida', 'Gösta']
  await database.db.transaction(async (tx) => {
    for (const who of names) await jobs.enqueue(tx, greet, { who }, { key: who })
  })
  await expect.poll(() => greeted.filter((who) => names.includes(who)).length).toBe(names.length)
}, 20_000)

test('a job that failed is tried again when it is due, though nobody is told of that', async () => {
  for (const key of ['at first', 'once more'])
    await database.db.transaction((tx) => jobs.enqueue(tx, greet, { who: forgotten }, { key }))
  await expect.poll(() => greeted.filter((who) => who === forgotten).length, { timeout: 20_000 }).toBe(2)
}, 25_000)

test('a start with a queued name that no handler works off is refused', () => {
  expect(() => requireHandlers([greet], [])).toThrow('no handler for the queued job(s) test.greet')
})

test('of one company one job at a time is run, so that another company need not wait until it has all of its', async () => {
  const [a, b] = [newId(), newId()]
  const items = [a, a, a, a, b].map((companyId, nth) => ({ payload: { companyId, nth }, key: `work ${nth}` }))
  await database.db.transaction((tx) => jobs.enqueueAll(tx, companyWork, items))
  const begun = () => turns.map(({ companyId }) => companyId)
  await expect.poll(() => turns.length).toBeGreaterThan(0)
  await database.db.transaction((tx) => jobs.enqueue(tx, companyWork, { companyId: b, nth: 5 }, { key: 'work 5' }))
  await expect.poll(() => begun().sort()).toEqual([a, b].sort())
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(turns).toHaveLength(2)
  for (let ended = 0; ended < 6; ended++) {
    await expect.poll(() => turns.length).toBeGreaterThan(ended)
    turns[ended]?.end()
  }
  expect(turns.map(({ nth }) => nth).sort()).toEqual([0, 1, 2, 3, 4, 5])
})

test('what a job says of tries and time is taken up by a queue that is there already, and queues of others are left', async () => {
  const own = await openTestDatabase()
  const other = defineJob({ ...greet, name: 'test.of-another-version' })
  const read = async () =>
    rowsOf(
      own.db.execute(
        sql`select name, retry_limit as retries, retry_delay_max as wait, expire_seconds as seconds from queue.queue where name like 'test.%' order by name`,
      ),
    )
  await (await openJobs(own, [greet, other], log)).stop()
  const again = await openJobs(own, [{ ...greet, retries: 7, longestWaitSeconds: 60, expireInSeconds: 90 }], log)
  expect(await read()).toEqual([
    { name: 'test.greet', retries: 7, wait: 60, seconds: 90 },
    { name: 'test.of-another-version', retries: 2, wait: null, seconds: 30 },
  ])
  await again.stop()
  await own.close()
})

test('it is ready while its queues are there and it is not stopped', async () => {
  const own = await openTestDatabase()
  const opened = await openJobs(own, [greet], log)
  await opened.requireReady()
  await own.db.execute(sql`select queue.delete_queue('test.greet')`)
  await expect(opened.requireReady()).rejects.toThrow('the queue lacks test.greet')
  await own.db.execute(sql`drop schema queue cascade`)
  await expect(opened.requireReady()).rejects.toThrow('queue.queue')
  await opened.stop().catch(() => undefined)
  await expect(opened.requireReady()).rejects.toThrow('the queue is stopped')
  await own.close()
})
