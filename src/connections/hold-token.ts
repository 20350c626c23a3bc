import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { Clock } from '#platform/clock.ts'

/** So long a session uses a token without looking whether the connection still stands; one that was revoked is refused anyway. */
const tokenHeldMs = 5_000
/**
 * So long the one that was read last is used while it is read anew. It is good for a minute when it is read (keep-tokens.ts),
 * and where the database takes its time a whole window of requests would come too late for their turns, each time.
 */
const usedMeanwhileMs = 15_000
/**
 * A request that waited so long for its token does not leave: what was looked up before it may have changed since, and
 * whoever sends it looks again (posting/lane/lane.ts).
 */
export const mostWaitedMs = 10_000

export type TokenOptions = { readToken: (options?: { refused?: string }) => Promise<string>; clock: Clock }

/** `next` is read while this one is used. */
type Held = { token: Promise<string>; askedAt: number; isRead: boolean; next?: Held }

/** Requests come in crowds: they look a token up together, but for one that is refused. */
export function holdToken({ readToken, clock }: TokenOptions) {
  let held: Held | null = null
  function read(options?: { refused?: string }): Held {
    const mine: Held = { token: readToken(options), askedAt: clock.now().getTime(), isRead: false }
    mine.token.then(
      () => {
        mine.isRead = true
        if (held?.next === mine) held = mine
      },
      () => {
        if (held === mine || held?.next === mine) held = null
      },
    )
    return mine
  }
  function take(options?: { refused?: string }): Promise<string> {
    if (!held || options?.refused !== undefined) held = read(options)
    const age = clock.now().getTime() - held.askedAt
    if (age >= tokenHeldMs) {
      held.next ??= read()
      if (!held.isRead || age >= usedMeanwhileMs) held = held.next
    }
    return held.token
  }
  return async (options?: { refused?: string }): Promise<string> => {
    const askedAt = clock.now().getTime()
    const token = await take(options)
    if (clock.now().getTime() - askedAt <= mostWaitedMs) return token
    throw new ConnectorError('unavailable', 'safe', { serviceMessage: 'the token took too long' })
  }
}
