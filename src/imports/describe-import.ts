import type { PostingSettings } from '#connections/index.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { cutPage, pageSize } from '#platform/list-page.ts'
import { getImport } from './check-import.ts'
import type { ImportRow, ImportSummary, RowFilter, RowGroups, RowIndex, RowOrder } from './contract.ts'
import type { Neighbours } from './neighbours.ts'
import { listVersionsElsewhere } from './record-versions.ts'
import { countChangeable, groupRows, hasSheets, listElsewhere, listRuns, listSortedRuns } from './row-filter.ts'
import { type ListedRow, listRows } from './row-store.ts'
import { wantedSteps } from './rules/posting-ground.ts'
import { type ImportRecord, listImports } from './store.ts'

export async function describeImport(deps: Neighbours, record: ImportRecord): Promise<ImportSummary> {
  return describeFrom(deps, record, record)
}

/** As an import stands now that was found before: it is read again beside what it is described with. */
export async function describeAnew(deps: Neighbours, before: ImportRecord): Promise<ImportSummary> {
  return describeFrom(deps, before, getImport(deps, before.companyId, before.id))
}

async function describeFrom(
  deps: Neighbours,
  { companyId, connectorId, createdBy }: ImportRecord,
  current: ImportRecord | Promise<ImportRecord>,
): Promise<ImportSummary> {
  const [record, settings, name] = await Promise.all([
    current,
    deps.connections.readSettings(companyId, connectorId),
    deps.nameOf(createdBy),
  ])
  return toSummary(record, settings, name ?? '')
}

export async function describeImports(
  deps: Neighbours,
  companyId: string,
  before: string | null,
): Promise<{ items: ImportSummary[]; nextCursor?: string }> {
  const records = await withCompany(deps.db, companyId, (tx) =>
    listImports(tx, companyId, { before, limit: pageSize + 1 }),
  )
  const { page, last } = cutPage(records)
  const names = new Map<string, string>()
  const settings = new Map<string, PostingSettings>()
  for (const { createdBy, connectorId } of page) {
    if (!names.has(createdBy)) names.set(createdBy, (await deps.nameOf(createdBy)) ?? '')
    if (!settings.has(connectorId))
      settings.set(connectorId, await deps.connections.readSettings(companyId, connectorId))
  }
  const items = page.flatMap((record) => {
    const posted = settings.get(record.connectorId)
    return posted ? [toSummary(record, posted, names.get(record.createdBy) ?? '')] : []
  })
  return { items, ...(last && { nextCursor: last.id }) }
}

function toSummary(record: ImportRecord, settings: PostingSettings, createdBy: string): ImportSummary {
  const { options, reopened, state } = record
  return {
    id: record.id,
    templateId: record.templateId,
    templateName: record.templateName,
    granularity: record.granularity,
    fileName: record.fileName,
    state,
    options,
    totals: record.totals,
    invoices: record.invoices,
    fingerprint: record.fingerprint,
    controlSums: record.controlSums,
    warnings: record.warnings,
    problem: record.problem,
    runId: record.runId,
    isReopened: reopened > 0 && state === 'checked',
    isSentInParts: reopened > 0,
    steps: wantedSteps(settings, options),
    createdAt: record.createdAt.toISOString(),
    createdBy,
  }
}

export async function describeRows(
  deps: Neighbours,
  companyId: string,
  importId: string,
  { after, limit, ids, ...filter }: RowFilter & { after: number; limit: number; ids?: readonly number[] | undefined },
): Promise<{ items: ImportRow[]; nextCursor?: number }> {
  const record = await getImport(deps, companyId, importId)
  return withCompany(deps.db, companyId, async (tx) => {
    const rows = await listRows(tx, ofImport(record), { ...filter, ids }, { after, limit: limit + 1 })
    const { page, last } = cutPage(rows, limit)
    const items = await toRows(deps, tx, record, page)
    return { items, ...(last && { nextCursor: last.id }) }
  })
}

/** These rows of an import, in file order. */
export async function describeRowsById(
  deps: Neighbours,
  record: ImportRecord,
  ids: readonly number[],
): Promise<ImportRow[]> {
  if (ids.length === 0) return []
  return withCompany(deps.db, record.companyId, async (tx) =>
    toRows(deps, tx, record, await listRows(tx, ofImport(record), { ids }, { after: 0, limit: ids.length })),
  )
}

const ofImport = ({ companyId, id, connectionId }: ImportRecord) => ({ companyId, importId: id, connectionId })

async function toRows(
  deps: Neighbours,
  tx: CompanyDatabase,
  record: ImportRecord,
  rows: readonly ListedRow[],
): Promise<ImportRow[]> {
  const numbers = await findInvoiceNumbers(deps, tx, record, rows)
  return rows.map((row) => toRow(row, numbers))
}

/** Which rows fit, and the titles of sections whatever the filter: a window of rows stands under one of them. */
export async function describeIndex(
  deps: Neighbours,
  companyId: string,
  importId: string,
  { sort, isDown, ...filter }: RowFilter & RowOrder,
): Promise<RowIndex> {
  const record = await getImport(deps, companyId, importId)
  return withCompany(deps.db, companyId, async (tx) => {
    const of = { companyId, importId }
    const runs = await (sort ? listSortedRuns(tx, of, filter, { sort, isDown }) : listRuns(tx, of, filter))
    const bands = await listRows(tx, ofImport(record), { isBand: true }, { after: 0, limit: mostBands })
    return {
      count: runs.reduce((sum, [, length]) => sum + length, 0),
      changeable: record.state === 'checked' ? await countChangeable(tx, of, filter) : 0,
      runs: runs.flat(),
      bands: bands.map((row) => toRow(row, new Map())),
      hasSheets: await hasSheets(tx, of),
    }
  })
}

/** Cards and sections with a title of their own; a file has few. */
const mostBands = 2000

export async function describeGroups(deps: Neighbours, companyId: string, importId: string): Promise<RowGroups> {
  const record = await getImport(deps, companyId, importId)
  return withCompany(deps.db, companyId, async (tx) => ({
    ...(await groupRows(tx, { companyId, importId })),
    elsewhere:
      record.state === 'checked'
        ? [...(await listVersionsElsewhere(tx, record)), ...(await listElsewhere(tx, ofImport(record)))]
        : [],
  }))
}

/** The invoices that duplicates are of. */
export async function findInvoiceNumbers(
  deps: Neighbours,
  tx: CompanyDatabase,
  { companyId, connectionId }: Pick<ImportRecord, 'companyId' | 'connectionId'>,
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<string, string>> {
  const references = rows.flatMap((row) => row.earlier?.reference ?? [])
  return references.length > 0 ? deps.findInvoiceNumbers(tx, { companyId, connectionId, references }) : new Map()
}

export function toRow({ shown, earlier, ...row }: ListedRow, invoiceNumbers: ReadonlyMap<string, string>): ImportRow {
  const { id, sheet, number, state, problems, decision, occurrence } = row
  const duplicateOf = earlier && {
    importId: earlier.importId,
    fileName: earlier.fileName,
    row: earlier.rowNumber,
    invoiceNumber: invoiceNumbers.get(earlier.reference) ?? null,
  }
  return { ...shown, id, sheet, number, state, problems, decision, occurrence, edits: row.edits ?? {}, duplicateOf }
}
