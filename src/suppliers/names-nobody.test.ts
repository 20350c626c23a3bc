import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { registered } from './testing/accounting-system.ts'
import { openSuppliers } from './testing/open-suppliers.ts'

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

const exact = (text: string) => ({ match: 'exact', text })
const found = async (text: string) => (await near.loadBook()).find(text)?.supplier.number

test.each(['PAYPAL 4029357733', 'SWISH 1234567890', 'Kortköp', 'Överföring 123'])(
  '%s, which names nobody, is remembered only when the request says so',
  async (text) => {
    const refused = await near.map('1', [exact('TALLTICKET'), exact(text)])
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'designations.1.text', code: 'designation-names-nobody', params: {} }],
    ])
    expect([await found(text), await found('TALLTICKET')]).toEqual([undefined, undefined])
    expect((await near.map('1', [exact(text)], { remembers: true })).status).toBe(200)
    expect(await found(text)).toBe('1')
  },
)

test('one that is remembered stays when the supplier is changed, and a new one is asked about then too', async () => {
  const { body } = await near.map('1', [exact('SWISH 123')], { remembers: true })
  const change = (designations: object[], more: object = {}) =>
    near.call('PATCH', `/mapped-suppliers/${body.id}`, { designations, ...more })
  expect((await change([exact('SWISH 123'), exact('TALLTICKET')])).status).toBe(200)
  expect((await change([exact('SWISH 123'), exact('PAYPAL 4029357733')])).body.errors).toMatchObject([
    { path: 'designations.1.text', code: 'designation-names-nobody' },
  ])
  expect((await change([exact('PAYPAL 4029357733')], { remembers: true })).status).toBe(200)
})

test('of a supplier that is merged into another the name is not taught where it names nobody', async () => {
  near.register.push(registered('9', 'Swish AB'))
  near.wait(61)
  await near.sync()
  const [one, other] = [await near.map('1', [exact('TALLTICKET')]), await near.map('9', [exact('GETSWISH')])]
  await near.call('POST', '/mapped-suppliers/merges', { into: one.body.id, from: [other.body.id] })
  expect([await found('GETSWISH'), await found('SWISH 1234567890')]).toEqual(['1', undefined])
})
