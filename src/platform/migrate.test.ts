import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { OpenDatabase } from './database.ts'
import { migrate } from './migrate.ts'

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

test('whose rows are is counted of no table, also where it was before, and the next start leaves that as it is', async () => {
  const counting = sql`select c.relname, a.attstattarget, a.xmin::text from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'company_id' order by 1`
  const read = async () =>
    ((await database.db.execute(counting)) as unknown as { rows: { attstattarget: number | null }[] }).rows
  const before = await read()
  expect(before.length).toBeGreaterThan(10)
  expect(new Set(before.map(({ attstattarget }) => attstattarget))).toEqual(new Set([0]))
  await migrate(database)
  expect(await read()).toEqual(before)

  const companyId = newId()
  await database.db.execute(sql`alter table imported_purchases alter column company_id set statistics -1`)
  await database.db.execute(sql`insert into imported_purchases
    (company_id, connection_id, fingerprint, occurrence, import_id, row_id, row_number, file_name, reference)
    select ${companyId}, ${newId()}, n::text, 1, ${newId()}, n, n, 'kort.csv', n::text from generate_series(1, 100) n`)
  const counted = async () =>
    (
      (await database.db.execute(
        sql`select attname from pg_stats where tablename = 'imported_purchases' and attname in ('company_id', 'row_id')`,
      )) as unknown as { rows: { attname: string }[] }
    ).rows.map(({ attname }) => attname)
  await database.db.execute(sql`analyze imported_purchases`)
  expect(await counted()).toEqual(['company_id', 'row_id'])
  await migrate(database)
  await database.db.execute(sql`analyze imported_purchases`)
  expect(await counted()).toEqual(['row_id'])
})
