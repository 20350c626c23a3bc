import type { Activity } from '#activity/index.ts'
import { type Database, withCompany } from '#platform/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { LinkedSystem } from './linked-system.ts'
import { endConnection, findConnectionTo, listOthersThere } from './store.ts'

/**
 * A person ends the connection: our tokens are forgotten first, then taken back at the other side. When that fails the
 * connection is ended here all the same, and the tokens die there of themselves.
 */
export async function disconnect(
  deps: { db: Database; log: Log; encryption: Encryption; activity: Pick<Activity, 'record'> },
  system: LinkedSystem,
  asker: { companyId: string; userId: string },
): Promise<void> {
  const { companyId } = asker
  const ended = await withCompany(deps.db, companyId, async (tx) => {
    const row = await findConnectionTo(tx, companyId, system.id)
    if (!row || !(await endConnection(tx, companyId, row.id, { lostReason: null }))) return null
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'connection-ended', subject: system.displayName, actorId: asker.userId },
    ])
    return row
  })
  if (!ended?.accessToken || !ended.refreshToken) return
  // At Google one token taken back ends every one that the person has ever given us, those of other companies too.
  if (system.kind === 'source' && (await listOthersThere(deps.db, ended)).length > 0) return
  try {
    await system.revokeTokens({
      accessToken: deps.encryption.open(ended.accessToken, ended.id),
      refreshToken: deps.encryption.open(ended.refreshToken, ended.id),
    })
  } catch (error) {
    deps.log.warn({ err: error, companyId, connectionId: ended.id }, 'tokens not revoked')
  }
}
