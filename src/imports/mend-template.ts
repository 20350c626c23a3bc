import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import { maxSampleMegabytes } from '#templates/contract.ts'
import type { TemplateDrift } from '#templates/sample-contract.ts'
import { getImport } from './check-import.ts'
import type { Neighbours } from './neighbours.ts'
import { isReadable, readAgain } from './read-again.ts'
import { listFirstRows } from './row-store.ts'
import type { ImportDrift } from './rules/import-drift.ts'
import type { ImportRecord } from './store.ts'

const lookedAtRows = 300

/**
 * How the file of an import differs from what its template was made for, by its rows as they were read; and whether the
 * template has been changed since.
 */
export async function describeDrift(deps: Neighbours, companyId: string, importId: string): Promise<ImportDrift> {
  const record = await getImport(deps, companyId, importId)
  const found = await findDriftOf(deps, record)
  return {
    templateId: record.templateId,
    mayMend: found?.mayMend ?? false,
    drift: found?.drift ?? null,
    isTemplateChanged: found?.isTemplateChanged ?? false,
  }
}

async function findDriftOf(deps: Neighbours, record: ImportRecord) {
  const { companyId, id, templateId, warnings } = record
  if (!isReadable(record)) return null
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
  const isTemplateChanged = template.version !== record.templateVersion || template.granularity !== record.granularity
  return {
    drift: found?.drift ?? null,
    mended: found?.mended ?? null,
    mayMend: (found?.drift.canMend ?? false) && template.sharedBy === null,
    isTemplateChanged,
  }
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
  if (!found?.mended || !found.drift?.canMend || !isDeepStrictEqual(found.drift, seen))
    throw new AppError('conflict', 'the template or the import changed meanwhile', {
      errors: [{ path: 'drift', code: 'drift-changed' }],
    })
  // Which fields stay empty was so before: of a template that was used as it was suggested nobody has been asked.
  const mended = { ...found.mended, emptyFieldsConfirmed: true }
  await deps.templates.saveMapping({ companyId, userId, id: record.templateId }, mended)
  await showOnFile(deps, userId, record)
  return readAgain(deps, { companyId, importId, userId })
}

/**
 * The template's page shows it on this file from now on: the file of before has the columns of before, and taking those
 * would undo the mend. Where this one is too large for a sample, or lost, that one stays.
 */
async function showOnFile(deps: Neighbours, userId: string, record: ImportRecord): Promise<void> {
  const { companyId, templateId: id, fileKey, fileName: name } = record
  try {
    const { size } = await stat(await deps.files.locate(fileKey))
    if (size > maxSampleMegabytes * 2 ** 20) return
    await deps.templates.replaceSample({ companyId, userId, id }, { name, bytes: await deps.files.get(fileKey) })
  } catch (error) {
    deps.log.warn({ err: error, templateId: id }, 'a mended template is still shown on the file of before')
  }
}
