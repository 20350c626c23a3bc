import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { OpenDatabase } from './database.ts'
import { migrate, requireMigrated } from './migrate.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('pages of postings keep room for the numbers that come later, and the next start leaves that as it is', async () => {
  const { rows } = (await database.db.execute(
    sql`select reloptions, xmin::text from pg_class where oid = 'public.postings'::regclass`,
  )) as unknown as { rows: { reloptions: string[]; xmin: string }[] }
  expect(rows[0]?.reloptions).toEqual(['fillfactor=70'])
  await migrate(database)
  const again = await database.db.execute(
    sql`select reloptions, xmin::text from pg_class where oid = 'public.postings'::regclass`,
  )
  expect((again as unknown as { rows: unknown[] }).rows).toEqual(rows)
})

test('of companies no table counts more than the largest, and the next start leaves that as it is', async () => {
  const counting = sql`select c.relname, a.attstattarget, a.xmin::text from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'company_id' order by 1`
  const read = async () =>
    ((await database.db.execute(counting)) as unknown as { rows: { attstattarget: number | null }[] }).rows
  const before = await read()
  expect(before.length).toBeGreaterThan(10)
  expect(new Set(before.map(({ attstattarget }) => attstattarget))).toEqual(new Set([1]))
  await migrate(database)
  expect(await read()).toEqual(before)
})

test('the schema is ready where all migrations of this process were made, or more, and not where one or all are missing', async () => {
  const own = await openTestDatabase()
  const change = (statement: string) => own.db.execute(sql.raw(statement))
  await requireMigrated(own.db)
  await change("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 32503680000000)")
  await requireMigrated(own.db)
  await change("delete from drizzle.__drizzle_migrations where hash = 'newer'")
  await change(
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
  )
  await expect(requireMigrated(own.db)).rejects.toThrow('lacks migrations')
  await change('delete from drizzle.__drizzle_migrations')
  await expect(requireMigrated(own.db)).rejects.toThrow('lacks migrations')
  await change('drop schema public cascade')
  await expect(requireMigrated(own.db)).rejects.toThrow('no tables')
  await change('drop schema drizzle cascade')
  await expect(requireMigrated(own.db)).rejects.toThrow()
  await own.close()
})
