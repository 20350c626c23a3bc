import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config.ts'
import { buildIfChanged } from '../scripts/build.ts'
import { cardFile, merchants } from '../scripts/card-file.ts'
import { freePort } from '../scripts/free-port.ts'
import { createClient } from '../scripts/radvis-client.ts'
import { startRadvis } from '../src/main.ts'
import { startPostgres } from '../test/postgres.ts'

/**
 * A card file of `rows=N` rows (10,000 unless told) from upload to checked, deduplicated, stored drafts, over HTTP on a
 * real PostgreSQL (`pglite` for the embedded database), beside `hledger print` on the same rows in the same run.
 * Peak memory is the whole Node process's: web, worker and sandbox, without the database server.
 */
export async function run({ args }: { args: string[] }): Promise<Record<string, unknown>> {
  const rows = Number(args.find((arg) => arg.startsWith('rows='))?.slice('rows='.length) ?? 10_000)
  const folder = mkdtempSync(join(tmpdir(), 'radvis-bench-'))
  const file = join(folder, 'rows.csv')
  writeFileSync(file, cardFile(rows))
  const postgres = args.includes('pglite') ? null : await startPostgres()
  try {
    const hledger = timeHledger(folder, file)
    return {
      rows,
      database: postgres ? 'postgres' : 'pglite',
      ...(await timeRadvis(folder, file, postgres?.url)),
      ...hledger,
    }
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeRadvis(folder: string, file: string, databaseUrl: string | undefined) {
  await buildIfChanged()
  const environment = {
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const running = await startRadvis(readConfig(environment, []))
  const client = createClient(running.url)
  await client.signUp('bench@radvis.example', 'radvis bench run')
  await client.connectSandbox()
  const small = join(folder, 'sample.csv')
  writeFileSync(small, cardFile(merchants.length))
  const template = await client.createTemplate(small)
  const learning = await client.importFile(small, template.id)
  await client.mapUnknownMerchants(learning.id, { account: 5410, vatType: 'SE25' })

  const watch = watchMemory()
  const first = await time(() => client.importFile(file, template.id))
  const peakMb = watch.stop()
  const ready = first.result.totals?.ready.count ?? 0
  await running.stop()
  return {
    seconds: first.seconds,
    rowsPerSecond: Math.round((first.result.totals?.read.count ?? 0) / first.seconds),
    peakMemoryMb: peakMb,
    read: first.result.totals?.read.count,
    ready,
  }
}

/** hledger's CSV reader on the same rows; absent where Debian's hledger is not installed. */
function timeHledger(folder: string, file: string): Record<string, unknown> {
  if (spawnSync('hledger', ['--version']).status !== 0)
    return { hledger: 'not installed: apt-get install hledger to compare' }
  const rules = join(folder, 'rows.rules')
  writeFileSync(
    rules,
    'skip 1\nseparator ;\ndecimal-mark ,\nfields date, booked, description, city, currency, foreign, amount\ncurrency SEK\naccount1 liabilities:card\naccount2 expenses:unknown\n',
  )
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync('hledger', ['print', '-f', file, '--rules-file', rules], {
    maxBuffer: 1 << 30,
  })
  if (status !== 0) return { hledger: `failed: ${String(stderr).slice(0, 200)}` }
  return {
    hledgerSeconds: round((performance.now() - startedAt) / 1000),
    hledgerTransactions: String(stdout).match(/^\d{4}-/gm)?.length ?? 0,
  }
}

async function time<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const startedAt = performance.now()
  const result = await work()
  return { seconds: round((performance.now() - startedAt) / 1000), result }
}

function watchMemory(): { stop(): number } {
  let peak = process.memoryUsage().rss
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(peak / 2 ** 20)
    },
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000
