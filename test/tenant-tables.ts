import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { companies, users } from '#accounts/tables.ts'
import { newId } from '#kernel/ids.ts'
import type { Database } from '#platform/database.ts'

/** Every table of every capability that has a company_id. */
export async function tenantTables(): Promise<PgTable[]> {
  const source = fileURLToPath(new URL('../src', import.meta.url))
  const found: PgTable[] = []
  for (const folder of readdirSync(source)) {
    if (!readdirSync(`${source}/${folder.includes('.') ? '.' : folder}`).includes('tables.ts')) continue
    const exported = (await import(`../src/${folder}/tables.ts`)) as Record<string, unknown>
    for (const value of Object.values(exported)) {
      if (is(value, PgTable) && getTableConfig(value).columns.some((column) => column.name === 'company_id'))
        found.push(value)
    }
  }
  return found
}

/** Made-up values for one row of any tenant table, with the user and company that foreign keys ask for. */
export async function fillRow(db: Database, table: PgTable, companyId: string): Promise<Record<string, unknown>> {
  const userId = newId()
  await db
    .insert(users)
    .values({ id: userId, name: 'A', email: `${userId}@example.com`, firstName: 'A', lastName: 'B', mobile: '0' })
  await db
    .insert(companies)
    .values({
      id: companyId,
      name: 'A',
      organisationNumber: companyId,
      address: 'A',
      zipCode: '1',
      city: 'A',
      country: 'SE',
      billingEmail: 'a@example.com',
    })
    .onConflictDoNothing()
  const row: Record<string, unknown> = {}
  const keys = Object.entries(table).filter(([, column]) => getTableConfig(table).columns.includes(column as never))
  for (const [key, column] of keys as [
    string,
    { name: string; dataType: string; columnType: string; enumValues?: string[]; notNull: boolean },
  ][]) {
    if (column.name === 'company_id') row[key] = companyId
    else if (column.name === 'user_id') row[key] = userId
    else if (column.notNull) row[key] = valueFor(column)
  }
  return row
}

function valueFor(column: { dataType: string; columnType: string; enumValues?: string[] }): unknown {
  if (column.columnType === 'PgUUID') return newId()
  if (column.enumValues?.[0]) return column.enumValues[0]
  if (column.dataType === 'number' || column.dataType === 'bigint') return 1
  if (column.dataType === 'boolean') return false
  if (column.dataType === 'date') return new Date()
  if (column.dataType === 'array') return []
  if (column.dataType === 'json') return {}
  return `text ${newId()}`
}
