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

type LeasesOptions = {
  promptDb: Database
  clock: Clock
  /** What the database calls now; tests have a clock of their own. */
  databaseNow?: () => SQL
}

type LeaseKey = { companyId: string; connectionId: string }
export type Leases = {
  /** Takes the lane, or null when somebody else holds it. */
  take(lane: LeaseKey & { onLost(): void }): Promise<Lease | null>
}

/** The leases of this process. They fall due together, and are renewed by one statement for all of them. */
export function openLeases(options: LeasesOptions): Leases {
  const every = tickTogether()
  const renew = renewTogether(options)
  return {
    take: ({ companyId, connectionId, onLost }) =>
      holdLease({
        store: createLeaseStore({ ...options, companyId, connectionId, renew }),
        holder: newId(),
        now: () => options.clock.now().getTime(),
        ...{ every, onLost },
      }),
  }
}

/** One timer for all that is done again and again. */
function tickTogether(): HoldOptions['every'] {
  const works = new Set<() => void>()
  let timer: NodeJS.Timeout | null = null
  return (ms, work) => {
    works.add(work)
    timer ??= setInterval(() => {
      for (const one of works) one()
    }, ms)
    return () => {
      works.delete(work)
      if (works.size > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    }
  }
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

type LeaseStoreOptions = Omit<LeasesOptions, 'clock'> & LeaseKey & { renew: Renew }

export function createLeaseStore({
  promptDb,
  companyId,
  connectionId,
  databaseNow = () => sql`now()`,
  renew,
}: LeaseStoreOptions): LeaseStore {
  let isTaken = false
  return {
    async hold(holder, ms) {
      if (isTaken && (await renew({ companyId, connectionId, holder }, ms))) return true
      const leaseUntil = sql`${databaseNow()} + make_interval(secs => ${ms / 1000})`
      const rows = await withCompany(promptDb, companyId, (tx) =>
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
      isTaken = rows.length === 1
      return isTaken
    },
    async end(holder) {
      await withCompany(promptDb, companyId, (tx) =>
        tx
          .update(lanes)
          .set({ leaseUntil: new Date(0) })
          .where(and(eq(lanes.companyId, companyId), eq(lanes.connectionId, connectionId), eq(lanes.holder, holder))),
      )
    },
  }
}

type Renew = (lease: LeaseKey & { holder: string }, ms: number) => Promise<boolean>

/** Renews what is asked for at the same moment at once. Crosses companies, so it is given the owner's handle. */
export function renewTogether({ promptDb, databaseNow = () => sql`now()` }: Omit<LeasesOptions, 'clock'>): Renew {
  let next: { leases: (LeaseKey & { holder: string })[]; renewed: Promise<ReadonlySet<string>> } | null = null
  async function renewAll(leases: readonly LeaseKey[], ms: number): Promise<ReadonlySet<string>> {
    await new Promise((resolve) => setImmediate(resolve))
    next = null
    const { rows } = (await promptDb.execute(sql`
      update ${lanes} set lease_until = ${databaseNow()} + make_interval(secs => ${ms / 1000})
      from jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) as given("companyId" uuid, "connectionId" uuid, holder uuid)
      where ${lanes.companyId} = given."companyId" and ${lanes.connectionId} = given."connectionId" and ${lanes.holder} = given.holder
      returning ${lanes.holder} as holder`)) as unknown as { rows: { holder: string }[] }
    return new Set(rows.map(({ holder }) => holder))
  }
  return async (lease, ms) => {
    if (next === null) {
      const leases = [lease]
      next = { leases, renewed: renewAll(leases, ms) }
    } else next.leases.push(lease)
    return (await next.renewed).has(lease.holder)
  }
}

/** Ends every lease. Only for an embedded database at its start: no other process can hold one. */
export async function endAllLeases(db: Database): Promise<void> {
  await db.update(lanes).set({ leaseUntil: new Date(0) })
}
