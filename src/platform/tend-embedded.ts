import type { PGlite } from '@electric-sql/pglite'
import type { Log } from './log.ts'

/** Now and then is enough: what is left behind by then takes room, and no more. */
const tendEveryMs = 5 * 60_000

const tables = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where schemaname not in ('pg_toast', 'information_schema')`

/** As a server decides it, with its own figures (PostgreSQL's manual, 24.1.6): what is gone, and what the planner knows nothing of. */
const changedTables = `${tables}
  and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)`

/**
 * Frees the room of deleted and replaced rows for others, and counts what tables hold. A server does so by itself; the
 * embedded database has nobody who does, and would grow with every job of the queue. Table by table, so that others get
 * their answers in between. How many there were.
 */
export async function tendEmbedded(pglite: PGlite, which: 'all' | 'changed', signal?: AbortSignal): Promise<number> {
  await pglite.exec('select pg_stat_force_next_flush()') // what changed just now is counted too
  const { rows } = await pglite.query<{ name: string }>(which === 'all' ? tables : changedTables)
  for (const { name } of rows) {
    if (signal?.aborted) break
    await pglite.exec(`vacuum (analyze) ${name}`)
  }
  return rows.length
}

/** Two of its files. */
const mostLogBytes = 2 * 2 ** 24
const logEveryMs = 5000

/**
 * Lets the log begin anew in the files that it has, where much was written since it last did: a server's checkpointer does so
 * every five minutes, and nobody here. Whether it was necessary.
 */
export async function reuseLog(pglite: PGlite): Promise<boolean> {
  const { rows } = await pglite.query<{ bytes: number }>(
    'select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  if ((rows[0]?.bytes ?? 0) < mostLogBytes) return false
  await pglite.exec('checkpoint')
  return true
}

/**
 * Tends it as long as the process lives; what is returned ends that with the table that is being tended. All tables the first
 * time, since what it counts of them it forgets when it is closed; what has not changed costs next to nothing.
 */
export function keepTended(pglite: PGlite, log?: Pick<Log, 'warn'>): () => Promise<void> {
  let which: 'all' | 'changed' = 'all'
  const stopping = new AbortController()
  let underWay: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>, everyMs: number) => {
    let isWaiting = false
    const doNext = async () => {
      isWaiting = false
      if (!stopping.signal.aborted)
        await work().catch((err: unknown) => log?.warn({ err }, 'the embedded database was not tended'))
    }
    const timer = setInterval(() => {
      if (isWaiting) return
      isWaiting = true
      underWay = underWay.then(doNext)
    }, everyMs)
    return timer.unref()
  }
  const tend = async () => {
    await tendEmbedded(pglite, which, stopping.signal)
    which = 'changed'
  }
  const timers = [inTurn(tend, tendEveryMs), inTurn(() => reuseLog(pglite), logEveryMs)]
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await underWay
  }
}
