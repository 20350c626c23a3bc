import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '../scripts/free-port.ts'
import { createClient, type RadvisClient } from '../scripts/radvis-client.ts'

/** What happened in Radvis's process while something was done: null where the system does not tell its memory. */
export type Watched<T> = {
  seconds: number
  /** Of the process that reads and checks files. */
  peakMemoryMb: number | null
  /** Of the one that takes them in. */
  webPeakMemoryMb: number | null
  longestDelayMs: number | null
  result: T
}
export type Measured = {
  url: string
  client: RadvisClient
  watch<T>(work: () => Promise<T>): Promise<Watched<T>>
  /** Resolves when what the process that reads files does of its own accord after its start is done. */
  atRest(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Radvis and the sandbox of Fortnox on a new database: web, worker and sandbox each in a process of its own, as where
 * Radvis is run on PostgreSQL; web and worker in one where the database is embedded.
 */
export async function startMeasured(dataDir: string, databaseUrl: string | undefined): Promise<Measured> {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandbox = start('../sandbox/fortnox/main.ts', ['--port', String(sandboxPort), '--rate-limit', '1000/1'], {})
  const environment = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    PORT: String(port),
    FORTNOX_API_URL: sandboxUrl,
    FORTNOX_AUTH_URL: `${sandboxUrl}/oauth-v1`,
    FORTNOX_RATE_LIMIT: '1000/1',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    ...(databaseUrl && { DATABASE_URL: await newDatabase(databaseUrl) }),
  }
  const radvis = start('../scripts/start.mjs', databaseUrl ? ['--services=web'] : [], environment)
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, radvis)
  await waitUntil(async () => (await fetch(sandboxUrl)).status > 0, sandbox)
  const worker = databaseUrl ? start('../scripts/start.mjs', ['--services=worker'], environment) : radvis
  return {
    url,
    client: createClient(url),
    async watch(work) {
      forgetPeak(radvis)
      forgetPeak(worker)
      await longestDelay(url)
      const startedAt = performance.now()
      const result = await work()
      const seconds = Math.round(performance.now() - startedAt) / 1000
      const memory = { peakMemoryMb: peakMemory(worker), webPeakMemoryMb: peakMemory(radvis) }
      return { seconds, ...memory, longestDelayMs: await longestDelay(url), result }
    },
    atRest: () => atRest(worker),
    async stop() {
      await Promise.all([worker, radvis, sandbox].map((child) => ended(child, 'SIGKILL')))
    },
  }
}

function start(script: string, args: readonly string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function newDatabase(server: string): Promise<string> {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

/** The process's highest resident memory since `forgetPeak`; proc(5), VmHWM and clear_refs. */
function peakMemory({ pid }: ChildProcess): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  } catch {
    return null
  }
}

function forgetPeak({ pid }: ChildProcess): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // the peak is then that of the process's whole life
  }
}

const mostRestMs = 30_000

/** Until it has used less than a twentieth of a core for half a second. */
async function atRest({ pid }: ChildProcess): Promise<void> {
  for (let [waited, before] = [0, Number.NEGATIVE_INFINITY]; waited < mostRestMs; waited += 500) {
    const used = cpuMs(pid)
    if (used === null || used - before < 25) return
    before = used
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Processor time of the process so far, to ten milliseconds; proc(5), stat. */
function cpuMs(pid: number | undefined): number | null {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
    return (Number(user) + Number(system)) * 10
  } catch {
    return null
  }
}

/** The longest the event loop was held up since this was last asked. */
async function longestDelay(url: string): Promise<number | null> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]
  return seconds === undefined ? null : Math.round(Number(seconds) * 1000)
}

async function waitUntil(isReady: () => Promise<boolean>, { exitCode }: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (exitCode !== null) throw new Error(`a process ended with ${exitCode}`)
    if (await isReady().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('a process did not get ready within a minute')
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
