import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { startWatch } from '#platform/clock.ts'
import type { Database, OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { lanes } from '../tables.ts'
import { endAllLeases, type Lease, openLeases } from './lease.ts'

let database: OpenDatabase
let now: number
let key: { companyId: string; connectionId: string }
const taken: Lease[] = []
const clock = { now: () => new Date(now) }
/** Transactions and statements under way, and what the next ones have to pass before they begin. */
const underWay = new Set<Promise<unknown>>()
let gate: (() => Promise<void>) | null = null

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  now = Date.parse('2026-11-21T10:00:00Z')
  key = { companyId: newId(), connectionId: newId() }
  gate = null
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  for (const lease of taken.splice(0)) await lease.release()
  vi.useRealTimers()
})

function openWatched(): Database {
  return new Proxy(database.db, {
    get(target, name) {
      if (name === '$client') return undefined // else withCompany begins its transactions there, unseen by us
      if (name !== 'transaction' && name !== 'execute') return Reflect.get(target, name, target)
      return (work: never) => {
        const begun = (gate?.() ?? Promise.resolve()).then(
          async (): Promise<unknown> => (name === 'transaction' ? target.transaction(work) : target.execute(work)),
        )
        underWay.add(begun)
        return begun.finally(() => underWay.delete(begun))
      }
    },
  })
}

const databaseNow = () => sql`${clock.now().toISOString()}::timestamptz`

async function take(onLost = () => undefined): Promise<Lease | null> {
  const lease = await openLeases({ promptDb: openWatched(), clock, databaseNow }).take({ ...key, onLost })
  if (lease) taken.push(lease)
  return lease
}

/** Time passes; what the holders do at each renewal is waited for. */
async function pass(seconds: number, { isAsleep = false } = {}): Promise<void> {
  now += seconds * 1000
  if (isAsleep) return
  vi.advanceTimersByTime(5_000)
  // What is renewed together begins a moment later.
  for (const _ of ['together', 'told']) {
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.allSettled(underWay)
  }
}
/** What is renewed together begins a moment later: until then the gate holds nothing. */
async function renewalHeld(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  expect(underWay.size).toBe(1)
}
const readLease = async () =>
  (await database.db.select().from(lanes).where(eq(lanes.connectionId, key.connectionId)))[0]

test('of two who take a lane at once one has it, in one process as in two', async () => {
  const both = await Promise.all([take(), take()])
  expect(both.filter((lease) => lease !== null)).toHaveLength(1)
  const { take: takeHere } = openLeases({ promptDb: database.db, clock, databaseNow })
  const other = { ...key, connectionId: newId(), onLost: () => undefined }
  const here = (await Promise.all([takeHere(other), takeHere(other)])).filter((lease) => lease !== null)
  expect(here).toHaveLength(1)
  taken.push(...here)
})

test('what is asked for while others are taken goes with them, in one order: a hundred lanes of two processes, each lane once', async () => {
  const lanesOf = Array.from({ length: 100 }, () => ({ companyId: newId(), connectionId: newId() }))
  const processes = [lanesOf, lanesOf.toReversed()].map((theirs) => {
    const { take } = openLeases({ promptDb: openWatched(), clock, databaseNow })
    return theirs.map((lane) => take({ ...lane, onLost: () => undefined }))
  })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(underWay.size).toBeLessThanOrEqual(2)
  const [ours = [], theirs = []] = await Promise.all(processes.map((one) => Promise.all(one)))
  for (const [i, lease] of ours.entries()) expect([lease, theirs.at(-1 - i)].filter(Boolean)).toHaveLength(1)
  taken.push(...[...ours, ...theirs].filter((lease) => lease !== null))
})

test('lanes of other connections, and of the same number at another company, are others', async () => {
  expect(await take()).not.toBeNull()
  key = { ...key, companyId: newId() }
  expect(await take()).not.toBeNull()
})

test('a renewed lease is kept, and lets go at once when it is released', async () => {
  const mine = await take()
  for (const _ of [1, 2, 3, 4, 5]) await pass(5)
  expect(mine?.mayStillSend()).toBe(true)
  expect(await take()).toBeNull()
  await mine?.release()
  expect(mine?.mayStillSend()).toBe(false)
  expect(await take()).not.toBeNull()
})

test('a renewal under way when a lease is released does not take it back', async () => {
  const mine = await take()
  const held = Promise.withResolvers<void>()
  gate = () => held.promise
  vi.advanceTimersByTime(5_000)
  await renewalHeld()
  gate = null
  const released = mine?.release()
  await new Promise((resolve) => setTimeout(resolve, 100))
  held.resolve()
  await Promise.all([released, ...underWay])
  expect(await readLease()).toMatchObject({ leaseUntil: new Date(0) })
})

