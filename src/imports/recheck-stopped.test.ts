import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

test('a check that the server stops half-way is made again', async () => {
  const database = await openTestDatabase()
  try {
    const near = openImports(database)
    const { id, totals } = await near.read(csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;120,00'))
    expect(totals.ready.count).toBe(0)
    near.teach('KONTORSHALLEN 0412', supplier())
    await database.db.execute(sql`create sequence stops`)
    await database.db.execute(sql`create function stop_once() returns trigger language plpgsql security definer as $$ begin
      if nextval('stops') = 1 then raise exception 'canceling statement' using errcode = '57014'; end if;
      return new; end $$`)
    await database.db.execute(
      sql`create trigger stop_once before update on imports for each row execute function stop_once()`,
    )
    const recheck = near.imports.jobs.handlers.find(({ definition }) => definition.name === 'imports.recheck')!
    await recheck.run({ companyId: near.companyId, importId: id }, new AbortController().signal)
    expect((await near.call('GET', `/imports/${id}`)).body.totals.ready.count).toBe(1)
  } finally {
    await database.close()
  }
})
