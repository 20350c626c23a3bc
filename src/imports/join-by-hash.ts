import { sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'

/**
 * Reads with joins of many rows by equal values. Before it has gathered statistics PostgreSQL takes an import for a handful of
 * rows, and would walk through one for each row of the other, or of itself. What an administrator has set is put back.
 */
export async function joinByHash<Found>(tx: CompanyDatabase, read: () => Promise<Found>): Promise<Found> {
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`)
  const found = await read()
  await tx.execute(sql`set local enable_nestloop to default`)
  await tx.execute(sql`set local enable_mergejoin to default`)
  return found
}
