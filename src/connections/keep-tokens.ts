import { ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { createSharedCalls } from '#kernel/share-calls.ts'
import { wait } from '#kernel/wait.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { LinkedSystem } from './linked-system.ts'
import type { ConnectionRow, SealedTokens } from './store.ts'
import type { TokenStore } from './token-store.ts'

export type TokenKeeper = {
  /** A valid access token. `refused`: the other side would not take this one, so another is needed. */
  accessToken(companyId: string, connectionId: string, options?: { refused?: string }): Promise<string>
  /** Refreshes although the token is still good, to keep an unused connection from running out. */
  renew(companyId: string, connectionId: string): Promise<void>
}

export type TokenKeeperDeps = {
  store: TokenStore
  clock: Clock
  log: Log
  encryption: Pick<Encryption, 'open' | 'seal'>
  system(connectorId: string): Pick<LinkedSystem, 'displayName' | 'refreshTokens'>
  /** How to wait; simulations let time pass faster. */
  sleep?: (ms: number) => Promise<void>
}

/** A token is not used in its last minute (of a short life the last third: a session holds it for some seconds): the request must get there while it is good. */
const expiryMarginMs = 60_000
const expiryMarginShare = 1 / 3
/** Longer than a refresh can take (20 s for Fortnox and Google, 22 s for Airtable; limits.ts of each), so that a lease only runs out when its holder died. */
const leaseSeconds = 30
/** A process that slept so long after it asked for the lease may have lost it before its refresh would end. */
const leaseUsedMs = 7_000
/** Together as long as the lease. */
const saveTries = 30
const saveAgainMs = 1_000
const leaseWaitMs = 100
const leaseWaits = ((leaseSeconds + 5) * 1000) / leaseWaitMs

/**
 * A refresh token is good once, so only one process at a time may refresh: the holder of a lease in the connection's row.
 * The others wait and read the row again.
 */
export function createTokenKeeper(deps: TokenKeeperDeps): TokenKeeper {
  const share = createSharedCalls<string>()

  function renewOnce(
    companyId: string,
    id: string,
    isUsable: (token: string, row: ConnectionRow) => boolean,
  ): Promise<string> {
    return share(id, () => renewUnderLease(deps, companyId, id, isUsable))
  }

  return {
    async accessToken(companyId, connectionId, { refused } = {}) {
      const isUsable = (token: string, row: ConnectionRow) =>
        token !== refused && usedUntil(row) > deps.clock.now().getTime()
      const row = await readConnected(deps, companyId, connectionId)
      const token = openToken(deps, row, 'accessToken')
      if (isUsable(token, row)) return token
      const renewed = await renewOnce(companyId, connectionId, isUsable)
      // A renewal that somebody else began may have ended in the very token that was refused to us.
      return renewed === refused ? renewOnce(companyId, connectionId, isUsable) : renewed
    },
    async renew(companyId, connectionId) {
      const { tokenVersion } = await readConnected(deps, companyId, connectionId)
      await renewOnce(companyId, connectionId, (_token, row) => row.tokenVersion !== tokenVersion)
    },
  }
}

async function renewUnderLease(
  deps: TokenKeeperDeps,
  companyId: string,
  id: string,
  isUsable: (token: string, row: ConnectionRow) => boolean,
): Promise<string> {
  for (let waits = 0; waits < leaseWaits; waits++) {
    const row = await readConnected(deps, companyId, id)
    const token = openToken(deps, row, 'accessToken')
    if (isUsable(token, row)) return token
    const askedAt = deps.clock.now().getTime()
    const held = await deps.store.takeLease(row, leaseSeconds)
    if (held) {
      if (deps.clock.now().getTime() - askedAt > leaseUsedMs) continue
      const renewed = await refresh(deps, held)
      if (renewed !== null) return renewed
    } else await (deps.sleep ?? wait)(leaseWaitMs)
  }
  throw new ConnectorError('unavailable', 'safe', {
    serviceMessage: 'another process has been refreshing for too long',
  })
}

/** Null when the row changed under us: read it again. */
async function refresh(deps: TokenKeeperDeps, row: ConnectionRow): Promise<string | null> {
  const system = deps.system(row.connectorId)
  try {
    const tokens = await system.refreshTokens(openToken(deps, row, 'refreshToken'))
    const sealed = sealTokens(deps, row.id, tokens)
    const isSaved = await saveAtLast(deps, row, { ...sealed, refreshedAt: deps.clock.now() })
    return isSaved ? tokens.accessToken : null
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'grant-refused')
      return loseConnection(deps, row, system, error)
    await deps.store.releaseLease(row)
    throw asOutage(error)
  }
}

