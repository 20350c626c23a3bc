import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createReadingThreads } from './read-in-thread.ts'
import { madeUpRequest, warmReading } from './warm-reading.ts'

test("the file that warms the thread is read like a person's: every row becomes a draft", async () => {
  const results = await warmReading(createReadingThreads())
  for (const { totals, isMisjudged } of results) {
    expect(isMisjudged).toBe(false)
    expect([totals.ready.count, totals.attention.count, totals.skipped.count]).toEqual([12_000, 0, 1])
  }
})

test('what it is read by has its names in the order in which a template comes out of the database', async () => {
  const { db, close } = await openTestDatabase()
  const given = JSON.stringify(madeUpRequest.mapping)
  const [row] = await rowsOf<{ kept: unknown }>(db.execute(sql`select ${given}::jsonb as kept`))
  await close()
  expect(JSON.stringify(row?.kept)).toBe(given)
})
