import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { runs } from '../tables.ts'

/**
 * So long what a run was compared with in the accounting system is taken to be as it was; as for the preview, where
 * nobody waits (decisions/017).
 */
export const checkHoldsMs = 10 * 60_000

/** Runs that are to be compared with the accounting system before anything more of them is sent. */
export function isDue(now: Date): SQL {
  const since = new Date(now.getTime() - checkHoldsMs)
  return sql`(${and(eq(runs.phase, 'posting'), or(isNull(runs.checkedAt), lt(runs.checkedAt, since)))})`
}
