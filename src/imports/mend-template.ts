import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateDrift } from '#templates/contract.ts'
import { getImport } from './check-import.ts'
import type { ImportDrift } from './contract.ts'
import { readSourceJob } from './jobs.ts'
import type { Neighbours } from './neighbours.ts'
import { listFirstRows } from './row-store.ts'
import { changeImport, type ImportRecord, lockImport } from './store.ts'

const lookedAtRows = 300

/** How the file of an import differs from what its template was made for, by its rows as they were read. */
export async function describeDrift(deps: Neighbours, companyId: string, importId: string): Promise<ImportDrift> {
  const record = await getImport(deps, companyId, importId)
  const found = await findDriftOf(deps, record)
  return { templateId: record.templateId, mayMend: found?.mayMend ?? false, drift: found?.drift ?? null }
}

async function findDriftOf(deps: Neighbours, { companyId, id, templateId, state, reopened, warnings }: ImportRecord) {
  // Rows of it are with posting: it is not read anew.
  if (state === 'reading' || state === 'confirmed' || reopened > 0) return null
  const template = await deps.templates.getTemplate(companyId, templateId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') return null
    throw error
  })
  if (!template) return null
  const rows = await withCompany(deps.db, companyId, (tx) => listFirstRows(tx, companyId, id, lookedAtRows))
  const sheets = Map.groupBy(rows, ({ sheet }) => sheet)
  const firstRows: Spreadsheet = {
    kind: 'csv',
    sheets: [...sheets].map(([name, found]) => ({ name, rows: found.map(({ number, cells }) => ({ number, cells })) })),
    warnings: [],
  }
  const found = await deps.templates.findDrift(companyId, templateId, { firstRows, warnings })
  return found && { ...found, mayMend: found.drift.canMend && template.sharedBy === null }
}

/**
 * Mends the template as it was proposed and reads the import again. `seen` is the proposal that the person saw: another
 * one is refused, so that nothing is mapped that nobody looked at.
 */
export async function mendTemplate(
  deps: Neighbours,
  { companyId, importId, userId, seen }: { companyId: string; importId: string; userId: string; seen: TemplateDrift },
): Promise<ImportRecord> {
  const record = await getImport(deps, companyId, importId)
  const found = await findDriftOf(deps, record)
  if (!found?.drift.canMend || !isDeepStrictEqual(found.drift, seen))
    throw new AppError('conflict', 'the template or the import changed meanwhile', {
      errors: [{ path: 'drift', code: 'drift-changed' }],
    })
  await deps.templates.saveMapping({ companyId, userId, id: record.templateId }, found.mended)
  return readAgain(deps, record)
}

/** Reads the file anew under the template as it is now. What was decided about rows goes: they may be other rows. */
async function readAgain(deps: Neighbours, { companyId, id }: ImportRecord): Promise<ImportRecord> {
  return withCompany(deps.db, companyId, async (tx) => {
    const record = await lockImport(tx, companyId, id)
    if (!record || record.state === 'confirmed' || record.reopened > 0)
      throw new AppError('conflict', 'the import is no longer open')
    const changes = {
      state: 'reading' as const,
      problem: null,
      totals: null,
      warnings: record.warnings.filter(({ code }) => code === 'same-file'),
    }
    await changeImport(tx, companyId, id, changes)
    await deps.jobs().enqueue(tx, readSourceJob, { companyId, importId: id }, { key: id })
    return { ...record, ...changes }
  })
}
