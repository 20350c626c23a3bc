import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { type Database, type OpenDatabase, openDatabase } from '#platform/database.ts'
import { migrate } from '#platform/migrate.ts'
import { type Notices, openNotices } from '#platform/notices.ts'

/** A new, migrated database of its own: PGlite in memory, or PostgreSQL when TEST_DATABASE_URL names a server (test/postgres.ts). */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const database = await openNew()
  return {
    ...database,
    async close() {
      await noticesBy.get(database.driver)?.close()
      await database.close()
    },
  }
}

const noticesBy = new WeakMap<OpenDatabase['driver'], Notices>()

/** What is told on a test's database: one connection listens for all that ask for it, and ends with the database. */
export function noticesOf({ driver }: OpenDatabase): Notices {
  const notices = noticesBy.get(driver) ?? openNotices(driver)
  noticesBy.set(driver, notices)
  return notices
}

async function openNew(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return openOnServer(server)
  const { TEST_EMPTY_DATABASE: empty } = process.env
  if (!empty) throw new Error('test/global-setup.ts makes the database that each begins as')
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(empty), startParams })
  const db = drizzle({ client: pglite }) as unknown as Database
  return {
    ...{ db, promptDb: db },
    kind: 'pglite',
    driver: { kind: 'pglite', pglite },
    ...{ clock: systemClock, isSilent: () => false },
    close: () => pglite.close(),
  }
}

/** Its buffers are filled when it starts: an eighth of what it has by itself is as good for tests. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** A database with every table and no row, as a file that PGlite unpacks. */
export async function dumpMigrated(): Promise<Blob> {
  const database = await openDatabase({})
  await migrate(database)
  if (database.driver.kind !== 'pglite') throw new Error('an embedded database was asked for')
  const dump = await database.driver.pglite.dumpDataDir('none')
  await database.close()
  return dump
}

/** The name of the database on a test's server whose copy each test gets. */
const migrated = 'radvis_migrated'

/** Makes what each test's database on this server is a copy of: to migrate it takes several times as long as to copy it. */
export async function migrateTemplate(server: string): Promise<void> {
  await query(server, `create database ${migrated}`)
  const database = await openDatabase({ databaseUrl: urlOf(server, migrated), poolSize: 1 })
  await migrate(database)
  await database.close()
}

let count = 0
async function openOnServer(server: string): Promise<OpenDatabase> {
  const name = `test_${process.pid}_${Date.now()}_${count++}`
  await query(server, `create database ${name} template ${migrated}`)
  return openDatabase({ databaseUrl: urlOf(server, name), poolSize: 5 })
}

async function query(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

/** Resolves when notices are heard: on a server they are from when the listener's connection is open, which takes its time. */
export async function untilHearing(notices: Notices, { db }: OpenDatabase): Promise<void> {
  const isHeard = Promise.withResolvers<void>()
  const stop = notices.onTold('is anybody there', isHeard.resolve)
  const asking = setInterval(() => void db.transaction((tx) => notices.tell(tx, 'is anybody there')), 20)
  await isHeard.promise
  clearInterval(asking)
  stop()
}
