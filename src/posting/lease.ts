import { and, eq, type SQL, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { lanes } from './tables.ts'

/** How long a lane is held without a sign of life; renewed every third of it. */
const leaseMs = 15_000
/** A request is only sent while at least this much is left, so that nobody else can have begun meanwhile. */
const leastLeftMs = 5_000

/** The right to post over one connection, held by one lane in the whole cluster. */
export type Lease = {
  holder: string
  /** Whether a request may leave now. False when the process slept through its lease. */
  mayStillSend(): boolean
  release(): Promise<void>
}

/** Where leases are kept. Its clock is the only one that is asked when a lease is over. */
export type LeaseStore = {
  /** Takes or renews the lane for so long; false when somebody else holds it. */
  hold(holder: string, ms: number): Promise<boolean>
  end(holder: string): Promise<void>
}

export type HoldOptions = {
  store: LeaseStore
  holder: string
  /** This process's own clock: only spans of it count, so it may be wrong. */
  now(): number
  /** Does the work again and again, until the returned function is called. */
  every(ms: number, work: () => void): () => void
  onLost(): void
}

export type LeaseOptions = {
  db: Database
  clock: Clock
  companyId: string
  connectionId: string
  onLost(): void
  /** What the database calls now; tests have a clock of their own. */
  databaseNow?: () => SQL
}

/** Takes the lane, or null when somebody else holds it. */
export function takeLease(options: LeaseOptions): Promise<Lease | null> {
  return holdLease({
    store: createLeaseStore(options),
    holder: newId(),
    now: () => options.clock.now().getTime(),
    every(ms, work) {
      const timer = setInterval(work, ms)
      return () => clearInterval(timer)
    },
    onLost: options.onLost,
  })
}

export async function holdLease({ store, holder, now, every, onLost }: HoldOptions): Promise<Lease | null> {
  /** Counted from before the question, so that we never believe in it longer than the store does. */
  const hold = async (): Promise<number | null> => {
    const askedAt = now()
    return (await store.hold(holder, leaseMs)) ? askedAt + leaseMs : null
  }
  let until = await hold()
  if (until === null) return null
  const lose = () => {
    until = null
    stopRenewing()
    onLost()
  }
  let renewing: Promise<void> = Promise.resolve()
  const stopRenewing = every(leaseMs / 3, () => {
    renewing = hold().then(
      (renewed) => {
        if (renewed !== null && until !== null) until = renewed
        else lose()
      },
      () => undefined, // the database may be back before the lease is over; mayStillSend decides meanwhile
    )
  })
  return {
    holder,
    mayStillSend: () => until !== null && until - now() > leastLeftMs,
    async release() {
      until = null
      stopRenewing()
      await renewing // else it could come after what follows, and keep everybody away for as long as a lease lasts
      await store.end(holder)
    },
  }
}

export function createLeaseStore({
  db,
  companyId,
  connectionId,
  databaseNow = () => sql`now()`,
}: Pick<LeaseOptions, 'db' | 'companyId' | 'connectionId' | 'databaseNow'>): LeaseStore {
  return {
    async hold(holder, ms) {
      const leaseUntil = sql`${databaseNow()} + make_interval(secs => ${ms / 1000})`
      const rows = await withCompany(db, companyId, (tx) =>
        tx
          .insert(lanes)
          .values({ companyId, connectionId, holder, leaseUntil })
          .onConflictDoUpdate({
            target: [lanes.companyId, lanes.connectionId],
            set: { holder, leaseUntil },
            setWhere: sql`${lanes.holder} = ${holder} or ${lanes.leaseUntil} < ${databaseNow()}`,
          })
          .returning({ holder: lanes.holder }),
      )
      return rows.length === 1
    },
    async end(holder) {
      await withCompany(db, companyId, (tx) =>
        tx
          .update(lanes)
          .set({ leaseUntil: new Date(0) })
          .where(and(eq(lanes.companyId, companyId), eq(lanes.connectionId, connectionId), eq(lanes.holder, holder))),
      )
    },
  }
}

/** Ends every lease. Only for an embedded database at its start: no other process can hold one. */
export async function endAllLeases(db: Database): Promise<void> {
  await db.update(lanes).set({ leaseUntil: new Date(0) })
}
