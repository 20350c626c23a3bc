import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { startPostgres } from '../postgres.ts'
import { openDatabaseWay } from './database-way.ts'
import { endProcess, startProcess, startScript } from './radvis-process.ts'

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/**
 * A web process on a PostgreSQL of its own, beside the sandboxes; workers are started one by one. All reach the database by
 * `way`, which can be cut; `databaseUrl` leads to it directly.
 */
export async function startInstallation(
  settings: Record<string, string> = {},
  { delayMs = 0, ...options }: Parameters<typeof startPostgres>[0] & { delayMs?: number } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-installation-'))
  const processes: ChildProcess[] = []
  const postgres = await startPostgres(options)
  const way = await openDatabaseWay(postgres.url, { delayMs })
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: way.url,
    SECRET_KEY: 'a secret that every process of one installation shares',
    LOG_LEVEL: 'error',
    PUBLIC_URL: url,
    ...settings,
  }
  async function start(service: 'web' | 'worker', address: string, own = {}): Promise<ChildProcess> {
    const given = { ...environment, ...own }
    const child = await startProcess(startScript, [`--services=${service}`], given, `${url}${address}`)
    processes.push(child)
    return child
  }
  await start('web', '/readyz')
  return {
    ...{ folder, url, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, way, databaseUrl: postgres.url },
    // A worker listens to nothing: that the web answers is all that can be waited for.
    startWorker: (own?: Record<string, string>) => start('worker', '/healthz', own),
    async stop(): Promise<void> {
      for (const child of processes.reverse()) await endProcess(child, 'SIGKILL')
      await way.cut()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
