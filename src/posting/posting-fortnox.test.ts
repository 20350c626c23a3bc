import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { type FortnoxSandbox, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { PostingRow, Step } from './contract.ts'
import { invoiceFixture } from './testing/invoice-fixture.ts'
import { openConnected } from './testing/open-connected.ts'
import { controlOf } from './testing/open-whole-way.ts'

let database: OpenDatabase
let sandbox: FortnoxSandbox
let near: Awaited<ReturnType<typeof openConnected>>
beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startFortnoxSandbox({ rateLimit: { requests: 10_000, seconds: 1 } })
  near = await openConnected(database, sandbox)
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(() => control('POST', 'reset', {}))

const control = (method: string, path: string, body?: unknown) => controlOf(sandbox)(method, path, body)

const references = (count: number) => Array.from({ length: count }, () => `RV-${newId().slice(0, 30)}`)

/** Confirms an import of ordinary purchases from the sandbox's first supplier. */
async function start(
  names: readonly string[],
  steps: Step[] = ['create', 'bookkeep', 'create-payment', 'bookkeep-payment'],
) {
  const state = await control('GET', 'state/1001')
  const supplierNumber: string = state.suppliers[0].SupplierNumber
  return withCompany(database.db, near.companyId, (tx) =>
    near.posting.startRun(tx, {
      ...{ companyId: near.companyId, connectionId: near.connectionId, importId: newId(), round: 0 },
      ...{ source: 'oktober.csv', target: 'Fortnox', performedBy: newId() },
      invoices: names.map((reference, index) => ({
        ...{ rowNumber: index + 2, rowIds: [index + 1], text: 'KÖP', supplierName: 'Kontorshallen', reference },
        invoice: invoiceFixture(reference, { supplierNumber }),
        payment: {
          ...{ paymentDate: '2026-10-05', modeOfPayment: 'KORT', amount: 125_000, currency: 'SEK', rate: '1' as const },
          amountSek: 125_000,
        },
        steps,
      })),
    }),
  )
}

type Books = {
  invoices: { ExternalInvoiceNumber: string; Booked: boolean; Balance: string }[]
  payments: { Booked: boolean; Amount: number }[]
}
async function expectPostedOnce(names: readonly string[], { isBooked = true } = {}): Promise<void> {
  const { invoices, payments }: Books = await control('GET', 'state/1001')
  expect(invoices.map((invoice) => invoice.ExternalInvoiceNumber).sort()).toEqual([...names].sort())
  expect(invoices.filter(({ Booked, Balance }) => Booked !== isBooked || Number(Balance) !== 0)).toEqual([])
  expect(payments.map(({ Booked }) => Booked)).toEqual(names.map(() => true))
}
const readRun = async (id: string) => (await near.call('GET', `/runs/${id}`)).body
const listPostings = async (id: string): Promise<PostingRow[]> =>
  (await near.call('GET', `/runs/${id}/postings`)).body.items

test('invoices reach Fortnox once each, though answers are lost, a gateway fails and a token runs out', async () => {
  const [invoices, payments] = ['/3/supplierinvoices', '/3/supplierinvoicepayments']
  await control('PUT', 'faults', [
    { match: { method: 'POST', path: '^/3/supplierinvoices$' }, every: 4, effect: { kind: 'drop-after' } },
    { match: { method: 'PUT', path: invoices }, nth: 3, effect: { kind: 'status', status: 502, commit: true } },
    { match: { method: 'POST', path: payments }, every: 5, effect: { kind: 'drop-after' } },
    { match: { method: 'PUT', path: payments }, nth: 2, effect: { kind: 'drop-after' } },
    { match: {}, nth: 20, effect: { kind: 'expired-token' } },
  ])
  const names = references(40)
  const id = await start(names)
  await near.work()
  await expectPostedOnce(names)
  expect(await readRun(id)).toMatchObject({ status: 'success', paid: { done: 40, of: 40 } })
  const rows = await listPostings(id)
  expect(rows.every(({ invoiceNumber, voucher, paymentNumber }) => invoiceNumber && voucher && paymentNumber)).toBe(
    true,
  )
})

test('what something on the way sends twice stands there once, and what is refused in passing is sent again', {
  timeout: 60_000,
}, async () => {
  const [invoices, payments] = ['/3/supplierinvoices', '/3/supplierinvoicepayments']
  await control('PUT', 'faults', [
    { match: { method: 'POST', path: `^${invoices}$` }, nth: 2, effect: { kind: 'twice' } },
    { match: { method: 'POST', path: `^${invoices}$` }, nth: 4, effect: { kind: 'status', status: 409 } },
    { match: { method: 'PUT', path: invoices }, nth: 3, effect: { kind: 'status', status: 423 } },
    { match: { method: 'POST', path: payments }, nth: 1, effect: { kind: 'status', status: 409, commit: true } },
    { match: { method: 'PUT', path: payments }, nth: 2, effect: { kind: 'twice' } },
  ])
  const names = references(5)
  const id = await start(names)
  await near.work()
  const { invoices: made } = await control('GET', 'state/1001')
  expect(made).toHaveLength(6)
  expect(made.filter(({ Cancelled }: { Cancelled: boolean }) => Cancelled)).toHaveLength(1)
  expect(made.filter(({ Booked }: { Booked: boolean }) => Booked)).toHaveLength(5)
  expect(await readRun(id)).toMatchObject({ status: 'success', rejected: 0, paid: { done: 5, of: 5 } })
})

test('a request that never arrived is sent again, once it is certain', { timeout: 60_000 }, async () => {
  await control('PUT', 'faults', [{ match: { method: 'POST' }, nth: 1, effect: { kind: 'drop-before' } }])
  const names = references(2)
  await start(names)
  await near.work()
  await expectPostedOnce(names)
})

test.each([
  ['period-locked', { lockedPeriod: '2026-12-31' }, { lockedPeriod: null }],
  ['approval-required', { approval: 'flow' }, { approval: 'none' }],
])('%s leaves the invoice created and not booked, until a person has mended it', async (code, trouble, mended) => {
  await control('PUT', 'tenants/1001/settings', trouble)
  const names = references(2)
  const id = await start(names)
  await near.work()
  expect(await readRun(id)).toMatchObject({
    status: 'error',
    created: { done: 2, of: 2 },
    bookkept: { done: 0, of: 2 },
  })
  for (const { steps, invoiceNumber } of await listPostings(id)) {
    expect(invoiceNumber).not.toBeNull()
    expect(steps[1]).toMatchObject({ state: 'rejected', problem: { code, serviceCode: expect.any(String) } })
  }
  await control('PUT', 'tenants/1001/settings', mended)
  near.advance(20_000)
  expect((await near.call('POST', `/runs/${id}/retry`)).body).toEqual({ reopened: 2 })
  await near.work()
  expect(await readRun(id)).toMatchObject({ status: 'success' })
  await expectPostedOnce(names)
})

test('in a cash year the payment books the invoice, and its voucher is the invoice’s', async () => {
  await control('PUT', 'tenants/1001/settings', { accountingMethod: 'CASH' })
  const names = references(2)
  const id = await start(names, ['create', 'create-payment', 'bookkeep-payment'])
  await near.work()
  await expectPostedOnce(names, { isBooked: false })
  expect(await readRun(id)).toMatchObject({ status: 'success', bookkept: { done: 0, of: 0 }, paid: { done: 2, of: 2 } })
  for (const { voucher } of await listPostings(id)) expect(voucher).toMatch(/^[A-Z]+ \d+$/)
  await control('PUT', 'tenants/1001/settings', { accountingMethod: 'ACCRUAL' })
})

test('a request whose turn comes after the lease has run out does not leave', async () => {
  const { connections, companyId, connectionId } = near
  const before = (await control('GET', 'stats')).requests
  const { session } = await connections.openLine(companyId, connectionId, { mayStillSend: () => false })
  await expect(session.createSupplierInvoice(invoiceFixture('RV-late'))).rejects.toMatchObject({
    kind: 'unavailable',
    retry: 'safe',
  })
  expect((await control('GET', 'stats')).requests).toBe(before)
})
