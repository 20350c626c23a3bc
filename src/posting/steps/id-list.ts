import { type SQL, sql } from 'drizzle-orm'

/** As one parameter: a parameter an id costs more than looking them up. */
export const idList = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`
