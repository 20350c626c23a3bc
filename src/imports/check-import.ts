import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { type changeOptionsRequest, importOptions } from './contract.ts'
import { type AssessmentBase, loadAssessmentBase, toAssess, withImported } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { countByState, loadCheckableRows, type StoredRow, saveAssessments } from './row-store.ts'
import {
  type AssessedRow,
  type Assessment,
  assessRows,
  type ComposedInvoice,
  composeInvoices,
} from './rules/assess-rows.ts'
import { addUp } from './rules/totals.ts'
import { changeImport, findImport, type ImportRecord, lockImport } from './store.ts'

export async function getImport(
  deps: Pick<Neighbours, 'db'>,
  companyId: string,
  importId: string,
): Promise<ImportRecord> {
  const record = await withCompany(deps.db, companyId, (tx) => findImport(tx, companyId, importId))
  if (!record) throw new AppError('not-found', 'no such import')
  return record
}

/**
 * Checks every row again after something changed: a mapped supplier, an option, a setting. Writes only the
 * rows that came out differently. An import that was confirmed stays as it was.
 */
export async function recheckImport(
  deps: Neighbours,
  companyId: string,
  importId: string,
  change: ImportChange = {},
): Promise<ImportRecord> {
  const before = await getImport(deps, companyId, importId)
  if (before.state !== 'checked') return requireUnchanged(before, change)
  const options = importOptions.parse({ ...before.options, ...change.options })
  const base = await loadAssessmentBase(deps, { ...before, options })
  return withCompany(deps.db, companyId, async (tx) => {
    const record = await lockImport(tx, companyId, importId)
    if (record?.state !== 'checked') return requireUnchanged(record ?? before, change)
    if (change.options) await changeImport(tx, companyId, importId, { options })
    const { totals, invoices } = await checkRows(tx, record, base)
    return { ...record, options, totals, invoices: invoices.length }
  })
}

export type ImportChange = {
  options?: z.infer<typeof changeOptionsRequest>
}

function requireUnchanged(record: ImportRecord, change: ImportChange): ImportRecord {
  if (change.options) throw new AppError('conflict', `the import is ${record.state}`)
  return record
}

export type CheckedRows = {
  record: ImportRecord
  totals: ImportRecord['totals']
  ready: AssessedRow[]
  invoices: ComposedInvoice[]
  assessment: Assessment
  changed: number
}

/** The check itself, within a transaction that has locked the import. */
export async function checkRows(tx: CompanyDatabase, record: ImportRecord, base: AssessmentBase): Promise<CheckedRows> {
  const { companyId, id } = record
  const stored = await loadCheckableRows(tx, companyId, id)
  const assessment = await withImported(
    tx,
    base,
    record,
    stored.map((row) => row.fingerprint),
  )
  const assessed = assessRows(stored.map(toAssess), assessment)
  const changed = assessed.filter((row, i) => hasChanged(stored[i], row))
  await saveAssessments(tx, companyId, id, changed)
  const ready = assessed.filter(({ state }) => state === 'ready')
  const invoices = composeInvoices(ready, assessment)
  const totals = record.totals && addUp(record.totals.read, await countByState(tx, companyId, id))
  await changeImport(tx, companyId, id, { totals, invoices: invoices.length })
  return { record, totals, ready, invoices, assessment, changed: changed.length }
}

export function hasChanged(
  before: StoredRow | undefined,
  { state, problems, shown, supplierNumber, occurrence }: AssessedRow,
): boolean {
  if (!before) return true
  const { supplierName, account, vat, vatType } = shown
  const kept = { state, problems: withoutUndefined(problems), supplierNumber, supplierName, account, vat, vatType }
  return (
    !isDeepStrictEqual(
      Object.fromEntries(Object.keys(kept).map((name) => [name, before[name as keyof typeof kept]])),
      kept,
    ) || before.occurrence !== occurrence
  )
}

/** As JSON keeps it. */
function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
