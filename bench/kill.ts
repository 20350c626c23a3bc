import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunSummary } from '#posting/contract.ts'
import { buildIfChanged } from '../scripts/build.ts'
import { freePort } from '../scripts/free-port.ts'
import { createClient } from '../scripts/radvis-client.ts'
import { startPostgres } from '../test/postgres.ts'
import { countEvents, prepareImport, readLedger } from '../test/processes/card-run.ts'
import { endProcess, startProcess, startScript } from '../test/processes/radvis-process.ts'

/** Raised on both sides so that the run takes minutes; the window is a second, so that the limit is met all the time. */
const limit = '100/1'
const chance = (probability: number, seed: number, effect: object) => ({
  match: { path: '/3/' },
  ...{ probability, seed, effect },
})
const faults = [
  chance(0.01, 1, { kind: 'drop-before' }),
  chance(0.01, 2, { kind: 'drop-after' }),
  chance(0.01, 3, { kind: 'status', status: 500, commit: true }),
  chance(0.01, 4, { kind: 'status', status: 503 }),
  chance(0.005, 5, { kind: 'too-many-requests' }),
  chance(0.005, 6, { kind: 'expired-token' }),
]

/** Longer than a lane's lease and a pace's hold (posting/lane/lease.ts, connectors/shared-pacer.ts), and much shorter. */
const pauseSeconds = [1, 6, 20, 40]

/**
 * 1,000 invoices (`rows=N`) posted by two worker processes on PostgreSQL, against the sandbox in its own process with
 * faults on. Again and again at random (`every=SECONDS` on average) each of them is killed with SIGKILL and started anew,
 * or stopped with SIGSTOP, as a machine does that is moved or has no memory left, and goes on as if nothing had been.
 */
export async function run({ args }: { args: string[] }): Promise<Record<string, unknown>> {
  const option = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? fallback)
  const [rows, everySeconds] = [option('rows', 1000), option('every', 20)]
  const folder = mkdtempSync(join(tmpdir(), 'radvis-kill-bench-'))
  await buildIfChanged()
  const postgres = await startPostgres()
  const processes = new Set<ChildProcess>()
  const start = async (...options: Parameters<typeof startProcess>) => {
    const child = await startProcess(...options)
    processes.add(child)
    return child
  }
  try {
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`]
    const sandboxArgs = ['--port', String(sandboxPort), '--rate-limit', limit, '--latency', '20']
    await start('sandbox/fortnox/main.ts', sandboxArgs, {}, `${sandboxUrl}/sandbox/stats`)
    const environment = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'a secret that every process of one installation shares',
      LOG_LEVEL: 'error',
      FORTNOX_API_URL: sandboxUrl,
      FORTNOX_AUTH_URL: `${sandboxUrl}/oauth-v1`,
      FORTNOX_RATE_LIMIT: limit,
      PUBLIC_URL: url,
    }
    await start(startScript, ['--services=web'], environment, `${url}/readyz`)
    const startWorker = () => start(startScript, ['--services=worker'], environment, `${url}/healthz`)
    const workers = [await startWorker(), await startWorker()]
    const client = createClient(url)
    await client.signUp('kill@radvis.example', 'radvis kill bench')
    await client.connectSandbox()
    const importId = await prepareImport(client, folder, rows)
    await setFaults(sandboxUrl)
    const { invoices } = await client.getImport(importId)
    const startedAt = performance.now()
    const { runId } = await client.call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })
    const readRun = () => client.call<RunSummary>('GET', `/runs/${runId}`)
    const isOver = async () => hasEnded(await readRun())
    const told = await Promise.all(workers.map((worker) => disturb(worker, { everySeconds, isOver, startWorker })))
    const [kills, pauses] = [sum(told.map((one) => one.kills)), sum(told.map((one) => one.pauses))]
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const ledger = await readLedger(sandboxUrl)
    const stats = (await (await fetch(`${sandboxUrl}/sandbox/stats`)).json()) as Record<string, unknown>
    const { requests, rateLimited, faults: struck, refreshes, maxInWindow } = stats
    const run = await readRun()
    return {
      ...{ rows, kills, pauses, seconds, status: run.status, rejected: run.rejected, unknown: run.unknown },
      ...judge(ledger),
      ...{ events: await countEvents(client, runId), requests, faults: struck, rateLimited, maxInWindow, refreshes },
    }
  } finally {
    for (const child of [...processes].reverse()) await endProcess(child, 'SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Until the run has come to its end. */
async function disturb(
  first: ChildProcess,
  given: { everySeconds: number; isOver(): Promise<boolean>; startWorker(): Promise<ChildProcess> },
) {
  let [worker, kills, pauses] = [first, 0, 0]
  for (;;) {
    await wait(Math.random() * 2 * given.everySeconds)
    if (await given.isOver()) return { kills, pauses }
    if (Math.random() < 0.5) {
      worker.kill('SIGSTOP')
      await wait(pauseSeconds[pauses++ % pauseSeconds.length] ?? 1)
      worker.kill('SIGCONT')
    } else {
      await endProcess(worker, 'SIGKILL')
      kills += 1
      worker = await given.startWorker()
    }
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const hasEnded = ({ status }: RunSummary) => status === 'success' || status === 'error'

async function setFaults(sandboxUrl: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
  if (!answer.ok) throw new Error(`the sandbox refused the faults: ${await answer.text()}`)
}

function judge({ invoices, payments }: Awaited<ReturnType<typeof readLedger>>) {
  return {
    invoices: invoices.length,
    references: new Set(invoices.map((invoice) => invoice.ExternalInvoiceNumber)).size,
    bookkept: invoices.filter(({ Booked }) => Booked).length,
    paid: invoices.filter(({ Balance }) => Number(Balance) === 0).length,
    payments: payments.length,
    paymentsBookkept: payments.filter(({ Booked }) => Booked).length,
  }
}
