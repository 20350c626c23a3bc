import { createConnectionMemory } from '#connections/testing/connection-memory.ts'
import type { Answer } from './books.ts'
import type { Life } from './process-life.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }

/** One refresh on its way: whose it is, and what became of it. */
type Use = { refreshToken: string; sender: Life; end: 'open' | 'answered' | 'given-up'; isCarriedOut: boolean }

/** The database's clock, and every other but for its skew, begins here: no wait is ever counted from 1970. */
export const epoch = Date.parse('2026-11-21T10:00:00Z')

/**
 * The other side's tokens: a refresh token is good once, and whoever comes with it a second time is refused. Counts what
 * ours must never do: two refreshes with one token where one would lose, and a connection lost though nobody took it from us.
 */
export function createTokenServer(time: Time, lifeMs: number) {
  let issued = 0
  let current = { access: '', refresh: '', diesAt: 0 }
  let isRevoked = false
  const uses: Use[] = []
  const faults = { doubleRefreshes: 0, tokensLost: 0 }
  const lostHere = (use: Use) => use.end === 'given-up' || use.sender.isDead()
  const memory = createConnectionMemory(
    () => new Date(epoch + time.now()),
    connectionKey,
    (row) => {
      const isTaken =
        isRevoked || uses.some((use) => use.refreshToken === row.refreshToken && use.isCarriedOut && lostHere(use))
      if (!isTaken) faults.tokensLost += 1
    },
  )

  function issue() {
    issued += 1
    current = { access: `access-${issued}`, refresh: `refresh-${issued}`, diesAt: time.now() + lifeMs }
    const { access: accessToken, refresh: refreshToken } = current
    return { accessToken, refreshToken, expiresIn: lifeMs / 1000 }
  }
  function connect(): void {
    isRevoked = false
    const { accessToken, refreshToken } = issue()
    memory.connect({ accessToken, refreshToken, expiresAt: epoch + time.now() + lifeMs, scopes: [] })
  }
  connect()
  return {
    memory,
    faults,
    connect,
    isGood: (token: string) => token === current.access && time.now() < current.diesAt && !isRevoked,
    /** A person at the other side takes the consent back. */
    revoke: () => {
      isRevoked = true
    },
    begin(refreshToken: string, sender: Life): Use {
      const rivals = uses.filter((use) => use.refreshToken === refreshToken && !lostHere(use))
      if (rivals.some(({ end }) => end === 'open' || end === 'answered')) faults.doubleRefreshes += 1
      const use: Use = { refreshToken, sender, end: 'open', isCarriedOut: false }
      uses.push(use)
      return use
    },
    /** What the process was answered last cannot be saved. */
    loseLast(sender: Life): void {
      const last = uses.findLast((use) => use.sender === sender)
      if (last) last.end = 'given-up'
    },
    refresh(use: Use): Answer {
      if (isRevoked || use.refreshToken !== current.refresh)
        return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid refresh token' } }
      use.isCarriedOut = true
      const { accessToken, expiresIn } = issue()
      const answer = { access_token: accessToken, refresh_token: current.refresh, expires_in: expiresIn, scope: '' }
      return { status: 200, body: answer }
    },
  }
}
export type TokenServer = ReturnType<typeof createTokenServer>

export const connectionKey = { companyId: 'company', id: 'connection' }
