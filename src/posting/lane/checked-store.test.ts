import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import type { PostingRow } from '../contract.ts'
import { runs } from '../tables.ts'
import { createFarSide } from '../testing/far-side.ts'
import { openPosting } from '../testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('what somebody sends again while its run is being checked is checked as well, and sent once', async () => {
  let [isRefused, checks] = [true, 0]
  const happened: string[] = []
  let afterFirst: Date | null | undefined
  const far = createFarSide({
    fateOf: ({ step, reference }) => {
      if (step === 'create') happened.push(`${reference} sent`)
      return isRefused ? { kind: 'refused', code: 'rejected' } : { kind: 'answered' }
    },
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
      else if (checks === 2) afterFirst = (await database.db.select().from(runs).where(eq(runs.id, id)))[0]?.checkedAt
      return async (all) => {
        happened.push(...all.map(({ reference }) => `${reference} checked`))
        return all.map(() => null)
      }
    },
  })
  const id = await near.start(['A', 'B'])
  while (near.queued.length > 0) await near.work()
  isRefused = false
  happened.length = 0
  await retry(0)
  while (near.queued.length > 0) await near.work()
  expect(afterFirst).toBeNull() // not as one whose ten minutes were over in the scene's clock, which runs ahead
  for (const name of ['A', 'B']) {
    expect(happened).toContain(`${name} checked`)
    expect(happened.indexOf(`${name} checked`)).toBeLessThan(happened.indexOf(`${name} sent`))
  }
  expect((await rows()).flatMap(({ steps }) => steps.map(({ state }) => state))).toEqual(Array(8).fill('done'))
  expect(far.books.invoices.size).toBe(2)
})
