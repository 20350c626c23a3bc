import { setTimeout as sleep } from 'node:timers/promises'
import { isStatementStopped } from './database-faults.ts'

/** So that what held up the server may be over: half a minute in all. */
const pausesMs = [1000, 5000, 25_000]

/**
 * Does anew what the server stopped a statement of, after longer and longer pauses. `isLast`: it is not done again, for a work
 * that meets it each time would never end. What a process is at when it is asked to stop is left to the queue.
 */
export async function tryStoppedAnew(
  work: (isLast: boolean) => Promise<void>,
  signal = new AbortController().signal,
  pauses: readonly number[] = pausesMs,
): Promise<void> {
  for (const pauseMs of pauses) {
    try {
      return await work(false)
    } catch (error) {
      if (!isStatementStopped(error) || signal.aborted) throw error
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
  return work(true)
}