/** The refresh token is spent: while nobody else may refresh, what came for it is saved as soon as the database takes it. */
async function saveAtLast(
  { store, sleep = wait }: TokenKeeperDeps,
  row: ConnectionRow,
  tokens: SealedTokens,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await store.save(row, tokens)
    } catch (error) {
      if (tries === saveTries) throw error
      await sleep(saveAgainMs)
    }
  }
}

/**
 * A token that cannot be had, say for a wrong client secret, refuses nothing of what it was wanted for: that waits until
 * the service is mended. Refused for pace, too: the pace of what it was wanted for knows nothing of it, and whoever relies on
 * that would ask for the token again at once.
 */
function asOutage(error: unknown): unknown {
  if (!(error instanceof ConnectorError) || (error.retry !== 'never' && error.kind !== 'rate-limited')) return error
  const { status, serviceCode, serviceMessage } = error
  return new ConnectorError('unavailable', 'safe', { status, serviceCode, serviceMessage, cause: error })
}

/**
 * Dead only if the refused token is still the one we have and nobody took the lease after ours ran out: whoever did may have
 * spent the token already, and be about to save what came for it.
 */
async function loseConnection(
  deps: TokenKeeperDeps,
  row: ConnectionRow,
  system: { displayName: string },
  cause: ConnectorError,
): Promise<null> {
  const { displayName } = system
  const isLost = await deps.store.lose(row, { displayName, lostReason: cause.serviceCode ?? cause.kind })
  if (!isLost) return null
  deps.log.warn({ companyId: row.companyId, connectionId: row.id, serviceCode: cause.serviceCode }, 'connection lost')
  throw connectionLost(system, cause)
}

export function connectionLost(system: { displayName: string }, cause?: unknown): AppError {
  return new AppError('connection-lost', `the connection to ${system.displayName} is lost`, {
    cause,
    params: { name: system.displayName },
  })
}

async function readConnected(deps: TokenKeeperDeps, companyId: string, id: string): Promise<ConnectionRow> {
  const row = await deps.store.find(companyId, id)
  if (row?.state === 'connected') return row
  if (row?.lostReason) throw connectionLost(deps.system(row.connectorId))
  throw new AppError('not-connected', 'the company is not connected to the accounting system')
}

/** Milliseconds since 1970. */
function usedUntil({ expiresAt, refreshedAt, connectedAt }: ConnectionRow): number {
  if (expiresAt === null) return 0
  const lifeMs = expiresAt.getTime() - (refreshedAt ?? connectedAt).getTime()
  return expiresAt.getTime() - Math.min(expiryMarginMs, lifeMs * expiryMarginShare)
}

function openToken(deps: TokenKeeperDeps, row: ConnectionRow, which: 'accessToken' | 'refreshToken'): string {
  const sealed = row[which]
  if (sealed === null) throw new AppError('not-connected', `the connection has no ${which}`)
  return deps.encryption.open(sealed, row.id)
}

export function sealTokens(
  deps: { encryption: Pick<Encryption, 'seal'> },
  connectionId: string,
  tokens: { accessToken: string; refreshToken: string; expiresAt: number; scopes: string[] },
) {
  return {
    accessToken: deps.encryption.seal(tokens.accessToken, connectionId),
    refreshToken: deps.encryption.seal(tokens.refreshToken, connectionId),
    expiresAt: new Date(tokens.expiresAt),
    scopes: tokens.scopes,
  }
}
