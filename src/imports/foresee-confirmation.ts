import { AppError } from '#kernel/errors.ts'
import { debtOf } from '#kernel/supplier-invoice.ts'
import { withCompany } from '#platform/database.ts'
import { composeGathered, getImport } from './check-import.ts'
import { loadAssessmentBase } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { refuseClosed } from './refuse-closed.ts'
import { countAnyway, findLargest } from './row-store.ts'
import type { ImportRecord } from './store.ts'

/**
 * What posting would be given if the import were confirmed now. `largest`: its largest invoice in öre, credits by their size.
 * `anyway`: so many of its rows are, or may be, imported before, and a person wants them nevertheless.
 */
export type Foreseen = { needsApproval: boolean; largest: number; anyway: number }

export async function foreseeConfirmation(deps: Neighbours, companyId: string, importId: string): Promise<Foreseen> {
  const record = await getImport(deps, companyId, importId)
  if (record.state !== 'checked') throw refuseClosed(record)
  return {
    needsApproval: await needsApproval(deps, record),
    largest: await measureLargest(deps, record),
    anyway: await withCompany(deps.db, companyId, (tx) => countAnyway(tx, { companyId, importId })),
  }
}

/** At the upload or as its template stands now: what was demanded since counts too. */
export async function needsApproval(
  { templates }: Pick<Neighbours, 'templates'>,
  record: Pick<ImportRecord, 'companyId' | 'templateId' | 'needsApproval'>,
): Promise<boolean> {
  if (record.needsApproval) return true
  try {
    return (await templates.getTemplate(record.companyId, record.templateId)).needsApproval
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false
    throw error
  }
}

/** A row of its own costs what it says; what gathers rows has to be put together. */
async function measureLargest(deps: Neighbours, record: ImportRecord): Promise<number> {
  const { companyId } = record
  if (record.granularity === 'row')
    return withCompany(deps.db, companyId, (tx) => findLargest(tx, { companyId, importId: record.id }))
  const base = await loadAssessmentBase(deps, record)
  const { invoices } = await withCompany(deps.db, companyId, (tx) => composeGathered(tx, record, base))
  return Math.max(0, ...invoices.map(({ invoice }) => Math.abs(debtOf(invoice))))
}
