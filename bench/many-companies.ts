import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sealTokens } from '#connections/keep-tokens.ts'
import { connections } from '#connections/tables.ts'
import { exchangeCode } from '#connectors/fortnox/oauth.ts'
import { newId } from '#kernel/ids.ts'
import { type Database, openDatabase, withCompany } from '#platform/database.ts'
import { createEncryption } from '#platform/encryption.ts'
import { migrate } from '#platform/migrate.ts'
import { steps } from '#posting/contract.ts'
import { insertRun } from '#posting/runs/run-store.ts'
import { invoiceFixture, paymentFixture } from '#posting/testing/invoice-fixture.ts'
import { buildIfChanged } from '../scripts/build.ts'
import { freePort } from '../scripts/free-port.ts'
import { startPostgres } from '../test/postgres.ts'
import { endProcess, startProcess } from '../test/processes/radvis-process.ts'

const secretKey = 'a secret that every process of one installation shares'
/** Companies are given work for so long before it is measured: until the last of them has begun. */
const mostSettleSeconds = 60
/** Of requests that come 25 at a time each 5 s, a shorter one counts those of a company at its edges or not. */
const windowSeconds = 40
/** More requests than a window holds, so that a company has come to its pace. */
const begunRequests = 40
type Limit = { requests: number; seconds: number }
type Stats = { requests: number; rateLimited: number; tenants: Record<string, Record<string, number>> }

/**
 * So many companies posting at once in one worker process on PostgreSQL, each at its own limit; sandbox and database are
 * processes of their own. `reachable` is what the limits of all companies add up to, or what one core can send
 * (1000 / CPU milliseconds of the worker for a request), whichever is less. `companyShare`: of the company that was served
 * least and of the one that was served most, what they got of their own limit. `cores`: what worker, database and sandbox
 * kept busy; where they add up to those of the machine, the worker lacks what the others take. `lookUps`: of the calls,
 * those that asked what had become of others: a worker that has too much to do may lose itself in them (decisions/006).
 */
