import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
