import { sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'

/** Invoices of an import: the accounting system's number, null where it has none, and our reference. */
export type InvoicesOfImport = {
  companyId: string
  connectionId: string
  importId: string
  invoices: readonly { number: string | null; reference: string }[]
}

/**
 * How many refunds of these invoices other imports have made that were confirmed and not taken back: they stay where the
 * invoices are taken back. `offset 0`: each is looked up by its key, whatever PostgreSQL knows of the table yet.
 */
export async function countRefunded(
  tx: CompanyDatabase,
  { companyId, connectionId, importId, invoices }: InvoicesOfImport,
): Promise<number> {
  if (invoices.length === 0) return 0
  const [found] = await rowsOf<{ count: number }>(
    tx.execute(sql`
    with asked as materialized (
      select number, reference from jsonb_to_recordset(${jsonbText(invoices)}::jsonb) as one(number text, reference text))
    select count(*)::int as count
    from import_rows r
    where r.company_id = ${companyId}::uuid and r.credit_of is not null and r.import_id <> ${importId}::uuid
      and (r.credit_of ->> 'number' in (select number from asked)
        or (r.credit_of ->> 'number' is null and r.credit_of ->> 'reference' in (select reference from asked)))
      and exists (
        select from imported_purchases p
        where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid
          and p.fingerprint = r.fingerprint and p.occurrence = r.occurrence
          and p.import_id = r.import_id and p.row_id = r.id and not p.is_released
        offset 0)`),
  )
  return found?.count ?? 0
}
