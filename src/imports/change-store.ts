import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Decision, RowEdits } from './contract.ts'
import { betweenIds } from './row-batches.ts'
import { type StoredRow, toStored } from './row-store.ts'
import { type DecidedRow, importRows, rowChanges } from './tables.ts'

type OfImport = { companyId: string; importId: string }
export type ChangedRow = {
  id: number
  decision: Decision | null
  edits: RowEdits | null
  amount: number | null
  fingerprint: string | null
  normalisedMerchant: string | null
}

export async function loadRows(tx: CompanyDatabase, of: OfImport, ids: readonly number[]): Promise<StoredRow[]> {
  const rows = await tx.select().from(importRows).where(areRows(of, ids)).orderBy(importRows.id)
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

/** The amounts of these rows as they stand now. */
export async function amountsOf(tx: CompanyDatabase, of: OfImport, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectDistinct({ amount: importRows.amount }).from(importRows).where(areRows(of, ids))
  return rows.flatMap(({ amount }) => amount ?? [])
}

/** An array, not a subquery: it is looked up in the index, id by id. */
const areRows = ({ companyId, importId }: OfImport, ids: readonly number[]) =>
  and(
    ...[eq(importRows.companyId, companyId), eq(importRows.importId, importId)],
    sql`${importRows.id} = any(${`{${ids.join(',')}}`}::int[])`,
  )

export async function saveChanges(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  rows: readonly ChangedRow[],
): Promise<void> {
  await tx.execute(sql`
    update import_rows t
    set decision = r.decision, edits = nullif(r.edits, 'null'::jsonb), amount = r.amount, fingerprint = r.fingerprint, normalised_merchant = r."normalisedMerchant"
    from jsonb_to_recordset(${jsonbText(rows)}::jsonb) as r(id int, decision text, edits jsonb, amount bigint, fingerprint text, "normalisedMerchant" text)
    where t.company_id = ${companyId}::uuid and t.import_id = ${importId}::uuid and ${betweenIds('t.id', rows)} and t.id = r.id`)
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

/** The last change of many rows, where it is this one. */
export async function findChange(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  id: string,
): Promise<RowChangeRecord | null> {
  const [change] = await tx
    .select()
    .from(rowChanges)
    .where(and(eq(rowChanges.companyId, companyId), eq(rowChanges.importId, importId), eq(rowChanges.id, id)))
  return change ?? null
}

/** Rows that a person has written in or decided about. */
export function listDecided(tx: CompanyDatabase, { companyId, importId }: OfImport): Promise<DecidedRow[]> {
  const { id, sheet, number, decision, edits } = importRows
  return tx
    .select({ id, sheet, number, decision, edits })
    .from(importRows)
    .where(
      and(
        eq(importRows.companyId, companyId),
        eq(importRows.importId, importId),
        or(isNotNull(decision), isNotNull(edits)),
      ),
    )
    .orderBy(id)
}

const isOfPlace = (row: RowChangeRecord['before'][number]): row is DecidedRow => 'sheet' in row

/** What was said about rows before their file was read again. */
export async function findKept(tx: CompanyDatabase, { companyId, importId }: OfImport): Promise<DecidedRow[]> {
  const [change] = await tx
    .select({ before: rowChanges.before })
    .from(rowChanges)
    .where(and(eq(rowChanges.companyId, companyId), eq(rowChanges.importId, importId)))
  return change?.before.filter(isOfPlace) ?? []
}

/** Forgets the last change of many rows, or (`isKept`) what was kept while the file was read again. */
export async function forgetChange(tx: CompanyDatabase, of: OfImport, { isKept }: { isKept: boolean }): Promise<void> {
  if ((await findKept(tx, of)).length > 0 === isKept) await deleteChange(tx, of)
}

export async function deleteChange(tx: CompanyDatabase, { companyId, importId }: OfImport): Promise<void> {
  await tx.delete(rowChanges).where(and(eq(rowChanges.companyId, companyId), eq(rowChanges.importId, importId)))
}

/** The rows that stand at those places of the file. */
export function findPlaces(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  places: readonly Pick<DecidedRow, 'sheet' | 'number'>[],
): Promise<{ id: number; sheet: string; number: number }[]> {
  const { id, sheet, number } = importRows
  const wanted = JSON.stringify(places.map((one) => ({ sheet: one.sheet, number: one.number })))
  return tx
    .select({ id, sheet, number })
    .from(importRows)
    .where(
      and(
        eq(importRows.companyId, companyId),
        eq(importRows.importId, importId),
        sql`(${sheet}, ${number}) in (select p.sheet, p.number from jsonb_to_recordset(${wanted}::jsonb) as p(sheet text, number int))`,
      ),
    )
}

/** Rows that fit, whole, in file order from `after` on. */
export async function listPage(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  wanted: SQL | undefined,
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
        wanted,
      ),
    )
    .orderBy(importRows.id)
    .limit(page.limit)
  return rows.map(toStored)
}
