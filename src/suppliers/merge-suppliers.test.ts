import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { supplierMerges } from './tables.ts'
import { openSuppliers } from './testing/open-suppliers.ts'

let database: OpenDatabase
let near: ReturnType<typeof openSuppliers>
let ids: Record<string, string>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  near = openSuppliers(database)
  await near.sync()
  const one = await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }], { account: 4000, vatType: 'SE6' })
  const two = await near.map('2', [
    { match: 'exact', text: 'AKES' },
    { match: 'contains', text: 'umea kafe' },
  ])
  const three = await near.map('3', [{ match: 'exact', text: 'POLARIS' }], { account: 4000 })
  ids = { 1: one.body.id, 2: two.body.id, 3: three.body.id }
})

const merge = (into: string, ...from: string[]) =>
  near.call('POST', '/mapped-suppliers/merges', { into: ids[into], from: from.map((number) => ids[number]) })
/** Number, account and texts of each mapped supplier. */
const mapped = async () =>
  (await near.call('GET', '/mapped-suppliers')).body.items
    .map(
      (one: {
        id: string
        supplierNumber: string
        account: number
        designations: { match: string; text: string }[]
      }) => [
        one.supplierNumber,
        one.id,
        one.account,
        one.designations.map(({ match, text }) => `${match} ${text}`).sort(),
      ],
    )
    .sort()
const found = async (text: string) => (await near.loadBook()).find(text, {})?.supplier.number

test('what the others were called means the one that is left, their names too, and undone all is as it was', async () => {
  const before = await mapped()
  const { status, body } = await merge('1', '2', '3')
  expect([status, body.intoName, body.names]).toEqual([201, 'Tallticket AB', ['Åkes Kafé', 'Polaris Flyg AB']])
  expect(await mapped()).toHaveLength(1)
  expect([await found('AKES'), await found('Polaris Flyg AB'), await found('STORA UMEA KAFE')]).toEqual(['1', '1', '1'])
  expect((await near.call('GET', '/mapped-suppliers/merges')).body.items).toMatchObject([{ id: body.id }])
  const mergedAway = async () => [...(await near.suppliers().listMergedAway(near.companyId, near.connectionId))].sort()
  expect(await mergedAway()).toEqual(['2', '3'])
  const undone = await near.call('POST', `/mapped-suppliers/merges/${body.id}/undo`)
  expect(await mergedAway()).toEqual([])
  expect([undone.status, undone.body.items]).toEqual([200, []])
  expect(await mapped()).toEqual(before)
  expect(await found('Polaris Flyg AB')).not.toBe('1')
  expect((await near.call('POST', `/mapped-suppliers/merges/${body.id}/undo`)).status).toBe(404)
  expect((await near.activities()).slice(-2)).toEqual([
    'suppliers-merged Tallticket AB',
    'supplier-merge-undone Tallticket AB',
  ])
})

test('a supplier is not merged with itself, and whoever asks for it is told so', async () => {
  for (const from of [['1'], ['2', '1']]) {
    const { status, body } = await merge('1', ...from)
    expect([status, body.errors]).toMatchObject([400, [{ path: 'from', code: 'merged-with-itself' }]])
  }
  expect(await mapped()).toHaveLength(3)
})

test('a supplier that was merged is known as merged however many merges came after it', async () => {
  await merge('1', '2')
  for (let merges = 0; merges < 20; merges++) {
    near.wait(60)
    ids[3] = (await near.map('3')).body.id
    expect((await merge('1', '3')).status).toBe(201)
  }
  expect([...(await near.suppliers().listMergedAway(near.companyId, near.connectionId))].sort()).toEqual(['2', '3'])
})

test('undoing a merge says of no VAT type that a person chose it since', async () => {
  await near.map('2', [], { vatType: 'SE12' })
  near.wait(24 * 3600)
  const { id } = (await merge('1', '2')).body
  near.wait(24 * 3600)
  await near.call('POST', `/mapped-suppliers/merges/${id}/undo`)
  expect((await near.loadBook()).find('AKES')?.supplier).toMatchObject({ vatType: 'SE12', vatChosenOn: '2026-11-21' })
})

test('of a merge that was kept without the day of its VAT types none was chosen after it', async () => {
  await near.map('2', [], { vatType: 'SE12' })
  const { id } = (await merge('1', '2')).body
  await withCompany(database.db, near.companyId, (tx) =>
    tx.update(supplierMerges).set({ merged: sql`merged #- '{0,vatChosenAt}'` }),
  )
  near.wait(2 * 24 * 3600)
  await near.call('POST', `/mapped-suppliers/merges/${id}/undo`)
  expect((await near.loadBook()).find('AKES')?.supplier.vatChosenOn).toBe('2026-11-21')
})

test('what was taught since stays taught when a merge is undone', async () => {
  const { id } = (await merge('1', '2')).body
  await near.map('3', [{ match: 'exact', text: 'AKES' }], { account: 4000 })
  await near.map('1', [{ match: 'exact', text: 'NYTT' }], { account: 4000, vatType: 'SE6' })
  await near.call('POST', `/mapped-suppliers/merges/${id}/undo`)
  expect([await found('AKES'), await found('NYTT'), await found('STORA UMEA KAFE')]).toEqual(['3', '1', '2'])
})

test('a merge is not undone over a supplier that was mapped anew, nor after thirty days', async () => {
  const { id } = (await merge('1', '2')).body
  const again = await near.map('2', [{ match: 'exact', text: 'KAFE NYA' }])
  const refused = await near.call('POST', `/mapped-suppliers/merges/${id}/undo`)
  expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'supplier-mapped-again'])
  await near.call('DELETE', `/mapped-suppliers/${again.body.id}`)
  near.wait(30 * 24 * 3600)
  expect((await near.call('GET', '/mapped-suppliers/merges')).body.items).toEqual([])
  expect((await near.call('POST', `/mapped-suppliers/merges/${id}/undo`)).status).toBe(404)
})

test('of merges at once of the same suppliers one is done', async () => {
  const both = await Promise.all([merge('1', '2'), merge('3', '2')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 404])
})

test('a name by which a third supplier is known stays that one’s when its bearer is merged', async () => {
  await near.map('3', [{ match: 'exact', text: 'Åkes Kafé' }], { account: 4000 })
  await merge('1', '2')
  expect([await found('Åkes Kafé'), await found('AKES')]).toEqual(['3', '1'])
})
