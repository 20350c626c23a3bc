import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunSummary } from '#posting/contract.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { startPostgres } from '../postgres.ts'
import { countEvents, prepareImport, readLedger, stepsDone, until } from './card-run.ts'
import { endProcess, startProcess } from './radvis-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'radvis-workers-'))
const rows = 40
const processes: ChildProcess[] = []
let postgres: Awaited<ReturnType<typeof startPostgres>>
let url: string
let sandboxUrl: string
let startWorker: () => Promise<ChildProcess>

beforeAll(async () => {
  postgres = await startPostgres()
  const [port, sandboxPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a secret that every process of one installation shares',
    LOG_LEVEL: 'error',
    PUBLIC_URL: url,
  }
  processes.push(await startProcess('src/main.ts', ['--services=web'], environment, `${url}/readyz`))
  // A worker listens to nothing: that the web answers is all that can be waited for.
  startWorker = () => startProcess('src/main.ts', ['--services=worker'], environment, `${url}/healthz`)
  processes.push(await startWorker(), await startWorker())
})
afterAll(async () => {
  for (const child of processes.reverse()) await endProcess(child, 'SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('two workers on one PostgreSQL, one of them killed, post every invoice of a run once', async () => {
  const client = createClient(url)
  await client.signUp('workers@radvis.example', 'radvis workers test')
  await client.connectSandbox()
  const importId = await prepareImport(client, folder, rows)
  const { invoices } = await client.getImport(importId)
  const { runId } = await client.call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })
  await until(async () => stepsDone(await readLedger(sandboxUrl)) > rows)
  // Whichever of the two holds the lane: one dies, and the other takes over when the lease has run out.
  const [, first, second] = processes
  await endProcess(first!, 'SIGKILL')
  await until(async () => stepsDone(await readLedger(sandboxUrl)) > rows * 2)
  processes.push(await startWorker())
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
