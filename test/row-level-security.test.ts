import { sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type Database, type OpenDatabase, withCompany } from '#platform/database.ts'
import { migrate } from '#platform/migrate.ts'
import { openTestDatabase } from './database.ts'
import { fillRow, tenantTables } from './tenant-tables.ts'

const [ours, theirs] = [newId(), newId()]
let database: OpenDatabase
let tables: PgTable[]

beforeAll(async () => {
  database = await openTestDatabase()
  tables = await tenantTables()
})
afterAll(() => database.close())

test('every table with a company_id in the database is known to this test', async () => {
  const { rows } = (await database.db.execute(
    sql`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' order by 1`,
  )) as unknown as { rows: { table_name: string }[] }
  expect(tables.map((table) => getTableConfig(table).name).sort()).toEqual(rows.map((row) => row.table_name))
  expect(rows.length).toBeGreaterThan(10)
})

test('every tenant table leads its primary key with company_id', async () => {
  const { rows } = (await database.db.execute(sql`
    select c.relname as name, a.attname as first from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and c.relnamespace = 'public'::regnamespace`)) as unknown as {
    rows: { name: string; first: string }[]
  }
  const first = new Map(rows.map((row) => [row.name, row.first]))
  for (const table of tables)
    expect([getTableConfig(table).name, first.get(getTableConfig(table).name)]).toEqual([
      getTableConfig(table).name,
      'company_id',
    ])
})

describe("without any filter of the application's own", () => {
  test("another company's rows can be neither read, changed, deleted nor written", async () => {
    for (const table of tables) {
      const { name } = getTableConfig(table)
      const theirRow = await fillRow(database.db, table, theirs)
      await database.db.insert(table).values(theirRow)
      await fillRow(database.db, table, ours) // makes the users and companies that rows of ours point to

      await withCompany(database.db, ours, async (tx) => {
        expect([name, 'read', (await tx.select().from(table)).length]).toEqual([name, 'read', 0])
        const set = { companyId: ours } as Record<string, unknown>
        expect([name, 'changed', (await tx.update(table).set(set).returning()).length]).toEqual([name, 'changed', 0])
        expect([name, 'deleted', (await tx.delete(table).returning()).length]).toEqual([name, 'deleted', 0])
      })
      const intruding = { ...(await fillRow(database.db, table, theirs)), companyId: theirs }
      await expect(
        withCompany(database.db, ours, (tx) => tx.insert(table).values(intruding)),
        `${name}: written`,
      ).rejects.toThrow()
      await withCompany(database.db, theirs, async (tx) => {
        expect([name, 'own', (await tx.select().from(table)).length]).toEqual([name, 'own', 1])
      })
    }
  })

  test('nothing looks past the policies but what asks of others at the same books, which the company role alone may call', async () => {
    const { rows } = (await database.db.execute(sql`
      select proname as name, proacl::text as rights, provolatile as kind from pg_proc
      where prosecdef and pronamespace = 'public'::regnamespace order by 1`)) as unknown as {
      rows: { name: string; rights: string; kind: string }[]
    }
    expect(rows.map(({ name }) => name)).toEqual(['has_others_there', 'imported_by_others'])
    for (const { rights, kind } of rows) {
      expect(kind).toBe('s') // reads only
      expect(rights).toContain('radvis_company=X')
      expect(rights).not.toMatch(/[{,]=X/) // PUBLIC
    }
  })

  test('a transaction that names no company sees nothing', async () => {
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local role radvis_company`)
      for (const table of tables) expect(await tx.select().from(table)).toEqual([])
    })
  })

  test('a transaction that may be lost does not wait for the disk, and stands under the same policies', async () => {
    const settings = sql`select current_setting('synchronous_commit') as waits, current_user as role`
    const read = async (tx: Database) => (await tx.execute(settings)) as unknown as { rows: unknown[] }
    const inside = await withCompany(database.db, ours, read, { isLosable: true })
    expect(inside.rows).toEqual([{ waits: 'off', role: 'radvis_company' }])
    expect((await withCompany(database.db, ours, read)).rows).toEqual([{ waits: 'on', role: 'radvis_company' }])
  })

  test('a process that starts leaves alone what stands under its policy, while others are at work in every table', async () => {
    const policies = async () =>
      ((await database.db.execute(sql`select polrelid::int, oid::int from pg_policy order by 1`)) as { rows?: unknown })
        .rows
    const before = await policies()
    if (database.kind === 'pglite') await migrate(database)
    else
      await database.db.transaction(async (tx) => {
        for (const table of tables) await tx.select().from(table).limit(1) // holds a lock that a change of it waits for
        await migrate(database)
      })
    expect(await policies()).toEqual(before)

    const [table] = tables
    if (!table) throw new Error('there are tables')
    await database.db.execute(sql`drop policy one_company on ${table}`)
    await migrate(database)
    expect(await policies()).toHaveLength(tables.length)
    const intruding = { ...(await fillRow(database.db, table, theirs)), companyId: theirs }
    await expect(withCompany(database.db, ours, (tx) => tx.insert(table).values(intruding))).rejects.toThrow()
  })
})
