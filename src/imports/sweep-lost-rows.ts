import { sql } from 'drizzle-orm'
import { type Database, rowsOf, withCompany } from '#platform/database.ts'
import { deleteRows } from './row-store.ts'
import { importRows, imports } from './tables.ts'

/**
 * Removes rows whose import is gone. An embedded database keeps rows as they come: where an import was deleted while its rows
 * were read, and the process was killed before it took away what it had loaded since, nobody knows of them.
 */
export async function sweepLostRows(db: Database): Promise<void> {
  for (const { companyId, importId } of await findLost(db))
    await withCompany(db, companyId, (tx) => deleteRows(tx, companyId, importId))
}

/** From import to import by the key of the rows, which are not gone through. */
function findLost(db: Database): Promise<{ companyId: string; importId: string }[]> {
  return rowsOf(
    db.execute(sql`
      with recursive held as (
        (select company_id, import_id from ${importRows} order by company_id, import_id limit 1)
        union all
        select following.company_id, following.import_id
        from held cross join lateral (
          select company_id, import_id from ${importRows} r
          where (r.company_id, r.import_id) > (held.company_id, held.import_id)
          order by company_id, import_id limit 1) following
      )
      select company_id as "companyId", import_id as "importId" from held
      where not exists (select from ${imports} i where i.company_id = held.company_id and i.id = held.import_id)`),
  )
}
