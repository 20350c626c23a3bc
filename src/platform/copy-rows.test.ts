import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { openRowLoad } from './copy-rows.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { isDatabaseAway } from './database-faults.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.execute(sql`create table loaded (id integer primary key, filling text not null)`)
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`truncate loaded`))

const filling = Buffer.alloc(8000, 'x')

/** Rows as COPY's binary format has them: two fields, each behind its length. */
function rowsFrom(id: number, count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const start = Buffer.alloc(14)
    start.writeInt16BE(2, 0)
    start.writeInt32BE(4, 2)
    start.writeInt32BE(id + index, 6)
    start.writeInt32BE(filling.length, 10)
    return Buffer.concat([start, filling])
  })
  return Buffer.concat(rows)
}
const openLoad = (purpose = 'the test') =>
  openRowLoad(database.db, { table: 'loaded', columns: ['id', 'filling'], purpose })
const readIds = async () => {
  const { rows } = (await database.db.execute(sql`select id from loaded order by id`)) as { rows: { id: number }[] }
  return rows.map(({ id }) => id)
}
const countTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('rows in pages of any size stand in the table when the load has ended', async () => {
  const load = openLoad()
  await load.add(rowsFrom(1, 1))
  await load.add(rowsFrom(2, 60))
  await load.add(rowsFrom(62, 4))
  await load.end()
  expect(await readIds()).toEqual(countTo(65))
})

test('of a load that is given up no row comes afterwards, not even of those on their way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radvis-load-'))
  const own = process.env.TEST_ON === 'postgres' ? database : await openDatabase({ dataDir: folder })
  if (own !== database) await own.db.execute(sql`create table loaded (id integer primary key, filling text not null)`)
  const load = openRowLoad(own.db, { table: 'loaded', columns: ['id', 'filling'], purpose: 'given up' })
  await load.add(rowsFrom(1, 2))
  const late = load.add(rowsFrom(3, 2)).catch(() => undefined)
  await load.cancel()
  await own.db.execute(sql`delete from loaded`)
  await late
  const { rows } = (await own.db.execute(sql`select id from loaded`)) as { rows: unknown[] }
  expect(rows).toEqual([])
  if (own !== database) await own.close()
  await rm(folder, { recursive: true, force: true })
})

const pageRows = 4 // 32 kB: fewer than a socket takes before it says that it is full

test.runIf(process.env.TEST_ON === 'postgres')(
  'a page that had to wait for the server has left when the server goes on, however small it is',
  async () => {
    const other = await holdRow(1)
    const load = openLoad()
    let given = 0
    let isWaiting = false
    let last: Promise<void> = Promise.resolve()
    while (!isWaiting) {
      last = load.add(rowsFrom(given * pageRows + 1, pageRows))
      given++
      isWaiting = await Promise.race([last.then(() => false), wait(500).then(() => true)])
    }
    await other.letGo()
    await last
    await load.end()
    expect(await readIds()).toEqual(countTo(given * pageRows))
  },
)

test.runIf(process.env.TEST_ON === 'postgres')(
  'a load whose connection the server ends fails for the database being away, and the process lives',
  async () => {
    const load = openLoad()
    await load.add(rowsFrom(1, pageRows))
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy "loaded"%'`,
    )
    await wait(500)
    await expect(load.add(rowsFrom(5, pageRows)).then(() => load.end())).rejects.toSatisfy(isDatabaseAway)
    await load.cancel()
    expect(await readIds()).toEqual([])
  },
)

/** Whoever writes a row with that id has to wait until it is let go. */
async function holdRow(id: number) {
  const { $client: pool } = database.db as unknown as { $client: pg.Pool }
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into loaded values ($1, $2)', [id, ''])
  return {
    async letGo() {
      await client.query('rollback')
      client.release()
    },
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test.runIf(process.env.TEST_ON === 'postgres')(
  'who loads for the same purpose is no more held up by one that stands still, which learns that it was ended',
  async () => {
    const [still, another] = [openLoad(), openLoad('another')]
    await still.add(rowsFrom(1, 2))
    await another.add(rowsFrom(11, 2))
    const load = openLoad()
    await load.add(rowsFrom(1, 2))
    await load.end()
    await another.end()
    expect(await readIds()).toEqual([1, 2, 11, 12])
    expect(isDatabaseAway(await still.end().catch((error: unknown) => error))).toBe(true)
  },
)
