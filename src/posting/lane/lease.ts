import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { type Clock, startWatch } from '#platform/clock.ts'
import { type Database, rowsOf, withCompany } from '#platform/database.ts'
import { lanes } from '../tables.ts'
import { gatherWrites } from './gather-writes.ts'

/** How long a lane is held without a sign of life; renewed every third of it. */
const leaseMs = 9_000
/** A request is only sent while at least this much is left, so that nobody else can have begun meanwhile. */
const leastLeftMs = 4_000
/**
 * With so little left everything under way is given up: whoever takes over waits for what may come late from then on, and
 * a request that is still waited for here could come later than that.
 */
const givenUpMs = 2_000
const lookEveryMs = 1_000
/** Whoever lets go waits so long for the database at most. */
const longestReleaseMs = 6_000

/** The right to post over one connection, held by one lane in the whole cluster. */
export type Lease = {
  holder: string
  /** Whether a request may leave now. False when the process slept through its lease. */
  mayStillSend(): boolean
  release(): Promise<void>
}

/** Where leases are kept. Its clock is the only one that is asked when a lease is over. */
export type LeaseStore = {
  /** Takes the lane for so long; false when somebody else holds it. */
  take(holder: string, ms: number): Promise<boolean>
  /** False when somebody else has taken it since, who may have let go of it again. */
  renew(holder: string, ms: number): Promise<boolean>
  end(holder: string): Promise<void>
}

export type HoldOptions = {
  store: LeaseStore
  holder: string
  /** Begins to count; the answer tells how many ms have passed since (platform/clock.ts). */
  startWatch(): () => number
  /** Does the work again and again, until the returned function is called. */
  every(ms: number, work: () => void): () => void
  /** Nothing may be sent any more, and what is under way is to be given up. */
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
  /** Lanes whose holder died: the lease is over, and nobody let go of it. Crosses companies. */
  listLeft(): Promise<LeaseKey[]>
}

/** What a lease is set to that is let go of. */
const letGoAt = new Date(0)

/** The leases of this process. They fall due together, and are taken and renewed by one statement for many of them. */
export function openLeases(options: LeasesOptions): Leases {
  const every = tickTogether()
  const [take, renew] = [takeTogether(options), renewTogether(options)]
  return {
    take: ({ companyId, connectionId, onLost }) =>
      holdLease({
        store: createLeaseStore({ ...options, companyId, connectionId, take, renew }),
        holder: newId(),
        startWatch: () => startWatch(options.clock),
        ...{ every, onLost },
      }),
    listLeft: () => listLeft(options),
  }
}

async function listLeft({ promptDb, databaseNow = () => sql`now()` }: LeasesOptions): Promise<LeaseKey[]> {
  return promptDb
    .select({ companyId: lanes.companyId, connectionId: lanes.connectionId })
    .from(lanes)
    .where(and(gt(lanes.leaseUntil, letGoAt), lt(lanes.leaseUntil, databaseNow())))
}

/** One timer for all that is done again and again after as long. */
function tickTogether(): HoldOptions['every'] {
  const ticks = new Map<number, { works: Set<() => void>; timer: NodeJS.Timeout }>()
  function begin(ms: number) {
    const works = new Set<() => void>()
    const timer = setInterval(() => {
      for (const one of works) one()
    }, ms)
    const tick = { works, timer }
    ticks.set(ms, tick)
    return tick
  }
  return (ms, work) => {
    const { works, timer } = ticks.get(ms) ?? begin(ms)
    works.add(work)
    return () => {
      works.delete(work)
      if (works.size > 0 || ticks.get(ms)?.timer !== timer) return
      clearInterval(timer)
      ticks.delete(ms)
    }
  }
}

export async function holdLease({ store, holder, startWatch, every, onLost }: HoldOptions): Promise<Lease | null> {
  /** Counted from before the question, so that we never believe in it longer than the store does. */
  let passed: (() => number) | null = startWatch()
  if (!(await store.take(holder, leaseMs))) return null
  const left = () => (passed === null ? 0 : leaseMs - passed())
  const lose = () => {
    if (passed === null) return
    end()
    onLost()
  }
  async function renew(): Promise<void> {
    const sinceAsked = startWatch()
    const isOurs = await store.renew(holder, leaseMs)
    if (!isOurs) lose()
    else if (passed !== null) passed = sinceAsked
  }
  let renewing: Promise<void> = Promise.resolve()
  const stops = [
    every(leaseMs / 3, () => {
      // The database may be back before the lease is over.
      renewing = renew().catch(() => undefined)
    }),
    every(lookEveryMs, () => {
      if (left() <= givenUpMs) lose()
    }),
  ]
  function end(): void {
    passed = null
    for (const stop of stops) stop()
  }
  return {
    holder,
    mayStillSend: () => left() > leastLeftMs,
    async release() {
      end()
      // Else a renewal could come after what follows, and keep everybody away for as long as a lease lasts.
      const ended = renewing.then(() => store.end(holder))
      // Where the database hangs the lease is over by itself soon after.
      const waited = Promise.withResolvers<void>()
      const stop = every(longestReleaseMs, waited.resolve)
      await Promise.race([ended, waited.promise]).finally(stop)
    },
  }
}

