import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config.ts'
import { startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { buildIfChanged } from '../scripts/build.ts'
import { cardFile, merchants } from '../scripts/card-file.ts'
import { freePort } from '../scripts/free-port.ts'
import { createClient } from '../scripts/radvis-client.ts'
import { startRadvis } from '../src/main.ts'
import { postForMany } from './many-companies.ts'

const limit = { requests: 25, seconds: 5 }

const latencyMs = 120

/**
 * One company: 200 invoices (`invoices=N`; 0 leaves it out) × 4 calls over HTTP at Fortnox's true limit, against a sandbox
 * that takes 120 ms to answer. Then many companies (`companies=N,N`) at once in one worker.
 */
export async function run({ args }: { args: string[] }): Promise<Record<string, unknown>> {
  const option = (name: string) => args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1)
  const invoices = Number(option('invoices') ?? 200)
  const counts = (option('companies') ?? '100,500').split(',').map(Number).filter(Boolean)
  const one = invoices > 0 ? await postForOne(invoices) : {}
  const many: Record<string, unknown>[] = []
  for (const companies of counts) many.push(await postForMany({ companies, latencyMs, limit }))
  return { ...one, many }
}

async function postForOne(invoices: number): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-bench-'))
  await buildIfChanged()
  const sandbox = await startFortnoxSandbox({ latencyMs, rateLimit: limit })
  const radvis = await startRadvis(
    readConfig(
      {
        DATA_DIR: join(folder, 'data'),
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        LOG_LEVEL: 'error',
        FORTNOX_API_URL: sandbox.url,
        FORTNOX_AUTH_URL: `${sandbox.url}/oauth-v1`,
      },
      [],
    ),
  )
  try {
    const client = createClient(radvis.url)
    await client.signUp('bench@radvis.example', 'radvis bench run')
    await client.connectSandbox()
    const [small, all] = [join(folder, 'small.csv'), join(folder, 'all.csv')]
    writeFileSync(small, cardFile(merchants.length))
    writeFileSync(all, cardFile(invoices))
    const template = await client.createTemplate(small)
    await client.mapUnknownMerchants((await client.importFile(small, template.id)).id, {
      account: 5410,
      vatType: 'SE25',
    })
    const { id } = await client.importFile(all, template.id)
    await new Promise((resolve) => setTimeout(resolve, limit.seconds * 1000)) // what mapping asked for has left the window

    const before = await readStats(sandbox.url)
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    const result = await client.post(id)
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = process.cpuUsage(cpuBefore)
    const after = await readStats(sandbox.url)
    const calls = after.requests - before.requests
    const ceilingSeconds = leastSeconds(calls)
    return {
      invoices: result.invoices,
      created: result.created.done,
      paid: result.paid.done,
      calls,
      latencyMs,
      seconds: round(seconds),
      ceilingSeconds,
      shareOfCeiling: round(ceilingSeconds / seconds),
      rateLimited: after.rateLimited, // since the sandbox was started: connecting and mapping are counted too
      cpuMsPerCall: round((cpu.user + cpu.system) / 1000 / calls),
    }
  } finally {
    await radvis.stop()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The least time the limit allows: 25 at once, and then 25 more each time 5 s have passed. */
function leastSeconds(calls: number): number {
  return Math.floor((calls - 1) / limit.requests) * limit.seconds
}

async function readStats(url: string): Promise<{ requests: number; rateLimited: number }> {
  return (await (await fetch(`${url}/sandbox/stats`)).json()) as { requests: number; rateLimited: number }
}

const round = (value: number) => Math.round(value * 1000) / 1000
