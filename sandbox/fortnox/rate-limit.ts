export type RateLimit = { requests: number; seconds: number }

/**
 * A sliding window for each client id and company. A request is counted when it arrives; one that is answered with 429
 * does not lengthen the wait. The clock is the machine's, not the sandbox's settable one.
 */
export function createRateLimiter(limit: RateLimit, clock: () => number = () => performance.now()) {
  const arrivals = new Map<string, { allowed: number[]; all: number[] }>()
  let maxInWindow = 0
  const within = (times: number[], now: number) => times.filter((time) => now - time < limit.seconds * 1000)
  return {
    isAllowed(key: string): boolean {
      const now = clock()
      const before = arrivals.get(key) ?? { allowed: [], all: [] }
      const allowed = within(before.allowed, now)
      const all = [...within(before.all, now), now]
      const isAllowed = allowed.length < limit.requests
      arrivals.set(key, { allowed: isAllowed ? [...allowed, now] : allowed, all })
      maxInWindow = Math.max(maxInWindow, all.length)
      return isAllowed
    },
    maxInWindow: () => maxInWindow,
    forget() {
      arrivals.clear()
      maxInWindow = 0
    },
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>
