import { sql } from 'drizzle-orm'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, type OpenDatabase, rowsOf } from '#platform/database.ts'
import { findAbandoned as findExports } from '../src/exports/store.ts'
import { sweepReadings } from '../src/imports/reading-lease.ts'
import { listConnectionsWithTwins } from '../src/posting/lane/twin-store.ts'
import { listConnectionsWithWork } from '../src/posting/runs/run-store.ts'
import { findAbandoned as findSources } from '../src/sources/store.ts'
import { openTestDatabase } from './database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** By which indexes the database looks for what is asked of it, where it goes through no table. */
async function indexesOf(ask: (db: Database) => Promise<unknown>): Promise<string[]> {
  const asked: { text: string; params: unknown[] }[] = []
  const logger = { logQuery: (text: string, params: unknown[]) => void asked.push({ text, params }) }
  const { driver } = database
  const db = (driver.kind === 'pglite'
    ? drizzlePglite({ client: driver.pglite, logger })
    : drizzleNodePostgres({ client: driver.pool, logger })) as unknown as Database
  await ask(db)
  const first = asked.find(({ text }) => text.startsWith('select'))
  if (!first) throw new Error('nothing was asked')
  const literals = first.params.map((value) => `'${value instanceof Date ? value.toISOString() : value}'`)
  const text = first.text.replace(/\$(\d+)/g, (_, place) => literals[place - 1] ?? 'null')
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const plan = await rowsOf<object>(tx.execute(sql.raw(`explain ${text}`)))
    return [...JSON.stringify(plan).matchAll(/ (?:using|on) (\w+_(?:unended|anew|read|written|fetched)) /g)].flatMap(
      ([, index]) => index ?? [],
    )
  })
}

const now = new Date('2026-11-21T08:00:00Z')
const times = { now, lostBefore: now }
const jobs = () => ({ enqueueAll: async () => undefined }) as never

test.each([
  ['runs_unended', listConnectionsWithWork],
  ['posting_steps_sent_anew', (db: Database) => listConnectionsWithTwins(db, now)],
  ['imports_being_read', (db: Database) => sweepReadings({ db, clock: { now: () => now }, jobs })],
  ['exports_being_written', (db: Database) => findExports(db, times)],
  ['template_sources_being_fetched', (db: Database) => findSources(db, times)],
])('what is looked for every minute in all companies is found by an index of its own: %s', async (index, ask) => {
  expect(await indexesOf(ask)).toEqual([index])
})
