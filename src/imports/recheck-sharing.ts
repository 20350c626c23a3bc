import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { listConcerned } from './hold-look-alikes.ts'
import { recheckJob, recheckSharingJob } from './jobs.ts'
import type { Neighbours } from './neighbours.ts'
import { listSharing } from './purchase-store.ts'
import { findImport } from './store.ts'

/** Invoices are taken back one by one: the imports are looked for when some of them are. */
const gatherSeconds = 2

type OfImport = { companyId: string; importId: string }

/**
 * To be called where purchases of an import become its invoices', or are free again. Other imports that wait with the same
 * purchases would say so only when somebody confirms them, or changes something: until then they counted them as ready, or as
 * duplicates.
 */
export async function tellSharing(
  { jobs }: Pick<Neighbours, 'jobs'>,
  tx: CompanyDatabase,
  of: OfImport,
): Promise<void> {
  await jobs().enqueue(tx, recheckSharingJob, of, { key: of.importId, afterSeconds: gatherSeconds })
}

/** Queues a check of each of them. */
export async function recheckSharing({ db, jobs }: Pick<Neighbours, 'db' | 'jobs'>, of: OfImport): Promise<void> {
  await withCompany(db, of.companyId, async (tx) => {
    const imported = await findImport(tx, of.companyId, of.importId)
    const alike = imported ? await listConcerned(tx, imported) : []
    const sharing = new Set([...(await listSharing(tx, of)), ...alike])
    const items = [...sharing].map((importId) => ({ payload: { companyId: of.companyId, importId }, key: importId }))
    await jobs().enqueueAll(tx, recheckJob, items)
  })
}
