import { and, eq, inArray, sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Decision, RowEdits, RowFilter } from './contract.ts'
import { fits } from './row-filter.ts'
import { type StoredRow, toStored } from './row-store.ts'
import { importRows, rowChanges } from './tables.ts'

type OfImport = { companyId: string; importId: string }
export type ChangedRow = {
  id: number
  decision: Decision | null
  edits: RowEdits | null
  amount: number | null
  fingerprint: string | null
  normalisedMerchant: string | null
}

const idsOf = (ids: readonly number[]) =>
  sql`(select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

export async function loadRows(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  ids: readonly number[],
): Promise<StoredRow[]> {
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(eq(importRows.companyId, companyId), eq(importRows.importId, importId), inArray(importRows.id, idsOf(ids))),
    )
    .orderBy(importRows.id)
  return rows.map(toStored)
}

/** Those rows, and all that are equal to one of these purchases, in file order. */
export async function loadEquals(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  fingerprints: readonly string[],
): Promise<StoredRow[]> {
  if (fingerprints.length === 0) return []
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.companyId, companyId),
        eq(importRows.importId, importId),
        inArray(
          importRows.fingerprint,
          sql`(select jsonb_array_elements_text(${JSON.stringify([...new Set(fingerprints)])}::jsonb))`,
        ),
      ),
    )
    .orderBy(importRows.id)
  return rows.map(toStored)
}

export async function saveChanges(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  rows: readonly ChangedRow[],
): Promise<void> {
  await tx.execute(sql`
    update import_rows t
    set decision = r.decision, edits = nullif(r.edits, 'null'::jsonb), amount = r.amount, fingerprint = r.fingerprint, normalised_merchant = r."normalisedMerchant"
    from jsonb_to_recordset(${jsonbText(rows)}::jsonb) as r(id int, decision text, edits jsonb, amount bigint, fingerprint text, "normalisedMerchant" text)
    where t.company_id = ${companyId}::uuid and t.import_id = ${importId}::uuid and t.id = r.id`)
}

type RowChangeRecord = typeof rowChanges.$inferSelect

/** Keeps how rows stood before a change; the one before it can no longer be undone. */
export async function keepChange(tx: CompanyDatabase, change: RowChangeRecord): Promise<void> {
  const { companyId, importId, ...rest } = change
  await tx
    .insert(rowChanges)
    .values(change)
    .onConflictDoUpdate({ target: [rowChanges.companyId, rowChanges.importId], set: rest })
}

export async function takeChange(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  id: string,
): Promise<RowChangeRecord | null> {
  const [change] = await tx
    .delete(rowChanges)
    .where(and(eq(rowChanges.companyId, companyId), eq(rowChanges.importId, importId), eq(rowChanges.id, id)))
    .returning()
  return change ?? null
}

/** Rows that fit, whole, in file order from `after` on. */
export async function listPage(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  filter: RowFilter,
  page: { after: number; limit: number },
): Promise<StoredRow[]> {
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.companyId, companyId),
        eq(importRows.importId, importId),
        sql`${importRows.id} > ${page.after}`,
        fits(filter),
      ),
    )
    .orderBy(importRows.id)
    .limit(page.limit)
  return rows.map(toStored)
}
