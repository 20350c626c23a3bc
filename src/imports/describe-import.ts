import type { PostingSettings } from '#connections/index.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { getImport } from './check-import.ts'
import type { ImportRow, ImportSummary, RowState, UnmappedMerchant } from './contract.ts'
import type { Neighbours } from './neighbours.ts'
import { groupUnmapped, type ListedRow, listRows } from './row-store.ts'
import { wantedSteps } from './rules/posting-ground.ts'
import { type ImportRecord, listImports } from './store.ts'

export async function describeImport(deps: Neighbours, record: ImportRecord): Promise<ImportSummary> {
  const settings = await deps.connections.readSettings(record.companyId, record.connectorId)
  return toSummary(record, settings, (await deps.nameOf(record.createdBy)) ?? '')
}

export async function describeImports(
  deps: Neighbours,
  companyId: string,
  before: string | null,
): Promise<{ items: ImportSummary[]; nextCursor?: string }> {
  const limit = 50
  const records = await withCompany(deps.db, companyId, (tx) =>
    listImports(tx, companyId, { before, limit: limit + 1 }),
  )
  const page = records.slice(0, limit)
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
  const last = page.at(-1)
  return { items, ...(last && records.length > limit && { nextCursor: last.id }) }
}

function toSummary(record: ImportRecord, settings: PostingSettings, createdBy: string): ImportSummary {
  const {
    id,
    templateId,
    templateName,
    fileName,
    state,
    options,
    totals,
    invoices,
    controlSums,
    warnings,
    problem,
    runId,
    createdAt,
  } = record
  return {
    id,
    templateId,
    templateName,
    fileName,
    state,
    options,
    totals,
    invoices,
    controlSums,
    warnings,
    problem,
    runId,
    steps: wantedSteps(settings, options),
    createdAt: createdAt.toISOString(),
    createdBy,
  }
}

export type RowFilter = { state?: RowState | undefined; q?: string | undefined; after: number; limit: number }

export async function describeRows(
  deps: Neighbours,
  companyId: string,
  importId: string,
  { after, limit, ...filter }: RowFilter,
): Promise<{ items: ImportRow[]; nextCursor?: number }> {
  const { connectionId } = await getImport(deps, companyId, importId)
  return withCompany(deps.db, companyId, async (tx) => {
    const rows = await listRows(tx, { companyId, importId, connectionId }, filter, { after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const numbers = await findInvoiceNumbers(deps, tx, { companyId, connectionId }, page)
    const last = page.at(-1)
    return {
      items: page.map((row) => toRow(row, numbers)),
      ...(last && rows.length > limit && { nextCursor: last.id }),
    }
  })
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
  const { id, sheet, number, state, problems, decision } = row
  const duplicateOf = earlier && {
    importId: earlier.importId,
    fileName: earlier.fileName,
    row: earlier.rowNumber,
    invoiceNumber: invoiceNumbers.get(earlier.reference) ?? null,
  }
  return { ...shown, id, sheet, number, state, problems, decision, duplicateOf }
}

/** The merchants that most rows and money wait for, with suppliers whose names resemble theirs. */
export async function describeUnmapped(
  deps: Neighbours,
  companyId: string,
  importId: string,
): Promise<UnmappedMerchant[]> {
  const { connectionId } = await getImport(deps, companyId, importId)
  const merchants = await withCompany(deps.db, companyId, (tx) => groupUnmapped(tx, companyId, importId))
  if (merchants.length === 0) return []
  const suggest = await deps.suppliers.loadSuggester(companyId, connectionId)
  return merchants.map((merchant) => ({ ...merchant, suggestions: suggest(merchant.merchant) }))
}
