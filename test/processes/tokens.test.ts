import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { startPostgres } from '../postgres.ts'
import { endProcess, startProcess, startScript } from './radvis-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'radvis-tokens-'))
const processes: ChildProcess[] = []
const urls: string[] = []
let postgres: Awaited<ReturnType<typeof startPostgres>>
let sandboxUrl: string

beforeAll(async () => {
  postgres = await startPostgres()
  const sandboxPort = await freePort()
  sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandboxArgs = ['--port', String(sandboxPort), '--rate-limit', '1000/1', '--latency', '50']
  processes.push(await startProcess('sandbox/fortnox/main.ts', sandboxArgs, {}, `${sandboxUrl}/sandbox/stats`))
  for (let count = 0; count < 4; count++) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const environment = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'a secret that every process of one installation shares',
      LOG_LEVEL: 'error',
      FORTNOX_API_URL: sandboxUrl,
      FORTNOX_AUTH_URL: `${sandboxUrl}/oauth-v1`,
      FORTNOX_RATE_LIMIT: '1000/1',
      PUBLIC_URL: url,
    }
    processes.push(await startProcess(startScript, ['--services=web'], environment, `${url}/readyz`))
    urls.push(url)
  }
}, 300_000)
afterAll(async () => {
  for (const child of processes.reverse()) await endProcess(child, 'SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function expireTokens(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rowCount } = await client.query("update connections set expires_at = now() - interval '1 minute'")
  await client.end()
  expect(rowCount).toBe(1)
}

const readStats = async () =>
  (await (await fetch(`${sandboxUrl}/sandbox/stats`)).json()) as { refreshes: number; unauthorized: number }

test('fifty calls at once in four processes refresh a token that ran out once, and all of them go through', async () => {
  const [email, password] = ['tokens@radvis.example', 'radvis tokens test']
  const clients = urls.map((url) => createClient(url))
  const [first, ...others] = clients
  await first!.signUp(email, password)
  await first!.connectSandbox()
  for (const client of others) await client.signIn(email, password)
  for (const round of [1, 2]) {
    await expireTokens()
    const before = await readStats()
    const calls = Array.from({ length: 50 }, (_, index) =>
      clients[index % clients.length]!.call<{ number: string }>('POST', '/suppliers', {
        name: `Leverantör ${round} ${index}`,
      }),
    )
    const numbers = (await Promise.all(calls)).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(50)
    const after = await readStats()
    expect([after.refreshes - before.refreshes, after.unauthorized]).toEqual([1, 0])
  }
}, 120_000)
