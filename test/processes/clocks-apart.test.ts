import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event } from '#activity/contract.ts'
import type { RunSummary } from '#posting/contract.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { prepareImport, readLedger, until } from './card-run.ts'
import { type Installation, startInstallation } from './installation.ts'
import { endProcess } from './radvis-process.ts'

/** Node's own clock is set off in the process: the system's cannot be for one process alone. */
const setOff = (seconds: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date
    const now = () => Real.now() + ${seconds * 1000}
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given) }
      static now() { return now() }
    }`)}`,
})

let installation: Installation

beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation.stop())

test.each([-300, 300])(
  'what a worker does whose clock is off by %i seconds is told at its time, and done once',
  async (seconds) => {
    const { folder, url, sandboxUrl, startWorker } = installation
    const rows = 40
    const client = createClient(url)
    const [worker, email] = [await startWorker(setOff(seconds)), `off${seconds}@radvis.example`]
    await client.signUp(email, 'radvis clocks apart', seconds < 0 ? '556036-0793' : '556703-7485')
    await client.connectSandbox(seconds < 0 ? '1001' : '1002')
    const importId = await prepareImport(client, folder, rows)
    const begunAt = Date.now()
    const { invoices } = await client.getImport(importId)
    const { runId } = await client.call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })
    const readRun = () => client.call<RunSummary>('GET', `/runs/${runId}`)
    await until(async () => ['success', 'error'].includes((await readRun()).status))
    const run = await readRun()
    await endProcess(worker, 'SIGTERM')

    expect(run.status).toBe('success')
    const { items } = await client.call<{ items: Event[] }>('GET', `/events?runId=${runId}`)
    expect(items[0]?.activity).toBe('run-finished')
    const times = [...items.map(({ at }) => at), String(run.finishedAt)].map((at) => Date.parse(at))
    expect(Math.min(...times)).toBeGreaterThan(begunAt - 5000)
    expect(Math.max(...times)).toBeLessThan(Date.now() + 5000)
    if (seconds < 0) expect((await readLedger(sandboxUrl)).invoices).toHaveLength(rows)
  },
)
