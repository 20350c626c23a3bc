import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { Clock } from '#platform/clock.ts'

/** So long a session uses a token without looking whether the connection still stands; one that was revoked is refused anyway. */
const tokenHeldMs = 5_000
/**
 * A request that waited so long for its token does not leave: what was looked up before it may have changed since, and
 * whoever sends it looks again (posting/lane.ts).
 */
export const mostWaitedMs = 10_000

export type TokenOptions = { readToken: (options?: { refused?: string }) => Promise<string>; clock: Clock }

/** Requests come in crowds: they look a token up together, but for one that is refused. */
export function holdToken({ readToken, clock }: TokenOptions) {
  let held: { token: Promise<string>; until: number } | null = null
  function take(options?: { refused?: string }): Promise<string> {
    if (options?.refused === undefined && held && clock.now().getTime() < held.until) return held.token
    const token = readToken(options)
    const mine = { token, until: clock.now().getTime() + tokenHeldMs }
    held = mine
    token.catch(() => {
      if (held === mine) held = null
    })
    return token
  }
  return async (options?: { refused?: string }): Promise<string> => {
    const askedAt = clock.now().getTime()
    const token = await take(options)
    if (clock.now().getTime() - askedAt <= mostWaitedMs) return token
    throw new ConnectorError('unavailable', 'safe', { serviceMessage: 'the token took too long' })
  }
}
