import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/rules/suggest-mapping.ts'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

test('rows that the first of a long file misjudged are read anew by what all of them say', async () => {
  const database = await openTestDatabase()
  try {
    const near = openImports(database)
    near.teach('KONTORSHALLEN 0412', supplier())
    const last = '2026-10-02;KONTORSHALLEN 0412;SEK;0;12,50'
    const { mapping } = suggestMapping(readSpreadsheet(csv(last)), { today: '2026-11-21' })!
    near.templated.mapping = { ...mapping, numberFormat: 'auto' }
    // Thousands or thousandths: what 3,500 rows leave open the last one settles.
    const rows = Array.from({ length: 3500 }, (_, i) => `2026-10-01;KONTORSHALLEN 0412;SEK;0;1.${100 + (i % 800)}`)
    const { id, totals } = await near.read(csv(...rows, last))
    expect([totals.read.count, totals.ready.count, totals.attention.count]).toEqual([3502, 3501, 0])
    const { body } = await near.call('GET', `/imports/${id}/rows?limit=2`)
    expect(body.items[1].amount).toBe(110_000)
  } finally {
    await database.close()
  }
})
