import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PostingRow } from '#posting/contract.ts'
import { seededNumbers } from '#sandbox/seeded-numbers.ts'
import { type Campaign, driveRun, judge, manyFaults, openCampaign, paymentByCard } from '../strict-fortnox/campaign.ts'
import { attachReceipts, undoRun, writeExport } from '../strict-fortnox/tasks.ts'
import { countEvents, prepareImport } from './card-run.ts'

const rows = 40
let campaign: Campaign
let runId: string

beforeAll(async () => {
  // The limit is raised so that the test takes a minute or so; what it proves does not depend on the pace.
  campaign = await openCampaign({
    ...{ limit: { requests: 100, seconds: 1 }, edition: 'old', lagSeconds: 2, vouchers: 'in-list', keepAliveMs: 200 },
    ...{ areListsWhole: true, approval: 'simple', paymentApproval: true, creditAnswers: 'credit-invoice' },
    ...{ creditNamedBy: 'credit-invoice', mostRows: 90, isLatestFirst: true, closed: 'CostCenters,Projects' },
    ...{ apiPrefix: '/gateway/fortnox', authPrefix: '/gateway/id/oauth-v1', suppliers: 1200 },
  })
})
afterAll(() => campaign?.stop())
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await campaign.readOutput())
})

describe('against a Fortnox stricter than the real one, behind a gateway that fails', () => {
  test('two workers that are killed post every invoice once, bookkept and paid once, and send nothing unfit', async () => {
    const { client, setFaults, readState, readStats, connect } = campaign
    await client.signUp('strict@radvis.example', 'radvis strict test')
    await connect()
    await client.call('PUT', '/settings', paymentByCard)
    const importId = await prepareImport(client, campaign.folder, rows)
    await setFaults({ rates: manyFaults, tokenRefusals: 0.05 })
    const { invoices } = await client.getImport(importId)
    expect(invoices).toBe(rows)
    const confirmed = await client.call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })
    runId = confirmed.runId
    const random = seededNumbers(1)
    const { run, kills } = await driveRun(campaign, runId, { kills: 2, everyMs: 1500, timeoutMs: 240_000, random })
    await setFaults({})

    expect(run).toMatchObject({ status: 'success', rejected: 0, unknown: 0 })
    expect(kills).toBe(2)
    expect(judge(await readState())).toEqual({
      ...{ invoices: rows, references: rows, bookkept: rows, settled: rows },
      ...{ payments: rows, invoicesPaid: rows, paymentsBookkept: rows },
    })
    expect(await countEvents(client, runId)).toEqual({
      ...{ 'invoice-created': rows, 'invoice-bookkept': rows, 'payment-created': rows, 'payment-bookkept': rows },
    })
    const { violations, window, faults } = await readStats()
    expect(violations).toEqual([])
    expect(window.exceeded).toBe(0)
    expect(Object.values(faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(rows / 6)
  })

  test('receipts are each at their invoice, the export has every invoice, and the run is taken back', async () => {
    const { client, setFaults, readState, readStats } = campaign
    await setFaults({ rates: manyFaults, seed: 2 })
    const { items } = await client.call<{ items: PostingRow[] }>('GET', `/runs/${runId}/postings`)
    const some = items.slice(0, 5)
    const receipts = await attachReceipts(
      client,
      some.map(({ reference }) => reference),
    )
    expect(receipts.map(({ state }) => state)).toEqual(some.map(() => 'attached'))
    const { connections, files } = await readState()
    expect(connections.map(({ SupplierInvoiceNumber }) => SupplierInvoiceNumber).sort()).toEqual(
      some.map(({ invoiceNumber }) => invoiceNumber).sort(),
    )
    expect(files.every(({ isConnected }) => isConnected)).toBe(true)

    const { summary, lines } = await writeExport(client)
    expect(summary).toMatchObject({ state: 'done', invoices: rows })
    expect(lines).toHaveLength(rows)

    expect(await undoRun(client, runId)).toMatchObject({ state: 'reverted', credited: rows, removed: 0, kept: 0 })
    await setFaults({})
    expect(judge(await readState())).toMatchObject({
      ...{ invoices: 2 * rows, bookkept: 2 * rows, settled: 2 * rows, payments: 2 * rows, invoicesPaid: 2 * rows },
      paymentsBookkept: 2 * rows,
    })
    const { violations, unparsable, window } = await readStats()
    expect([...violations, ...unparsable]).toEqual([])
    expect(window.exceeded).toBe(0)
  })
})
