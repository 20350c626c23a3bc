import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunSummary } from '#posting/contract.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { countEvents, prepareImport, readLedger, stepsDone, until } from './card-run.ts'
import { endProcess, startProcess, startScript } from './radvis-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'radvis-kill-'))
const rows = 200
const kills = 10
let sandbox: ChildProcess
let radvis: ChildProcess
let sandboxUrl: string
let url: string
let start: () => Promise<ChildProcess>

beforeAll(async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  // The limit is raised so that the test takes seconds; what it proves does not depend on the pace.
  sandbox = await startProcess(
    'sandbox/fortnox/main.ts',
    ['--port', String(sandboxPort), '--rate-limit', '1000/5', '--latency', '15'],
    {},
    `${sandboxUrl}/sandbox/stats`,
  )
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    FORTNOX_API_URL: sandboxUrl,
    FORTNOX_AUTH_URL: `${sandboxUrl}/oauth-v1`,
    FORTNOX_RATE_LIMIT: '900/5',
    PUBLIC_URL: url,
  }
  start = () => startProcess(startScript, [], environment, `${url}/readyz`)
  radvis = await start()
})
afterAll(async () => {
  await endProcess(radvis, 'SIGKILL')
  await endProcess(sandbox, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('killed at ten points of a posting of 200 rows, every invoice is there once, bookkept and paid', async () => {
  const client = createClient(url)
  await client.signUp('kill@radvis.example', 'radvis kill test')
  await client.connectSandbox()
  const importId = await prepareImport(client, folder, rows)
  const { invoices } = await client.getImport(importId)
  expect(invoices).toBe(rows)
  const { runId } = await client.call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })

  const killedAt: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await until(async () => stepsDone(await readLedger(sandboxUrl)) >= (rows * 4 * kill) / (kills + 3)) // a busy machine sees it late
    await endProcess(radvis, 'SIGKILL')
    killedAt.push(stepsDone(await readLedger(sandboxUrl)))
    radvis = await start()
  }
  expect(killedAt.at(-1)).toBeLessThan(rows * 4) // the last one, too, died with work left
  await until(async () => (await client.call<RunSummary>('GET', `/runs/${runId}`)).status === 'success')

  const { invoices: posted, payments } = await readLedger(sandboxUrl)
  expect(posted).toHaveLength(rows)
  expect(new Set(posted.map((invoice) => invoice.ExternalInvoiceNumber)).size).toBe(rows)
  expect(posted.filter((invoice) => !invoice.Booked || Number(invoice.Balance) !== 0)).toEqual([])
  expect(payments).toHaveLength(rows)
  expect(payments.filter((payment) => !payment.Booked)).toEqual([])
  expect(await countEvents(client, runId)).toEqual({
    'invoice-created': rows,
    'invoice-bookkept': rows,
    'payment-created': rows,
    'payment-bookkept': rows,
  })
})

test('asked to stop, the process lets its requests end and says goodbye with 0', async () => {
  expect(await endProcess(radvis, 'SIGTERM')).toBe(0)
})
