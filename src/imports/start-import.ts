import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { deleteUnlessMade } from '#platform/files.ts'
import type { ReceivedFile } from '#platform/receive-file.ts'
import { missingFields } from '#templates/index.ts'
import { readSourceJob } from './jobs.ts'
import type { Neighbours } from './neighbours.ts'
import { tieEdits, tieVersions } from './record-versions.ts'
import type { EditedSince, VersionRow } from './rules/record-version.ts'
import { findSameFile, type ImportRecord, insertImport } from './store.ts'

export type StartImport = {
  /** Where it was named beforehand. */
  importId?: string
  companyId: string
  userId: string
  templateId: string
  /** Stored; where no import comes of it, it is deleted. */
  file: ReceivedFile
  /** What is to be said of the rows from the start. */
  warnings?: RowProblem[]
  /** Rows that hold records which were fetched before, with other content. */
  versions?: readonly VersionRow[]
  /** Rows that stood otherwise when they were fetched before. */
  edits?: readonly EditedSince[]
  /** Done in the transaction that makes the import. */
  inTransaction?(tx: CompanyDatabase, importId: string): Promise<void>
}

/** Queues the reading of a file. The same bytes as before are let in with a warning: rows decide what is new. */
export async function startImport(
  deps: Neighbours,
  {
    importId,
    companyId,
    userId,
    templateId,
    file,
    warnings = [],
    versions = [],
    edits = [],
    inTransaction,
  }: StartImport,
): Promise<ImportRecord> {
  const { template, connection } = await requireReady(deps, companyId, templateId).catch(async (error: unknown) => {
    await deps.files.delete(file.key)
    throw error
  })
  const now = deps.clock.now()
  const making = withCompany(deps.db, companyId, async (tx) => {
    const sameFile = await findSameFile(tx, companyId, file.sha256)
    const record: ImportRecord = {
      companyId,
      id: importId ?? newId(),
      templateId,
      templateName: template.name,
      templateVersion: template.version,
      granularity: template.granularity,
      needsApproval: template.needsApproval,
      connectorId: connection.connectorId,
      connectionId: connection.id,
      fileKey: file.key,
      fileName: file.name.slice(0, 255),
      fileSha256: file.sha256,
      state: 'reading',
      options: { paymentDate: null, settingsOverrideMapped: false, bookkeep: null, pay: null },
      totals: null,
      invoices: 0,
      fingerprint: null,
      rateCurrencies: [],
      months: [],
      controlSums: [],
      warnings: [
        ...sameFile.map(({ fileName, createdAt }) => ({
          code: 'same-file',
          params: { fileName, at: createdAt.toISOString() },
        })),
        ...warnings,
      ],
      problem: null,
      supplierRows: {},
      runId: null,
      reopened: 0,
      createdBy: userId,
      createdAt: now,
      readingUntil: null,
    }
    await insertImport(tx, record)
    await tieVersions(tx, record, versions)
    await tieEdits(tx, record, edits)
    await inTransaction?.(tx, record.id)
    await deps.jobs().enqueue(tx, readSourceJob, { companyId, importId: record.id }, { key: record.id })
    return record
  })
  return deleteUnlessMade(deps.files, file.key, making)
}

async function requireReady(deps: Neighbours, companyId: string, templateId: string) {
  const template = await deps.templates.getTemplate(companyId, templateId)
  if (template.movement !== 'import') {
    throw new AppError('invalid-input', 'the template is for export', {
      errors: [{ path: 'templateId', code: 'template-exports' }],
    })
  }
  if (missingFields(template.mapping).length > 0) {
    throw new AppError('invalid-input', 'the template is not mapped yet', {
      errors: [{ path: 'templateId', code: 'template-not-mapped' }],
    })
  }
  const connection = await deps.connections.findConnection(companyId, template.targetSystem)
  if (!connection) throw new AppError('not-connected', 'the company is not connected to the accounting system')
  return { template, connection }
}
