import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { PaceStore } from '#connectors/shared-pacer.ts'
import type { Database } from '#platform/database.ts'
import type { Notices } from '#platform/notices.ts'
import { paces } from './tables.ts'

/** Who asked for a pace is first to get it when it is let go, for so long. */
const heirSeconds = 2

/** Longer than any window, and than any pause that the other side may ask for. */
const forgottenHours = 24

/** Removes the paces that nobody has held for long: whoever needs one again begins with all places free. */
export async function deleteUnusedPaces(db: Database): Promise<void> {
  await db.delete(paces).where(lt(paces.heldUntil, sql`now() - make_interval(hours => ${forgottenHours})`))
}

/** Paces are kept of what the other sides count, which several of our companies may use: no tenant's rows. */
export function createPaceStore(db: Database, notices: Pick<Notices, 'tell' | 'onTold'>): PaceStore {
  return {
    hear: (holder, wanted) => notices.onTold(topicOf(holder), wanted),
    async take(key, holder, { ms, limit, unheardOf }) {
      const heldUntil = sql`now() + make_interval(secs => ${ms / 1000})`
      const [taken] = await db
        .insert(paces)
        .values({ key, holder, heldUntil, unheardOf, busyMs: [], releasedAt: sql`now()`, blockedUntil: sql`now()` })
        .onConflictDoUpdate({
          target: paces.key,
          set: {
            holder,
            heldUntil,
            heir: sql`nullif(${paces.heir}, ${holder})`,
            unheardOf,
            busyMs: sql`case when ${paces.holder} is null or ${paces.unheardOf} is null then ${paces.busyMs} else ${paces.busyMs} || ${unheardOfIn(limit.seconds)} end`,
            blockedUntil: sql`case when ${paces.holder} is null or ${paces.unheardOf} is not null then ${paces.blockedUntil} else ${paces.heldUntil} + make_interval(secs => ${limit.seconds}) end`,
          },
          setWhere: sql`(${paces.holder} is null or ${paces.holder} = ${holder} or ${paces.heldUntil} < now()) and (${paces.heir} is null or ${paces.heir} = ${holder} or ${paces.heirUntil} < now())`,
        })
        .returning({
          busyMs: paces.busyMs,
          sinceMs: sql<number>`(extract(epoch from now() - ${paces.releasedAt}) * 1000)::float8`,
          blockedMs: sql<number>`(extract(epoch from ${paces.blockedUntil} - now()) * 1000)::float8`,
        })
      if (!taken) {
        const wanted = await want(db, key, holder)
        if (wanted?.holder) await notices.tell(db, topicOf(wanted.holder))
        return null
      }
      const { busyMs, sinceMs, blockedMs } = taken
      if (blockedMs > 0) return Array<number>(limit.requests).fill(blockedMs)
      const left = busyMs.map((busy) => busy - sinceMs).filter((busy) => busy > 0)
      return left.sort((one, other) => other - one).slice(0, limit.requests)
    },
    async keep(holder, held, ms) {
      const told = held.map(({ key, busyMs }) => ({ key, busy: busyMs?.map(Math.ceil) }))
      return db
        .update(paces)
        .set({
          heldUntil: sql`now() + make_interval(secs => ${ms / 1000})`,
          busyMs: sql`coalesce(told.busy, ${paces.busyMs})`,
          releasedAt: sql`case when told.busy is null then ${paces.releasedAt} else now() end`,
        })
        .from(sql`jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told(key text, busy jsonb)`)
        .where(and(eq(paces.holder, holder), eq(paces.key, sql`told.key`)))
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

/** What a dead holder may have begun, as used when its hold ended. */
function unheardOfIn(seconds: number) {
  const busyMs = sql`extract(epoch from ${paces.heldUntil} - ${paces.releasedAt}) * 1000 + ${seconds * 1000}`
  return sql`to_jsonb(array_fill(ceil(${busyMs})::bigint, array[${paces.unheardOf}]))`
}

const topicOf = (holder: string) => `pace wanted of ${holder}`

/** Null where it has been wanted by nobody else since it was asked for last. */
async function want(db: Database, key: string, heir: string): Promise<{ holder: string | null } | null> {
  const isThis = eq(paces.key, key)
  const heirUntil = sql`now() + make_interval(secs => ${heirSeconds})`
  const isHeir = and(eq(paces.heir, heir), gte(paces.heirUntil, sql`now()`))
  const kept = await db.update(paces).set({ heirUntil }).where(and(isThis, isHeir)).returning({ key: paces.key })
  if (kept.length > 0) return null
  const isFree = or(isNull(paces.heir), lt(paces.heirUntil, sql`now()`))
  const [wanted] = await db
    .update(paces)
    .set({ heir, heirUntil })
    .where(and(isThis, isFree))
    .returning({ holder: paces.holder })
  return wanted ?? null
}
