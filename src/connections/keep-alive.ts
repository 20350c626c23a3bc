import { AppError } from '#kernel/errors.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { TokenKeeper } from './keep-tokens.ts'
import { deleteUnusedPaces } from './pace-store.ts'
import { deleteExpiredConsents, listConnectionsToKeepAlive } from './store.ts'

const unusedDays = 6

/** Refreshes what has not been refreshed for days; one connection that fails does not keep the next from being kept. */
export async function keepConnectionsAlive(
  deps: { db: Database; clock: Clock; log: Log; tokens: TokenKeeper },
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  await deleteExpiredConsents(deps.db, now)
  await deleteUnusedPaces(deps.db)
  const unused = await listConnectionsToKeepAlive(deps.db, new Date(now.getTime() - unusedDays * 86_400_000))
  for (const { companyId, id } of unused) {
    if (signal.aborted) return
    try {
      await deps.tokens.renew(companyId, id)
    } catch (error) {
      // Lost connections have told their company already; an outage is tried again tomorrow, well before 45 days.
      const isTold = error instanceof AppError && (error.code === 'connection-lost' || error.code === 'not-connected')
      if (!isTold) deps.log.warn({ err: error, companyId, connectionId: id }, 'connection not kept alive')
    }
  }
}
