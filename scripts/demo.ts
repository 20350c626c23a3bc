import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ImportSummary } from '#imports/contract.ts'
import { readConfig } from '#platform/config.ts'
import { startRadvis } from '../src/main.ts'
import { buildIfChanged } from './build.ts'
import { freePort } from './free-port.ts'
import { createClient, type RadvisClient } from './radvis-client.ts'

/**
 * The main job over HTTP in a folder of its own: sign up, connect the sandbox, make a template of a sample file, import
 * it, map its merchants, create, bookkeep and pay the invoices; then import the same file again.
 * `--json` prints one line; `--file F` takes another file; `--data-dir D` keeps the folder, so that a second run of the
 * command meets what the first one did.
 */
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, file: { type: 'string' }, 'data-dir': { type: 'string' } },
})
const file = resolve(
  values.file ??
    fileURLToPath(new URL('../test/fixtures/samples/sebkort_transaktioner_multicard.xlsx', import.meta.url)),
)
const dataDir = values['data-dir'] ?? mkdtempSync(join(tmpdir(), 'radvis-demo-'))
const credentials = ['demo-run@radvis.example', 'radvis demo run'] as const

type Pass = {
  rows: number
  ready: number
  skipped: number
  attention: number
  duplicates: number
  created: number
  bookkept: number
  paid: number
}

await buildIfChanged()
const running = await startRadvis(
  readConfig(
    {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
    },
    [],
  ),
)
try {
  const client = createClient(running.url)
  const templateId = await enter(client)
  const startedAt = performance.now()
  const callsBefore = await countApiCalls(running.sandboxUrl)
  const first = await runOnce(client, templateId)
  const seconds = Math.round(performance.now() - startedAt) / 1000
  const apiCalls = (await countApiCalls(running.sandboxUrl)) - callsBefore
  const again = await runOnce(client, templateId)
  print({ ...first, apiCalls, seconds, again })
} finally {
  await running.stop()
  if (!values['data-dir']) rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)

async function enter(client: RadvisClient): Promise<string> {
  const isNew = await client.signIn(...credentials).then(
    () => false,
    () => true,
  )
  if (isNew) {
    await client.signUp(...credentials)
    await client.connectSandbox()
    return (await client.createTemplate(file)).id
  }
  const { items } = await client.call<{ items: { id: string }[] }>('GET', '/templates')
  return items[0]?.id ?? (await client.createTemplate(file)).id
}

async function runOnce(client: RadvisClient, templateId: string): Promise<Pass> {
  const read = await client.importFile(file, templateId)
  if (read.state === 'failed') throw new Error(`the file was not read: ${JSON.stringify(read.problem)}`)
  await client.mapUnknownMerchants(read.id, { account: 5410, vatType: 'SE25' })
  const checked = await client.getImport(read.id)
  if (countOf(checked, 'ready') === 0) return { ...countsOf(checked), created: 0, bookkept: 0, paid: 0 }
  const run = await client.post(read.id)
  return { ...countsOf(checked), created: run.created.done, bookkept: run.bookkept.done, paid: run.paid.done }
}

function countOf(summary: ImportSummary, state: 'read' | 'ready' | 'attention' | 'skipped' | 'duplicate'): number {
  return summary.totals?.[state].count ?? 0
}

function countsOf(summary: ImportSummary) {
  return {
    rows: countOf(summary, 'read'),
    ready: countOf(summary, 'ready'),
    skipped: countOf(summary, 'skipped'),
    attention: countOf(summary, 'attention'),
    duplicates: countOf(summary, 'duplicate'),
  }
}

async function countApiCalls(sandboxUrl: string | null): Promise<number> {
  if (!sandboxUrl) return 0
  const stats = (await (await fetch(`${sandboxUrl}/sandbox/stats`)).json()) as { requests: number }
  return stats.requests
}

function print(result: Pass & { apiCalls: number; seconds: number; again: Pass }): void {
  if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else
    process.stdout.write(
      `${Object.entries(result)
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        .join('\n')}\n`,
    )
}
