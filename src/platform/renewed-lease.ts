import type { Clock } from './clock.ts'
import { untilAnswered } from './database-faults.ts'
import type { Log } from './log.ts'

/** Whoever holds something says so often that it is alive. */
const renewSeconds = 10

export type RenewedLease<Taken> = {
  taken: Taken
  /** `signal`: that this process is asked to stop; then a database that is away is not waited for. */
  release(signal?: AbortSignal): Promise<void>
}

/**
 * Holds what `take` took (null: nothing) and says that this process is alive until it is released. A process that is killed
 * renews no more: when `seconds` are over what it held is anybody's to take.
 */
export async function holdRenewed<Taken>(
  { clock, log }: { clock: Clock; log: Log },
  lease: {
    seconds: number
    take(until: Date): Promise<Taken | null>
    renew(taken: Taken, until: Date | null): Promise<void>
  },
): Promise<RenewedLease<Taken> | null> {
  const until = () => new Date(clock.now().getTime() + lease.seconds * 1000)
  const taken = await lease.take(until())
  if (taken === null) return null
  let renewals: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const renewal = lease.renew(taken, until())
    const told = renewal.catch((error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'))
    renewals = Promise.all([renewals, told])
  }, renewSeconds * 1000)
  return {
    taken,
    async release(signal) {
      clearInterval(timer)
      // One that is on its way would take again what is let go here.
      await renewals
      // Who takes up the work when the database is back finds it free, not held by this one until it would have lapsed.
      await untilAnswered(() => lease.renew(taken, null), { seconds: lease.seconds, signal })
    },
  }
}