test('whoever lets go of a lease does not wait for a renewal that hangs: the lease is over soon after', async () => {
  const mine = await take()
  const held = Promise.withResolvers<void>()
  gate = () => held.promise
  vi.advanceTimersByTime(5_000)
  await renewalHeld()
  const released = mine?.release()
  vi.advanceTimersByTime(6_000)
  await released
  gate = null
  now += 9_001
  expect(await take()).not.toBeNull()
  held.resolve()
  await Promise.allSettled(underWay)
  expect((await readLease())?.leaseUntil.getTime()).toBeGreaterThan(now)
})

test('nothing more is sent four seconds before others may take the lane', async () => {
  const mine = await take()
  await pass(4.9, { isAsleep: true })
  expect(mine?.mayStillSend()).toBe(true)
  await pass(0.1, { isAsleep: true })
  expect(mine?.mayStillSend()).toBe(false)
  expect(await take()).toBeNull()
  await pass(4.001, { isAsleep: true })
  expect(await take()).not.toBeNull()
})

test('whoever slept through a lease lets go of it, also where nobody else wanted it', async () => {
  const onLost = vi.fn()
  const mine = await take(onLost)
  await pass(60)
  expect(onLost).toHaveBeenCalledOnce()
  expect(mine?.mayStillSend()).toBe(false)
})

test('what is under way is given up before others may take the lane', async () => {
  const onLost = vi.fn()
  await take(onLost)
  gate = () => Promise.reject(new Error('the database is away'))
  await pass(6)
  expect(onLost).not.toHaveBeenCalled()
  await pass(1)
  expect(onLost).toHaveBeenCalledOnce()
  gate = null
  expect(await take()).toBeNull()
})

test('a lane that somebody else has had meanwhile is not taken back by a renewal', async () => {
  const mine = await take()
  now += 20_000 // its timers stand still
  const theirs = await take()
  await theirs?.release()
  now -= 14_000 // so that only the renewal can tell
  await pass(0)
  expect(mine?.mayStillSend()).toBe(false)
  expect(await readLease()).toMatchObject({ holder: theirs?.holder, leaseUntil: new Date(0) })
})

test('a clock that is set back does not make a lease longer', () => {
  let [wall, steady] = [1_000_000, 0]
  const passed = startWatch({ now: () => new Date(wall) }, () => steady)
  wall -= 60_000
  steady += 12_000
  expect(passed()).toBe(12_000)
})

test('a lease is over when the machine has slept, where only one clock counted that', () => {
  let wall = 1_000_000
  const passed = startWatch({ now: () => new Date(wall) }, () => 5)
  wall += 3_600_000
  expect(passed()).toBe(3_600_000)
})

test('whoever slept while somebody else took over is told, for good', async () => {
  const onLost = vi.fn()
  const mine = await take(onLost)
  await pass(20, { isAsleep: true })
  const theirs = await take()
  await pass(0)
  expect(onLost).toHaveBeenCalledOnce()
  expect(mine?.mayStillSend()).toBe(false)
  await mine?.release()
  expect(await readLease()).toMatchObject({ holder: theirs?.holder, leaseUntil: new Date(now + 9_000) })
})

test('a lease that cannot be renewed for want of a database stops the sending, not the process', async () => {
  const onLost = vi.fn()
  const mine = await take(onLost)
  gate = () => Promise.reject(new Error('the database is away'))
  await pass(6)
  expect(mine?.mayStillSend()).toBe(false)
  gate = null
  await pass(0)
  expect(mine?.mayStillSend()).toBe(true)
  expect(onLost).not.toHaveBeenCalled()
})

test('a lane is left when its holder has died and the lease is over, not while it is held or when it was let go of', async () => {
  const listLeft = async () =>
    (await openLeases({ promptDb: database.db, clock, databaseNow }).listLeft()).filter(
      ({ connectionId }) => connectionId === key.connectionId,
    )
  const mine = await take()
  await pass(8, { isAsleep: true })
  expect(await listLeft()).toEqual([])
  await pass(2, { isAsleep: true })
  expect(await listLeft()).toEqual([key])
  const theirs = await take()
  expect(await listLeft()).toEqual([])
  await theirs?.release()
  await mine?.release()
  await pass(60, { isAsleep: true })
  expect(await listLeft()).toEqual([])
})

test('the only process ends what a dead one left', async () => {
  await take()
  await endAllLeases(database.db)
  expect(await take()).not.toBeNull()
})
