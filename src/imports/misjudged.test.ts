import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/rules/suggest/suggest-mapping.ts'
import { openTestDatabase } from '../../test/database.ts'
import { workbook } from '../../test/workbook.ts'
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

test('a workbook with a sheet for each card and one with them all says that its purchases stand there twice', async () => {
  const database = await openTestDatabase()
  try {
    const near = openImports(database)
    near.teach('KONTORSHALLEN 0412', supplier())
    const header = 'Datum;Text;Valuta;Utl. belopp;Belopp'
    const row = (day: number) => `2026-10-0${day};KONTORSHALLEN 0412;SEK;0;${100 + day}`
    const [one, other] = [[1, 2, 3].map(row), [4, 5, 6].map(row)]
    const sheets = { 'Kort 1234': [header, ...one], 'Kort 9876': [header, ...other] }
    near.templated.mapping = suggestMapping(readSpreadsheet(workbook(sheets)), { today: '2026-11-21' })!.mapping
    const warned = async (bytes: Uint8Array) =>
      (await near.read(bytes, 'kort.xlsx')).warnings.filter(({ code }: { code: string }) => code === 'sheet-repeats')
    expect(await warned(workbook(sheets))).toEqual([])
    expect(await warned(workbook({ ...sheets, Alla: [header, ...one, ...other] }))).toEqual([
      { code: 'sheet-repeats', params: { sheet: 'Alla', repeated: 6, rows: 6 } },
    ])
  } finally {
    await database.close()
  }
})
