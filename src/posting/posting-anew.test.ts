import { expect, test } from 'vitest'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { newId } from '#kernel/ids.ts'
import type { PostingRow, RunSummary } from './contract.ts'
import { openPreflight } from './testing/preflight-scene.ts'

/** From the file to the books and back again, on the real connector and the sandbox over HTTP: what was refused is mended and posted. */
const { control, near, purchasesOf, read, recheck, confirm, change, writes } = openPreflight()

const rows = [
  '2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00',
  '2026-10-06;MOLNVERKET;SEK;0;400,00',
  '2026-10-07;KONTORSGIGANTEN;SEK;0;80,00',
]
const readRun = async (id: string): Promise<RunSummary> => (await near().posting.call('GET', `/runs/${id}`)).body
const listPostings = async (id: string): Promise<PostingRow[]> =>
  (await near().posting.call('GET', `/runs/${id}/postings`)).body.items
async function workUntilDone(): Promise<void> {
  while (near().posting.queued.length > 0) await near().posting.work()
  await near().imports.work()
}
async function confirmed(id: string, invoices: number): Promise<string> {
  const answer = await confirm(id, invoices)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.runId
}

type Books = {
  invoices: {
    ExternalInvoiceNumber: string
    Booked: boolean
    Balance: string
    Total: string
    SupplierInvoiceRows: { Account: number }[]
  }[]
  payments: { Booked: boolean }[]
}
/** Each purchase is in the books once, bookkept and paid. */
async function expectBooks(totals: readonly number[]): Promise<Books['invoices']> {
  const { invoices, payments }: Books = await control('GET', 'state/1001')
  expect(invoices.map(({ Total }) => Number(Total)).sort()).toEqual([...totals].sort())
  expect(new Set(invoices.map(({ ExternalInvoiceNumber }) => ExternalInvoiceNumber)).size).toBe(totals.length)
  expect(invoices.filter(({ Booked, Balance }) => !Booked || Number(Balance) !== 0)).toEqual([])
  expect(payments.map(({ Booked }) => Booked)).toEqual(totals.map(() => true))
  return invoices
}

test('a row that Fortnox refuses comes back, is mended and confirmed anew; each purchase is posted once', async () => {
  const { id, invoices } = await read(csv(...rows))
  expect(invoices).toBe(3)
  const first = await confirmed(id, 3)
  // Between the confirmation and the lane a person over there makes the account inactive.
  await change({ accounts: { 6540: { active: false } } })
  await workUntilDone()
  expect(await readRun(first)).toMatchObject({
    status: 'error',
    created: { done: 2, of: 3 },
    paid: { done: 2, of: 3 },
    rejected: 1,
  })
  const refused = (await listPostings(first)).find(({ steps }) => steps[0]?.state === 'rejected')
  expect(refused).toMatchObject({ rowNumber: 3, choices: expect.arrayContaining(['retry', 'return']) })

  const chosen = { ids: [refused?.id] }
  expect((await near().posting.call('POST', `/runs/${first}/postings/return`, 'full', newId(), chosen)).body).toEqual({
    changed: 1,
    left: 0,
  })
  near().advance(30)
  await workUntilDone()
  const [sent, back, other] = await purchasesOf(id)
  expect([sent, other]).toMatchObject([{ state: 'duplicate' }, { state: 'duplicate' }])
  expect(back).toMatchObject({ state: 'attention' })
  expect(back?.problems.map(({ code }) => code)).toEqual(['account-inactive', 'sent-back'])
  expect(
    (await near().imports.call('PATCH', `/imports/${id}/rows/${sent?.id}`, { decision: 'import-anyway' })).status,
  ).toBe(409)

  await near().imports.call('PATCH', `/imports/${id}/rows/${back?.id}`, { fields: { account: '6110' } })
  expect((await recheck(id)).invoices).toBe(1)
  const second = await confirmed(id, 1)
  expect((await confirm(id, 1)).body.runId).toBe(second)
  await workUntilDone()
  expect(await readRun(second)).toMatchObject({
    status: 'success',
    created: { done: 1, of: 1 },
    paid: { done: 1, of: 1 },
  })
  expect(await readRun(first)).toMatchObject({ status: 'success', returned: 1, rejected: 0 })
  const books = await expectBooks([1250, 400, 80])
  expect(books.find(({ Total }) => Number(Total) === 400)?.SupplierInvoiceRows.map(({ Account }) => Account)).toContain(
    6110,
  )
  expect((await near().imports.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'confirmed', runId: second })
})