type LeaseStoreOptions = Pick<LeasesOptions, 'promptDb'> & LeaseKey & { take: Ask; renew: Ask }

export function createLeaseStore({ promptDb, companyId, connectionId, take, renew }: LeaseStoreOptions): LeaseStore {
  return {
    take: (holder, ms) => take({ companyId, connectionId, holder, ms }),
    renew: (holder, ms) => renew({ companyId, connectionId, holder, ms }),
    async end(holder) {
      await withCompany(promptDb, companyId, (tx) =>
        tx
          .update(lanes)
          .set({ leaseUntil: letGoAt })
          .where(and(eq(lanes.companyId, companyId), eq(lanes.connectionId, connectionId), eq(lanes.holder, holder))),
      )
    },
  }
}

type Asked = LeaseKey & { holder: string; ms: number }
type Ask = (asked: Asked) => Promise<boolean>
type TogetherOptions = Omit<LeasesOptions, 'clock'>

const given = (leases: readonly Asked[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) as given("companyId" uuid, "connectionId" uuid, holder uuid, ms float8)`

/**
 * Takes at once what was asked for while others were taken: after a start hundreds of lanes begin in the same moment, and one
 * whose lease waited for its turn would have lost half of it before it is known. Those that are held are left alone, and the
 * others locked in one order, so that two processes that take the same ones do not wait for each other. Crosses companies, so
 * it is given the owner's handle.
 */
export function takeTogether({ promptDb, databaseNow = () => sql`now()` }: TogetherOptions): Ask {
  return gatherWrites<Asked>(async (take) => {
    const asked = take()
    const rows = await rowsOf<{ holder: string }>(
      promptDb.execute(sql`
      insert into ${lanes} (company_id, connection_id, holder, lease_until)
      select distinct on (given."companyId", given."connectionId") given."companyId", given."connectionId", given.holder,
        ${databaseNow()} + make_interval(secs => given.ms / 1000)
      from ${given(asked)}
      where not exists (
        select from ${lanes} held where held.company_id = given."companyId" and held.connection_id = given."connectionId" and held.lease_until >= ${databaseNow()}
      )
      order by 1, 2
      on conflict (company_id, connection_id) do update set holder = excluded.holder, lease_until = excluded.lease_until
        where ${lanes.leaseUntil} < ${databaseNow()}
      returning ${lanes.holder} as holder`),
    )
    const taken = new Set(rows.map(({ holder }) => holder))
    return asked.map(({ holder }) => taken.has(holder))
  })
}

/** Renews what is asked for at the same moment at once. Crosses companies, so it is given the owner's handle. */
export function renewTogether({ promptDb, databaseNow = () => sql`now()` }: TogetherOptions): Ask {
  let next: { leases: Asked[]; renewed: Promise<ReadonlySet<string>> } | null = null
  async function renewAll(leases: readonly Asked[]): Promise<ReadonlySet<string>> {
    await new Promise((resolve) => setImmediate(resolve))
    next = null
    const rows = await rowsOf<{ holder: string }>(
      promptDb.execute(sql`
      update ${lanes} set lease_until = ${databaseNow()} + make_interval(secs => given.ms / 1000)
      from ${given(leases)}
      where ${lanes.companyId} = given."companyId" and ${lanes.connectionId} = given."connectionId" and ${lanes.holder} = given.holder
      returning ${lanes.holder} as holder`),
    )
    return new Set(rows.map(({ holder }) => holder))
  }
  return async (lease) => {
    if (next === null) {
      const leases = [lease]
      next = { leases, renewed: renewAll(leases) }
    } else next.leases.push(lease)
    return (await next.renewed).has(lease.holder)
  }
}

/** Ends every lease. Only for an embedded database at its start: no other process can hold one. */
export async function endAllLeases(db: Database): Promise<void> {
  await db.update(lanes).set({ leaseUntil: letGoAt })
}
