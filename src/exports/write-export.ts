import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { WrittenRow } from '#connectors/source-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { withBreaks } from '#kernel/with-breaks.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { isDatabaseAway, isStatementStopped } from '#platform/database-faults.ts'
import { deleteUnlessMade, isStoreAway } from '#platform/files.ts'
import { inParts, type Table, type TableCell, writeLongCsv, writeXlsx } from '#spreadsheets/index.ts'
import type { Template } from '#templates/contract.ts'
import { exportWords } from './export-words.ts'
import { writeExportJob } from './jobs.ts'
import type { ExportsDeps } from './neighbours.ts'
import { note, noteOurs, type Writing } from './note-progress.ts'
import { isPassing, longestWaitMs, patiently, whoIsAwaited } from './patience.ts'
import { type Lacking, readInvoices } from './read-invoices.ts'
import { layOutInvoices } from './rules/lay-out-invoices.ts'
import { changeWriting, type ExportRecord } from './store.ts'
import { holdWriting } from './writing-lease.ts'

/** Whatever it is that ends the process, an export that has met it so often meets it again. */
const mostDeaths = 3

/**
 * Writes the file of an export. Idempotent: one that is no longer being written, or that somebody else writes at this
 * moment, is left alone. A process that is asked to stop leaves it to the next.
 */
export async function writeExport(
  deps: ExportsDeps,
  companyId: string,
  exportId: string,
  signal: AbortSignal,
): Promise<void> {
  const lease = await holdWriting(deps, companyId, exportId)
  if (!lease) return
  const record = lease.taken
  try {
    if (record.deaths >= mostDeaths) throw new Error('its process has died too often')
    const template = await deps.templates.getTemplate(companyId, record.templateId)
    const { invoices, lacking } = await readInvoices(deps, { record, signal }, template)
    const table = layOutInvoices(invoices, template.mapping, exportWords(record.language), template.name)
    await finish(deps, { record, signal }, { table, template, rows: invoices.length, lacking })
  } catch (error) {
    if (signal.aborted) return // the sweep of another process takes it up
    if (isDatabaseAway(error)) throw error // the queue tries again, and so does the sweep
    if (isPassing(error) && (await waitFor(deps, record, error))) return
    await fail(deps, record, error)
  } finally {
    await lease.release(signal)
  }
}

async function finish(
  deps: ExportsDeps,
  writing: Writing,
  { table, template, rows, lacking }: { table: Table; template: Template; rows: number; lacking: readonly Lacking[] },
): Promise<void> {
  const { record } = writing
  const { companyId, destination } = record
  await patiently(deps, writing, () => note(deps, writing, { invoices: rows }))
  if (destination) {
    const { documentId, tableId } = destination
    // Whoever stood still while another wrote would mix its rows with theirs. What is begun is ended though this process stops.
    const beforeSending = () => noteOurs(deps, record, { invoices: rows })
    const source = await deps.connections.openSource(companyId, destination.connectorId, { beforeSending })
    const written = await withBreaks(sheetRows(table))
    await patiently(deps, writing, () => source.writeRows({ documentId, tableId, viewId: null }, written))
  }
  const bytes = destination ? null : await bytesOf(record, table, template)
  const file = bytes && (await patiently(deps, writing, () => deps.files.put(companyId, bytes)))
  const ending = withCompany(deps.db, companyId, async (tx) => {
    const isWriting = await changeWriting(tx, record, {
      state: 'done',
      fileKey: file?.key ?? null,
      problem: lacksProblem(lacking),
    })
    if (isWriting) await tell(deps, tx, record, { rows, ...(lacking.length > 0 && { lacking: lacking.length }) })
    return isWriting
  })
  if (!file) return void (await ending)
  const isDone = await deleteUnlessMade(deps.files, file.key, ending)
  if (!isDone) await deps.files.delete(file.key)
}