test('a run that is not approved comes back whole, is mended, approved by somebody else and posted once', async () => {
  near().imports.templated.needsApproval = true
  const { id } = await read(csv(...rows))
  const [chief, clerk] = [newId(), newId()]
  const decide = (run: string, what: string, body?: object, userId = chief) =>
    near().posting.call('POST', `/runs/${run}/${what}`, 'owner', userId, body)
  const first = await confirmed(id, 3)
  await workUntilDone()
  expect(await readRun(first)).toMatchObject({ phase: 'awaiting-approval' })
  expect((await decide(first, 'refuse', { reason: 'Molnverket ska på 6110' })).body).toMatchObject({
    phase: 'refused',
    returned: 3,
  })
  expect(await writes()).toEqual([])
  near().advance(30)
  await workUntilDone()
  const back = await purchasesOf(id)
  expect(back.map(({ state, problems }) => [state, problems.at(-1)?.code, problems.at(-1)?.params?.message])).toEqual(
    back.map(() => ['ready', 'sent-back', 'Molnverket ska på 6110']),
  )
  await near().imports.call('PATCH', `/imports/${id}/rows/${back[1]?.id}`, { fields: { account: '6110' } })
  const second = await confirmed(id, 3)
  await workUntilDone()
  expect(await readRun(second)).toMatchObject({ phase: 'awaiting-approval', approval: { state: 'waiting' } })
  expect(await writes()).toEqual([])
  expect((await decide(second, 'approve', undefined, clerk)).body).toMatchObject({ phase: 'posting' })
  expect((await decide(first, 'approve')).status).toBe(409)
  await workUntilDone()
  expect(await readRun(second)).toMatchObject({ status: 'success', paid: { done: 3, of: 3 } })
  expect(await readRun(first)).toMatchObject({ phase: 'refused', created: { done: 0, of: 3 } })
  await expectBooks([1250, 400, 80])
  expect((await purchasesOf(id)).every(({ problems }) => problems.every(({ code }) => code !== 'sent-back'))).toBe(true)
})

/** Somebody cancels it in Fortnox, where it waits to be bookkept. */
async function cancelThere(number: string): Promise<void> {
  const { companyId, connectionId, connections } = near()
  await (await connections.openSession(companyId, connectionId)).cancelSupplierInvoice(number)
}

test('an invoice that is cancelled in Fortnox comes back and is made anew once, though the answer to that is lost too', async () => {
  const { id } = await read(csv(...rows.slice(0, 2)))
  const first = await confirmed(id, 2)
  // Locked between the preview and the lane.
  await change({ lockedPeriod: '2026-10-05' })
  await workUntilDone()
  const stuck = (await listPostings(first)).find(({ rowNumber }) => rowNumber === 2)
  expect(stuck).toMatchObject({ choices: ['retry', 'handle'], invoiceNumber: expect.any(String) })
  await cancelThere(stuck?.invoiceNumber ?? '')
  await change({ lockedPeriod: null })
  await near().callConnections('POST', '/connectors/fortnox/mended')
  const chosen = { ids: [stuck?.id] }
  const press = (choice: string) =>
    near().posting.call('POST', `/runs/${first}/postings/${choice}`, 'full', newId(), chosen)
  expect((await press('return')).status).toBe(409)
  await press('retry')
  await workUntilDone()
  expect((await Promise.all([press('return'), press('return')])).map(({ status }) => status).sort()).toEqual([200, 409])
  near().advance(30)
  await workUntilDone()
  expect(await recheck(id)).toMatchObject({ invoices: 1 })
  expect((await purchasesOf(id))[0]).toMatchObject({
    state: 'ready',
    problems: [{ code: 'sent-back', params: { code: 'cancelled-there' } }],
  })
  const second = await confirmed(id, 1)
  await control('PUT', 'faults', [
    { match: { method: 'POST', path: '/3/supplierinvoices' }, nth: 1, effect: { kind: 'drop-after' } },
  ])
  await workUntilDone()
  await control('PUT', 'faults', [])
  expect(await readRun(second)).toMatchObject({
    status: 'success',
    created: { done: 1, of: 1 },
    paid: { done: 1, of: 1 },
  })
  expect(await readRun(first)).toMatchObject({ status: 'success', returned: 1, rejected: 0 })
  const { invoices } = (await control('GET', 'state/1001')) as {
    invoices: { ExternalInvoiceNumber: string; InvoiceNumber: string; Cancelled: boolean; Total: string }[]
  }
  const [old, anew] = invoices.filter(({ Total }) => Number(Total) === 1250)
  expect([old, anew]).toMatchObject([
    { Cancelled: true },
    // Its number at the supplier is used by a cancelled one only.
    { Cancelled: false, InvoiceNumber: old?.InvoiceNumber, ExternalInvoiceNumber: `1.${old?.ExternalInvoiceNumber}` },
  ])
  expect(invoices).toHaveLength(3)

  // The same file once more, and after both runs were taken back.
  expect(await read(csv(...rows.slice(0, 2)))).toMatchObject({ invoices: 0, totals: { duplicate: { count: 2 } } })
  for (const run of [first, second]) {
    await near().posting.call('POST', `/runs/${run}/undo`)
    await workUntilDone()
  }
  const undone = async (run: string) => (await near().posting.call('GET', `/runs/${run}/undo`)).body
  expect(await undone(first)).toMatchObject({ state: 'reverted', invoices: 1, credited: 1 })
  expect(await undone(second)).toMatchObject({ state: 'reverted', invoices: 1, credited: 1 })
})
