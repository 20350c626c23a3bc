import type { Connections } from '#connections/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { finishReading, type Register, saveSuppliers } from './store.ts'

export type SyncDeps = { db: Database; clock: Clock; connections: Pick<Connections, 'openSession'> }

/**
 * Copies the accounting system's whole supplier register, page by page, and only at its end forgets what is gone there:
 * a reading that breaks off leaves the copy usable. No transaction is open while a page is on its way.
 */
export async function syncSuppliers({ db, clock, connections }: SyncDeps, register: Register): Promise<void> {
  const { companyId, connectionId } = register
  const session = await connections.openSession(companyId, connectionId)
  const startedAt = clock.now()
  for await (const page of session.listSuppliers()) {
    await withCompany(db, companyId, (tx) => saveSuppliers(tx, register, page, startedAt))
  }
  await withCompany(db, companyId, (tx) => finishReading(tx, register, startedAt))
}
