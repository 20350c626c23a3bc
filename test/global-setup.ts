import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpMigrated, migrateTemplate } from './database.ts'
import { startPostgres } from './postgres.ts'

/**
 * With TEST_ON=postgres the suite runs on a real PostgreSQL instead of PGlite. What each test's database begins as is made
 * once for all files: to make it takes ten times as long as to unpack it.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_ON !== 'postgres') return dumpOnce()
  if (process.env.TEST_DATABASE_URL) return undefined // the other project of the run has it
  const server = await startPostgres()
  await migrateTemplate(server.url)
  process.env.TEST_DATABASE_URL = server.url
  return server.stop
}

async function dumpOnce(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_EMPTY_DATABASE) return undefined // the other project of the run has it
  const directory = mkdtempSync(join(tmpdir(), 'radvis-empty-'))
  process.env.TEST_EMPTY_DATABASE = join(directory, 'migrated.tar')
  await writeFile(process.env.TEST_EMPTY_DATABASE, (await dumpMigrated()).stream())
  return async () => rmSync(directory, { recursive: true, force: true })
}
