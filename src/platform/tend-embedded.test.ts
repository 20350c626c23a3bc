import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { reuseLog, tendEmbedded } from './tend-embedded.ts'

const folders: string[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const comeAndGo = `
  insert into jobs (payload) select repeat(md5(n::text), 10) from generate_series(1, 5000) n;
  delete from jobs;`

async function opened(): Promise<PGlite> {
  const pglite = await PGlite.create()
  await pglite.exec('create table jobs (id serial primary key, payload text); create index on jobs (payload)')
  return pglite
}

async function sizeOf(pglite: PGlite): Promise<number> {
  const { rows } = await pglite.query<{ size: number }>(`select pg_total_relation_size('jobs') as size`)
  return rows[0]?.size ?? 0
}

test('the embedded database grows no further by rows that come and go', async () => {
  const pglite = await opened()
  await pglite.exec(comeAndGo)
  const once = await sizeOf(pglite)
  for (let times = 0; times < 6; times++) {
    await tendEmbedded(pglite, 'changed')
    await pglite.exec(comeAndGo)
  }
  expect(await sizeOf(pglite)).toBeLessThan(once * 2)
  await pglite.close()
})

test('only tables that have changed are tended, and then are not again', async () => {
  const pglite = await opened()
  await tendEmbedded(pglite, 'changed')
  await pglite.exec('create table quiet (id int)')
  await pglite.exec(comeAndGo)
  expect(await tendEmbedded(pglite, 'changed')).toBeGreaterThan(0)
  expect(await tendEmbedded(pglite, 'changed')).toBe(0)
  await pglite.close()
})

test('the planner knows what a table holds', async () => {
  const pglite = await opened()
  await pglite.exec(`insert into jobs (payload) select 'p' from generate_series(1, 3000)`)
  await tendEmbedded(pglite, 'changed')
  const { rows } = await pglite.query(`select reltuples::int as rows from pg_class where relname = 'jobs'`)
  expect(rows).toEqual([{ rows: 3000 }])
  await pglite.close()
})

test('all tables are tended where nothing is known of them, as after a start', async () => {
  const pglite = await opened()
  await pglite.exec(comeAndGo)
  await tendEmbedded(pglite, 'changed')
  expect(await tendEmbedded(pglite, 'all')).toBeGreaterThan(20)
  await pglite.close()
})

test('the log of an embedded database begins anew in the files that it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-log-'))
  folders.push(folder)
  const pglite = await PGlite.create(folder)
  await pglite.exec('create table jobs (payload text)')
  expect(await reuseLog(pglite)).toBe(false)
  const writeMuch = async () => {
    for (let times = 0; times < 5; times++)
      await pglite.exec(`
        insert into jobs select repeat(md5(n::text), 30) from generate_series(1, 15000) n;
        truncate jobs`)
  }
  const files = () => readdirSync(join(folder, 'pg_wal')).length
  await writeMuch()
  expect(await reuseLog(pglite)).toBe(true)
  const before = files()
  await writeMuch()
  await reuseLog(pglite)
  await writeMuch()
  expect(files()).toBeLessThanOrEqual(before + 1)
  await pglite.close()
})

test('an embedded database in a folder is tended while it is open, and closed when that is done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-tended-'))
  folders.push(folder)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const database = await openDatabase({ dataDir: folder })
  if (database.driver.kind !== 'pglite') throw new Error('not embedded')
  const { pglite } = database.driver
  await pglite.exec(`create table jobs as select n from generate_series(1, 3000) n`)
  const logBegins = async () => (await pglite.query('select redo_lsn from pg_control_checkpoint()')).rows
  const before = await logBegins()
  await pglite.exec(`create table much as select repeat(md5(n::text), 30) from generate_series(1, 40000) n`)
  vi.advanceTimersByTime(5000)
  await expect.poll(logBegins).not.toEqual(before)
  vi.advanceTimersByTime(5 * 60_000)
  vi.useRealTimers()
  await expect
    .poll(async () => (await pglite.query(`select reltuples::int as rows from pg_class where relname = 'jobs'`)).rows)
    .toEqual([{ rows: 3000 }])
  await database.close()
})
