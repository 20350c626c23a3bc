import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database, OpenDatabase } from '#platform/database.ts'

/**
 * A transaction of somebody else that has done `work` and stands still: who wants one of its rows waits for it. On a server
 * only, since an embedded database carries out one transaction at a time.
 */
export async function holdOpen({ db }: OpenDatabase, work: (tx: Database) => Promise<unknown>) {
  const isDone = Promise.withResolvers<void>()
  const isLetGo = Promise.withResolvers<void>()
  const ending = db.transaction(async (tx) => {
    await work(tx as unknown as Database)
    isDone.resolve()
    await isLetGo.promise
  })
  await Promise.race([isDone.promise, ending])
  return {
    /** Commits. */
    async letGo() {
      isLetGo.resolve()
      await ending
    },
  }
}

/** Resolves when so many wait for a lock. */
export async function untilWaiting({ db }: OpenDatabase, count: number): Promise<void> {
  await expect.poll(() => countWaiting(db)).toBe(count)
}

const waiting: SQL = sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

async function countWaiting(db: Database): Promise<number> {
  const { rows } = (await db.execute(waiting)) as unknown as { rows: { count: number }[] }
  return rows[0]?.count ?? 0
}
