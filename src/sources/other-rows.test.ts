import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { header, line, openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const sample = new TextEncoder().encode(`${header.join(';')}\n2026-11-01;Molnverket;100,50\n2026-11-13;Café Älv;50,00`)
const mapping = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })?.mapping

async function openMapped() {
  const stage = openSources(database)
  stage.sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2'), line('2026-11-03', '#N/A', '3')]
  const id = await stage.create()
  const template = stage.templates.get(id)
  if (template && mapping) template.mapping = mapping
  await stage.fetchRows(id)
  return { ...stage, id }
}

describe('a tab in which a formula has failed for good', () => {
  test('gives the new month that is pasted over the last', async () => {
    const { sheet, id, fetchRows } = await openMapped()
    sheet.rows = [line('2026-12-01', 'C', '4'), line('2026-12-02', '#N/A', '5')]
    sheet.version++
    expect((await fetchRows(id))?.map(({ cells }) => cells[1])).toEqual(['Text', 'C', '#N/A'])
  })

  test('gives its rows again where a column has got another name, so that the import can say so', async () => {
    const { sheet, id, fetchRows } = await openMapped()
    sheet.header = ['Köpdatum', 'Text', 'Belopp']
    sheet.version++
    expect(await fetchRows(id)).toHaveLength(4)
  })

  test.each([
    ['the amounts', [line('2026-11-01', 'A', '#REF!'), line('2026-11-02', 'B', '#REF!')]],
    ['all but a note of somebody', [line('#REF!', '', ''), line('', 'Att göra', '')]],
  ])('is tried again where formulas give %s', async (_what, rows) => {
    const { sheet, id, fetchRows, outcome } = await openMapped()
    sheet.rows = rows
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'failed', problem: { code: 'source-formulas-failed' } })
  })
})

test('a column that was given another name and got its own back brings no row again, and none is said to have gone', async () => {
  const { sheet, id, fetchRows, started } = await openMapped()
  sheet.header = ['Köpdatum', 'Text', 'Belopp', 'Attest']
  sheet.rows = sheet.rows.map((row) => ({ ...row, cells: [...row.cells, 'ja'] }))
  sheet.version++
  expect(await fetchRows(id)).toHaveLength(4)
  sheet.header = [...header, 'Attest']
  sheet.version++
  expect(await fetchRows(id)).toBeNull()
  expect(started.map(({ warnings }) => warnings)).toEqual([[], []])
})
