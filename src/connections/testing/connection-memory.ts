import type { Tokens } from '#connectors/accounting-connector.ts'
import type { ConnectionRow } from '../store.ts'
import type { TokenStore } from '../token-store.ts'

type Operation = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * What the database holds of one connection; each operation is one transaction. The same writes under the same conditions
 * as store.ts (token-stores-alike.test.ts).
 */
export function createConnectionMemory(
  now: () => Date,
  { companyId, id }: { companyId: string; id: string },
  onLost: (row: ConnectionRow) => void = () => undefined,
) {
  let row: ConnectionRow | null = null
  const events: string[] = []
  /** As it was read, while nobody has refreshed or ended it since. */
  const same = (read: ConnectionRow) => (row?.tokenVersion === read.tokenVersion ? row : null)
  /** Nor has anybody taken the lease since it ran out. */
  const heldAs = (held: ConnectionRow) =>
    row?.refreshingUntil?.getTime() === held.refreshingUntil?.getTime() ? same(held) : null

  /** As give-consent.ts keeps a connection that a person made or made again. */
  function connect({ accessToken, refreshToken, expiresAt, scopes }: Tokens): void {
    row = {
      ...{ companyId, id, connectorId: 'fortnox', state: 'connected', tenantId: '1', tenantName: 'Fjällbruket' },
      ...{ accessToken, refreshToken, expiresAt: new Date(expiresAt), scopes: [...scopes] },
      ...{ tokenVersion: (row?.tokenVersion ?? 0) + 1, refreshingUntil: null, refreshedAt: null, lostReason: null },
      ...{ tenantNumber: null, acceptedNumber: null, connectedBy: null, connectedAt: now(), invoicesReadAt: null },
    }
    events.push('connection-made')
  }

  const openStore = (operation: Operation): TokenStore => ({
    find: () => operation(async () => structuredClone(row)),
    takeLease: (read, seconds) =>
      operation(async () => {
        const kept = same(read)
        const isFree = kept?.refreshingUntil == null || kept.refreshingUntil < now()
        if (kept?.state !== 'connected' || !isFree) return null
        kept.refreshingUntil = new Date(now().getTime() + seconds * 1000)
        return structuredClone(kept)
      }),
    releaseLease: (held) =>
      operation(async () => {
        const kept = heldAs(held)
        if (kept) kept.refreshingUntil = null
      }),
    save: (read, tokens) =>
      operation(async () => {
        const kept = same(read)
        if (kept?.state !== 'connected') return false
        Object.assign(kept, tokens, { tokenVersion: kept.tokenVersion + 1, refreshingUntil: null })
        return true
      }),
    lose: (held, { lostReason }) =>
      operation(async () => {
        const kept = heldAs(held)
        if (kept?.state !== 'connected') return false
        onLost(structuredClone(kept))
        const gone = { accessToken: null, refreshToken: null, expiresAt: null, refreshingUntil: null }
        Object.assign(kept, gone, { state: 'disconnected', lostReason })
        events.push('connection-lost')
        return true
      }),
  })
  return { connect, openStore, events, isLost: () => row?.state !== 'connected' }
}
