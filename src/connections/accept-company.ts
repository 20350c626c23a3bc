import type { Activity } from '#activity/index.ts'
import { type Database, withCompany } from '#platform/database.ts'
import type { LinkedSystem } from './linked-system.ts'
import { acceptNumber, findConnectionTo, lockConnector } from './store.ts'

/** A person says that the books are the right ones although they have another company's number; holds for that number. */
export async function acceptCompany(
  deps: { db: Database; activity: Pick<Activity, 'record'> },
  system: LinkedSystem,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await withCompany(deps.db, companyId, async (tx) => {
    await lockConnector(tx, companyId, system.id)
    const row = await findConnectionTo(tx, companyId, system.id)
    if (!row?.tenantNumber || row.tenantNumber === row.acceptedNumber) return
    await acceptNumber(tx, companyId, row.id)
    const params = { tenant: row.tenantName ?? '', number: row.tenantNumber }
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'connection-company-accepted', subject: system.displayName, actorId: userId, params },
    ])
  })
}
