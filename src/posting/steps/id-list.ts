import { type SQL, sql } from 'drizzle-orm'

/** As one parameter: a parameter an id costs more than looking them up. */
export const idList = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/** The same of references, which are ours and hold nothing that PostgreSQL would read otherwise. */
export const referenceList = (references: Iterable<string>): SQL => sql`${`{${[...references].join(',')}}`}::text[]`
