import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { holdSecondLook } from '../../test/hold-look.ts'
import { openReceiptsScene, slip } from './testing/receipts-scene.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test.each([
  ['chose its purchase', { reference: 'RV-2' }, { state: 'attached', matchedBy: 'person' }],
  ['told another amount', { amount: { minor: 9_900, currency: 'SEK' } }, { state: 'waiting', matchedBy: null }],
])('of a receipt that is about to be matched a person who %s meanwhile is believed', async (_what, said, after) => {
  const { buy, upload, bring, call, link } = openReceiptsScene(database)
  buy()
  buy({ amount: 1, total: 1 })
  const [{ receipt }] = await upload(['a.pdf', slip])
  link.db = holdSecondLook(database.db, () => call('PATCH', `/receipts/${receipt.id}`, said))
  await bring()
  expect((await call('GET', `/receipts/${receipt.id}`)).body).toMatchObject(after)
})

test.each([
  ['chooses another purchase', { reference: 'RV-2' }, 'matched'],
  ['declines it', { reference: null }, 'waiting'],
])(
  'a receipt of which a person %s while it is brought is not tied with the file of the first',
  async (_what, said, state) => {
    const { buy, upload, bring, call, inbox, requests, during, activities } = openReceiptsScene(database)
    buy()
    buy({ amount: 1, total: 1 })
    const [{ receipt }] = await upload(['a.pdf', slip])
    during.upload = () => call('PATCH', `/receipts/${receipt.id}`, said)
    await bring()
    delete during.upload
    expect(requests).toEqual(['upload'])
    expect((await call('GET', `/receipts/${receipt.id}`)).body.state).toBe(state)
    await bring()
    const invoices = [...inbox.values()].map(({ invoice }) => invoice)
    expect(invoices).toEqual(state === 'matched' ? [null, '101'] : [null])
    expect(await activities()).toEqual(state === 'matched' ? ['receipt-attached'] : [])
  },
)

test('a receipt that is refused while a person declines the purchase waits, and nobody is told that it was refused', async () => {
  const { buy, upload, bring, call, fates, during, activities } = openReceiptsScene(database)
  buy()
  const [{ receipt }] = await upload(['a.pdf', slip])
  fates.push('refused')
  during.upload = () => call('PATCH', `/receipts/${receipt.id}`, { reference: null })
  await bring()
  expect((await call('GET', `/receipts/${receipt.id}`)).body).toMatchObject({ state: 'waiting', problem: null })
  expect(await activities()).toEqual([])
})
