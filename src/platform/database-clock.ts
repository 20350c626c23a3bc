import type pg from 'pg'
import { type Clock, startWatch, systemClock } from './clock.ts'
import type { Log } from './log.ts'

export type DatabaseClock = Clock & {
  /** Asks the database what it calls now, and goes by that until the next time. */
  set(ask: () => Promise<Date>): Promise<void>
}

/** A clock that is right is off by less, whatever the network and the process itself add to the way there and back. */
const leastOffMs = 250
/** Beyond it somebody should mend the machine's clock. */
const toldOffMs = 5000

/**
 * The clock of every process of an installation: what is written by one is compared by another, and the machines that they
 * run on may be minutes apart. They all go by the database's. `own` runs on between two questions. An answer that took long
 * was read at some instant of that time, nobody knows which: it changes nothing that it does not contradict.
 */
export function openDatabaseClock(log?: Pick<Log, 'warn'>, own: Clock = systemClock): DatabaseClock {
  let offMs = 0
  return {
    now: () => new Date(own.now().getTime() + offMs),
    async set(ask) {
      const [askedAt, passed] = [own.now().getTime(), startWatch(own)]
      const theirs = (await ask()).getTime()
      const halfMs = passed() / 2
      const found = theirs - (askedAt + halfMs)
      if (Math.abs(found - offMs) <= halfMs + leastOffMs) return
      offMs = found
      if (Math.abs(found) > toldOffMs)
        log?.warn({ seconds: Math.round(found / 1000) }, "this machine's clock is not the database's, which is gone by")
    },
  }
}

export async function askNow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  return new Date(rows[0]?.ms ?? Number.NaN)
}
