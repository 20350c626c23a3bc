import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunSummary } from '#posting/contract.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { countEvents, prepareImport, readLedger, stepsDone, until } from './card-run.ts'
import { type Installation, startInstallation } from './installation.ts'
import { endProcess } from './radvis-process.ts'

const rows = 40
let installation: Installation
let workers: ChildProcess[]

beforeAll(async () => {
  installation = await startInstallation()
  workers = [await installation.startWorker(), await installation.startWorker()]
})
afterAll(() => installation.stop())

test('two workers on one PostgreSQL, one of them killed, post every invoice of a run once', async () => {
  const { folder, url, sandboxUrl, startWorker } = installation
  const client = createClient(url)
  await client.signUp('workers@radvis.example', 'radvis workers test')
  await client.connectSandbox()
  const importId = await prepareImport(client, folder, rows)
  const { invoices } = await client.getImport(importId)
  const { runId } = await client.call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })
  await until(async () => stepsDone(await readLedger(sandboxUrl)) > rows)
  // Whichever of the two holds the lane: one dies, and the other takes over when the lease has run out.
  const [first, second] = workers
  await endProcess(first!, 'SIGKILL')
  await until(async () => stepsDone(await readLedger(sandboxUrl)) > rows * 2)
  await startWorker()
  await endProcess(second!, 'SIGTERM')
  await until(async () => (await client.call<RunSummary>('GET', `/runs/${runId}`)).status === 'success', 180_000)

  const { invoices: posted, payments } = await readLedger(sandboxUrl)
  expect(new Set(posted.map((invoice) => invoice.ExternalInvoiceNumber)).size).toBe(rows)
  expect([posted.length, payments.length]).toEqual([rows, rows])
  expect(posted.filter((invoice) => !invoice.Booked || Number(invoice.Balance) !== 0)).toEqual([])
  expect(await countEvents(client, runId)).toEqual({
    'invoice-created': rows,
    'invoice-bookkept': rows,
    'payment-created': rows,
    'payment-bookkept': rows,
  })
})
