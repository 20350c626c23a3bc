import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { ImportRow } from './contract.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const file = (...rows: string[]) => new TextEncoder().encode(['Datum;Text;Belopp;Fakturanummer', ...rows].join('\r\n'))
const sample = file('2026-10-01;KONTORSHALLEN;-10,00;A-1', '2026-10-13;MOLNVERKET;-1,50;B-7')

beforeEach(() => {
  near = openImports(database)
  near.templated.mapping = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })!.mapping
  near.teach('KONTORSHALLEN', supplier())
  near.teach('MOLNVERKET', supplier({ number: '8', name: 'Molnverket AB' }))
})

async function purchasesOf(id: string): Promise<ImportRow[]> {
  return (await near.call('GET', `/imports/${id}/rows`)).body.items.slice(1)
}
const standing = async (id: string) =>
  (await purchasesOf(id)).map(({ state, problems }) => [
    state,
    ...problems.map(({ code, params }) => [code, params?.row]),
  ])
const decide = (id: string, row: ImportRow | undefined, decision: string | null) =>
  near.call('PATCH', `/imports/${id}/rows/${row?.id}`, { decision })
const readImport = async (id: string) => (await near.call('GET', `/imports/${id}`)).body

test('two rows of a file with one number of a supplier both wait and name each other; the totals agree', async () => {
  const { id, invoices, totals } = await near.read(
    file(
      '2026-10-05;KONTORSHALLEN;-1250,00;F-1',
      '2026-10-06;KONTORSHALLEN;-80,00;F-1',
      '2026-10-06;MOLNVERKET;-80,00;F-1',
    ),
  )
  expect(await standing(id)).toEqual([
    ['attention', ['invoice-number-twice', 3]],
    ['attention', ['invoice-number-twice', 2]],
    ['ready'],
  ])
  expect([invoices, totals.ready.count, totals.attention.count]).toEqual([1, 1, 2])
  await near.call('POST', `/imports/${id}/recheck`)
  expect(await readImport(id)).toMatchObject({ invoices: 1, totals: { ready: { count: 1 }, attention: { count: 2 } } })
})

test('leaving one out, or importing one anyway, lets the other go, and taking that back holds both again', async () => {
  const { id } = await near.read(file('2026-10-05;KONTORSHALLEN;-1250,00;F-1', '2026-10-06;KONTORSHALLEN;-80,00;F-1'))
  const [, second] = await purchasesOf(id)
  await decide(id, second, 'leave-out')
  expect((await standing(id)).map(([state]) => state)).toEqual(['ready', 'skipped'])
  await decide(id, second, null)
  expect((await standing(id)).map(([state]) => state)).toEqual(['attention', 'attention'])
  await decide(id, second, 'import-anyway')
  expect(await standing(id)).toEqual([['ready'], ['ready']])
  expect((await near.call('POST', `/imports/${id}/confirm`, { invoices: 2 })).status).toBe(200)
})

test('a number that a confirmed import holds is found until its rows come back', async () => {
  const first = await near.read(file('2026-10-05;KONTORSHALLEN;-1250,00;F-1'), 'maj.csv')
  const open = await near.read(
    file('2026-10-06;KONTORSHALLEN;-80,00;F-1', '2026-10-07;KONTORSHALLEN;-80,00;F-2'),
    'juni.csv',
  )
  expect(await standing(open.id)).toEqual([['ready'], ['ready']])
  expect((await near.call('POST', `/imports/${first.id}/confirm`, { invoices: 1 })).status).toBe(200)
  // Whoever confirms without having seen it anew is told that the rows changed.
  expect((await near.call('POST', `/imports/${open.id}/confirm`, { invoices: 2 })).status).toBe(409)
  expect((await purchasesOf(open.id))[0]).toMatchObject({
    state: 'attention',
    problems: [{ code: 'invoice-number-claimed', params: { number: 'F-1', file: 'maj.csv', row: 2 } }],
  })
  const [invoice] = near.runs[0]?.invoices ?? []
  await near.giveBack(first.id, invoice!.reference)
  await near.call('POST', `/imports/${open.id}/recheck`)
  expect(await standing(open.id)).toEqual([['ready'], ['ready']])
})

test('rows that are gathered into one invoice share its number; two invoices with it hold all their rows', async () => {
  near.templated.granularity = 'supplier'
  const one = await near.read(file('2026-10-05;KONTORSHALLEN;-1250,00;F-1', '2026-10-06;KONTORSHALLEN;-80,00;F-1'))
  expect([one.invoices, ...(await standing(one.id))]).toEqual([1, ['ready'], ['ready']])
  near.teach('PAPPERSBODEN', supplier({ vatType: 'EU_SERVICES', account: 4535 }))
  const two = await near.read(
    file(
      '2026-10-08;KONTORSHALLEN;-1250,00;F-3',
      '2026-10-08;KONTORSHALLEN;-80,00;F-3',
      '2026-10-08;PAPPERSBODEN;-80,00;F-3',
    ),
  )
  expect([two.invoices, ...(await standing(two.id))]).toEqual([
    0,
    ['attention', ['invoice-number-twice', 4]],
    ['attention', ['invoice-number-twice', 4]],
    ['attention', ['invoice-number-twice', 2]],
  ])
})

test('a purchase and its refund that another company imported into the same books are held, both by their number', async () => {
  const known = (number: string, reference: string, total: number) => {
    return { number, reference, total, supplierNumber: '7', invoiceNumber: 'F-1', day: '2026-10-05', currency: 'SEK' }
  }
  near.state.invoices.push(known('51', 'RV-A', 125_000), known('52', 'RV-B', -125_000))
  const { id } = await near.read(file('2026-10-05;KONTORSHALLEN;-1250,00;F-1', '2026-10-09;KONTORSHALLEN;1250,00;F-1'))
  expect((await purchasesOf(id)).map(({ state, problems }) => [state, problems.map(({ code }) => code)])).toEqual([
    ['attention', ['invoice-number-used']],
    ['attention', ['invoice-number-used']],
  ])
})
