import { type SQL, sql } from 'drizzle-orm'

/** As one parameter: a parameter an id costs more than looking them up. */
export const idList = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/** The same of references, which are ours and hold nothing that PostgreSQL would read otherwise. */
export const referenceList = (references: Iterable<string>): SQL => sql`${`{${[...references].join(',')}}`}::text[]`

/** Postings that one statement changes with all their steps: a fraction of a second, however short a server's patience is. */
const mostAtOnce = 1000

/** The ids in lists of so many that one statement changes at once. */
export function* idLists(ids: readonly string[]): Generator<SQL> {
  for (let start = 0; start < ids.length; start += mostAtOnce) yield idList(ids.slice(start, start + mostAtOnce))
}
