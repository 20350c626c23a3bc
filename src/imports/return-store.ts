import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import type { ReturnReason } from './contract.ts'
import { betweenIds, inBatches } from './row-batches.ts'
import { importRows } from './tables.ts'

type OfImport = { companyId: string; importId: string }

/**
 * Lets go of the purchases behind these references and writes on their rows why. The next invoice for them gets another
 * reference: under this one something may stand there that was cancelled, and its look-up must never meet that.
 */
export async function takeRowsBack(
  tx: CompanyDatabase,
  { companyId, importId, connectionId }: OfImport & { connectionId: string },
  returned: readonly { reference: string; problem: ReturnReason | null }[],
): Promise<number> {
  const released = await rowsOf<{ id: number; problem: ReturnReason | null }>(
    tx.execute(sql`
    update imported_purchases p set is_released = true, given_back = p.given_back + 1
    from jsonb_to_recordset(${jsonbText(returned)}::jsonb) as given(reference text, problem jsonb)
    where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid and p.import_id = ${importId}::uuid
      and p.reference = given.reference and not p.is_released
    returning p.row_id as id, given.problem`),
  )
  // Apart from it: PostgreSQL takes what a statement has let go of for one row, and walks over all of it for each of the import.
  await inBatches(released, (json, batch) =>
    tx.execute(sql`
    update import_rows t set returned = coalesce(nullif(r.problem, 'null'::jsonb), '{"code":"not-sent","serviceCode":null,"message":null}'::jsonb),
      state = 'attention', problems = '[{"code":"sent-back"}]'::jsonb
    from jsonb_to_recordset(${json}::jsonb) as r(id int, problem jsonb)
    where t.company_id = ${companyId}::uuid and t.import_id = ${importId}::uuid and ${betweenIds('t.id', batch)} and t.id = r.id`),
  )
  return released.length
}

/** Shows the rows that stay with posting as what they are; nobody can change them. Each purchase is looked up by its key. */
export async function markPosted(
  tx: CompanyDatabase,
  { companyId, importId, connectionId }: OfImport & { connectionId: string },
): Promise<void> {
  await tx.execute(sql`
    update import_rows t set state = 'duplicate', problems = '[{"code":"posted-here"}]'::jsonb
    where t.company_id = ${companyId}::uuid and t.import_id = ${importId}::uuid and exists (
      select from imported_purchases p
      where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid
        and p.fingerprint = t.fingerprint and p.occurrence = t.occurrence
        and p.import_id = t.import_id and p.row_id = t.id and not p.is_released
      offset 0)`)
}

/** The rows are on their way anew: what they came back for is no longer said of those that were sent. */
export async function forgetReturns(tx: CompanyDatabase, { companyId, importId }: OfImport): Promise<void> {
  const others = sql`(select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(${importRows.problems}) p where p ->> 'code' <> 'sent-back')`
  await tx
    .update(importRows)
    .set({
      returned: null,
      problems: sql`case when ${importRows.state} = 'ready' then ${others} else ${importRows.problems} end`,
    })
    .where(and(eq(importRows.companyId, companyId), eq(importRows.importId, importId), isNotNull(importRows.returned)))
}

/** Leaves out what came back and was not sent again. */
export async function leaveReturnsOut(tx: CompanyDatabase, { companyId, importId }: OfImport): Promise<void> {
  await tx.execute(sql`
    update import_rows set decision = 'leave-out', state = 'skipped', problems = '[{"code":"left-out"}]'::jsonb
    where company_id = ${companyId}::uuid and import_id = ${importId}::uuid and returned is not null
      and state in ('ready', 'attention')`)
}
