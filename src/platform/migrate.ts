import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { ConfigError } from './config.ts'
import { type Database, type OpenDatabase, rowsOf } from './database.ts'
import { isForbidden } from './database-faults.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
/** Any number will do as long as it is ours: one process migrates at a time, the others wait. */
export const migrationLock = 7_204_114_001

/**
 * However little patience the server has with others' statements: a start that is not let wait for another's migration, or end
 * its own, is none. Those that this server has (transaction_timeout came with 17).
 */
const withoutLimits = `select set_config(name, '0', false) from pg_settings
  where name in ('lock_timeout', 'statement_timeout', 'transaction_timeout')`

/** What Drizzle's schema cannot say. */
const finishing = ['row-level-security.sql', 'storage.sql']

/**
 * Brings the schema up to date, then puts every table that has a company and does not stand under row-level security yet
 * under it, and says how tables are kept. Where there is nothing to do no table is locked: processes start while others are at work.
 */
export async function migrate(database: OpenDatabase): Promise<void> {
  const finish = finishing.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  if (database.driver.kind === 'pglite') {
    await migratePglite(drizzlePglite({ client: database.driver.pglite }), { migrationsFolder: folder })
    await database.driver.pglite.exec(finish)
    return
  }
  const client = await database.driver.pool.connect()
  try {
    await client.query(withoutLimits)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrateNodePostgres(drizzleNodePostgres({ client }), { migrationsFolder: folder })
    await client.query(finish)
    client.release(true) // the lock goes with its session, and so does what it was freed of
  } catch (error) {
    client.release(true)
    throw isForbidden(error) ? new ConfigError([`DATABASE_URL: ${mayNot(error)}`]) : error
  }
}

const mayNot = (error: unknown): string =>
  `the user may not do what a start needs (${innermost(error)}). It has to own the database and to make roles ("alter role USER createrole"); where another user of the server has made the role radvis_company, let a superuser "grant radvis_company to USER"`

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? innermost(error.cause) : error.message
}

const newest = Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis))

/**
 * Throws with the reason where the schema is not there, or lacks what this process needs. One that a newer process has
 * migrated further is fine: it goes on beside that one until it is replaced.
 */
export async function requireMigrated(db: Database): Promise<void> {
  const [found] = await rowsOf<{ applied: string | null; hasTables: boolean }>(
    db.execute(
      sql`select max(created_at)::text as applied, to_regclass('public.companies') is not null as "hasTables" from drizzle.__drizzle_migrations`,
    ),
  )
  if (!found?.hasTables) throw new Error('the database has no tables')
  if (Number(found.applied ?? 0) < newest) throw new Error('the database lacks migrations')
}
