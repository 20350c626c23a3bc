import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import type { PostingRow } from '../contract.ts'
import { createFarSide } from '../testing/far-side.ts'
import { openPosting } from '../testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('what somebody sends again while its run is being checked is checked as well, and sent once', async () => {
  let [isRefused, checks] = [true, 0]
  const far = createFarSide({
    fateOf: () => (isRefused ? { kind: 'refused', code: 'rejected' } : { kind: 'answered' }),
  })
  const rows = async (): Promise<PostingRow[]> => (await near.call('GET', `/runs/${id}/postings`)).body.items
  const retry = async (place: number) => {
    const ids = [(await rows())[place]?.id]
    expect((await near.call('POST', `/runs/${id}/postings/retry`, 'full', undefined, { ids })).status).toBe(200)
  }
  const near = openPosting(database, far.session, {
    isFast: true,
    checkRun: async () => {
      if (++checks === 1) await retry(1)
      return async (all) => all.map(() => null)
    },
  })
  const id = await near.start(['A', 'B'])
  while (near.queued.length > 0) await near.work()
  isRefused = false
  await retry(0)
  while (near.queued.length > 0) await near.work()
  expect(checks).toBe(2)
  expect((await rows()).flatMap(({ steps }) => steps.map(({ state }) => state))).toEqual(Array(8).fill('done'))
  expect(far.books.invoices.size).toBe(2)
})
