import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { endProcess, startProcess, startScript } from './radvis-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'radvis-one-'))
const running: ChildProcess[] = []
/** What runs on the data of all, and where it listens in the end. */
let up: ChildProcess
let port: string

async function place(dataDir = 'data') {
  const port = await freePort()
  const environment = {
    ...{ PORT: String(port), SANDBOX_PORT: String(await freePort()), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    ...{ DATA_DIR: join(folder, dataDir), DATA_DIR_WAIT_SECONDS: '12' },
  }
  return { environment, url: `http://127.0.0.1:${port}` }
}
type Place = Awaited<ReturnType<typeof place>>

async function start({ environment, url }: Place): Promise<ChildProcess> {
  const child = await startProcess(startScript, [], environment, `${url}/readyz`)
  running.push(child)
  return child
}

/** Starts one that is to end by itself. */
async function startInVain({ environment }: Place): Promise<{ code: number | null; said: string; seconds: number }> {
  const startedAt = Date.now()
  const child = spawn(process.execPath, [startScript], { cwd: root, env: { ...process.env, ...environment } })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 250_000)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(giveUp)
  return { code, said, seconds: (Date.now() - startedAt) / 1000 }
}

afterAll(async () => {
  for (const child of running) await endProcess(child, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('a second process on the same DATA_DIR is refused in plain words, and the first goes on, is killed and comes up again', async () => {
  const [first, second] = [await place(), await place()]
  const one = await start(first)
  await createClient(first.url).signUp('first@radvis.example', 'radvis one at a time')

  // On the same port too: as when `npm start` is typed twice.
  for (const refused of [second, first]) {
    const { code, said, seconds } = await startInVain(refused)
    expect(code).toBe(1)
    expect(said).toContain('waiting for it to end')
    expect(said).toMatch(/DATA_DIR: Radvis runs on \S+ already/)
    expect(said).not.toContain('    at ')
    expect(seconds).toBeGreaterThan(10)
  }
  await createClient(first.url).signIn('first@radvis.example', 'radvis one at a time')
  await endProcess(one, 'SIGKILL')
  up = await start(second)
  await createClient(second.url).signIn('first@radvis.example', 'radvis one at a time')
})

test('one that is started while the other stops waits for it', async () => {
  const next = await place()
  const starting = start(next)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await endProcess(up, 'SIGTERM')).toBe(0)
  up = await starting
  port = next.environment.PORT
})

test('a port that is taken is told in plain words', async () => {
  const { environment, url } = await place('other')
  const taken = { ...environment, PORT: port }
  const { code, said } = await startInVain({ url, environment: taken })
  expect(code).toBe(1)
  expect(said).toContain('another program listens there already')
  expect(said).not.toContain('    at ')
})
