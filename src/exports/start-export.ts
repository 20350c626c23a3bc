import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { withCompany } from '#platform/database.ts'
import { missingFields } from '#templates/index.ts'
import type { StartExportRequest } from './contract.ts'
import { periodWords } from './export-words.ts'
import { writeExportJob } from './jobs.ts'
import type { ExportsDeps } from './neighbours.ts'
import { type ExportRecord, insertExport } from './store.ts'

/** Queues the writing of invoices through a template of movement export. */
export async function startExport(
  deps: ExportsDeps,
  who: { companyId: string; userId: string; language: 'sv' | 'en' },
  request: StartExportRequest,
): Promise<ExportRecord> {
  const { companyId } = who
  const template = await deps.templates.getTemplate(companyId, request.templateId)
  const refuse = (code: string) =>
    new AppError('invalid-input', 'the template cannot be exported through', { errors: [{ path: 'templateId', code }] })
  if (template.movement !== 'export') throw refuse('template-imports')
  if (missingFields(template.mapping).length > 0) throw refuse('template-not-mapped')
  const connection = await deps.connections.findConnection(companyId, template.targetSystem)
  if (!connection) throw new AppError('not-connected', 'the company is not connected to the accounting system')
  const { format, filter, destination } = request
  const record: ExportRecord = {
    companyId,
    id: newId(),
    templateId: template.id,
    templateName: template.name,
    connectionId: connection.id,
    format,
    filter,
    destination,
    language: who.language,
    state: 'writing',
    invoices: 0,
    read: 0,
    fileKey: null,
    fileName: fileNameOf(template.name, request, who.language),
    problem: null,
    writingSince: null,
    writingUntil: null,
    deaths: 0,
    createdBy: who.userId,
    createdAt: deps.clock.now(),
  }
  return withCompany(deps.db, companyId, async (tx) => {
    await insertExport(tx, record)
    await deps.jobs().enqueue(tx, writeExportJob, { companyId, exportId: record.id }, { key: record.id })
    return record
  })
}

function fileNameOf(
  template: string,
  { format, filter, destination }: StartExportRequest,
  language: 'sv' | 'en',
): string {
  if (destination) return `${destination.documentName} – ${destination.tableName}`
  const parts = [template.replace(/[\\/:*?"<>|]/g, ' '), periodWords(filter, language)]
  return `${parts.filter((part) => part !== '').join(' ')}.${format}`
}
