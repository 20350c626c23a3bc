import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type CompanyDatabase, type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { normaliseDesignation } from './rules/designations.ts'
import { designations } from './tables.ts'
import { openSuppliers } from './testing/open-suppliers.ts'

/** Texts that were taught when names were compared otherwise, as the database still has them. */
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

const exact = (...texts: string[]) => texts.map((text) => ({ match: 'exact' as const, text }))
const found = async (text: string) => (await near.loadBook()).find(text)?.supplier.number
const inCompany = <T>(work: (tx: CompanyDatabase) => Promise<T>) => withCompany(database.db, near.companyId, work)
const storedBy = (text: string, normalised: string) =>
  inCompany((tx) =>
    tx
      .update(designations)
      .set({ normalised })
      .where(and(eq(designations.companyId, near.companyId), eq(designations.text, text))),
  )
const stored = async () => {
  const rows = await inCompany((tx) =>
    tx.select().from(designations).where(eq(designations.companyId, near.companyId)).orderBy(designations.createdAt),
  )
  return rows.map(({ text, normalised }) => [text, normalised])
}
/** Maps a supplier by a text as it was stored before; answers the mapping's id. */
async function mappedBefore(number: string, text: string, normalised: string): Promise<string> {
  const { body } = await near.map(number, exact(text))
  await storedBy(text, normalised)
  return body.id
}
/** Two suppliers' texts, which are compared by the same by now. */
async function mappedAlike(): Promise<{ shop: string; brand: string }> {
  const [shop, brand] = [(await near.map('1', exact('OTHER'))).body.id, (await near.map('2', exact('NELLY'))).body.id]
  const row = { companyId: near.companyId, connectionId: near.connectionId, mappedSupplierId: shop }
  const text = { match: 'exact' as const, text: 'KLARNA.COM*NELLY', normalised: 'klarna.com' }
  await inCompany((tx) =>
    tx.insert(designations).values({ ...row, ...text, id: newId(), createdAt: new Date('2026-01-01') }),
  )
  return { shop, brand }
}
const change = (id: string, texts: string[], more: object = {}) =>
  near.call('PATCH', `/mapped-suppliers/${id}`, { designations: exact(...texts), ...more })

