import type { Clock } from '#platform/clock.ts'

/** So long a session uses a token without looking whether the connection still stands; one that was revoked is refused anyway. */
const tokenHeldMs = 5_000

/** Requests come in crowds: they look a token up together, but for one that is refused. */
export function holdToken(read: (options?: { refused?: string }) => Promise<string>, clock: Clock) {
  let held: { token: Promise<string>; until: number } | null = null
  return (options?: { refused?: string }): Promise<string> => {
    if (options?.refused === undefined && held && clock.now().getTime() < held.until) return held.token
    const token = read(options)
    const mine = { token, until: clock.now().getTime() + tokenHeldMs }
    held = mine
    token.catch(() => {
      if (held === mine) held = null
    })
    return token
  }
}
