import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportSummary } from '#imports/contract.ts'
import { readSpreadsheet, writeXlsx } from '#spreadsheets/index.ts'
import { buildIfChanged } from '../scripts/build.ts'
import { cardFile, merchants } from '../scripts/card-file.ts'
import type { RadvisClient } from '../scripts/radvis-client.ts'
import { startPostgres } from '../test/postgres.ts'
import { timeCopy, timeParsing } from './import-limit.ts'
import { type Timed, timeActual, timeHledger } from './other-importers.ts'
import { type Measured, startMeasured, type Watched } from './radvis-process.ts'

/**
 * Card files of 10,000, 100,000 and 1,000,000 rows from upload to checked, deduplicated, stored drafts, over HTTP on a
 * real PostgreSQL; then they are confirmed and uploaded again, so that all are duplicates, and as many other purchases of the
 * same months (`beside`). Then a workbook of 100,000 rows, and other importers on the same rows in the same run. `rows=N,N`
 * takes other sizes, `pglite` the embedded database, `only` leaves the workbook and the others out, `first` all that follows
 * the import; `change` leaves all rows out at once and takes that back.
 *
 * What takes little time is done several times, by Radvis, by the others and for the limit: `seconds` is the median
 * of `each`, whose first is the first file of that size since Radvis was started and had come to rest.
 *
 * Radvis's web and worker are processes of their own here, and so are the sandbox of Fortnox and the database server, which
 * is spoken to by a socket of the machine's own, as where all of them stand on one. The memory told is that of the worker,
 * which imports, at its highest, and beside it the web's. `ratioToLimit` sets the time against the least there is to do:
 * taking the file's bytes apart, and copying the same cells into a table without index or check.
 */