describe('a text that was compared by something else when it was taught', () => {
  test.each([
    ['Telia Norge', 'telia norge', 'TELIA NORGE'],
    ['KLARNA.COM*NELLY', 'klarna.com', 'NELLY'],
    ['Bauhaus SE', 'whatever names were compared by', 'BAUHAUS SE 4411'],
  ])('%s (%s): taught anew as %s it means the new supplier, and nobody else', async (text, before, again) => {
    await mappedBefore('2', text, before)
    await near.map('1', exact(again))
    expect([await found(again), await found(text)]).toEqual(['1', '1'])
    expect(await stored()).toEqual([[again, normaliseDesignation({ match: 'exact', text })]])
  })

  test('means the new supplier when a row teaches it, too', async () => {
    await mappedBefore('2', 'Telia Norge', 'telia norge')
    const merchant = { supplierNumber: '1', merchant: 'TELIA NORGE' }
    await near.suppliers().teachMerchant(near, merchant, newId())
    expect([await found('TELIA NORGE'), await found('Telia Norge')]).toEqual(['1', '1'])
  })

  test('and is there twice, is met as it was taught last', async () => {
    const [old, late] = [(await near.map('2', exact('A'))).body.id, (await near.map('3', exact('B'))).body.id]
    const row = { companyId: near.companyId, connectionId: near.connectionId, match: 'exact' as const }
    const taught = [
      { mappedSupplierId: late, text: 'TELIA NORGE', normalised: 'telia norge\nno', createdAt: new Date('2026-11-02') },
      { mappedSupplierId: old, text: 'Telia Norge', normalised: 'telia norge', createdAt: new Date('2026-11-01') },
    ]
    await inCompany((tx) => tx.insert(designations).values(taught.map((one) => ({ ...row, ...one, id: newId() }))))
    expect(await found('Telia Norge')).toBe('3')
    await near.map('1', exact('TELIA NORGE'))
    expect(await found('Telia Norge')).toBe('1')
  })

  test('is refused to another supplier as it is taken, and its own supplier can be saved', async () => {
    const id = await mappedBefore('2', 'Telia Norge', 'telia norge')
    const other = (await near.map('1', exact('TELIA'))).body.id
    expect((await change(other, ['TELIA', 'TELIA NORGE'])).body.errors).toMatchObject([
      { path: 'designations.1.text', code: 'designation-taken', params: { supplierName: 'Åkes Kafé' } },
    ])
    expect((await change(id, ['Telia Norge'], { account: 4000 })).status).toBe(200)
    expect(await found('TELIA NORGE')).toBe('2')
  })

  test('is not taken from its supplier by a name without its country', async () => {
    await mappedBefore('2', 'Bauhaus DK', 'bauhaus')
    await near.map('1', exact('Bauhaus'))
    expect([await found('BAUHAUS DK'), await found('BAUHAUS')]).toEqual(['2', '1'])
  })

  test('goes back to its supplier when a merge is undone, and the name that was taught is forgotten', async () => {
    const from = await mappedBefore('2', 'Telia Norge', 'telia norge')
    const into = (await near.map('1', exact('TALLTICKET'))).body.id
    const { id } = (await near.call('POST', '/mapped-suppliers/merges', { into, from: [from] })).body
    await storedBy('Telia Norge', 'telia norge')
    await storedBy('Åkes Kafé', 'åkes')
    expect((await near.call('POST', `/mapped-suppliers/merges/${id}/undo`)).status).toBe(200)
    expect([await found('TELIA NORGE'), await found('Åkes Kafé'), await found('TALLTICKET')]).toEqual([
      ...['2', undefined, '1'],
    ])
  })

  test('stays one supplier’s when several teach at once', async () => {
    const texts = ['Telia Norge', 'Bauhaus DK', 'IKEA Sverige']
    for (const text of texts) await mappedBefore('3', text, normaliseDesignation({ match: 'contains', text }))
    const answers = await Promise.all(['1', '2', '3'].map((number) => near.map(number, exact(...texts))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await stored()).map(([text]) => text).sort()).toEqual(texts.toSorted())
  })
})

describe('two texts of two suppliers that have become alike', () => {
  test('are both met as they were taught, and any other spelling waits for a person, whose answer settles all', async () => {
    await mappedAlike()
    const all = async () => [await found('KLARNA.COM*NELLY'), await found('NELLY'), await found('NELLY 123')]
    expect(await all()).toEqual(['1', '2', undefined])
    await near.map('3', exact('SOMETHING ELSE'))
    expect(await all()).toEqual(['1', '2', undefined])
    await near.map('3', exact('NELLY 123'))
    expect(await all()).toEqual(['3', '3', '3'])
  })

  test('can both be saved with their suppliers, which takes nothing from the other', async () => {
    const { shop, brand } = await mappedAlike()
    expect((await change(shop, ['KLARNA.COM*NELLY', 'OTHER', 'MORE'])).status).toBe(200)
    expect((await change(brand, ['NELLY'], { account: 4000 })).status).toBe(200)
    expect([await found('KLARNA.COM*NELLY'), await found('NELLY')]).toEqual(['1', '2'])
  })

  test('are apart again when the merge of their suppliers is undone', async () => {
    const { shop, brand } = await mappedAlike()
    const { id } = (await near.call('POST', '/mapped-suppliers/merges', { into: shop, from: [brand] })).body
    expect(await found('NELLY 123')).toBe('1')
    await near.call('POST', `/mapped-suppliers/merges/${id}/undo`)
    expect([await found('KLARNA.COM*NELLY'), await found('NELLY')]).toEqual(['1', '2'])
  })
})
