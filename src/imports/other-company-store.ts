import { sql } from 'drizzle-orm'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import type { Asked } from './read-thread.ts'
import { occurrenceKey } from './rules/duplicates.ts'

/**
 * Other companies of Radvis that are connected to the same company in the accounting system (decisions/028). The database
 * answers by functions of migrations/row-level-security.sql, for a connection of the company's own and nothing else.
 */
export async function hasOthersThere(tx: CompanyDatabase, connectionId: string): Promise<boolean> {
  const answer = await rowsOf<{ has: boolean }>(tx.execute(sql`select has_others_there(${connectionId}::uuid) as has`))
  return answer[0]?.has === true
}

/** Which purchases with these fingerprints they have imported into those books and not taken back: occurrenceKey of each. */
export async function findImportedByOthers(
  tx: CompanyDatabase,
  connectionId: string,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  if (fingerprints.length === 0) return new Set()
  const asked = `{${[...new Set(fingerprints)].join(',')}}`
  const answer = await rowsOf<{ fingerprint: string; occurrence: number }>(
    tx.execute(sql`select fingerprint, occurrence from imported_by_others(${connectionId}::uuid, ${asked}::text[])`),
  )
  return new Set(answer.map(({ fingerprint, occurrence }) => occurrenceKey(fingerprint, occurrence)))
}

/** The same of purchases by their places. */
export async function placesOfOthers(
  tx: CompanyDatabase,
  connectionId: string,
  { fingerprints, occurrences }: Asked,
): Promise<number[]> {
  const imported = await findImportedByOthers(tx, connectionId, fingerprints)
  if (imported.size === 0) return []
  return fingerprints.flatMap((one, place) =>
    imported.has(occurrenceKey(one, occurrences[place] ?? 0)) ? [place] : [],
  )
}
