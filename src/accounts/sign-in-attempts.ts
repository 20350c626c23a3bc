import type { Clock } from '#platform/clock.ts'

const windowMs = 15 * 60_000
const allowed = 10

/** Slows down guessing: after ten failures for one e-mail address within 15 minutes further tries are refused. */
export function createSignInAttempts(clock: Clock) {
  const failures = new Map<string, number[]>()
  const recent = (email: string) => (failures.get(email) ?? []).filter((at) => at > clock.now().getTime() - windowMs)
  return {
    isBlocked: (email: string) => recent(email).length >= allowed,
    recordFailure(email: string) {
      if (failures.size > 10_000) failures.clear() // bounded; whoever can fill it can also wait
      failures.set(email, [...recent(email), clock.now().getTime()])
    },
    forget: (email: string) => void failures.delete(email),
  }
}
