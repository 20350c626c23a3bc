import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
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
  near.teach('KONTORSHALLEN 0412', supplier())
  near.teach('KAFE NORR', supplier({ number: '8', name: 'Kafé Norr', account: 5910 }))
})

const patch = async (id: string, row: number, body: unknown) =>
  (await near.call('PATCH', `/imports/${id}/rows/${row}`, body)).body
const suppliersOf = async (id: string) =>
  (await near.call('GET', `/imports/${id}/rows`)).body.items
    .slice(1)
    .map(({ supplierNumber }: { supplierNumber: string | null }) => supplierNumber)

test('a supplier written in a row of an unknown merchant is remembered, and settles its other rows and files at once', async () => {
  const rows = ['2026-10-01;BRYGGERIGR 14;SEK;0;60,00', '2026-10-02;BRYGGERIGR 14;SEK;0;70,00']
  const { id } = await near.read(csv(...rows, '2026-10-03;OKÄND;SEK;0;80,00'))
  const { lesson, totals, rows: shown } = await patch(id, 2, { fields: { supplier: '8' } })
  expect(lesson).toEqual({ merchant: 'BRYGGERIGR 14', supplierName: 'Kafé Norr', isKept: true, rows: 1 })
  expect([totals.ready.count, shown[0].supplierNumber]).toEqual([2, '8'])
  expect(await suppliersOf(id)).toEqual(['8', '8', null])
  const later = await near.read(csv('2026-11-01;BRYGGERIGR 14;SEK;0;60,00'), 'november.csv')
  expect(await suppliersOf(later.id)).toEqual(['8'])
})

test('the rows that it settles are counted in every file that is not confirmed', async () => {
  const { id } = await near.read(csv('2026-10-01;BRYGGERIGR 14;SEK;0;60,00', '2026-10-02;BRYGGERIGR 14;SEK;0;70,00'))
  const other = await near.read(csv('2026-11-01;BRYGGERIGR 14;SEK;0;60,00', '2026-11-02;OKÄND;SEK;0;1,00'), 'nov.csv')
  expect((await patch(id, 2, { fields: { supplier: '8' } })).lesson).toMatchObject({ isKept: true, rows: 2 })
  await near.call('POST', `/imports/${other.id}/recheck`) // as the job does that mapping queues
  expect([await suppliersOf(id), await suppliersOf(other.id)]).toEqual([
    ['8', '8'],
    ['8', null],
  ])
})

test('where the text meant another supplier nothing is taken from that one before a person says so', async () => {
  const { id } = await near.read(
    csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;60,00', '2026-10-02;KONTORSHALLEN 0412;SEK;0;70,00'),
  )
  const asked = await patch(id, 2, { fields: { supplier: '8' } })
  expect(asked.lesson).toEqual({ merchant: 'KONTORSHALLEN 0412', supplierName: 'Kafé Norr', isKept: false, rows: 1 })
  expect(await suppliersOf(id)).toEqual(['8', '7'])
  const said = await patch(id, 2, { fields: { supplier: '8' }, remembers: true })
  expect(said.lesson).toMatchObject({ isKept: true, rows: 1 })
  expect(await suppliersOf(id)).toEqual(['8', '8'])
})

test.each(['SWISH', 'PAYPAL 4029357733', 'Kortköp', 'Överföring 123'])(
  'of %s, which names nobody, nothing is remembered unasked',
  async (text) => {
    const { id } = await near.read(csv(`2026-10-01;${text};SEK;0;60,00`, `2026-10-02;${text};SEK;0;70,00`))
    expect((await patch(id, 2, { fields: { supplier: '8' } })).lesson).toMatchObject({ isKept: false, rows: 1 })
    expect(await suppliersOf(id)).toEqual(['8', null])
  },
)

test('nothing is learned where rows of one merchant have different suppliers, of a text written by hand, or when told not to', async () => {
  const three = ['01', '02', '03'].map((day) => `2026-10-${day};TORGHANDEL;SEK;0;60,00`)
  const { id } = await near.read(csv(...three))
  expect((await patch(id, 2, { fields: { supplier: '8' }, remembers: false })).lesson).toBeNull()
  expect((await patch(id, 3, { fields: { supplier: '7' } })).lesson).toBeNull()
  expect((await patch(id, 4, { fields: { supplier: '7', merchant: 'Torget' } })).lesson).toBeNull()
  expect((await patch(id, 4, { fields: { account: '5410' } })).lesson).toBeNull()
  const later = await near.read(csv('2026-11-01;TORGHANDEL;SEK;0;60,00'), 'november.csv')
  expect(await suppliersOf(later.id)).toEqual([null])
})