export async function run({ args }: { args: string[] }): Promise<Record<string, unknown>> {
  const asked = args.find((arg) => arg.startsWith('rows='))?.slice('rows='.length)
  const sizes = (asked ?? '10000,100000,1000000').split(',').map(Number)
  const isEmbedded = args.includes('pglite')
  const folder = mkdtempSync(join(tmpdir(), 'radvis-bench-'))
  const machine = { cores: cpus().length, model: cpus()[0]?.model ?? '', loadBefore: loadavg().map(round) }
  await buildIfChanged()
  const postgres = isEmbedded ? null : await startPostgres()
  try {
    const csv: Record<string, unknown>[] = []
    for (const rows of sizes) csv.push(await measure({ rows, folder, databaseUrl: postgres?.socketUrl, args }))
    const xlsx = args.includes('only') ? {} : { xlsx: await measureWorkbook(folder, postgres?.socketUrl) }
    return { machine, database: postgres ? 'postgres' : 'pglite', csv, ...xlsx, loadAfter: loadavg().map(round) }
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** So long after a confirmation it is looked for other imports with its purchases (imports/recheck-sharing.ts). */
const untilSharingIsFoundMs = 5000

type Place = { rows: number; folder: string; databaseUrl: string | undefined; args: readonly string[] }

async function measure({ rows, folder, databaseUrl, args }: Place): Promise<Record<string, unknown>> {
  const file = join(folder, `${rows}.csv`)
  writeFileSync(file, cardFile(rows))
  const times = timesFor(rows)
  const comparison = args.includes('only') ? {} : compare(folder, file, rows)
  const parseSeconds = await medianTime(times, () => timeParsing(file))
  const copySeconds = databaseUrl ? await medianTime(times, () => timeCopy(databaseUrl, file)) : null
  const radvis = await startMeasured(join(folder, `data-${rows}`), databaseUrl)
  try {
    const templateId = await prepare(radvis.client, folder)
    const importOnce = await prepareMeasured(radvis, file, templateId)
    const imported = await importRepeatedly(timesOfOurs(rows), importOnce)
    if (args.includes('first')) return { rows, ...imported.told, parseSeconds, copySeconds }
    // All that wait with the same purchases are checked anew when one is confirmed, which is not what is measured next.
    for (const { id } of imported.earlier) await radvis.client.deleteImport(id)
    const change = args.includes('change') ? { change: await changeMeasured(radvis, imported.last) } : {}
    const confirmed = await confirmMeasured(radvis, imported.last)
    await new Promise((resolve) => setTimeout(resolve, untilSharingIsFoundMs))
    await radvis.atRest()
    const again = await importRepeatedly(times, importOnce)
    const others = join(folder, `${rows}-others.csv`)
    writeFileSync(others, cardFile(rows, { daysOn: 1 }))
    const beside = await importRepeatedly(1, await prepareMeasured(radvis, others, templateId))
    const limit = copySeconds === null ? null : parseSeconds + copySeconds
    return {
      rows,
      ...imported.told,
      rowsPerSecond: Math.round(rows / imported.told.seconds),
      ...{ parseSeconds, copySeconds, ratioToLimit: limit && round(imported.told.seconds / limit) },
      ...change,
      confirm: confirmed,
      again: again.told,
      beside: beside.told,
      ...comparison,
      ...timesFaster(comparison, imported.told.seconds),
    }
  } finally {
    await radvis.stop()
  }
}

async function measureWorkbook(folder: string, databaseUrl: string | undefined): Promise<Record<string, unknown>> {
  const rows = 100_000
  const file = join(folder, `${rows}.xlsx`)
  const [sheet] = readSpreadsheet(new TextEncoder().encode(cardFile(rows))).sheets
  const cells = (sheet?.rows ?? []).map((row) => row.cells.map((value) => ({ kind: 'text' as const, value })))
  const columns = (cells.shift() ?? []).map(({ value }) => ({ title: value }))
  writeFileSync(file, await writeXlsx([{ name: 'Kort', columns, rows: cells }]))
  const radvis = await startMeasured(join(folder, 'data-xlsx'), databaseUrl)
  try {
    const templateId = await prepare(radvis.client, folder)
    return { rows, ...(await importRepeatedly(1, await prepareMeasured(radvis, file, templateId))).told }
  } finally {
    await radvis.stop()
  }
}

/** A company whose merchants are all known. */
async function prepare(client: RadvisClient, folder: string): Promise<string> {
  await client.signUp(`bench-${randomBytes(6).toString('hex')}@radvis.example`, 'radvis bench run')
  await client.connectSandbox()
  const small = join(folder, 'sample.csv')
  writeFileSync(small, cardFile(merchants.length))
  const template = await client.createTemplate(small)
  const learning = await client.importFile(small, template.id)
  await client.mapUnknownMerchants(learning.id, { account: 5410, vatType: 'SE25' })
  return template.id
}

type MeasuredImport = Watched<ImportSummary>

async function importRepeatedly(times: number, importOnce: () => Promise<MeasuredImport>) {
  const done: MeasuredImport[] = []
  while (done.length < times) done.push(await importOnce())
  const each = done.map(({ seconds }) => seconds)
  const highest = (of: (each: MeasuredImport) => number | null) => done.map(of).reduce(largest)
  const results = done.map(({ result }) => result)
  const last = results.at(-1) as ImportSummary
  return {
    last,
    earlier: results.slice(0, -1),
    told: {
      seconds: medianOf(each),
      each,
      peakMemoryMb: highest((one) => one.peakMemoryMb),
      webPeakMemoryMb: highest((one) => one.webPeakMemoryMb),
      longestDelayMs: highest((one) => one.longestDelayMs),
      ...countsOf(last),
    },
  }
}

/** Every row by one click, and its undoing. */
async function changeMeasured({ watch, client }: Measured, { id }: ImportSummary) {
  const everyRow = { filter: {}, decision: 'leave-out' }
  const { seconds, result } = await watch(() =>
    client.call<{ changeId: string }>('POST', `/imports/${id}/rows/change`, everyRow),
  )
  const undone = await watch(() => client.call('POST', `/imports/${id}/rows/undo`, { changeId: result.changeId }))
  return { seconds, undoSeconds: undone.seconds }
}

/** The run that it starts is paused, so that nothing is posted beside what is measured next. */
async function confirmMeasured({ watch, client }: Measured, { id, invoices }: ImportSummary) {
  const { seconds, webPeakMemoryMb, longestDelayMs, result } = await watch(() =>
    client.call<{ runId: string }>('POST', `/imports/${id}/confirm`, { invoices }),
  )
  await client.call('POST', `/runs/${result.runId}/pause`)
  return { seconds, peakMemoryMb: webPeakMemoryMb, longestDelayMs }
}

/** From the first byte of the upload until its sender knows that the import is checked, and how many rows of it are what. */
async function prepareMeasured({ watch, client, atRest }: Measured, path: string, templateId: string) {
  const importFile = await client.prepareImport(path, templateId)
  await atRest()
  return () => watch(importFile)
}

function countsOf({ state, totals, problem }: ImportSummary) {
  if (state !== 'checked' || !totals) throw new Error(`the import is ${state}: ${JSON.stringify(problem)}`)
  const { read, ready, attention, duplicate, skipped } = totals
  return {
    read: read.count,
    ready: ready.count,
    attention: attention.count,
    duplicate: duplicate.count,
    skipped: skipped.count,
  }
}

type Comparison = { hledger?: Record<string, unknown>; actual?: Record<string, unknown> }

/** hledger takes minutes for a million rows and Actual for a hundred thousand, so they are given fewer. */
function compare(folder: string, file: string, rows: number): Comparison {
  return {
    ...(rows <= 100_000 && { hledger: timeRepeatedly(timesFor(rows), () => timeHledger(folder, file)) }),
    ...(rows <= 10_000 && { actual: timeRepeatedly(timesFor(rows), () => timeActual(folder, file)) }),
  }
}

function timeRepeatedly(times: number, timeOnce: () => Timed): Record<string, unknown> {
  const each: number[] = []
  let transactions = 0
  while (each.length < times) {
    const timed = timeOnce()
    if ('reason' in timed) return timed
    each.push(timed.seconds)
    transactions = timed.transactions
  }
  return { seconds: medianOf(each), each, transactions }
}

async function medianTime(times: number, timeOnce: () => number | Promise<number>): Promise<number> {
  const each: number[] = []
  while (each.length < times) each.push(await timeOnce())
  return medianOf(each)
}

function timesFor(rows: number): number {
  if (rows <= 10_000) return 9
  return rows <= 100_000 ? 3 : 1
}

/** Radvis lives on between files; what its first ones take longer than those that follow stands in `each`. */
const timesOfOurs = (rows: number) => (rows <= 10_000 ? 25 : timesFor(rows))

function timesFaster({ hledger, actual }: Comparison, seconds: number): Record<string, unknown> {
  const times = (other: Record<string, unknown> | undefined) =>
    typeof other?.seconds === 'number' ? round(other.seconds / seconds) : null
  return { ...(hledger && { timesHledger: times(hledger) }), ...(actual && { timesActual: times(actual) }) }
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const largest = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b))
const round = (value: number) => Math.round(value * 1000) / 1000
