import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectorStatus } from '#connections/contract.ts'
import type { RunSummary } from '#posting/contract.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { startPostgres } from '../postgres.ts'
import { endProcess, outputOf, startProcess, startScript } from '../processes/radvis-process.ts'
import type { State, Stats } from './control.ts'
import type { FaultPlan } from './faults.ts'
import { type Options, usualOptions } from './options.ts'

/** One fault in so many requests, of every kind there is. */
export const manyFaults: FaultPlan['rates'] = {
  ...{ 'status-before': 0.01, 'status-after': 0.01, 'cut-before': 0.01, 'cut-after': 0.01, 'cut-in-answer': 0.005 },
  ...{ truncated: 0.005, 'html-ok-before': 0.005, 'html-ok-after': 0.005, 'html-502': 0.005, later: 0.01 },
  ...{ twice: 0.02, 'burst-429': 0.003, 'token-refused': 0.004, 'token-refused-twice': 0.001 },
}

export type Campaign = {
  client: RadvisClient
  folder: string
  control<Answer>(method: string, path: string, body?: unknown): Promise<Answer>
  setFaults(plan: Partial<FaultPlan>): Promise<unknown>
  readState(): Promise<State>
  readStats(): Promise<Stats>
  /** Opens the consent page and follows it back, as a person's browser does. */
  connect(): Promise<void>
  readConnection(): Promise<NonNullable<ConnectorStatus['connection']>>
  killWorker(index: number): Promise<void>
  /** What the processes of Radvis wrote, dead ones too: why a call was answered with 500. */
  readOutput(): Promise<string>
  stop(): Promise<void>
}

