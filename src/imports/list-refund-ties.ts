import { sql } from 'drizzle-orm'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'

/** What a refund was tied to: the invoice's number in the accounting system, or our reference of one that had none yet. */
export type RefundTie = { number: string | null; reference: string | null }

/**
 * What refunds of other imports than this are tied to that were confirmed and not taken back: they stay where its invoices
 * are taken back. `offset 0`: each is looked up by its key, whatever PostgreSQL knows of the table yet.
 */
export async function listRefundTies(
  tx: CompanyDatabase,
  { companyId, connectionId, importId }: { companyId: string; connectionId: string; importId: string },
): Promise<RefundTie[]> {
  return rowsOf<RefundTie>(
    tx.execute(sql`
    select r.credit_of ->> 'number' as number, r.credit_of ->> 'reference' as reference
    from import_rows r
    where r.company_id = ${companyId}::uuid and r.credit_of is not null and r.import_id <> ${importId}::uuid
      and exists (
        select from imported_purchases p
        where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid
          and p.fingerprint = r.fingerprint and p.occurrence = r.occurrence
          and p.import_id = r.import_id and p.row_id = r.id and not p.is_released
        offset 0)`),
  )
}
