import type { SourceReading, SourceRow } from '#connectors/source-connector.ts'
import type { EditedSince, RowPlace } from '#imports/rules/record-version.ts'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import { withBreaks } from '#kernel/with-breaks.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { isDatabaseAway, isStatementStopped } from '#platform/database-faults.ts'
import { deleteUnlessMade, isStoreAway } from '#platform/files.ts'
import { tryStoppedAnew } from '#platform/try-stopped-anew.ts'
import type { Template } from '#templates/contract.ts'
import {
  amountColumns,
  carriesValues,
  createHeaderTest,
  type FoundTotals,
  findTotals,
  mappedColumns,
} from '#templates/index.ts'
import type { FetchOutcome } from './contract.ts'
import { holdFetching } from './fetching-lease.ts'
import type { SourcesDeps } from './neighbours.ts'
import { contentsOf, editKeysOf, filledTest, findsAll } from './row-contents.ts'
import { addOrigins, findEdited, findEditedBefore, placesOfGone } from './rules/edited-rows.ts'
import { type KnownNames, namesById, namesInTemplate } from './rules/known-names.ts'
import { withRowsAround } from './rules/rows-around.ts'
import { findChanges, nothingSeen, type SourceChanges } from './rules/source-changes.ts'
import { keepSeen, readSeen } from './seen-rows.ts'
import { snapshotOf } from './snapshot.ts'
import { deleteSource, endFetching, lockSource, type SourceRecord } from './store.ts'
import { isUnreckoned } from './unreckoned-rows.ts'

/**
 * Fetches a source's rows and makes an import of those that are new. Idempotent: a source that nobody asked for, or that
 * somebody else fetches at this moment, is left alone, and what was seen is kept in the transaction that makes the import.
 * `signal`: that this process is asked to stop.
 */
export async function fetchSource(
  deps: SourcesDeps,
  key: { companyId: string; templateId: string },
  signal?: AbortSignal,
): Promise<void> {
  await tryStoppedAnew((isLast) => tryFetching(deps, { ...key, isLast }, signal), signal)
}