function bytesOf({ format }: ExportRecord, table: Table, { mapping }: Template): Promise<Uint8Array> {
  return format === 'xlsx'
    ? writeXlsx([table])
    : writeLongCsv(table, { decimalMark: mapping.numberFormat === 'dot' ? '.' : ',' })
}

/** Numbers as numbers and days as days, so that the spreadsheet can count and sort by them. */
function* sheetRows({ columns, rows }: Table): Generator<undefined, WrittenRow[]> {
  const written: WrittenRow[] = [columns.map(({ title }) => title)]
  for (const part of inParts(rows)) {
    for (const row of part) written.push(row.map(sheetCell))
    yield
  }
  return written
}

function sheetCell({ kind, value }: TableCell): WrittenRow[number] {
  if (value === '') return null
  if (kind === 'number') return Number(value)
  return kind === 'date' ? { day: value } : value
}

async function tell(
  deps: ExportsDeps,
  tx: CompanyDatabase,
  { companyId, fileName, createdBy }: ExportRecord,
  params: { rows: number; lacking?: number } | { problem: string },
): Promise<void> {
  const failed = 'problem' in params
  await deps.activity.record(tx, companyId, [
    {
      type: failed || params.lacking ? 'error' : 'success',
      activity: failed ? 'export-failed' : 'export-written',
      subject: fileName,
      actorId: createdBy,
      params,
    },
  ])
}

const waitSeconds = 60

/** Queues the export again for when that may be over, and says who is awaited; false when it has been hoped for too long. */
async function waitFor(deps: ExportsDeps, record: ExportRecord, error: unknown): Promise<boolean> {
  const { companyId, id, createdAt } = record
  if (deps.clock.now().getTime() - createdAt.getTime() > longestWaitMs) return false
  deps.log[isStoreAway(error) ? 'error' : 'info']({ err: error, exportId: id }, 'an export waits')
  await withCompany(deps.db, companyId, async (tx) => {
    await changeWriting(tx, record, { problem: whoIsAwaited(error) })
    await deps.jobs().enqueue(tx, writeExportJob, { companyId, exportId: id }, { key: id, afterSeconds: waitSeconds })
  })
  return true
}

/** What nobody at the company can mend. */
const ourFaults: ReadonlySet<string> = new Set(['export-failed', 'store-away'])

async function fail(deps: ExportsDeps, record: ExportRecord, error: unknown): Promise<void> {
  const { companyId, id } = record
  const problem = problemOf(error)
  deps.log[ourFaults.has(problem.code) ? 'error' : 'info']({ err: error, exportId: id }, 'an export failed')
  await withCompany(deps.db, companyId, async (tx) => {
    if (await changeWriting(tx, record, { state: 'failed', problem }))
      await tell(deps, tx, record, { problem: problem.code })
  })
}

/** Those that could not be read, of a file that is written all the same; null where it is whole. */
function lacksProblem(lacking: readonly Lacking[]): ExportRecord['problem'] {
  const [first] = lacking
  if (!first) return null
  const { message } = refusalOf(first.error)
  return {
    code: 'export-lacks',
    params: { count: lacking.length, numbers: lacking.map((one) => one.number).join(', '), message },
  }
}

function refusalOf({ kind, serviceCode, serviceMessage: message = kind }: ConnectorError) {
  return { message, ...(serviceCode && { serviceCode }) }
}

function problemOf(error: unknown): NonNullable<ExportRecord['problem']> {
  if (error instanceof ConnectorError) return { code: 'accounting-system-refused', params: refusalOf(error) }
  if (isStoreAway(error) || isStatementStopped(error)) return { code: 'store-away' }
  if (!(error instanceof AppError) || error.code === 'internal') return { code: 'export-failed' }
  const [first] = error.errors
  if (first) return { code: first.code, ...(first.params && { params: first.params }) }
  const { name = '', message = '' } = error.params
  if (error.code === 'source-refused') return { code: error.code, params: { name, message } }
  return { code: error.code === 'not-found' ? 'template-gone' : error.code }
}
