import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { PaceStore } from '#connectors/shared-pacer.ts'
import type { Database } from '#platform/database.ts'
import { paces } from './tables.ts'

/** Who asked for a pace is first to get it when it is let go, for so long. */
const heirSeconds = 2

/** Paces are kept of what the other sides count, which several of our companies may use: no tenant's rows. */
export function createPaceStore(db: Database): PaceStore {
  return {
    async take(key, holder, { ms, limit }) {
      const heldUntil = sql`now() + make_interval(secs => ${ms / 1000})`
      const [taken] = await db
        .insert(paces)
        .values({ key, holder, heldUntil, busyMs: [], releasedAt: sql`now()`, blockedUntil: sql`now()` })
        .onConflictDoUpdate({
          target: paces.key,
          set: {
            holder,
            heldUntil,
            heir: sql`nullif(${paces.heir}, ${holder})`,
            blockedUntil: sql`case when ${paces.holder} is null then ${paces.blockedUntil} else ${paces.heldUntil} + make_interval(secs => ${limit.seconds}) end`,
          },
          setWhere: sql`(${paces.holder} is null or ${paces.holder} = ${holder} or ${paces.heldUntil} < now()) and (${paces.heir} is null or ${paces.heir} = ${holder} or ${paces.heirUntil} < now())`,
        })
        .returning({
          busyMs: paces.busyMs,
          sinceMs: sql<number>`(extract(epoch from now() - ${paces.releasedAt}) * 1000)::float8`,
          blockedMs: sql<number>`(extract(epoch from ${paces.blockedUntil} - now()) * 1000)::float8`,
        })
      if (!taken) {
        await want(db, key, holder)
        return null
      }
      const { busyMs, sinceMs, blockedMs } = taken
      if (blockedMs > 0) return Array<number>(limit.requests).fill(blockedMs)
      return busyMs.map((busy) => busy - sinceMs).filter((busy) => busy > 0)
    },
    async keep(holder, keys, ms) {
      return db
        .update(paces)
        .set({ heldUntil: sql`now() + make_interval(secs => ${ms / 1000})` })
        .where(and(eq(paces.holder, holder), inArray(paces.key, [...keys])))
        .returning({
          key: paces.key,
          isWanted: sql<boolean>`coalesce(${paces.heir} is not null and ${paces.heirUntil} > now(), false)`,
        })
    },
    async release(key, holder, busyMs) {
      await db
        .update(paces)
        .set({ holder: null, busyMs: [...busyMs], releasedAt: sql`now()` })
        .where(and(eq(paces.key, key), eq(paces.holder, holder)))
    },
  }
}

async function want(db: Database, key: string, heir: string): Promise<void> {
  const isFree = or(isNull(paces.heir), eq(paces.heir, heir), lt(paces.heirUntil, sql`now()`))
  await db
    .update(paces)
    .set({ heir, heirUntil: sql`now() + make_interval(secs => ${heirSeconds})` })
    .where(and(eq(paces.key, key), isFree))
}
