import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type Database, type OpenDatabase, openDatabase } from '#platform/database.ts'
import { migrate } from '#platform/migrate.ts'
import type { Notices } from '#platform/notices.ts'

/** A new, migrated database of its own: PGlite in memory, or PostgreSQL when TEST_DATABASE_URL names a server (test/postgres.ts). */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return openOnServer(server)
  const { TEST_EMPTY_DATABASE: empty } = process.env
  if (!empty) throw new Error('test/global-setup.ts makes the database that each begins as')
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(empty) })
  const db = drizzle({ client: pglite }) as unknown as Database
  return {
    ...{ db, promptDb: db },
    kind: 'pglite',
    driver: { kind: 'pglite', pglite },
    isSilent: () => false,
    close: () => pglite.close(),
  }
}

/** A database with every table and no row, as a file that PGlite unpacks. */
export async function dumpMigrated(): Promise<Blob> {
  const database = await openDatabase({})
  await migrate(database)
  if (database.driver.kind !== 'pglite') throw new Error('an embedded database was asked for')
  const dump = await database.driver.pglite.dumpDataDir('none')
  await database.close()
  return dump
}

let count = 0
async function openOnServer(server: string): Promise<OpenDatabase> {
  const name = `test_${process.pid}_${Date.now()}_${count++}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.toString(), poolSize: 5 })
  await migrate(database)
  return database
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