export async function postForMany(options: {
  companies: number
  latencyMs: number
  limit: Limit
}): Promise<Record<string, unknown>> {
  const { companies, latencyMs, limit } = options
  const folder = mkdtempSync(join(tmpdir(), 'radvis-bench-'))
  const processes: ChildProcess[] = []
  await buildIfChanged() // the worker would, when it starts
  const ahead = putWorkerAhead()
  const postgres = await startPostgres()
  try {
    const sandboxPort = await freePort()
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
    const sandboxArgs = ['--port', String(sandboxPort), '--rate-limit', `${limit.requests}/${limit.seconds}`]
    sandboxArgs.push('--latency', String(latencyMs))
    const sandbox = await startProcess('sandbox/fortnox/main.ts', sandboxArgs, {}, `${sandboxUrl}/sandbox/stats`)
    processes.push(sandbox)
    const readStats = async () => (await (await fetch(`${sandboxUrl}/sandbox/stats`)).json()) as Stats
    const busySeconds = mostSettleSeconds + windowSeconds
    const perCompany = Math.ceil((busySeconds * limit.requests) / limit.seconds / steps.length) + limit.requests
    await prepare({ companies, perCompany, sandboxUrl, databaseUrl: postgres.url })
    await wait(limit.seconds * 1000) // what the preparing asked for has left the window
    const worker = startWorker(ahead, {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.url,
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      FORTNOX_API_URL: sandboxUrl,
      FORTNOX_AUTH_URL: `${sandboxUrl}/oauth-v1`,
      FORTNOX_RATE_LIMIT: `${limit.requests}/${limit.seconds}`,
    })
    processes.push(worker)
    await untilAllPost(readStats, companies, limit)

    const cpu = () => ({ worker: cpuMs(worker), sandbox: cpuMs(sandbox), all: cpuOfDescendants() })
    const [before, cpuBefore, startedAt] = [await readStats(), cpu(), performance.now()]
    await wait(windowSeconds * 1000)
    const [after, cpuAfter] = [await readStats(), cpu()]
    const seconds = (performance.now() - startedAt) / 1000
    const calls = after.requests - before.requests
    const cores = (of: 'worker' | 'sandbox' | 'all') => (cpuAfter[of] - cpuBefore[of]) / 1000 / seconds
    const cpuMsPerCall = (cpuAfter.worker - cpuBefore.worker) / calls
    const ceiling = (companies * limit.requests) / limit.seconds
    const oneCore = 1000 / cpuMsPerCall
    const shares = sharesOf(before, after, (seconds * limit.requests) / limit.seconds)
    return {
      companies,
      ...{ calls, lookUps: readsOf(after) - readsOf(before) },
      seconds: round(seconds),
      callsPerSecond: round(calls / seconds),
      ceilingPerSecond: ceiling,
      shareOfCeiling: round(calls / seconds / ceiling),
      cpuMsPerCall: round(cpuMsPerCall),
      oneCorePerSecond: Math.round(oneCore),
      cores: {
        ...{ worker: round(cores('worker')), sandbox: round(cores('sandbox')) },
        ...{ database: round(cores('all') - cores('worker') - cores('sandbox')), ofMachine: cpus().length },
      },
      shareOfReachable: round(calls / seconds / Math.min(ceiling, oneCore)),
      companyShare: { least: round(Math.min(...shares)), most: round(Math.max(...shares)) },
      rateLimited: after.rateLimited,
      memoryMb: memoryMb(worker),
    }
  } finally {
    for (const child of processes.reverse()) await endProcess(child, 'SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Lets this process, and the database and sandbox that it starts, take what the worker leaves, which has a core of its own:
 * on a machine of two cores it otherwise stands in line behind them for a third of the time. Answers the command that the
 * worker is started by; nothing where there is no such command, or none that this machine allows.
 */
function putWorkerAhead(): string[] {
  setPriority(19)
  putSessionAhead()
  const ahead = ['nice', '-n', '-19', ...(cpus().length > 1 ? ['taskset', '--cpu-list', '0'] : [])]
  try {
    execFileSync('env', [...ahead, 'true'], { stdio: 'ignore' })
    return ahead
  } catch {
    return [] // no Linux, or a machine that gives us other cores
  }
}

/**
 * Linux shares the cores between sessions first (sched(7), autogroup) and looks at niceness only within one. Each process
 * of PostgreSQL is a session of its own, so that a hundred of them stood ahead of the worker however nice they were.
 */
function putSessionAhead(): void {
  const autogroup = '/proc/self/autogroup'
  try {
    const [, before = '0'] = /nice (-?\d+)/.exec(readFileSync(autogroup, 'utf8')) ?? []
    writeFileSync(autogroup, '-19')
    process.once('exit', () => writeFileSync(autogroup, before))
  } catch {
    // no such groups here, or not ours to change
  }
}

function startWorker(ahead: readonly string[], environment: Record<string, string>): ChildProcess {
  const args = [
    ...process.execArgv,
    fileURLToPath(new URL('../scripts/start.mjs', import.meta.url)),
    '--services=worker',
  ]
  const [command = '', ...rest] = [...ahead, process.execPath, ...args]
  return spawn(command, rest, {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.WORKER_NODE_OPTIONS,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Companies with a connection and a confirmed run each, straight into the database: a thousand sign-ups take minutes. */
async function prepare(given: {
  companies: number
  perCompany: number
  sandboxUrl: string
  databaseUrl: string
}): Promise<void> {
  const database = await openDatabase({ databaseUrl: given.databaseUrl })
  try {
    await migrate(database)
    const todo = Array.from({ length: given.companies }, (_, index) => String(20_000 + index))
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let tenant = todo.pop(); tenant !== undefined; tenant = todo.pop())
          await prepareCompany(database.db, tenant, given)
      }),
    )
  } finally {
    await database.close()
  }
}

async function prepareCompany(
  db: Database,
  tenant: string,
  { perCompany, sandboxUrl }: { perCompany: number; sandboxUrl: string },
): Promise<void> {
  await postJson(`${sandboxUrl}/sandbox/tenants`, { id: tenant, name: `Bolag ${tenant}` })
  const tokens = await consent(sandboxUrl, tenant)
  const [companyId, connectionId, now] = [newId(), newId(), new Date()]
  const { supplierNumber } = await createSupplier(sandboxUrl, tokens.accessToken)
  await withCompany(db, companyId, async (tx) => {
    await tx.insert(connections).values({
      ...{ companyId, id: connectionId, connectorId: 'fortnox', state: 'connected', tenantId: tenant },
      ...{ tenantName: `Bolag ${tenant}`, connectedAt: now, refreshedAt: now },
      ...sealTokens({ encryption: createEncryption(secretKey) }, connectionId, tokens),
    })
    const invoices = Array.from({ length: perCompany }, (_, index) => {
      const reference = `RV-${tenant}-${index + 1}`
      const invoice = invoiceFixture(reference, { supplierNumber })
      const row = {
        ...{ rowNumber: index + 2, rowIds: [index + 1], text: `KÖP ${index}` },
        ...{ supplierName: 'Kontorshallen', reference },
      }
      return { ...row, invoice, payment: paymentFixture, steps: [...steps] }
    })
    const run = { companyId, connectionId, importId: newId(), round: 1, source: 'kort.csv', target: 'Fortnox' }
    await insertRun(tx, newId(), { ...run, performedBy: newId(), invoices }, now)
  })
}

async function consent(sandboxUrl: string, tenant: string) {
  const redirectUri = 'http://127.0.0.1/callback'
  const scope = 'companyinformation settings bookkeeping supplier supplierinvoice payment inbox connectfile'
  const query = {
    ...{ client_id: 'radvis-sandbox', redirect_uri: redirectUri, scope, state: 'bench' },
    ...{ access_type: 'offline', response_type: 'code' },
  }
  const answer = await fetch(`${sandboxUrl}/oauth-v1/auth`, {
    method: 'POST',
    body: new URLSearchParams({ ...query, company: tenant, decision: 'allow' }),
    redirect: 'manual',
  })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const client = { clientId: 'radvis-sandbox', clientSecret: 'radvis-sandbox-secret' }
  const authUrl = `${sandboxUrl}/oauth-v1`
  return exchangeCode({ ...client, authUrl, fetch, now: Date.now }, { code, redirectUri })
}

async function createSupplier(sandboxUrl: string, token: string): Promise<{ supplierNumber: string }> {
  const answer = await postJson(`${sandboxUrl}/3/suppliers`, { Supplier: { Name: 'Kontorshallen' } }, token)
  return { supplierNumber: (answer as { Supplier: { SupplierNumber: string } }).Supplier.SupplierNumber }
}

async function postJson(url: string, body: unknown, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

function sharesOf(before: Stats, after: Stats, most: number): number[] {
  return Object.entries(after.tenants).map(
    ([tenant, counts]) => (totalOf(counts) - totalOf(before.tenants[tenant])) / most,
  )
}

const readsOf = ({ tenants }: Stats) =>
  Object.values(tenants)
    .flatMap((counts) => Object.entries(counts))
    .reduce((sum, [route, count]) => (route.startsWith('GET ') ? sum + count : sum), 0)

/** And then to the middle between two bursts: begun right after one, a window would leave the last of half of them out. */
async function untilAllPost(readStats: () => Promise<Stats>, companies: number, { seconds }: Limit): Promise<void> {
  const giveUpAt = performance.now() + mostSettleSeconds * 1000
  for (;;) {
    const counts = Object.values((await readStats()).tenants).map(totalOf)
    const haveBegun = counts.filter((count) => count >= begunRequests).length >= companies
    if (haveBegun || performance.now() > giveUpAt) break
    await wait(500)
  }
  await wait((seconds * 1000) / 2)
}

const totalOf = (counts: Record<string, number> = {}) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** CPU of the whole process, all its threads; proc(5), fields 14 and 15 in hundredths of a second. */
function cpuMs({ pid }: { pid?: number | undefined }): number {
  return statOf(String(pid))?.cpuMs ?? 0
}

function statOf(pid: string): { parent: string; cpuMs: number } | null {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ')
    return { parent: fields[1] ?? '', cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 }
  } catch {
    return null // it has ended
  }
}

/** Database, sandbox and worker together. */
function cpuOfDescendants(): number {
  const stats = new Map(
    readdirSync('/proc').flatMap((pid) => {
      const stat = /^[0-9]+$/.test(pid) ? statOf(pid) : null
      return stat ? [[pid, stat] as const] : []
    }),
  )
  const isOurs = (pid: string): boolean => {
    const parent = stats.get(pid)?.parent
    return parent !== undefined && (parent === String(process.pid) || isOurs(parent))
  }
  let sum = 0
  for (const [pid, { cpuMs }] of stats) if (isOurs(pid)) sum += cpuMs
  return sum
}

function memoryMb({ pid }: ChildProcess): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const round = (value: number) => Math.round(value * 1000) / 1000
