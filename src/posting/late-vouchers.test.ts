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

function openScene(options: Parameters<typeof createFarSide>[0] = {}) {
  const farSide = createFarSide(options)
  const scene = openPosting(database, farSide.session, { isFast: true })
  const vouchers = async (runId: string) => {
    const { body } = await scene.call('GET', `/runs/${runId}/postings`)
    return body.items.map(({ voucher }: { voucher: string | null }) => voucher)
  }
  return { ...scene, ...farSide, vouchers }
}

/** At the end of a lane one list tells whether what it made stands there twice (cancel-twins.ts). */
const forTwins = 1

test('vouchers that bookkeeping and reading leave out are read from one list when the run has ended', async () => {
  const scene = openScene({ voucherTold: 'when-listed' })
  const runId = await scene.start(['A', 'B', 'C'])
  await scene.work()
  expect(await scene.vouchers(runId)).toEqual(['B 1', 'B 2', 'B 3'])
  expect(scene.listed()).toBe(forTwins + 1)
})

test('a list that fails stops nothing, and the next run asks again', async () => {
  const isLost = { now: true }
  const scene = openScene({ voucherTold: 'when-listed' })
  const { listChangedInvoices } = scene.session
  scene.session.listChangedInvoices = (since) => {
    if (isLost.now) throw new Error('away')
    return listChangedInvoices(since)
  }
  const first = await scene.start(['A'])
  await scene.work()
  expect(await scene.vouchers(first)).toEqual([null])
  isLost.now = false
  const second = await scene.start(['B'])
  await scene.work()
  expect([await scene.vouchers(first), await scene.vouchers(second)]).toEqual([['B 1'], ['B 2']])
  expect(scene.listed()).toBe(forTwins + 1)
})

test('nothing more is listed by two lanes where every voucher is known, or none is wanted', async () => {
  const scene = openScene()
  await scene.start(['A', 'B'])
  await scene.start(['C'], ['create'])
  await scene.work()
  expect(scene.listed()).toBe(2 * forTwins)
})

test('so are those of the credit invoices that took a run back', async () => {
  const scene = openScene({ voucherTold: 'when-listed' })
  const runId = await scene.start(['A', 'B'], ['create', 'bookkeep'])
  await scene.work()
  const vouchers = await scene.vouchers(runId)
  await scene.call('POST', `/runs/${runId}/undo`)
  while (scene.queued.length > 0) await scene.work()
  const { body } = await scene.call('GET', `/runs/${runId}/postings`)
  const told = body.items.map(({ undo }: { undo: { creditNumber: string; creditVoucher: string } }) => {
    const { series, number } = scene.books.invoices.get(undo.creditNumber)?.voucher ?? {}
    return [undo.creditVoucher, `${series} ${number}`]
  })
  expect(told).toHaveLength(2)
  for (const [shown, there] of told) expect(shown).toBe(there)
  expect(await scene.vouchers(runId)).toEqual(vouchers)
})

test('what was made more than a day ago is not asked for any more', async () => {
  const scene = openScene({ voucherTold: 'when-listed' })
  let asked = 0
  scene.session.listChangedInvoices = async function* () {
    asked += 1
    yield []
  }
  await scene.start(['A'])
  await scene.work()
  scene.advance(23 * 3600_000)
  await scene.start(['B'], ['create'])
  await scene.work()
  expect(asked).toBe(2 * (forTwins + 1))
  scene.advance(2 * 3600_000)
  await scene.start(['C'], ['create'])
  await scene.work()
  expect(asked).toBe(2 * (forTwins + 1) + forTwins)
})
