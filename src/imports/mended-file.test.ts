import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { workbook } from '../../test/workbook.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
const file = csv(
  '2026-10-01;KAFE;SEK;0;1299,00',
  'okänt datum;KAFE;SEK;0;742,00',
  '2026-10-06;KAFE;SEK;0;96,00',
  '2026-10-07;KAFE;SEK;0;abc',
)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KAFE', supplier())
})

const counts = ({ totals }: { totals: Record<string, { count: number }> }) =>
  Object.fromEntries(Object.entries(totals).map(([state, { count }]) => [state, count]))

test('rows to mend that are mended in their file and dropped again are read as they would have been', async () => {
  const original = await near.read(file)
  expect(counts(original)).toMatchObject({ ready: 2, attention: 2 })
  const { body } = await near.call('GET', `/imports/${original.id}/problem-rows?format=csv`)
  const mended = new TextEncoder().encode(body.replace(/okänt datum;/, '2026-10-02;'))

  const back = await near.read(mended, 'kort att åtgärda.csv')
  expect(counts(back)).toEqual({ read: 3, ready: 1, attention: 1, duplicate: 0, skipped: 1 })
  expect(back.warnings).toEqual([])
  const { body: drift } = await near.call('GET', `/imports/${back.id}/drift`)
  expect(drift.drift).toBeNull()
  const { body: rows } = await near.call('GET', `/imports/${back.id}/rows`)
  expect(rows.items.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
    [1, 'skipped'],
    [3, 'ready'],
    [5, 'attention'],
  ])
  expect(rows.items[2].problems[0]).toMatchObject({ code: 'amount-unreadable', cell: 'E5' })

  // What is mended in both places is one purchase.
  await near.call('POST', `/imports/${back.id}/confirm`, { invoices: back.invoices })
  await near.call('PATCH', `/imports/${original.id}/rows/3`, { fields: { invoiceDate: '2026-10-02' } })
  const { body: after } = await near.call('GET', `/imports/${original.id}`)
  expect(counts(after)).toMatchObject({ ready: 2, attention: 1, duplicate: 1 })
})

test('all rows dropped again are the same purchases', async () => {
  const original = await near.read(file)
  await near.call('POST', `/imports/${original.id}/confirm`, { invoices: original.invoices })
  const { body } = await near.call('GET', `/imports/${original.id}/all-rows?format=csv`)
  const back = await near.read(new TextEncoder().encode(body), 'kort alla rader.csv')
  expect(counts(back)).toEqual({ read: 5, ready: 0, attention: 2, duplicate: 2, skipped: 1 })
})

test('numbers of a workbook stand beside what a person types in the copy', async () => {
  const header = 'Datum;Specifikation;Valuta;Utl. belopp;Belopp'
  const bytes = workbook({ Kort: [header, 'x;KAFE;SEK;0;50.5', 'y;KAFE;SEK;0;13.125', 'z;KAFE;SEK;0;1250.5'] })
  const original = await near.read(bytes, 'kort.xlsx')
  const { body } = await near.call('GET', `/imports/${original.id}/problem-rows?format=csv`)
  const days = body.replace(';x;', ';2026-10-02;').replace(';y;', ';2026-10-03;').replace(';z;', ';2026-10-04;')
  const back = await near.read(new TextEncoder().encode(days.replace('1250,5', '1 250,75')), 'kort att åtgärda.csv')
  // Three decimals are asked about in a text.
  expect(counts(back)).toEqual({ read: 4, ready: 2, attention: 1, duplicate: 0, skipped: 1 })
  expect(back.totals.ready.sum).toBe(5050 + 125075)
})
