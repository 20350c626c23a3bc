import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { buildRateBook } from '#rates/rules/rate-book.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { ImportsDeps } from './index.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const euros = (...rows: string[]) => new TextEncoder().encode(['Datum;Text;Belopp', ...rows].join('\r\n'))

/** A card whose account is kept in euro, and rates that a test sets. */
function openEuroAccount() {
  const known = { days: [{ currency: 'EUR', day: '2026-10-02', rate: '11.2' }], asked: [] as string[] }
  const rates: ImportsDeps['rates'] = {
    async load(currencies) {
      known.asked.push(...currencies)
      return buildRateBook(known.days)
    },
  }
  const near = openImports(database, { rates })
  const sample = euros('2026-10-01;BISTRO;-10,00', '2026-10-13;KAFE;-1,50')
  const mapping = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })?.mapping
  if (!mapping) throw new Error('the sample cannot be mapped')
  near.templated.mapping = { ...mapping, currency: 'EUR' }
  near.teach('MOLNVERKET', supplier({ number: '4', account: 6540, vatType: 'EU_SERVICES' }))
  const rowsOf = async (id: string) => (await near.call('GET', `/imports/${id}/rows`)).body.items.slice(1)
  return { near, known, rowsOf }
}

test('purchases in euro alone are shown and summed in SEK at the rate of their day, a Saturday at Friday’s', async () => {
  const { near, known, rowsOf } = openEuroAccount()
  const { id, totals } = await near.read(
    euros('2026-10-03;MOLNVERKET;-100,00', '2026-10-03;OKÄND BUTIK;-1,55', '2026-10-03;MOLNVERKET;12,50'),
  )
  const rows = await rowsOf(id)
  expect(rows.map(({ amount }: { amount: number }) => amount)).toEqual([112_000, 1736, -14_000])
  expect(totals).toMatchObject({
    read: { count: 4, sum: 99_736 },
    ready: { count: 2, sum: 98_000 },
    attention: { count: 1, sum: 1736 },
  })
  expect(new Set(known.asked)).toEqual(new Set(['EUR']))
  const { body } = await near.call('GET', `/imports/${id}/rows/${rows[0].id}`)
  expect(body.fields).toContainEqual({
    field: 'currency',
    value: 'EUR 11.2',
    origins: expect.arrayContaining([{ kind: 'riksbank', day: '2026-10-02' }]),
  })
  expect(body.request.SupplierInvoice).toMatchObject({ currency: 'EUR', total: 10_000, rate: '11.2' })
})

test('a rate that is not known yet leaves the row without SEK, and the sums follow when it comes', async () => {
  const { near, known, rowsOf } = openEuroAccount()
  const { id, totals } = await near.read(euros('2026-10-30;MOLNVERKET;-10,00', '2026-10-03;MOLNVERKET;-1,00'))
  expect(totals).toMatchObject({ read: { sum: 1120 }, attention: { count: 1, sum: 0 } })
  expect((await rowsOf(id))[0]).toMatchObject({ amount: null, problems: [{ code: 'exchange-rate-unknown' }] })
  known.days.push({ currency: 'EUR', day: '2026-10-30', rate: '11' })
  const { body } = await near.call('POST', `/imports/${id}/recheck`)
  expect(body.totals).toMatchObject({ read: { sum: 12_120 }, ready: { count: 2, sum: 12_120 } })
  expect((await near.call('POST', `/imports/${id}/confirm`, { invoices: 2 })).status).toBe(200)
})

test('SEK written by hand goes before the day’s rate', async () => {
  const { near, rowsOf } = openEuroAccount()
  const { id } = await near.read(euros('2026-10-03;MOLNVERKET;-100,00'))
  const [{ id: rowId }] = await rowsOf(id)
  const { body } = await near.call('PATCH', `/imports/${id}/rows/${rowId}`, { fields: { total: '1150' } })
  expect(body.totals).toMatchObject({ read: { sum: 115_000 }, ready: { sum: 115_000 } })
  const back = await near.call('PATCH', `/imports/${id}/rows/${rowId}`, { fields: { total: null } })
  expect(back.body.totals).toMatchObject({ read: { sum: 112_000 }, ready: { sum: 112_000 } })
})

test('no rate is asked for where the file says what everything cost in SEK', async () => {
  const asked: string[] = []
  const near = openImports(database, {
    rates: {
      async load(currencies) {
        asked.push(...currencies)
        return {}
      },
    },
  })
  near.teach('MOLNVERKET', supplier())
  const { id } = await near.read(csv('2026-10-01;MOLNVERKET;EUR;10,00;115,00', '2026-10-02;MOLNVERKET;SEK;0;10,00'))
  await near.call('POST', `/imports/${id}/recheck`)
  expect(asked).toEqual([])
})

test('a rate in the file goes before the day’s where it lies near it, and is asked about where it does not', async () => {
  const near = openImports(database, {
    rates: { load: async () => buildRateBook([{ currency: 'EUR', day: '2026-10-02', rate: '11.2' }]) },
  })
  near.teach('MOLNVERKET', supplier({ number: '4', account: 6540, vatType: 'EU_SERVICES' }))
  const file = (...rows: string[]) => new TextEncoder().encode(['Datum;Text;Belopp;Valuta;Kurs', ...rows].join('\r\n'))
  const bytes = file(
    '2026-10-02;MOLNVERKET;100,00;EUR;11,45',
    '2026-10-02;MOLNVERKET;101,00;EUR;1145,00',
    '2026-10-02;MOLNVERKET;102,00;EUR;',
    '2026-10-02;MOLNVERKET;103,00;EUR;1,00',
    '2026-10-02;MOLNVERKET;104,00;EUR;okänd',
    '2026-10-02;MOLNVERKET;105,00;SEK;1,00',
  )
  const mapping = suggestMapping(readSpreadsheet(bytes), { today: '2026-11-21' })?.mapping
  expect(mapping?.fields.rate).toMatchObject({ from: { name: 'Kurs' } })
  if (mapping) near.templated.mapping = mapping
  const { id } = await near.read(bytes)
  const rows = (await near.call('GET', `/imports/${id}/rows`)).body.items.slice(1)
  expect(
    rows.map((row: { amount: number; problems: { code: string }[] }) => [row.amount, row.problems[0]?.code]),
  ).toEqual([
    [114_500, undefined],
    [115_645, undefined],
    [114_240, undefined],
    [null, 'rate-not-near'],
    [null, 'rate-unreadable'],
    [10_500, undefined],
  ])
  const { body } = await near.call('GET', `/imports/${id}/rows/${rows[0].id}`)
  expect(body.fields).toContainEqual({
    field: 'currency',
    value: 'EUR 11.45',
    origins: [
      { kind: 'cell', cells: ['D2'] },
      { kind: 'cell', cells: ['E2'] },
    ],
  })
  for (const row of [rows[3], rows[4]])
    await near.call('PATCH', `/imports/${id}/rows/${row.id}`, { fields: { total: '1150' } })
  const { totals } = (await near.call('GET', `/imports/${id}`)).body
  expect(totals).toMatchObject({ attention: { count: 0 }, ready: { count: 6, sum: 584_885 } })
})
