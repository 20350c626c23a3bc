import { sql } from 'drizzle-orm'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import type { ImportedWithoutId } from './rules/without-ids.ts'

/**
 * Which purchases with these fingerprints were imported over this connection and not taken back since. Looked up one by one
 * through the key, as `placesOfImported` does.
 */
export function findWithoutIds(
  tx: CompanyDatabase,
  companyId: string,
  connectionId: string,
  fingerprints: readonly string[],
): Promise<ImportedWithoutId[]> {
  return rowsOf<ImportedWithoutId>(
    tx.execute(sql`
    select asked.fingerprint, known.occurrence
    from unnest(${`{${fingerprints.join(',')}}`}::text[]) as asked(fingerprint)
    cross join lateral (
      select p.occurrence from imported_purchases p
      where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid
        and p.fingerprint = asked.fingerprint and not p.is_released
      offset 0) as known`),
  )
}
