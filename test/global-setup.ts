import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpMigrated, migrateTemplate } from './database.ts'
import { startPostgres } from './postgres.ts'

/**
 * With TEST_ON=postgres the suite runs on a real PostgreSQL instead of PGlite. What each test's database begins as is made
 * once for all files: to make it takes ten times as long as to unpack it. What tests write stands in one folder, which goes
 * with the run.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_FOLDER) return undefined // the other project of the run has all of it
  const folder = mkdtempSync(join(tmpdir(), 'radvis-tests-'))
  chmodSync(folder, 0o711) // as root PostgreSQL runs as another user, whose folder stands in it
  process.env.TEST_FOLDER = folder
  process.env.TMPDIR = folder
  const stop = process.env.TEST_ON === 'postgres' ? await startDatabase() : await dumpOnce(folder)
  return async () => {
    await stop?.()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startDatabase(): Promise<() => Promise<void>> {
  const server = await startPostgres()
  await migrateTemplate(server.url)
  process.env.TEST_DATABASE_URL = server.url
  return server.stop
}

async function dumpOnce(folder: string): Promise<undefined> {
  process.env.TEST_EMPTY_DATABASE = join(folder, 'migrated.tar')
  await writeFile(process.env.TEST_EMPTY_DATABASE, (await dumpMigrated()).stream())
}
