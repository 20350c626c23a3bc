import { createHash } from 'node:crypto'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { SourceReading, SourceRow } from '#connectors/source-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { Template } from '#templates/contract.ts'
import { createHeaderTest } from '#templates/index.ts'
import type { FetchOutcome } from './contract.ts'
import type { SourcesDeps } from './neighbours.ts'
import { findChanges, nothingSeen, type SeenRows } from './rules/source-changes.ts'
import { snapshotOf } from './snapshot.ts'
import { changeSource, deleteSource, findSource, type SourceRecord } from './store.ts'

type Fetch = { companyId: string; templateId: string; extent: 'all' | 'changed' }

/**
 * Fetches a source's rows and makes an import of those that are new. Idempotent: a source that is not being fetched is
 * left alone, and what was seen is kept in the transaction that makes the import.
 */
export async function fetchSource(deps: SourcesDeps, { companyId, templateId, extent }: Fetch): Promise<void> {
  const record = await withCompany(deps.db, companyId, (tx) => findSource(tx, companyId, templateId))
  if (!record?.fetchingSince) return
  try {
    const template = await deps.templates.getTemplate(companyId, templateId)
    const session = await deps.connections.openSource(companyId, record.connectorId)
    const { documentId, tableId, viewId } = record
    const since = extent === 'changed' ? record.version : null
    const reading = await session.readRows({ documentId, tableId, viewId }, { since })
    if (reading.extent === 'unchanged')
      await finish(deps, record, unchanged(reading.calls), { version: reading.version })
    else await importChanges(deps, record, template, reading, extent)
  } catch (error) {
    await fail(deps, record, error)
  }
}

async function importChanges(
  deps: SourcesDeps,
  record: SourceRecord,
  template: Template,
  reading: Extract<SourceReading, { rows: unknown }>,
  extent: Fetch['extent'],
): Promise<void> {
  const { head, body } = partRows(reading.rows, template)
  const before = extent === 'changed' ? await readSeen(deps, record) : nothingSeen
  const { fresh, newRows, changedRows, seen } = findChanges(body, before, { contentOf })
  const kept = { version: reading.version, seenKey: await keepSeen(deps, record, seen) }
  if (fresh.length === 0) return finish(deps, record, unchanged(reading.calls), kept)
  const rows = [...head, ...fresh].toSorted((a, b) => a.number - b.number)
  const heads = new Set(head)
  const stored = await deps.files.put(record.companyId, await snapshotOf(reading.table, rows, (row) => heads.has(row)))
  await deps.imports.startImport({
    companyId: record.companyId,
    userId: record.createdBy,
    templateId: record.templateId,
    file: { name: `${record.documentName} – ${reading.table}.xlsx`, ...stored },
    warnings: changedRows > 0 ? [{ code: 'source-rows-changed', params: { rows: changedRows } }] : [],
    inTransaction: async (tx, importId) => {
      const outcome: FetchOutcome = {
        kind: 'imported',
        importId,
        newRows,
        changedRows,
        calls: reading.calls,
        problem: null,
      }
      await changeSource(tx, record.companyId, record.templateId, {
        ...kept,
        outcome,
        fetchingSince: null,
        fetchedAt: deps.clock.now(),
      })
    },
  })
  await forgetSeen(deps, record)
}

/** Everything down to the header belongs to it, and so does every repetition; without a header the template tells. */
function partRows(rows: readonly SourceRow[], { mapping }: Template): { head: SourceRow[]; body: SourceRow[] } {
  const isHeader = createHeaderTest(mapping.header)
  const first = rows.findIndex(({ cells }) => isHeader(cells))
  const isHead = (row: SourceRow, index: number) => index <= first || isHeader(row.cells)
  return { head: rows.filter(isHead), body: rows.filter((row, index) => !isHead(row, index)) }
}

function contentOf({ cells }: SourceRow): string {
  return createHash('sha256').update(JSON.stringify(cells)).digest('base64url').slice(0, 22)
}

async function readSeen(deps: SourcesDeps, { seenKey }: SourceRecord): Promise<SeenRows> {
  if (seenKey === null) return nothingSeen
  return JSON.parse(new TextDecoder().decode(await deps.files.get(seenKey))) as SeenRows
}

async function keepSeen(deps: SourcesDeps, { companyId }: SourceRecord, seen: SeenRows): Promise<string> {
  return (await deps.files.put(companyId, new TextEncoder().encode(JSON.stringify(seen)))).key
}

async function forgetSeen(deps: SourcesDeps, { seenKey }: SourceRecord): Promise<void> {
  if (seenKey !== null) await deps.files.delete(seenKey)
}

const unchanged = (calls: number): FetchOutcome => ({
  kind: 'unchanged',
  importId: null,
  newRows: 0,
  changedRows: 0,
  calls,
  problem: null,
})

async function finish(
  deps: SourcesDeps,
  record: SourceRecord,
  outcome: FetchOutcome,
  kept: { version: string; seenKey?: string },
): Promise<void> {
  const { companyId, templateId } = record
  await withCompany(deps.db, companyId, (tx) =>
    changeSource(tx, companyId, templateId, { ...kept, outcome, fetchingSince: null, fetchedAt: deps.clock.now() }),
  )
  if (kept.seenKey) await forgetSeen(deps, record)
}

async function fail(deps: SourcesDeps, record: SourceRecord, error: unknown): Promise<void> {
  const { companyId, templateId, documentName, createdBy } = record
  const code = problemOf(error)
  deps.log[code === 'fetching-failed' ? 'error' : 'info']({ err: error, templateId }, 'a source could not be fetched')
  await withCompany(deps.db, companyId, async (tx) => {
    if (code === 'template-gone') return deleteSource(tx, companyId, templateId)
    await changeSource(tx, companyId, templateId, {
      outcome: { ...unchanged(0), kind: 'failed', problem: { code } },
      fetchingSince: null,
    })
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

/** Names a text in messages/problems that says what to do. */
function problemOf(error: unknown): string {
  if (error instanceof ConnectorError) {
    if (error.kind === 'not-found') return 'source-gone'
    if (error.kind === 'missing-scope' || error.kind === 'rejected') return 'source-not-shared'
    return error.kind === 'grant-refused' || error.kind === 'unauthorized' ? 'connection-lost' : 'source-unavailable'
  }
  if (!(error instanceof AppError)) return 'fetching-failed'
  const [first] = error.errors
  if (first) return first.code
  if (error.code === 'not-found') return 'template-gone'
  return error.code === 'internal' ? 'fetching-failed' : error.code
}
