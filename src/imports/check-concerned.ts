import type { CompanyDatabase } from '#platform/database.ts'
import { amountsOf, loadEquals, loadRows } from './change-store.ts'
import { checkRows, hasChanged, movedBy, readNow, tieAndCheck } from './check-import.ts'
import { holdLookAlikes } from './hold-look-alikes.ts'
import { type AssessmentBase, toAssess, withImported } from './load-assessment.ts'
import { countByState, saveAssessments } from './row-store.ts'
import { assessRows } from './rules/assess-rows.ts'
import { toCheck } from './rules/check-quickly.ts'
import { sumsNow } from './rules/sums-now.ts'
import { addUp } from './rules/totals.ts'
import { settleNumbers } from './settle-numbers.ts'
import { fingerprintShown } from './shown-rows.ts'
import { changeImport, type ImportRecord } from './store.ts'

/** Above this a check of every row is no slower. */
const mostConcerned = 5000

/**
 * Checks the rows that a change concerns, and those that are equal to them before or after it, within a transaction that
 * has locked the import. Where invoices gather several rows every row is checked, since they wait for each other.
 */
export async function checkConcerned(
  tx: CompanyDatabase,
  record: ImportRecord,
  base: AssessmentBase,
  concerned: { ids: readonly number[]; fingerprints: readonly string[]; amounts: readonly number[] },
): Promise<{ record: ImportRecord; changed: number[] }> {
  const { companyId, id: importId } = record
  if (record.granularity !== 'row' || concerned.ids.length > mostConcerned) {
    return { record: { ...record, ...(await checkRows(tx, record, base)) }, changed: [] }
  }
  const of = { companyId, importId }
  const rows = new Map((await loadRows(tx, of, concerned.ids)).map((row) => [row.id, row]))
  for (const row of await loadEquals(tx, of, concerned.fingerprints)) rows.set(row.id, row)
  const stored = [...rows.values()].sort((a, b) => a.id - b.id)
  const assessed = assessRows(stored.map(toAssess), await withImported(tx, base, record, stored))
  let moved = 0
  const changed = assessed.flatMap((row, i) => {
    const check = toCheck(row)
    moved += movedBy(stored[i], check)
    return hasChanged(stored[i], check) ? [{ id: row.id, ...check }] : []
  })
  await saveAssessments(tx, companyId, importId, changed)
  const numbered = await settleNumbers(tx, record, base.ledger)
  const tied = await tieAndCheck(tx, record, base)
  const known = [...stored, ...changed].flatMap(({ amount }) => amount ?? [])
  const others = await amountsOf(tx, of, [...numbered, ...tied])
  const held = await holdLookAlikes(tx, record, [...new Set([...concerned.amounts, ...known, ...others])])
  const counted = await countByState(tx, companyId, importId)
  const totals = record.totals && addUp(readNow(record.totals, moved), counted)
  const invoices = totals?.ready.count ?? 0
  const controlSums = sumsNow(record.controlSums, record.totals, moved)
  const checked = { totals, controlSums, invoices, fingerprint: fingerprintShown(counted.hash, base.ground) }
  await changeImport(tx, companyId, importId, checked)
  return {
    record: { ...record, ...checked },
    changed: [...new Set([...changed.map(({ id }) => id), ...numbered, ...tied, ...held])],
  }
}
