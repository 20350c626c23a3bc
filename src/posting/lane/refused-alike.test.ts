import { expect, test } from 'vitest'
import { csv } from '#imports/testing/fake-neighbours.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { PostingRow } from '../contract.ts'
import type { OpenPosting } from '../steps/step-store.ts'
import { invoiceFixture } from '../testing/invoice-fixture.ts'
import { openPreflight } from '../testing/preflight-scene.ts'
import { createAlike } from './refused-alike.ts'

/**
 * What Fortnox refuses whatever the invoice is tried by those under way when the first refusal comes, and by no other of
 * the run; one press sends them all again.
 */
const { control, near, change, confirm } = openPreflight()

const count = 90
/** Of one day: a lock is only known to reach days up to the one that met it. */
const many = csv(...Array.from({ length: count }, (_, index) => `2026-10-05;KONTORSGIGANTEN;SEK;0;${100 + index},00`))
const call = (method: string, path: string) => near().posting.call(method, path)
const work = async () => {
  while (near().posting.queued.length > 0) await near().posting.work()
}
const invoicesThere = async () => (await control('GET', 'state/1001')).invoices.length
async function listRows(runId: string): Promise<PostingRow[]> {
  const { body } = await call('GET', `/runs/${runId}/postings?limit=500`)
  return body.items
}

test.each([
  ['approval', { approval: 'simple', mayApprove: false }, { approval: 'none' }, 'bookkeep', 'approval-required', count],
  [
    'approval of payments',
    { paymentApproval: true, mayApprove: false },
    { paymentApproval: false },
    'bookkeep-payment',
    'approval-required',
    count,
  ],
  [
    'a lock that Fortnox does not tell',
    { automaticLock: '2026-10-31' },
    { automaticLock: null },
    'bookkeep',
    'period-locked',
    65,
  ],
] as const)('%s is met by few of many invoices, and one press sends all of them', async (...given) => {
  const [, inFortnox, mended, refusedStep, code, mostMade] = given
  const { id } = await near().imports.read(many)
  await change(inFortnox)
  const { runId } = (await confirm(id, count)).body
  await work()
  const stopped = (await listRows(runId)).map(({ steps }) => steps.find(({ state }) => state === 'rejected'))
  expect(stopped.map((step) => step?.problem?.code)).toEqual(Array.from({ length: count }, () => code))
  const tried = stopped.filter((step) => !step?.problem?.isUntried)
  expect(tried.map((step) => step?.step)).toEqual(tried.map(() => refusedStep))
  // As many as a lane has under way.
  expect(tried.length).toBeLessThanOrEqual(32)
  expect(await invoicesThere()).toBeLessThanOrEqual(mostMade)
  await change(mended)
  expect((await call('POST', `/runs/${runId}/retry`)).body).toEqual({ reopened: count })
  await work()
  const after = await listRows(runId)
  expect(after.filter(({ steps }) => steps.every(({ state }) => state === 'done'))).toHaveLength(count)
  expect(await invoicesThere()).toBe(count)
})

test('a lock holds back days up to the one that met it, and no later one', async () => {
  const { refused, find } = createAlike({ listMet: async () => [] })
  const of = (invoiceDate: LocalDate) =>
    ({
      runId: 'r',
      invoice: invoiceFixture('RV-1', { invoiceDate }),
      payment: null,
      steps: [],
    }) as unknown as OpenPosting
  const locked = { code: 'period-locked', serviceCode: null, message: null }
  refused(of('2026-10-05'), 'bookkeep', locked)
  const found = await Promise.all(
    (['2026-10-04', '2026-10-05', '2026-10-06'] as const).map((day) => find(waitsToBeBooked(of(day)), 'bookkeep')),
  )
  expect(found).toEqual([locked, locked, null])
})

const waitsToBeBooked = (posting: OpenPosting): OpenPosting => ({
  ...posting,
  steps: [{ ordinal: 1, step: 'bookkeep', state: 'waiting', attempts: 0, sentAt: null, problem: null }],
})
