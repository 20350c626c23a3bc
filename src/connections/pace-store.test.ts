import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { type Notices, openNotices } from '#platform/notices.ts'
import { openTestDatabase, untilHearing } from '../../test/database.ts'
import { createPaceStore } from './pace-store.ts'
import { paces } from './tables.ts'
import { createTestClock, openConnections } from './testing/open-connections.ts'

let database: OpenDatabase
let notices: Notices
beforeAll(async () => {
  database = await openTestDatabase()
  notices = openNotices(database.driver)
})
afterAll(async () => {
  await notices.close()
  await database.close()
})

const ofMinute = { limit: { requests: 60, seconds: 60 }, unheardOf: 12, ms: 4_000 }

/** Time passes without a sign of life from whoever holds the pace. */
async function die(key: string, seconds: number): Promise<void> {
  const earlier = (column: typeof paces.heldUntil | typeof paces.releasedAt) =>
    sql`${column} - make_interval(secs => ${seconds})`
  await database.db
    .update(paces)
    .set({ heldUntil: earlier(paces.heldUntil), releasedAt: earlier(paces.releasedAt) })
    .where(eq(paces.key, key))
}
const inSeconds = (busyMs: number[] | null) => busyMs?.map((ms) => Math.round(ms / 1000))

test('of a holder that died only what it told counts, and the little that it may have begun since', async () => {
  const store = createPaceStore(database.db, notices)
  const [key, dead, heir] = ['google-sheets read project', newId(), newId()]
  expect(await store.take(key, dead, ofMinute)).toEqual([])
  expect(await store.take(key, heir, ofMinute)).toBeNull()
  expect(await store.keep(dead, [{ key, busyMs: [50_000, 20_000, 3_000] }], 4_000)).toEqual([{ key, isWanted: true }])
  await die(key, 10)
  expect(inSeconds(await store.take(key, heir, ofMinute))).toEqual([...Array(12).fill(54), 40, 10])
  expect(await store.keep(dead, [{ key, busyMs: [] }], 4_000)).toEqual([])
})

test('so it does of the next one that dies before it has told anything', async () => {
  const store = createPaceStore(database.db, notices)
  const [key, first, second, third] = ['google-sheets read 1001', newId(), newId(), newId()]
  await store.take(key, first, ofMinute)
  await die(key, 10)
  await store.take(key, second, ofMinute)
  await die(key, 10)
  expect(inSeconds(await store.take(key, third, ofMinute))).toEqual([...Array(12).fill(54), ...Array(12).fill(44)])
})

test('whoever tells nothing meanwhile may have used every place', async () => {
  const store = createPaceStore(database.db, notices)
  const [key, dead, heir] = ['fortnox 1', newId(), newId()]
  const given = { limit: { requests: 25, seconds: 5 }, unheardOf: null, ms: 4_000 }
  await store.take(key, dead, given)
  await store.keep(dead, [{ key, busyMs: null }], 4_000)
  await die(key, 6)
  expect(inSeconds(await store.take(key, heir, given))).toEqual(Array(25).fill(3))
})

test('whoever holds a pace hears that another has come to want it, and once, however often that asks', async () => {
  const store = createPaceStore(database.db, notices)
  const [key, holder, heir] = ['fortnox 2', newId(), newId()]
  await store.take(key, holder, ofMinute)
  let heard = 0
  let isHeard = Promise.withResolvers<void>()
  const deaf = store.hear(holder, () => {
    heard += 1
    isHeard.resolve()
  })
  await untilHearing(notices, database)
  for (const _ of Array(3)) expect(await store.take(key, heir, ofMinute)).toBeNull()
  await isHeard.promise
  await store.release(key, holder, [])
  await store.take(key, heir, ofMinute)
  await store.release(key, heir, [])
  await store.take(key, holder, ofMinute)
  isHeard = Promise.withResolvers()
  await store.take(key, heir, ofMinute)
  await isHeard.promise
  deaf()
  expect(heard).toBe(2)
})

test('paces that nobody has held for a day are forgotten, and taken anew with every place free', async () => {
  const store = createPaceStore(database.db, notices)
  const [old, lapsed, now] = ['airtable appOld', 'airtable appLapsed', 'airtable appNow']
  for (const key of [old, lapsed, now]) await store.take(key, newId(), ofMinute)
  await die(old, 25 * 3600)
  await die(lapsed, 23 * 3600)
  const { jobs } = openConnections({ database, clock: createTestClock() }).connections
  const everyNight = jobs.handlers.find(({ definition }) => definition.name === 'connections.keep-alive')
  await everyNight?.run({}, new AbortController().signal)
  const left = await database.db.select({ key: paces.key }).from(paces).where(like(paces.key, 'airtable app%'))
  expect(left.map(({ key }) => key).sort()).toEqual([lapsed, now])
  expect(await store.take(old, newId(), ofMinute)).toEqual([])
})
