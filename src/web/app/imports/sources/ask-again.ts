import type { TemplateSource } from '#sources/contract.ts'

const busyMs = 1_500
/** A due fetching waits for the worker's look; a month is longer than a timer can be. */
const [leastMs, mostMs] = [10_000, 3_600_000]

/** When to ask how the fetchings stand: soon while one is under way, else once the next is due by its schedule, which nobody presses. */
export function askAgainMs(
  sources: readonly Pick<TemplateSource, 'isFetching' | 'nextAt'>[],
  now: number,
): number | false {
  if (sources.some(({ isFetching }) => isFetching)) return busyMs
  const due = sources.flatMap(({ nextAt }) => (nextAt === null ? [] : [Date.parse(nextAt) - now + busyMs]))
  return due.length > 0 && Math.min(mostMs, Math.max(leastMs, Math.min(...due)))
}
