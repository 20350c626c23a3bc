import { randomInt } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Connections, Line, LineOptions } from '#connections/index.ts'
import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Notices } from '#platform/notices.ts'
import { hearAsked } from '../queue-lane.ts'
import { settleRuns } from '../runs/run-store.ts'
import { markLostAnswersUnknown } from '../steps/step-store.ts'
import { cancelTwins } from './cancel-twins.ts'
import { type CheckRun, workChecked } from './check-runs.ts'
import type { LaneEnd } from './lane.ts'
import { createLaneStore, type LaneStoreDeps } from './lane-store.ts'
import type { Lease, Leases } from './lease.ts'
import { readLateVouchers } from './read-late-vouchers.ts'
import { createTwinStore } from './twin-store.ts'

export type PostConnectionDeps = Omit<LaneStoreDeps, 'obstacles' | 'databaseNow'> & {
  log: Log
  leases: Leases
  /** How people tell a lane that something waits for a check (queue-lane.ts). */
  notices: Pick<Notices, 'onTold'>
  connections: Pick<Connections, 'openLine' | 'obstacles'>
  /** Compares a run with what the accounting system has now. */
  checkRun: CheckRun
  /** What the database calls now, by which leases are held; tests have a clock of their own. */
  databaseNow?: () => SQL
  settleSeconds?: number
  /** How to wait, at most until the signal; tests let time pass faster. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

type ConnectionKey = { companyId: string; connectionId: string }

/**
 * After so long a lane lets go and is queued again: where more companies have work than are worked for at once, the others
 * get their turn. Lanes that began together, as after a start, do not let go together.
 */
const sliceMs = { least: 60_000, most: 180_000 }

/** Posts what is open over one connection, unless another lane does. `more`: there is work left for the next lane. */
export async function postConnection(
  deps: PostConnectionDeps,
  key: ConnectionKey,
  stopping: AbortSignal,
): Promise<'ended' | 'more'> {
  const lost = new AbortController()
  const lease = await deps.leases.take({ ...key, onLost: () => lost.abort() })
  if (!lease) return 'ended'
  const signal = AbortSignal.any([stopping, lost.signal, AbortSignal.timeout(randomInt(sliceMs.least, sliceMs.most))])
  const held = { ...lease, lost: lost.signal }
  const end = await postUnder(deps, key, held, signal).finally(() => lease.release())
  if (end === 'connection-lost' || stopping.aborted) return 'ended'
  // Asked for that, the database of a busy worker takes seconds, in which the company stands still.
  if (end === 'stopped') return 'more'
  // Jobs that came while the lease was held found it taken: what they were about may have come after the last look.
  return (await withCompany(deps.db, key.companyId, (tx) => settleRuns(tx, deps, key))) ? 'more' : 'ended'
}

async function postUnder(
  deps: PostConnectionDeps,
  key: ConnectionKey,
  { holder, mayStillSend, lost }: Lease & { lost: AbortSignal },
  signal: AbortSignal,
): Promise<LaneEnd> {
  const lane = { ...key, holder }
  const unanswered = await withCompany(deps.db, key.companyId, (tx) =>
    markLostAnswersUnknown(tx, lane, databaseNowOf(deps)),
  )
  if (unanswered > 0) deps.log.info({ ...key, unanswered }, 'requests without an answer are looked up')
  const line = await openLine(deps, key, { mayStillSend, signal: lost })
  if (!line) return 'connection-lost'
  const end = await workChecked({
    checkRun: (run) => deps.checkRun({ ...key, ...run }),
    log: deps.log,
    onAsked: (asked) => hearAsked(deps, key, asked),
    store: createLaneStore(
      { ...deps, obstacles: deps.connections.obstacles, databaseNow: () => databaseNowOf(deps) },
      lane,
    ),
    ...line,
    mayStillSend,
    now: () => deps.clock.now().getTime(),
    sleep: (ms) => (deps.sleep ?? sleep)(ms, signal),
    signal,
    ...(deps.settleSeconds !== undefined && { settleMs: deps.settleSeconds * 1000 }),
  })
  if (end !== 'emptied') return end
  await cancelTwins(createTwinStore(deps, key), line.session, deps.clock.now()).catch((error: unknown) => {
    deps.log.warn(
      { err: error, ...key },
      'invoices that may stand there twice could not be looked for; the next lane does',
    )
  })
  await readLateVouchers(deps, key, line.session)
  return end
}

/** Null while the connection is lost: everything waits, and connecting again queues the lane. */
async function openLine(
  deps: PostConnectionDeps,
  { companyId, connectionId }: ConnectionKey,
  options: LineOptions,
): Promise<Line | null> {
  try {
    return await deps.connections.openLine(companyId, connectionId, options)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'connection-lost' || error.code === 'not-connected')) return null
    throw error
  }
}

const databaseNowOf = ({ databaseNow = () => sql`now()` }: PostConnectionDeps) => databaseNow()

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
