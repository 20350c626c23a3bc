/** The only source of now; tests pass their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/**
 * Begins to count; the answer tells how many milliseconds have passed since, as either clock says that has counted more.
 * One of them may be set back meanwhile, the other stands still while the machine sleeps.
 */
export function startWatch(clock: Clock, steady = () => performance.now()): () => number {
  const [wall, count] = [clock.now().getTime(), steady()]
  return () => Math.max(clock.now().getTime() - wall, steady() - count)
}
