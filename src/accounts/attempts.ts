import type { Clock } from '#platform/clock.ts'

export type Attempts = {
  /** Counts a try as it begins, since those sent at once would else all be let through; false where it is one too many. */
  begin(key: string): boolean
  /** The last try was none: nobody answered it. */
  takeBack(key: string): void
  forget(key: string): void
}

const mostKeys = 100_000

/** Slows down guessing, and letters to strangers: so many tries for one key (an address, a person) within a time. */
export function createAttempts(clock: Clock, { allowed, withinMs }: { allowed: number; withinMs: number }): Attempts {
  const begun = new Map<string, number[]>()
  return {
    begin(key) {
      const now = clock.now().getTime()
      const recent = (begun.get(key) ?? []).filter((at) => at > now - withinMs)
      if (recent.length >= allowed) return false
      begun.delete(key)
      begun.set(key, [...recent, now])
      // Bounded by what was tried longest ago: emptied at once, whoever fills it begins anew with everybody.
      const [oldest] = begun.keys()
      if (begun.size > mostKeys && oldest !== undefined) begun.delete(oldest)
      return true
    },
    takeBack: (key) => void begun.get(key)?.pop(),
    forget: (key) => void begun.delete(key),
  }
}
