import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  for (const name of ['SPOTIFY', 'AMAZON', 'KJELL']) near.teach(name, supplier())
})

const bytes = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'))

/** Imports the first file with what is written in its unreadable row, then the second; answers the second's states. */
async function mendAndImportAgain(first: readonly string[], second: readonly string[], fields: Record<string, string>) {
  const suggested = suggestMapping(readSpreadsheet(bytes(second)), { today: '2026-11-21' })
  if (suggested) near.templated.mapping = suggested.mapping
  const { id } = await near.read(bytes(first))
  const { items } = (await near.call('GET', `/imports/${id}/rows?state=attention`)).body
  expect(items).toHaveLength(1)
  const mended = (await near.call('PATCH', `/imports/${id}/rows/${items[0].id}`, { fields })).body
  expect(mended.rows[0].state).toBe('ready')
  expect((await near.call('POST', `/imports/${id}/confirm`, { invoices: mended.invoices })).status).toBe(200)
  const { totals } = await near.read(bytes(second), 'igen.csv')
  return [totals.duplicate.count, totals.ready.count]
}

test('a purchase whose amount was written by hand is known by its id when a later file has it', async () => {
  const file = (amount: string) => [
    'Datum;Köpställe;Belopp;Transaktions-ID;Kort',
    "2026-10-03;Spotify;119,00;'TX-100000;*1234",
    `2026-10-04;Amazon;${amount};'TX-100001;*1234`,
    "2026-10-05;Kjell;50,00;'TX-100002;*1234",
  ]
  expect(await mendAndImportAgain(file('336,92 (prel)'), file('336,92'), { total: '336,92' })).toEqual([3, 0])
})

test('and by the day of purchase in its text, where the template reads that', async () => {
  const file = (amount: string) => [
    'Bokföringsdag;Text;Belopp',
    '2026-10-05;SPOTIFY/26-10-03;-119,00',
    `2026-10-06;AMAZON/26-10-04;${amount}`,
    '2026-10-07;KJELL/26-10-05;-50,00',
  ]
  expect(await mendAndImportAgain(file('-336,92 (prel)'), file('-336,92'), { total: '336,92' })).toEqual([3, 0])
})

test('a purchase written by hand of a file without ids is known when a file that has them needs a hand too', async () => {
  const header = 'Datum;Köpställe;Belopp;Kort'
  const rows = ['2026-10-03;Spotify;119,00;*1234', '2026-10-04;Amazon;336,92 (prel);*1234']
  const withIds = [`${header};Transaktions-ID`, ...rows.map((row, i) => `${row};TX-10000${i}`)]
  const mappingOf = (lines: readonly string[]) =>
    suggestMapping(readSpreadsheet(bytes(lines.map((line) => line.replace(' (prel)', '')))), { today: '2026-11-21' })
  const mend = async (lines: readonly string[], name: string) => {
    near.templated.mapping = mappingOf(lines)!.mapping
    const { id } = await near.read(bytes(lines), name)
    const { items } = (await near.call('GET', `/imports/${id}/rows?state=attention`)).body
    const fields = { total: '336,92' }
    return { id, mended: (await near.call('PATCH', `/imports/${id}/rows/${items[0].id}`, { fields })).body }
  }
  const first = await mend([header, ...rows], 'utan.csv')
  await near.call('POST', `/imports/${first.id}/confirm`, { invoices: first.mended.invoices })
  expect((await mend(withIds, 'med.csv')).mended.rows[0].state).toBe('duplicate')
})

test('purchases imported without ids are known in a file that has them, each once', async () => {
  const header = 'Datum;Köpställe;Belopp;Kort'
  const day = (amount: string) => `2026-10-03;Spotify;${amount};*1234`
  const rows = [day('119,00'), day('119,00'), day('50,00')]
  const read = async (lines: readonly string[], name: string) => {
    near.templated.mapping = suggestMapping(readSpreadsheet(bytes(lines)), { today: '2026-11-21' })!.mapping
    return near.read(bytes(lines), name)
  }
  const first = await read([header, ...rows], 'utan.csv')
  await near.call('POST', `/imports/${first.id}/confirm`, { invoices: first.invoices })
  const more = [day('119,00'), ...rows, day('75,00')]
  const withIds = [`${header};Transaktions-ID`, ...more.map((row, i) => `${row};TX-${100000 + i * 7}`)]
  const second = await read(withIds, 'med.csv')
  expect([second.totals.duplicate.count, second.totals.ready.count]).toEqual([3, 2])
  await near.call('POST', `/imports/${second.id}/confirm`, { invoices: second.invoices })
  const third = await read(withIds, 'igen.csv')
  expect([third.totals.duplicate.count, third.totals.ready.count]).toEqual([5, 0])
})