async function tryFetching(
  deps: SourcesDeps,
  { isLast, ...key }: { companyId: string; templateId: string; isLast: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const lease = await holdFetching(deps, key)
  if (!lease) return
  const record = lease.taken
  try {
    const template = await deps.templates.getTemplate(record.companyId, record.templateId)
    const session = await deps.connections.openSource(record.companyId, record.connectorId)
    const { documentId, tableId, viewId } = record
    const since = record.fetchingExtent === 'changed' ? record.version : null
    const reading = await session.readRows({ documentId, tableId, viewId }, { since })
    if (reading.extent === 'unchanged')
      await finish(deps, record, unchanged(reading.calls), { version: reading.version })
    else await importChanges(deps, record, template, reading)
  } catch (error) {
    if (isDatabaseAway(error) || (isStatementStopped(error) && !isLast)) throw error // the queue tries again, and so does the sweep
    await fail(deps, record, error)
  } finally {
    await lease.release(signal)
  }
}

async function importChanges(
  deps: SourcesDeps,
  record: SourceRecord,
  template: Template,
  reading: Extract<SourceReading, { rows: unknown }>,
): Promise<void> {
  const kept = await readSeen(deps.files, record.seenKey)
  const { rows, names } = withNames(reading, kept.names, template.mapping.header)
  const { head, body, totals, sums } = await partSheet(deps, template, { name: reading.table, rows })
  const before = record.fetchingExtent === 'changed' ? kept : { ...kept, ...nothingSeen }
  const columns = mappedColumns(template.mapping)
  const now = columns.length > 0 ? columns : undefined
  const contents = contentsOf(head, { before: before.columns, now })
  const changes = await withBreaks(findChanges(body, before, contents))
  const { fresh, newRows, changed, seen } = changes
  // What was edited since the last time was also where everything is fetched again.
  const since = before === kept ? changes : await withBreaks(findChanges(body, kept, contents))
  // Another tab was chosen (choose-source.ts): what stood in the one before has not gone from this one.
  const isMoved = record.version === null
  // A mapped column has another name: every row is fetched again, and none is known to have gone.
  const isOther = now !== undefined && !findsAll(head, now)
  const isAllGone = !isMoved && changes.isAllGone
  if (isUnreckoned({ rows, head, body }, template.mapping, isAllGone))
    throw new AppError('source-unavailable', 'formulas of the tab have no result yet', {
      errors: [{ path: 'rows', code: 'source-formulas-failed' }],
    })
  // What it is called may have changed since it was chosen.
  const asFound = { version: reading.version, tableName: reading.table }
  const isNew = newRows + changed.length > 0
  const importId = newId()
  const keysOf = editKeysOf(head, template.mapping)
  const gone = isMoved || isOther ? [] : since.gone.flatMap((content) => kept.origins?.[content] ?? [])
  const edited = findEdited(since.fresh, gone, keysOf)
  const editedRows = new Set(edited.map(({ number }) => number)).size
  const goneRows = isMoved || isOther ? 0 : since.goneRows - editedRows
  const places = placesOfGone(gone, edited)
  const told = await nameGone(deps, record, { goneRows, places })
  // A sheet that is filled anew takes nothing back.
  const away = isAllGone ? [] : places
  const asBefore = { ...unchanged(reading.calls), ...told }
  // Emptied to be filled anew: what is pasted may be known.
  if (isAllGone && body.length === 0) return finish(deps, record, asBefore, asFound)
  const editedBefore = before === kept ? [] : findEditedBefore(fresh, kept.origins ?? {}, contents.before)
  const { editedRecords = [] } = since.seen
  if (isNew) await withBreaks(addOrigins(seen.origins, fresh, { importId, edited, contentOf: contents.now, keysOf }))
  // Without the mapped columns whole rows were counted, and the next fetch counts them so.
  const seenNow = { ...seen, editedRecords, ...(now && !isOther && { columns: now }), ...(names && { names }) }
  const toKeep = { ...asFound, seenKey: await keepSeen(deps.files, record.companyId, seenNow) }
  if (!isNew) return finish(deps, record, asBefore, toKeep, away)
  const changedRows = since.changed.length + editedRows
  await deleteUnlessMade(
    deps.files,
    toKeep.seenKey,
    importFresh(deps, record, template, {
      ...{ table: reading.table, calls: reading.calls, head, body, fresh, totals, sums, toKeep },
      ...{
        importId,
        edited: [...edited, ...editedBefore],
        changed: before === kept ? changed : recordsOf(fresh, editedRecords),
      },
      ...{ newRows: newRows + changed.length - changedRows, changedRows },
      ...{ told, away },
    }),
  )
  await forgetSeen(deps, record)
}

function recordsOf(rows: readonly SourceRow[], ids: readonly string[]): SourceChanges['changed'] {
  const wanted = new Set(ids)
  return rows.flatMap(({ number, recordId }) =>
    recordId !== null && wanted.has(recordId) ? [{ number, recordId }] : [],
  )
}

type FreshRows = Omit<SourceChanges, 'seen' | 'gone' | 'goneRows' | 'isAllGone'> & {
  told: GoneRows
  /** What was taken away from among other rows. */
  away: readonly RowPlace[]
  importId: string
  edited: readonly EditedSince[]
  changedRows: number
  table: string
  calls: number
  head: readonly SourceRow[]
  body: readonly SourceRow[]
  totals: readonly SourceRow[]
  sums: FoundTotals['controlSums']
  toKeep: Kept & { seenKey: string }
}

/** Makes a file and an import of the rows that are new; what was seen is kept with the import, or not at all. */
async function importFresh(
  deps: SourcesDeps,
  record: SourceRecord,
  { mapping }: Template,
  { table, calls, head, body, fresh, totals, sums, newRows, changedRows, told, toKeep, ...tied }: FreshRows,
): Promise<void> {
  const amounts = amountColumns(mapping)
  const isAlone = amounts.length === 0 || !carriesValues(mapping)
  const withAround = isAlone ? fresh : withRowsAround(body, fresh, filledTest(head, amounts))
  const isWhole = fresh.length === body.length
  const imported = [...head, ...withAround, ...(isWhole ? totals : [])].toSorted((a, b) => a.number - b.number)
  const heads = new Set(head)
  const hiddenRows = fresh.filter(({ isHidden }) => isHidden).length
  const stored = await deps.files.put(record.companyId, await snapshotOf(table, imported, (row) => heads.has(row)))
  await deps.imports.startImport({
    importId: tied.importId,
    companyId: record.companyId,
    userId: record.createdBy,
    templateId: record.templateId,
    file: { name: `${record.documentName} – ${table}`, ...stored },
    warnings: [...warningsOf({ changedRows, hiddenRows, ...told }, table), ...(isWhole ? [] : differencesOf(sums))],
    versions: tied.changed,
    edits: tied.edited,
    inTransaction: async (tx, importId) => {
      const outcome: FetchOutcome = {
        kind: 'imported',
        importId,
        newRows,
        changedRows,
        ...(record.fetchingExtent === 'all' && record.seenKey !== null && { isWhole: true }),
        calls,
        problem: null,
      }
      const isOurs = await endFetching(tx, record, { ...toKeep, outcome, fetchedAt: deps.clock.now() })
      if (!isOurs) throw new AppError('conflict', 'the rows were fetched by somebody else meanwhile')
      await deps.imports.tellGone(tx, record.companyId, tied.away)
    },
  })
}

/** Rows that are gone, and what some of them said; nothing where none is. */
type GoneRows = Pick<FetchOutcome, 'goneRows' | 'gone'>

async function nameGone(
  deps: SourcesDeps,
  { companyId }: SourceRecord,
  { goneRows, places }: { goneRows: number; places: readonly RowPlace[] },
): Promise<GoneRows> {
  if (goneRows === 0) return {}
  const gone = await deps.imports.nameSome(companyId, { places, rows: goneRows })
  return { goneRows, ...(gone !== null && { gone }) }
}

/** A row without identity that was edited beyond knowing is one that is gone and one that is new: a person has to see whether it is. */
function warningsOf(rows: { changedRows: number; hiddenRows: number } & GoneRows, sheet: string) {
  const { hiddenRows, changedRows, goneRows = 0, gone: which } = rows
  return [
    ...(hiddenRows > 0 ? [{ code: 'source-rows-hidden', params: { sheet, rows: hiddenRows } }] : []),
    ...(changedRows > 0 ? [{ code: 'source-rows-changed', params: { rows: changedRows } }] : []),
    ...(goneRows > 0
      ? [{ code: 'source-rows-gone', params: { rows: goneRows, ...(which !== undefined && { which }) } }]
      : []),
  ]
}

/** Totals that are not what the rows of the sheet come to; an import of all of them tells that itself. */
function differencesOf(sums: FoundTotals['controlSums']) {
  return sums.flatMap(({ cell, label, printed, counted, agrees }) =>
    agrees ? [] : [{ code: 'source-sum-differs', cell, params: { label, printed, counted } }],
  )
}

/** A printed total changes with every purchase above it: it is weighed against the whole sheet, and is no new row. */
async function partSheet(deps: SourcesDeps, template: Template, sheet: { name: string; rows: readonly SourceRow[] }) {
  const { head, body } = await withBreaks(partRows(sheet.rows, template))
  const today = dayInSweden(deps.clock.now())
  const { rows, controlSums } = await withBreaks(findTotals(sheet, template.mapping, today))
  const isTotal = ({ number }: SourceRow) => rows.has(number)
  return { head, body: body.filter((row) => !isTotal(row)), totals: body.filter(isTotal), sums: controlSums }
}

/**
 * Everything down to the header belongs to it, and so does every repetition; without a header the template tells. Stops at
 * every thousandth row.
 */
function* partRows(
  rows: readonly SourceRow[],
  { mapping }: Template,
): Generator<undefined, { head: SourceRow[]; body: SourceRow[] }> {
  const isHeader = createHeaderTest(mapping.header)
  let [head, body]: [SourceRow[], SourceRow[]] = [[], []]
  for (const [index, row] of rows.entries()) {
    if (index % 1000 === 999) yield
    if (!isHeader(row.cells)) body.push(row)
    else if (head.length > 0) head.push(row)
    else [head, body] = [[...body, row], []]
  }
  return { head, body }
}

/** Where columns keep an identity the header calls them what the template does. */
function withNames(
  { rows, columnIds }: Extract<SourceReading, { rows: unknown }>,
  known: KnownNames | undefined,
  header: readonly string[],
): { rows: readonly SourceRow[]; names: KnownNames | null } {
  const [first, ...rest] = rows
  if (columnIds === null || !first) return { rows, names: null }
  const columns = columnIds.map((id, index) => ({ id, name: first.cells[index] ?? '' }))
  const names = namesInTemplate(columns, known ?? { byId: {} }, header)
  return { rows: [{ ...first, cells: names }, ...rest], names: { ...namesById(columnIds, names), header } }
}

async function forgetSeen(deps: SourcesDeps, source: Pick<SourceRecord, 'seenKey'> | undefined): Promise<void> {
  if (source?.seenKey) await deps.files.delete(source.seenKey)
}

const unchanged = (calls: number): FetchOutcome => ({
  kind: 'unchanged',
  importId: null,
  newRows: 0,
  changedRows: 0,
  calls,
  problem: null,
})

type Kept = { version: string; tableName?: string; seenKey?: string }

async function finish(
  deps: SourcesDeps,
  record: SourceRecord,
  outcome: FetchOutcome,
  kept: Kept,
  away: readonly RowPlace[] = [],
): Promise<void> {
  const ending = withCompany(deps.db, record.companyId, async (tx) => {
    const isOurs = await endFetching(tx, record, { ...kept, outcome, fetchedAt: deps.clock.now() })
    // What was seen of a sheet that was emptied stays, and what is gone from it is the same each time.
    const { goneRows, gone } = record.outcome ?? {}
    const isTold = !kept.seenKey && goneRows === outcome.goneRows && gone === outcome.gone
    if (isOurs && outcome.goneRows && !isTold) await recordGone(deps, tx, record, outcome)
    if (isOurs) await deps.imports.tellGone(tx, record.companyId, away)
    return isOurs
  })
  if (!kept.seenKey) return void (await ending)
  const isOurs = await deleteUnlessMade(deps.files, kept.seenKey, ending)
  // Whoever fetches now goes by what was seen before.
  await (isOurs ? forgetSeen(deps, record) : deps.files.delete(kept.seenKey))
}

/** Nobody opens an import to learn it, and its purchases may be in the books. */
async function recordGone(
  deps: SourcesDeps,
  tx: CompanyDatabase,
  { companyId, documentName, createdBy }: SourceRecord,
  { goneRows: rows = 0, gone = '' }: FetchOutcome,
): Promise<void> {
  const params = { rows, ...(gone !== '' && { which: gone }) }
  const event = { activity: 'source-rows-gone', subject: documentName, actorId: createdBy, params }
  await deps.activity.record(tx, companyId, [{ type: 'info', ...event }])
}

/** What nobody at the company can mend. */
const ourFaults: ReadonlySet<string> = new Set(['fetching-failed', 'store-away'])

async function fail(deps: SourcesDeps, record: SourceRecord, error: unknown): Promise<void> {
  const { companyId, templateId, documentName, createdBy } = record
  const problem = problemOf(error)
  const { code } = problem
  deps.log[ourFaults.has(code) ? 'error' : 'info']({ err: error, templateId }, 'a source could not be fetched')
  if (code === 'template-gone')
    return forgetSeen(deps, await withCompany(deps.db, companyId, (tx) => deleteSource(tx, companyId, templateId)))
  await withCompany(deps.db, companyId, async (tx) => {
    const now = await lockSource(tx, companyId, templateId)
    const outcome: FetchOutcome = { ...unchanged(0), kind: 'failed', problem }
    const isOurs = await endFetching(tx, record, { outcome, ...(now && retryOf(now, code, deps.clock.now())) })
    // Told once, not at every try of a schedule.
    if (!isOurs || record.outcome?.problem?.code === code) return
    await deps.activity.record(tx, companyId, [
      {
        type: 'error',
        activity: 'source-failed',
        subject: documentName,
        actorId: createdBy,
        params: { problem: code },
      },
    ])
  })
}

const retryMinutes = { first: 10, later: 60 }

/** Come to an end by the other side's recovering, by room on our own disk, or by a person who connects again. */
const passing: ReadonlySet<string> = new Set([
  'source-unavailable',
  'source-token-refused',
  'source-formulas-failed',
  'store-away',
  'connection-lost',
])

/** What such a hindrance prevented is tried again soon, not a month later; without a connection that asks nothing of anybody. */
function retryOf({ nextAt, outcome }: SourceRecord, code: string, now: Date): Partial<SourceRecord> {
  if (!passing.has(code) || nextAt === null) return {}
  const minutes = outcome?.problem?.code === code ? retryMinutes.later : retryMinutes.first
  const again = new Date(now.getTime() + minutes * 60_000)
  return again < nextAt ? { nextAt: again } : {}
}

type Problem = NonNullable<FetchOutcome['problem']>

const problemOfCode: Partial<Record<ErrorCode, string>> = {
  'not-found': 'template-gone',
  internal: 'fetching-failed',
}

/** Names a text in messages/problems that says what to do. */
function problemOf(error: unknown): Problem {
  if (isStoreAway(error) || isStatementStopped(error)) return { code: 'store-away' }
  if (!(error instanceof AppError)) return { code: 'fetching-failed' }
  const [first] = error.errors
  if (first) return { code: first.code, ...(first.params && { params: first.params }) }
  const { name = '', message = '' } = error.params
  if (error.code === 'source-refused') return { code: error.code, params: { name, message } }
  return { code: problemOfCode[error.code] ?? error.code }
}
