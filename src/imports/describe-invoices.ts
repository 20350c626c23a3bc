import { debtOf } from '#kernel/supplier-invoice.ts'
import { withCompany } from '#platform/database.ts'
import { composeGathered, getImport } from './check-import.ts'
import { loadAssessmentBase } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import type { GatheredInvoices } from './rules/gathered-invoices.ts'

/** Which rows become which invoice, where invoices gather rows. */
export async function describeInvoices(
  deps: Neighbours,
  companyId: string,
  importId: string,
): Promise<GatheredInvoices> {
  const record = await getImport(deps, companyId, importId)
  if (record.granularity === 'row') return { invoices: [] }
  const base = await loadAssessmentBase(deps, record)
  const { invoices } = await withCompany(deps.db, companyId, (tx) => composeGathered(tx, record, base))
  return {
    invoices: invoices.map(({ invoice, rows }) => ({
      supplierName: rows[0]?.shown.supplierName ?? '',
      amount: debtOf(invoice),
      rows: rows.map(({ id }) => id),
    })),
  }
}
