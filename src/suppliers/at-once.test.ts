import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { times } from '../../test/at-once.ts'
import { openTestDatabase } from '../../test/database.ts'
import { holdOpen, untilWaiting } from '../../test/holding-row.ts'
import { mappedSuppliers } from './tables.ts'
import { openSuppliers } from './testing/open-suppliers.ts'

/** The same call from several at once, and calls that want the same: answered as if one came after the other. */
let database: OpenDatabase
let near: ReturnType<typeof openSuppliers>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  near = openSuppliers(database)
  await near.sync()
})

const exact = (...texts: string[]) => texts.map((text) => ({ match: 'exact', text }))
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
const textsOf = async () =>
  (await near.call('GET', '/mapped-suppliers')).body.items.map((one: { designations: { text: string }[] }) =>
    one.designations.map(({ text }) => text).sort(),
  )

test('a mapping that several remove at once is removed and told of once', async () => {
  const { id } = (await near.map('1', exact('TALL'))).body
  const answers = await times(5, () => near.call('DELETE', `/mapped-suppliers/${id}`))
  expect(statuses(answers)).toEqual([200, 404, 404, 404, 404])
  expect(await near.activities()).toEqual(['supplier-mapped Tallticket AB', 'supplier-unmapped Tallticket AB'])
})

test('a text that two suppliers are given at once is one’s, and the other is told so', async () => {
  for (let round = 0; round < 4; round++) {
    const ids = [(await near.map('1')).body.id, (await near.map('2')).body.id, (await near.map('3')).body.id]
    const give = (id: string) => near.call('PATCH', `/mapped-suppliers/${id}`, { designations: exact(`TEXT ${round}`) })
    const answers = await Promise.all(ids.map(give))
    expect(statuses(answers)).toEqual([200, 400, 400])
    expect((await textsOf()).flat()).toEqual([`TEXT ${round}`])
    for (const id of ids) await near.call('DELETE', `/mapped-suppliers/${id}`)
  }
})

test('of two who give a supplier other texts at once the texts of the later one stand, not both', async () => {
  const { id } = (await near.map('1', exact('A'))).body
  for (let round = 0; round < 4; round++) {
    const give = (...texts: string[]) =>
      near.call('PATCH', `/mapped-suppliers/${id}`, { designations: exact(...texts) })
    await Promise.all([give('B', 'C'), give('D', 'E'), give('B', 'E')])
    expect([
      ['B', 'C'],
      ['D', 'E'],
      ['B', 'E'],
    ]).toContainEqual((await textsOf())[0])
  }
})

test('texts that several are taught at once in any order hold up nobody', async () => {
  const texts = Array.from({ length: 30 }, (_, index) => `TEXT ${index}`)
  for (let round = 0; round < 4; round++) {
    const teach = (number: string, index: number) =>
      near.map(number, exact(...(index === 1 ? texts.toReversed() : texts)))
    expect(statuses(await Promise.all(['1', '2', '3'].map(teach)))).toEqual([200, 200, 200])
  }
})

test('suppliers that are merged twice at once are merged once, and that is undone once', async () => {
  const [into, from] = [(await near.map('1', exact('A'))).body.id, (await near.map('2', exact('B'))).body.id]
  const merge = () => near.call('POST', '/mapped-suppliers/merges', { into, from: [from] })
  const merged = await Promise.all([merge(), merge(), merge()])
  expect(statuses(merged)).toEqual([201, 404, 404])
  const { id } = merged.find(({ status }) => status === 201)!.body
  const undo = () => near.call('POST', `/mapped-suppliers/merges/${id}/undo`)
  expect(statuses(await Promise.all([undo(), undo(), undo()]))).toEqual([200, 404, 404])
  expect(await textsOf()).toEqual([['A'], ['B']])
})

test('a register that was read whole while its changes were read is not read whole once more', async () => {
  const reading = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const { listSuppliers } = near.session
  near.session.listSuppliers = async function* (since) {
    if (since) {
      reading.resolve()
      await isRead.promise
    }
    yield* listSuppliers(since)
  }
  near.wait(86_401)
  const changes = near.refresh()
  await reading.promise
  await near.sync()
  isRead.resolve()
  await changes
  expect(near.queued).toHaveLength(1)
  near.wait(601)
  await near.refresh()
  expect(near.queued).toHaveLength(1)
})

test.runIf(process.env.TEST_ON === 'postgres')(
  'suppliers that are merged while a reading of the register renames them hold up nobody',
  async () => {
    const ids: string[] = []
    for (const number of ['3', '2', '1']) ids.push((await near.map(number)).body.id)
    await near.map('3', exact('A')) // made first, it stands last in the table, as it does by its number
    for (const supplier of near.register) supplier.name += ' (publ)'
    const held = await holdOpen(database, (tx) =>
      tx
        .select()
        .from(mappedSuppliers)
        .where(eq(mappedSuppliers.id, ids[0] ?? ''))
        .for('update'),
    )
    const merging = near.call('POST', '/mapped-suppliers/merges', { into: ids[2], from: [ids[0], ids[1]] })
    await untilWaiting(database, 1)
    const reading = near.sync()
    await untilWaiting(database, 2)
    await held.letGo()
    const [merged] = await Promise.all([merging, reading])
    expect(merged.status).toBe(201)
    expect((await near.call('GET', '/mapped-suppliers')).body.items).toMatchObject([
      { supplierName: 'Tallticket AB (publ)' },
    ])
  },
)
