import { createHash } from 'node:crypto'
import { eq, lte, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import { attempts } from './tables.ts'

export type Attempts = {
  /** Counts a try as it begins, since those sent at once would else all be let through; false where it is one too many. */
  begin(key: string): Promise<boolean>
  /** The last try was none: nobody answered it. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/**
 * Slows down guessing, and letters to strangers: so many tries for one key (an address, a person) within a time, whichever
 * process they come to. `of`: what is tried, each counted for itself.
 */
export function createAttempts(
  { db, clock }: { db: Database; clock: Clock },
  { of, allowed, withinMs }: { of: string; allowed: number; withinMs: number },
): Attempts {
  // Whatever somebody typed: as long as any other, and nothing that the database could not hold.
  const hashOf = (key: string) =>
    createHash('sha256')
      .update(JSON.stringify([of, key]))
      .digest('base64url')
  return {
    async begin(key) {
      const now = clock.now()
      const since = new Date(now.getTime() - withinMs).toISOString()
      const expiresAt = new Date(now.getTime() + withinMs)
      const recent = sql`from unnest(${attempts.begunAt}) as begun(at) where at > ${since}::timestamptz`
      const begun = sql`(select coalesce(array_agg(at), '{}') ${recent}) || ${now.toISOString()}::timestamptz`
      const counted = await db
        .insert(attempts)
        .values({ keyHash: hashOf(key), begunAt: [now], expiresAt })
        .onConflictDoUpdate({
          target: attempts.keyHash,
          set: { begunAt: begun, expiresAt },
          setWhere: sql`(select count(*) ${recent}) < ${allowed}`,
        })
        .returning({ keyHash: attempts.keyHash })
      return counted.length > 0
    },
    async takeBack(key) {
      await db
        .update(attempts)
        .set({ begunAt: sql`(${attempts.begunAt})[1:cardinality(${attempts.begunAt}) - 1]` })
        .where(sql`${eq(attempts.keyHash, hashOf(key))} and cardinality(${attempts.begunAt}) > 0`)
    },
    async forget(key) {
      await db.delete(attempts).where(eq(attempts.keyHash, hashOf(key)))
    },
  }
}

/** Removes what counts no longer. */
export async function deleteAttemptsExpired(db: Database, now: Date): Promise<void> {
  await db.delete(attempts).where(lte(attempts.expiresAt, now))
}
