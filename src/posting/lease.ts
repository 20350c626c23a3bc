import { and, eq, sql } from 'drizzle-orm'
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

export type LeaseOptions = { db: Database; clock: Clock; companyId: string; connectionId: string; onLost(): void }

/** Takes the lane, or null when somebody else holds it. */
export async function takeLease({ db, clock, companyId, connectionId, onLost }: LeaseOptions): Promise<Lease | null> {
  const holder = newId()
  const write = async (): Promise<Date | null> => {
    const now = clock.now()
    const leaseUntil = new Date(now.getTime() + leaseMs)
    const [row] = await withCompany(db, companyId, (tx) =>
      tx
        .insert(lanes)
        .values({ companyId, connectionId, holder, leaseUntil })
        .onConflictDoUpdate({
          target: [lanes.companyId, lanes.connectionId],
          set: { holder, leaseUntil },
          setWhere: sql`${lanes.holder} = ${holder} or ${lanes.leaseUntil} < ${now.toISOString()}::timestamptz`,
        })
        .returning({ leaseUntil: lanes.leaseUntil }),
    )
    return row?.leaseUntil ?? null
  }
  let until = await write()
  if (!until) return null
  const lose = () => {
    until = null
    clearInterval(timer)
    onLost()
  }
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = write().then(
      (renewed) => {
        if (renewed && until) until = renewed
        else lose()
      },
      () => undefined, // the database may be back before the lease is over; mayStillSend decides meanwhile
    )
  }, leaseMs / 3)
  return {
    holder,
    mayStillSend: () => until !== null && until.getTime() - clock.now().getTime() > leastLeftMs,
    async release() {
      until = null
      clearInterval(timer)
      await renewing // else it could come after what follows, and keep everybody away for as long as a lease lasts
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
