import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createFarSide } from './testing/far-side.ts'
import { openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const kort = { code: 'KORT', name: 'Kort' }
test.each([
  ['moved to another account', [{ ...kort, account: 1930 }]],
  ['removed', []],
])('nothing is paid back whose mode of payment was %s meanwhile', async (_, modes) => {
  const far = createFarSide({})
  const near = openPosting(database, far.session, { isFast: true })
  const id = await near.start(['A', 'B'])
  while (near.queued.length > 0) await near.work()
  let asked = 0
  far.session.listModesOfPayment = async () => {
    asked += 1
    return modes
  }
  await near.call('POST', `/runs/${id}/undo`)
  while (near.queued.length > 0) await near.work()
  expect((await near.call('GET', `/runs/${id}/undo`)).body).toMatchObject({
    ...{ state: 'partly-reverted', kept: 2, reasons: [{ code: 'mode-moved', count: 2 }] },
  })
  expect(asked).toBe(1)
  expect(far.requests.some(({ what }) => what === 'credit')).toBe(false)
})
