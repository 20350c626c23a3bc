import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { jsonbText } from '#kernel/jsonb-text.ts'

const batchSize = 5000

/** One parameter a batch instead of one a value: ten thousand rows are a matter of a few hundred milliseconds. */
export async function inBatches<Row>(
  rows: readonly Row[],
  run: (json: string, batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    await run(jsonbText(batch), batch)
  }
}

/**
 * That an id lies between the first and the last of these, said beside which they are. PostgreSQL takes an import of which it
 * has gathered no statistics for one row: it then walks over every row of the import for each batch of changes, unless what it
 * may walk over is bounded. `column` is SQL of our own.
 */
export function betweenIds(column: string, rows: readonly { id: number }[]): SQL {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { id } of rows) {
    if (id < first) first = id
    if (id > last) last = id
  }
  if (first > last) return sql`false`
  return sql`${sql.raw(column)} between ${first}::int and ${last}::int`
}

/** An array, since PostgreSQL knows nothing yet of rows written a moment ago and would compare each with each of a subquery. */
export const isAnyOf = (column: PgColumn, fingerprints: readonly string[]) =>
  sql`${column} = any(${`{${[...new Set(fingerprints)].join(',')}}`}::text[])`
