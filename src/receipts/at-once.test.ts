import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { times } from '../../test/at-once.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openReceiptsScene, photo } from './testing/receipts-scene.ts'

/** The same call from several at once, and calls about the same: answered as if one came after the other. */
let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a file that several send at once is kept once', async () => {
  const { upload, files } = openReceiptsScene(database)
  const answers = (await times(4, () => upload(['a.jpg', photo(1)]))).flat()
  expect(answers.map(({ problem }) => problem).filter((problem) => problem === null)).toHaveLength(1)
  expect(answers.filter(({ problem }) => problem === 'receipt-there-already')).toHaveLength(3)
  expect(files.size).toBe(1)
})

test('a receipt that several take away at once is taken away once', async () => {
  const { upload, call, files } = openReceiptsScene(database)
  const [{ receipt }] = await upload(['a.jpg', photo(2)])
  const answers = await times(4, () => call('DELETE', `/receipts/${receipt.id}`))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
  expect(files.size).toBe(0)
})

test('of what two say of a receipt at once nothing is lost', async () => {
  const { upload, call } = openReceiptsScene(database)
  for (let round = 0; round < 4; round++) {
    const [{ receipt }] = await upload(['a.jpg', photo(10 + round)])
    const amount = { minor: 5_000 + round, currency: 'SEK' }
    const change = (body: object) => call('PATCH', `/receipts/${receipt.id}`, body)
    await Promise.all([change({ amount }), change({ date: '2026-09-07' })])
    expect((await call('GET', `/receipts/${receipt.id}`)).body).toMatchObject({ amount, date: '2026-09-07' })
  }
})

test('a receipt that is opened while it is taken away is as gone as one that was taken away before', async () => {
  const { upload, call, disk } = openReceiptsScene(database)
  const [{ receipt }] = await upload(['a.jpg', photo(3)])
  disk.whileRead = () => call('DELETE', `/receipts/${receipt.id}`)
  expect((await call('GET', `/receipts/${receipt.id}/file`)).status).toBe(404)
})
