import type { AccountingSession, ListedInvoice } from '#connectors/accounting-connector.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { WrittenRow } from '#connectors/source-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { withBreaks } from '#kernel/with-breaks.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { isDatabaseAway, isStatementStopped } from '#platform/database-faults.ts'
import { deleteUnlessMade, isStoreAway } from '#platform/files.ts'
import { inParts, type Table, type TableCell, writeLongCsv, writeXlsx } from '#spreadsheets/index.ts'
import type { Template } from '#templates/contract.ts'
import type { ExportFilter } from './contract.ts'
import { exportWords } from './export-words.ts'
import { writeExportJob } from './jobs.ts'
import type { ExportsDeps } from './neighbours.ts'
import { type InvoiceToWrite, layOutInvoices, needsDetail } from './rules/lay-out-invoices.ts'
import { changeWriting, type ExportRecord } from './store.ts'
import { holdWriting } from './writing-lease.ts'

/** More than this is no file that a person works with; the period can be narrowed. */
const mostInvoices = 100_000
/** Enough in flight to fill the accounting system's pace, few enough not to hold up a posting for long. */
const readAtOnce = 8

/** Whatever it is that ends the process, an export that has met it so often meets it again. */
const mostDeaths = 3

/** An export that is being written: as it was taken, and `signal` that this process is asked to stop. */
type Writing = { record: ExportRecord; signal: AbortSignal }

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
    const invoices = await readInvoices(deps, { record, signal }, template)
    const table = layOutInvoices(invoices, template.mapping, exportWords(record.language), template.name)
    await finish(deps, { record, signal }, { table, template, rows: invoices.length })
  } catch (error) {
    if (signal.aborted) return // the sweep of another process takes it up
    if (isDatabaseAway(error)) throw error // the queue tries again, and so does the sweep
    if (isPassing(error) && (await waitFor(deps, record, error))) return
    await fail(deps, record, error)
  } finally {
    await lease.release(signal)
  }
}

async function readInvoices(deps: ExportsDeps, writing: Writing, template: Template): Promise<InvoiceToWrite[]> {
  const { record } = writing
  const session = await deps.connections.openSession(record.companyId, record.connectionId)
  const found: ListedInvoice[] = []
  for await (const page of session.listSupplierInvoices(record.filter.state)) {
    found.push(...page.filter((invoice) => isInPeriod(invoice, record.filter)))
    if (found.length > mostInvoices)
      throw new AppError('invalid-input', 'too many invoices', {
        errors: [{ path: 'filter', code: 'export-too-large', params: { limit: mostInvoices } }],
      })
    await note(deps, writing, { invoices: found.length })
  }
  if (!needsDetail(template.mapping)) return found.map((listed) => ({ listed, detail: null }))
  return readWhole(deps, writing, session, found)
}

async function readWhole(
  deps: ExportsDeps,
  writing: Writing,
  session: AccountingSession,
  found: readonly ListedInvoice[],
): Promise<InvoiceToWrite[]> {
  const whole: InvoiceToWrite[] = []
  for (let start = 0; start < found.length; start += readAtOnce) {
    const part = found.slice(start, start + readAtOnce)
    const details = await Promise.all(part.map(({ number }) => session.readInvoiceDetail(number)))
    whole.push(...part.map((listed, index) => ({ listed, detail: details[index] ?? null })))
    await note(deps, writing, { read: whole.length })
  }
  return whole
}

function isInPeriod({ invoiceDate }: ListedInvoice, { from, to }: ExportFilter): boolean {
  if (from === null && to === null) return true
  return invoiceDate !== null && (from === null || invoiceDate >= from) && (to === null || invoiceDate <= to)
}

/** Says how far it has come, and goes no further where this process stops, the export is gone or another has taken it. */
async function note(deps: ExportsDeps, { record, signal }: Writing, progress: Partial<ExportRecord>): Promise<void> {
  signal.throwIfAborted()
  await noteOurs(deps, record, progress)
}

async function noteOurs(deps: ExportsDeps, record: ExportRecord, progress: Partial<ExportRecord>): Promise<void> {
  const isOurs = await withCompany(deps.db, record.companyId, (tx) => changeWriting(tx, record, progress))
  if (!isOurs) throw new AppError('not-found', 'the export was deleted, or is another process’s by now')
}

async function finish(
  deps: ExportsDeps,
  writing: Writing,
  { table, template, rows }: { table: Table; template: Template; rows: number },
): Promise<void> {
  const { record } = writing
  const { companyId, destination } = record
  await note(deps, writing, { invoices: rows })
  if (destination) {
    const { documentId, tableId } = destination
    // Whoever stood still while another wrote would mix its rows with theirs. What is begun is ended though this process stops.
    const beforeSending = () => noteOurs(deps, record, { invoices: rows })
    const source = await deps.connections.openSource(companyId, destination.connectorId, { beforeSending })
    await source.writeRows({ documentId, tableId, viewId: null }, await withBreaks(sheetRows(table)))
  }
  const file = destination ? null : await deps.files.put(companyId, await bytesOf(record, table, template))
  const ending = withCompany(deps.db, companyId, async (tx) => {
    const isWriting = await changeWriting(tx, record, {
      state: 'done',
      fileKey: file?.key ?? null,
      problem: null,
    })
    if (isWriting) await tell(deps, tx, record, { rows })
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
  params: { rows: number } | { problem: string },
): Promise<void> {
  const failed = 'problem' in params
  await deps.activity.record(tx, companyId, [
    {
      type: failed ? 'error' : 'success',
      activity: failed ? 'export-failed' : 'export-written',
      subject: fileName,
      actorId: createdBy,
      params,
    },
  ])
}

/** Nothing is wrong with the request: the other side or our database was away or busy, or our own disk has no room for the file. */
function isPassing(error: unknown): boolean {
  if (isStoreAway(error) || isStatementStopped(error)) return true
  if (error instanceof AppError) return error.code === 'source-unavailable'
  return error instanceof ConnectorError && error.retry !== 'never'
}

const waitSeconds = 60
const longestWaitMs = 3_600_000

/** Queues the export again for when that may be over; false when it has been hoped for too long. */
async function waitFor(
  deps: ExportsDeps,
  { companyId, id, createdAt }: ExportRecord,
  error: unknown,
): Promise<boolean> {
  if (deps.clock.now().getTime() - createdAt.getTime() > longestWaitMs) return false
  deps.log[isStoreAway(error) ? 'error' : 'info']({ err: error, exportId: id }, 'an export waits')
  await withCompany(deps.db, companyId, (tx) =>
    deps.jobs().enqueue(tx, writeExportJob, { companyId, exportId: id }, { key: id, afterSeconds: waitSeconds }),
  )
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

function problemOf(error: unknown): NonNullable<ExportRecord['problem']> {
  if (error instanceof ConnectorError) {
    const { serviceCode, serviceMessage: message = error.kind } = error
    return { code: 'accounting-system-refused', params: { message, ...(serviceCode && { serviceCode }) } }
  }
  if (isStoreAway(error) || isStatementStopped(error)) return { code: 'store-away' }
  if (!(error instanceof AppError) || error.code === 'internal') return { code: 'export-failed' }
  const [first] = error.errors
  if (first) return { code: first.code, ...(first.params && { params: first.params }) }
  const { name = '', message = '' } = error.params
  if (error.code === 'source-refused') return { code: error.code, params: { name, message } }
  return { code: error.code === 'not-found' ? 'template-gone' : error.code }
}
