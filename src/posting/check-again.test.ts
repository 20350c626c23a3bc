import { expect, test } from 'vitest'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import type { PostingRow } from './contract.ts'
import { invoiceFixture } from './testing/invoice-fixture.ts'
import { openPreflight } from './testing/preflight-scene.ts'

/**
 * What was confirmed and then waited long is compared with Fortnox again before it goes on (decisions/017): what would be
 * refused stands on the run with the cause, the rest goes on, and nothing that was sent is touched.
 */
const { control, near, change, writes, confirm } = openPreflight()

const two = csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00', '2026-10-06;MOLNVERKET;EUR;100,00;1152,00')
const elevenMinutes = 11 * 60_000

async function confirmTwo(): Promise<string> {
  const { id } = await near().imports.read(two)
  return (await confirm(id, 2)).body.runId
}
const wait = (ms = elevenMinutes) => {
  near().advance(ms / 1000)
  near().posting.advance(ms)
}
const call = async (path: string, method = 'POST', body?: unknown) =>
  near().posting.call(method, path, 'full', undefined, body)
async function work(): Promise<void> {
  while (near().posting.queued.length > 0) await near().posting.work()
}
const rowsOf = async (runId: string): Promise<PostingRow[]> => (await call(`/runs/${runId}/postings`, 'GET')).body.items
const stands = async (runId: string) =>
  (await rowsOf(runId)).map(({ steps }) =>
    steps.map(({ step, state, problem }) => (problem ? `${step} ${state} ${problem.code}` : `${step} ${state}`)),
  )
const invoicesThere = async () => (await control('GET', 'state/1001')).invoices.length

const allDone = ['create done', 'bookkeep done', 'create-payment done', 'bookkeep-payment done']
const nothingSent = ['bookkeep waiting', 'create-payment waiting', 'bookkeep-payment waiting']

type Case = [string, { inFortnox: object; held: object; mended: object; isClosed?: boolean }]
const oneHeld: Case[] = [
  [
    'an account that was made inactive',
    {
      inFortnox: { accounts: { 6110: { active: false } } },
      held: { code: 'account-inactive', params: { account: 6110 } },
      mended: { accounts: { 6110: { active: true } } },
    },
  ],
  [
    'a cost centre that became mandatory',
    {
      inFortnox: { accounts: { 6110: { costCenter: 'MANDATORY' } } },
      held: { code: 'cost-center-missing', params: { account: 6110 } },
      mended: { accounts: { 6110: { costCenter: 'ALLOWED' } } },
    },
  ],
  [
    'a period that was locked',
    {
      inFortnox: { lockedPeriod: '2026-10-05' },
      held: { code: 'period-locked', params: { date: '2026-10-05', until: '2026-10-05' } },
      mended: { lockedPeriod: null },
    },
  ],
]

test('of a year that was turned to the cash method nothing is made that it would not bookkeep', async () => {
  const runId = await confirmTwo()
  await call(`/runs/${runId}/pause`)
  wait()
  await control('PUT', 'tenants/1001/settings', { accountingMethod: 'CASH' })
  await call(`/runs/${runId}/resume`)
  await work()
  const turned = ['create rejected turned-to-cash-method', ...nothingSent]
  expect(await stands(runId)).toEqual([turned, turned])
  expect(await invoicesThere()).toBe(0)
})

test.each(oneHeld)('%s while the run was paused: its invoice is held, the other goes on', async (_what, given) => {
  const runId = await confirmTwo()
  await call(`/runs/${runId}/pause`)
  await work()
  wait()
  await change(given.inFortnox)
  await call(`/runs/${runId}/resume`)
  await work()
  expect(await stands(runId)).toEqual([
    [`create rejected ${(given.held as { code: string }).code}`, ...nothingSent],
    allDone,
  ])
  const [held] = await rowsOf(runId)
  expect(held?.steps[0]?.problem).toMatchObject({ serviceCode: null, message: null, ...given.held })
  expect(held?.choices).toEqual(['retry', 'return', 'handle'])
  expect(await invoicesThere()).toBe(1)
  expect((await call(`/runs/${runId}`, 'GET')).body).toMatchObject({ status: 'error', rejected: 1 })

  await call(`/runs/${runId}/retry`)
  await work()
  expect((await stands(runId))[0]?.[0]).toBe(`create rejected ${(given.held as { code: string }).code}`)
  expect(await invoicesThere()).toBe(1)

  await change(given.mended)
  await call(`/runs/${runId}/retry`)
  await work()
  expect(await stands(runId)).toEqual([allDone, allDone])
  expect(await invoicesThere()).toBe(2)
})

test('what changed before another person approved it, however soon, is found before the first write', async () => {
  near().imports.templated.needsApproval = true
  const runId = await confirmTwo()
  expect((await call(`/runs/${runId}`, 'GET')).body.phase).toBe('awaiting-approval')
  await change({ lockedPeriod: '2026-10-05' })
  expect((await near().posting.call('POST', `/runs/${runId}/approve`, 'owner')).status).toBe(200)
  await work()
  expect(await stands(runId)).toEqual([['create rejected period-locked', ...nothingSent], allDone])
  expect(await invoicesThere()).toBe(1)
})

