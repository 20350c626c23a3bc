import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'

test('the nightly job removes rows whose import is gone, and those of no other', async () => {
  const database = await openTestDatabase()
  try {
    const near = openImports(database)
    const rows = ['KONTORSHALLEN', 'CIRCLE K', 'BOKBODEN'].map((shop, i) =>
      csv(`2026-10-0${i + 1};${shop};SEK;0;120,00`),
    )
    const ids: string[] = []
    for (const row of rows) ids.push((await near.read(row)).id)
    // As where an import was deleted while its rows were read, and the reader killed after it.
    await database.db.execute(sql`delete from imports where id = ${ids[1]}`)
    const held = async () => {
      const found = await rowsOf<{ id: string }>(
        database.db.execute(sql`select distinct import_id as id from import_rows where company_id = ${near.companyId}`),
      )
      return new Set(found.map(({ id }) => id))
    }
    expect(await held()).toEqual(new Set(ids))
    const nightly = near.imports.jobs.handlers.find(({ definition }) => definition.name === 'imports.sweep-parts')!
    await nightly.run({}, new AbortController().signal)
    expect(await held()).toEqual(new Set([ids[0], ids[2]]))
  } finally {
    await database.close()
  }
})
