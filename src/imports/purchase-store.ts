import { and, eq, sql } from 'drizzle-orm'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import { inBatches, isAnyOf } from './row-batches.ts'
import { importedPurchases } from './tables.ts'

/** Whether anything was imported over this connection before. */
export async function hasImported(tx: CompanyDatabase, companyId: string, connectionId: string): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(importedPurchases)
    .where(and(eq(importedPurchases.companyId, companyId), eq(importedPurchases.connectionId, connectionId)))
    .limit(1)
  return rows.length > 0
}

type ImportedPurchase = Pick<
  typeof importedPurchases.$inferSelect,
  'fingerprint' | 'occurrence' | 'givenBack' | 'isReleased' | 'importId' | 'rowId'
>

/** Which of these fingerprints were imported before over this connection, as occurrence numbers. */
export async function findImported(
  tx: CompanyDatabase,
  companyId: string,
  connectionId: string,
  fingerprints: readonly string[],
): Promise<ImportedPurchase[]> {
  if (fingerprints.length === 0) return []
  return tx
    .select({
      fingerprint: importedPurchases.fingerprint,
      occurrence: importedPurchases.occurrence,
      givenBack: importedPurchases.givenBack,
      isReleased: importedPurchases.isReleased,
      importId: importedPurchases.importId,
      rowId: importedPurchases.rowId,
    })
    .from(importedPurchases)
    .where(
      and(
        eq(importedPurchases.companyId, companyId),
        eq(importedPurchases.connectionId, connectionId),
        isAnyOf(importedPurchases.fingerprint, fingerprints),
      ),
    )
}

/**
 * Which of these purchases were imported before and not taken back since, by their places. Looked up one by one through
 * the key (`offset 0` keeps PostgreSQL from joining): it may know nothing yet of purchases written a moment ago.
 */
export async function placesOfImported(
  tx: CompanyDatabase,
  companyId: string,
  connectionId: string,
  { fingerprints, occurrences }: { fingerprints: readonly string[]; occurrences: readonly number[] },
): Promise<number[]> {
  const found = await rowsOf<{ places: number[] }>(
    tx.execute(sql`
    select coalesce(json_agg(asked.place - 1), '[]') as places
    from unnest(${`{${fingerprints.join(',')}}`}::text[], ${`{${occurrences.join(',')}}`}::int[])
      with ordinality as asked(fingerprint, occurrence, place)
    where exists (
      select from imported_purchases p
      where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid
        and p.fingerprint = asked.fingerprint and p.occurrence = asked.occurrence and not p.is_released
      offset 0)`),
  )
  return found[0]?.places ?? []
}

export type PurchaseRecord = {
  fingerprint: string
  occurrence: number
  rowId: number
  rowNumber: number
  reference: string
}

/** Claims purchases for an import and returns the rows that got theirs: another import may have been faster. */
export async function claimPurchases(
  tx: CompanyDatabase,
  of: { companyId: string; connectionId: string; importId: string; fileName: string },
  purchases: readonly PurchaseRecord[],
): Promise<Set<number>> {
  const claimed = new Set<number>()
  await inBatches(purchases, async (json) => {
    const result = await rowsOf<{ row_id: number }>(
      tx.execute(sql`
      insert into imported_purchases (company_id, connection_id, fingerprint, occurrence, import_id, row_id, row_number, file_name, reference)
      select ${of.companyId}::uuid, ${of.connectionId}::uuid, r.fingerprint, r.occurrence, ${of.importId}::uuid, r."rowId", r."rowNumber", ${of.fileName}, r.reference
      from jsonb_to_recordset(${json}::jsonb) as r(fingerprint text, occurrence int, "rowId" int, "rowNumber" int, reference text)
      on conflict (company_id, connection_id, fingerprint, occurrence) do update
      set import_id = excluded.import_id, row_id = excluded.row_id, row_number = excluded.row_number, file_name = excluded.file_name, reference = excluded.reference, is_released = false
      where imported_purchases.is_released
      returning row_id`),
    )
    for (const { row_id } of result) claimed.add(row_id)
  })
  return claimed
}

/** Lets go of the purchases behind invoices that were taken back, so that they can be imported again. Answers whose they were. */
export async function letGoOfPurchases(
  tx: CompanyDatabase,
  { companyId, connectionId, references }: { companyId: string; connectionId: string; references: readonly string[] },
): Promise<string[]> {
  const freed = await tx
    .update(importedPurchases)
    .set({ isReleased: true, givenBack: sql`${importedPurchases.givenBack} + 1` })
    .where(
      and(
        eq(importedPurchases.companyId, companyId),
        eq(importedPurchases.connectionId, connectionId),
        isAnyOf(importedPurchases.reference, references),
        eq(importedPurchases.isReleased, false),
      ),
    )
    .returning({ importId: importedPurchases.importId })
  return [...new Set(freed.map(({ importId }) => importId))]
}

/**
 * Open imports that hold purchases of this one's invoices, or records of its source as they stood at another time. Looked up
 * purchase by purchase, up to the first of each import: `offset 0` keeps PostgreSQL from joining, and from looking through all
 * purchases of this import for each row.
 */
export async function listSharing(
  tx: CompanyDatabase,
  { companyId, importId }: { companyId: string; importId: string },
): Promise<string[]> {
  const found = await rowsOf<{ id: string }>(
    tx.execute(sql`
    select i.id from imports i
    where i.company_id = ${companyId}::uuid and i.state = 'checked' and i.id <> ${importId}::uuid and (
      exists (
        select from import_rows r
        where r.company_id = i.company_id and r.import_id = i.id and r.fingerprint is not null and exists (
          select from (
            select p.import_id from imported_purchases p
            where p.company_id = r.company_id and p.connection_id = i.connection_id and p.fingerprint = r.fingerprint
            offset 0) known
          where known.import_id = ${importId}::uuid))
      or exists (
        select from record_versions v
        where v.company_id = i.company_id and v.import_id = i.id and v.other_import_id = ${importId}::uuid))`),
  )
  return found.map(({ id }) => id)
}
