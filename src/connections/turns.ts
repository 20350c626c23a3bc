import { ConnectorError, type SessionAccess } from '#connectors/accounting-connector.ts'
import type { Pacer } from '#connectors/pacer.ts'
import { holdToken, mostWaitedMs, type TokenOptions } from './hold-token.ts'

type TurnOptions = TokenOptions & {
  pace: Pacer['pace']
  /** Asked when a request's turn has come, right before it leaves: it may have waited long for it. */
  mayStillSend(): boolean
}

/** Later than that after its turn a request does not leave, but waits for another: the place may be somebody else's by then. */
const latestMs = 100

/**
 * A request's turn in the pace, and the token that it leaves with. A token is renewed before the turn, so that none is kept
 * waiting; but what was good then may have run out since, and been refused to a whole window of requests.
 */
export function openTurns({ pace, mayStillSend, ...tokens }: TurnOptions): SessionAccess['turn'] {
  const accessToken = holdToken(tokens)
  const now = () => tokens.clock.now().getTime()
  return async (options) => {
    const askedAt = now()
    await accessToken(options)
    for (let round = 1; ; round++) {
      const answered = await pace()
      const turnCameAt = now()
      const giveBack = () => answered({ isRateLimited: false, turn: 'unsent' })
      const token = await accessToken().catch((error: unknown) => {
        giveBack()
        throw error
      })
      const isInTime = now() - turnCameAt <= latestMs
      // The pace alone may take longer: that was foreseen when the look before the request was made.
      const mayGoOn = mayStillSend() && ((isInTime && round === 1) || now() - askedAt <= mostWaitedMs)
      if (isInTime && mayGoOn) return { token, answered }
      giveBack()
      if (!mayGoOn) throw new ConnectorError('unavailable', 'safe')
    }
  }
}
