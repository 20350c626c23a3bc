import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildIfChanged } from '../scripts/build.ts'
import { cardFile } from '../scripts/card-file.ts'
import { createClient } from '../scripts/radvis-client.ts'
import { startPostgres } from '../test/postgres.ts'
import { type Measured, startMeasured } from './radvis-process.ts'

const booking = { account: 5410, vatType: 'SE25' }
/** Invoices of the company that is counted. */
const known = 40

/**
 * Companies that come after PostgreSQL last counted its rows (decisions/034): one with 1,000 invoices (`invoices=N`), then one
 * with four times as many, each from the file to the question before taking back. Prints the seconds of both, and how many
 * times as long the second one took: 4 where each row is looked up, 16 where all are gone through for each.
 */
export async function run({ args }: { args: string[] }): Promise<Record<string, unknown>> {
  const invoices = Number(args.find((arg) => arg.startsWith('invoices='))?.slice('invoices='.length) ?? 1000)
  await buildIfChanged()
  const folder = mkdtempSync(join(tmpdir(), 'radvis-bench-'))
  const server = await startPostgres()
  const radvis = await startMeasured(folder, server.socketUrl)
  try {
    await walk(radvis, { folder, place: 0, rows: known })
    await countNow(server.socketUrl)
    const few = await walk(radvis, { folder, place: 1, rows: invoices })
    const many = await walk(radvis, { folder, place: 2, rows: 4 * invoices })
    const growth = Object.entries(many).map(([step, ms]) => [step, round(ms / (few[step] ?? Number.NaN))])
    return { invoices: [invoices, 4 * invoices], ms: [few, many], timesAsLong: Object.fromEntries(growth) }
  } finally {
    await radvis.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function walk(
  { url }: Measured,
  { folder, place, rows }: { folder: string; place: number; rows: number },
): Promise<Record<string, number>> {
  const client = createClient(url)
  await client.signUp(`bench-${place}@radvis.example`, 'radvis bench run', organisationNumbers[place])
  await client.connectSandbox(String(1001 + place))
  const file = join(folder, `${place}.csv`)
  writeFileSync(file, cardFile(rows))
  const template = await client.createTemplate(file)
  const ms: Record<string, number> = {}
  const timed = async <Made>(step: string, work: () => Promise<Made>): Promise<Made> => {
    const began = performance.now()
    const made = await work()
    ms[step] = Math.round(performance.now() - began)
    return made
  }
  const { id } = await timed('import', () => client.importFile(file, template.id))
  await client.mapUnknownMerchants(id, booking)
  const run = await timed('post', () => client.post(id))
  if (run.status !== 'success' || run.paid.done !== run.invoices) throw new Error(`posted with ${JSON.stringify(run)}`)
  await timed('importAgain', () => client.importFile(file, template.id))
  await timed('askBeforeUndo', () => client.call('GET', `/runs/${run.id}/undo`))
  return ms
}

const organisationNumbers = ['556036-0793', '556703-7485', '556012-5790']

/** Counts in every database of the server, and lets nothing be counted after that. */
async function countNow(server: string): Promise<void> {
  const ask = async (url: string, ...questions: string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const answers = []
    for (const question of questions) answers.push(await client.query(question))
    await client.end()
    return answers.at(-1)?.rows ?? []
  }
  const databases = await ask(
    server,
    'alter system set autovacuum = off',
    'select pg_reload_conf()',
    "select datname from pg_database where datname like 'bench%'",
  )
  for (const { datname } of databases) {
    const url = new URL(server)
    url.pathname = `/${datname}`
    await ask(url.toString(), 'analyze')
  }
}

const round = (number: number) => Math.round(number * 10) / 10