/** The real product, a web and two workers on PostgreSQL, with the strict stand-in where Fortnox would be. */
export async function openCampaign(
  options: Partial<Options>,
  environment: Record<string, string> = {},
): Promise<Campaign> {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-strict-'))
  const postgres = await startPostgres()
  const processes = new Set<ChildProcess>()
  const start = async (...given: Parameters<typeof startProcess>) => {
    const child = await startProcess(...given)
    processes.add(child)
    return child
  }
  const readOutput = async () => {
    await new Promise((resolve) => setTimeout(resolve, 500)) // a log is written after the answer
    return [...processes].map((child) => `${child.spawnargs.slice(1).join(' ')}\n${outputOf(child)}`).join('\n')
  }
  const stop = async () => {
    for (const child of [...processes].reverse()) await endProcess(child, 'SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [port, standInPort] = [await freePort(), await freePort()]
    const [url, standIn] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${standInPort}`]
    const chosen = { ...usualOptions, ...options }
    await start('test/strict-fortnox/main.ts', argsOf(options, standInPort), {}, `${standIn}/control/stats`)
    const settings = {
      ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url },
      ...{ SECRET_KEY: 'a secret that every process of one installation shares', LOG_LEVEL: 'error', PUBLIC_URL: url },
      FORTNOX_API_URL: `${standIn}${chosen.apiPrefix}`,
      FORTNOX_AUTH_URL: `${standIn}${chosen.authPrefix}`,
      ...{ FORTNOX_CLIENT_ID: chosen.clientId, FORTNOX_CLIENT_SECRET: chosen.clientSecret },
      // Longer than a request here is carried out late and the lists lag behind, together.
      POSTING_SETTLE_SECONDS: '6',
      FORTNOX_RATE_LIMIT: `${chosen.limit.requests}/${chosen.limit.seconds}`,
      ...environment,
    }
    await start(startScript, ['--services=web'], settings, `${url}/readyz`)
    const startWorker = () => start(startScript, ['--services=worker'], settings, `${url}/healthz`)
    const workers = await Promise.all([startWorker(), startWorker()])
    return {
      ...openControls(url, standIn),
      folder,
      readOutput,
      stop,
      killWorker: (index) => replace(workers, index, startWorker),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function openControls(url: string, standIn: string) {
  const client = createClient(url)
  async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${standIn}/control${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Answer
  }
  async function connect(): Promise<void> {
    const { url: consentUrl } = await client.call<{ url: string }>('POST', '/connectors/fortnox/authorize')
    const consent = await fetch(consentUrl, { redirect: 'manual' })
    const back = consent.headers.get('location')
    if (!back) throw new Error(`the consent page answered ${consent.status} ${await consent.text()}`)
    const landed = (await fetch(back, { redirect: 'manual' })).headers.get('location') ?? ''
    if (!landed.includes('connected=')) throw new Error(`the consent came back to ${landed}`)
  }
  async function readConnection() {
    const { items } = await client.call<{ items: ConnectorStatus[] }>('GET', '/connectors')
    const connection = items.find(({ connectorId }) => connectorId === 'fortnox')?.connection
    if (!connection) throw new Error('there is no connection')
    return connection
  }
  return {
    ...{ client, control, connect, readConnection },
    setFaults: (plan: Partial<FaultPlan>) =>
      control('PUT', '/faults', { rates: {}, seed: 1, laterMs: 2000, slowMs: 90_000, ...plan }),
    readState: () => control<State>('GET', '/state'),
    readStats: () => control<Stats>('GET', '/stats'),
  }
}

async function replace(workers: ChildProcess[], index: number, start: () => Promise<ChildProcess>): Promise<void> {
  const worker = workers[index]
  if (worker) await endProcess(worker, 'SIGKILL')
  workers[index] = await start()
}

function argsOf(options: Partial<Options>, port: number): string[] {
  const text = (value: unknown) => {
    const limit = value as Options['limit']
    return typeof value === 'object' ? `${limit.requests}/${limit.seconds}` : String(value)
  }
  return Object.entries({ ...options, port }).flatMap(([name, value]) => [`--${name}`, text(value)])
}

export const paymentByCard = {
  ...{ usesWarehouse: false, creditAccount: null, paymentAccount: 2890, modeOfPayment: 'KORT' },
  ...{ bookkeepInvoices: true, payInvoices: true },
}

/** Waits for the end of a run, killing workers at random moments and connecting again whenever the connection is lost. */
export async function driveRun(
  campaign: Campaign,
  runId: string,
  { kills, everyMs, timeoutMs, random }: { kills: number; everyMs: number; timeoutMs: number; random: () => number },
): Promise<{ run: RunSummary; kills: number; reconnects: number }> {
  const { client, killWorker, readConnection, connect } = campaign
  const giveUpAt = Date.now() + timeoutMs
  let [killed, reconnects] = [0, 0]
  let nextKillAt = Date.now() + random() * everyMs
  for (;;) {
    const run = await client.call<RunSummary>('GET', `/runs/${runId}`)
    if (run.status === 'success' || run.status === 'error') return { run, kills: killed, reconnects }
    if (Date.now() > giveUpAt) throw new Error(`the run does not end: ${JSON.stringify(run)}`)
    if ((await readConnection()).state !== 'connected' && (await hasConnected(connect))) reconnects += 1
    if (killed < kills && Date.now() > nextKillAt) {
      nextKillAt = Date.now() + random() * 2 * everyMs
      await killWorker(killed++ % 2)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The stand-in fails consents too now and then: who is told that it is unavailable tries again. */
async function hasConnected(connect: () => Promise<void>): Promise<boolean> {
  try {
    await connect()
    return true
  } catch (error) {
    if (!String(error).includes('error=system-unavailable')) throw error
    return false
  }
}

/** What stands in the books, counted; every figure but the first two should be the number of invoices. */
export function judge({ invoices, payments }: State) {
  const paidOf = new Set(payments.map(({ InvoiceNumber }) => InvoiceNumber))
  return {
    invoices: invoices.length,
    references: new Set(invoices.map(({ ExternalInvoiceNumber }) => ExternalInvoiceNumber)).size,
    bookkept: invoices.filter(({ Booked }) => Booked).length,
    settled: invoices.filter(({ Balance }) => Number(Balance) === 0).length,
    payments: payments.length,
    invoicesPaid: paidOf.size,
    paymentsBookkept: payments.filter(({ Booked }) => Booked).length,
  }
}