test('a mode of payment that is gone or has another account by then pays nothing', async () => {
  const runId = await confirmTwo()
  await call(`/runs/${runId}/pause`)
  wait()
  await change({ modesOfPayment: { KORT: { description: 'Kort', account: 1930 } } })
  await call(`/runs/${runId}/resume`)
  await work()
  const moved = ['create rejected mode-of-payment-moved', ...nothingSent]
  expect(await stands(runId)).toEqual([moved, moved])
  expect(await writes()).toEqual([])
  await change({ modesOfPayment: { KORT: null } })
  await call(`/runs/${runId}/retry`)
  await work()
  const gone = ['create rejected mode-of-payment-gone', ...nothingSent]
  expect(await stands(runId)).toEqual([gone, gone])
})

test('what is booked already is only held from its payment', async () => {
  const runId = await confirmTwo()
  await control('PUT', 'faults', [
    { match: { method: 'POST', path: '^/3/supplierinvoicepayments' }, effect: { kind: 'status', status: 503 } },
  ])
  const stop = new AbortController()
  const posted = near().posting.postNow(stop.signal)
  const payments = async () => (await control('GET', 'stats')).tenants[1001]['POST /3/supplierinvoicepayments'] ?? 0
  await expect.poll(payments).toBeGreaterThan(1)
  stop.abort()
  await posted
  expect((await stands(runId)).map(([create, bookkeep]) => [create, bookkeep])).toEqual([
    ['create done', 'bookkeep done'],
    ['create done', 'bookkeep done'],
  ])
  await call(`/runs/${runId}/pause`)
  await control('DELETE', 'faults')
  wait()
  // The invoices' day is of no more concern; the account that they are paid from is.
  await change({
    accounts: { 6110: { active: false } },
    modesOfPayment: { KORT: { description: 'Kort', account: 1930 } },
  })
  await call(`/runs/${runId}/resume`)
  await work()
  const held = [
    'create done',
    'bookkeep done',
    'create-payment rejected mode-of-payment-moved',
    'bookkeep-payment waiting',
  ]
  expect(await stands(runId)).toEqual([held, held])
  expect((await control('GET', 'state/1001')).payments).toEqual([])
  await change({ modesOfPayment: { KORT: { description: 'Kort', account: 2890 } } })
  await call(`/runs/${runId}/retry`)
  await work()
  expect(await stands(runId)).toEqual([allDone, allDone])
})

test('a supplier that was closed while a second person had not approved', async () => {
  near().imports.templated.needsApproval = true
  const { id } = await near().imports.read(two)
  const { runId } = (await confirm(id, 2)).body
  wait()
  near().imports.closed.push('1')
  expect((await near().posting.call('POST', `/runs/${runId}/approve`, 'owner')).status).toBe(200)
  await work()
  const [held, sent] = await rowsOf(runId)
  expect(held?.steps[0]).toMatchObject({ state: 'rejected', problem: { code: 'supplier-inactive' } })
  expect(sent?.steps.every(({ state }) => state === 'done')).toBe(true)
})

test('a number that somebody else’s invoice has by then; what a person wanted in spite of it goes on', async () => {
  const numbered = (...rows: string[]) =>
    new TextEncoder().encode(['Datum;Text;Belopp;Fakturanummer', ...rows].join('\r\n'))
  const sample = numbered('2026-10-01;KONTORSGIGANTEN;-10,00;A-1', '2026-10-13;NORDTELE;-1,50;B-7')
  near().imports.templated.mapping = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })!.mapping
  const session = await near().connections.openSession(near().companyId, near().connectionId)
  const enter = (invoiceNumber: string) =>
    session.createSupplierInvoice({ ...invoiceFixture(`HAND-${invoiceNumber}`), supplierNumber: '1', invoiceNumber })
  await enter('F-1')
  const { id } = await near().imports.read(
    numbered('2026-10-05;KONTORSGIGANTEN;-1250,00;F-1', '2026-10-06;KONTORSGIGANTEN;-80,00;F-2'),
  )
  const rows = (await near().imports.call('GET', `/imports/${id}/rows`)).body.items
  const used = rows.find(({ state }: { state: string }) => state === 'attention')
  await near().imports.call('PATCH', `/imports/${id}/rows/${used.id}`, { decision: 'import-anyway' })
  const { runId } = (await confirm(id, 2)).body
  await call(`/runs/${runId}/pause`)
  await enter('F-2')
  wait()
  await call(`/runs/${runId}/resume`)
  await work()
  const [wanted, taken] = await rowsOf(runId)
  expect(wanted?.steps.every(({ state }) => state === 'done')).toBe(true)
  expect(taken?.steps[0]?.problem).toMatchObject({ code: 'invoice-number-used', params: { number: 'F-2' } })
})

test('Fortnox was away for an hour: nothing is sent before the check, which waits for it, and all of it after', async () => {
  const runId = await confirmTwo()
  await control('PUT', 'faults', [{ match: { tenant: '1001' }, effect: { kind: 'status', status: 503 } }])
  wait(3_600_000)
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 1_500)
  await near().posting.postNow(stop.signal)
  expect((await writes()).filter((call) => call.startsWith('POST /3/supplierinvoices'))).toEqual([])
  await control('DELETE', 'faults')
  await change({ accounts: { 6110: { active: false } } })
  await near().posting.postNow()
  expect(await stands(runId)).toEqual([['create rejected account-inactive', ...nothingSent], allDone])
})

test('a run that goes on at once reads no register again', async () => {
  const runId = await confirmTwo()
  await call(`/runs/${runId}/pause`)
  const before = await control('GET', 'stats')
  await call(`/runs/${runId}/resume`)
  await work()
  const after = await control('GET', 'stats')
  const reads = (stats: typeof after) => stats.tenants[1001]['GET /3/accounts'] ?? 0
  expect(reads(after)).toBe(reads(before))
  expect(await stands(runId)).toEqual([allDone, allDone])
})
