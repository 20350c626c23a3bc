import { withCompany } from '#platform/database.ts'
import { describeWaiting } from './describe-merchants.ts'
import type { StoppedSupplier } from './merchant-contract.ts'
import { listFileUse } from './merchant-store.ts'
import type { Neighbours } from './neighbours.ts'
import { findStopped } from './rules/find-stopped.ts'

/** Suppliers that a template's files used to hold and the newest does not, with waiting texts that may be them. */
export async function describeStopped(deps: Neighbours, companyId: string): Promise<StoppedSupplier[]> {
  const connection = await deps.connections.findConnection(companyId)
  if (!connection) return []
  const uses = await withCompany(deps.db, companyId, (tx) => listFileUse(tx, companyId, connection.id))
  const found = [...Map.groupBy(uses, ({ templateId }) => templateId).values()].flatMap((files) =>
    findStopped(files).map((one) => ({ ...one, templateName: files[0]?.templateName ?? '' })),
  )
  if (found.length === 0) return []
  const merged = await deps.suppliers.listMergedAway(companyId, connection.id)
  // What has moved to another template's files is there still, and what was merged is there under another name.
  const stopped = found.filter(
    ({ supplierNumber, last }) =>
      !merged.has(supplierNumber) && !uses.some(({ suppliers, at }) => suppliers[supplierNumber] && at > last.at),
  )
  if (stopped.length === 0) return []
  const waiting = await describeWaiting(deps, companyId)
  return Promise.all(
    stopped.map(async ({ supplierNumber, files, last, newest, templateName }) => ({
      supplierNumber,
      supplierName: (await deps.suppliers.findRegistered(companyId, connection.id, supplierNumber))?.name ?? '',
      templateName,
      files,
      lastFile: last.fileName,
      newestImportId: newest.importId,
      newestFile: newest.fileName,
      resembling: waiting.flatMap(({ merchant, suggestions }) =>
        suggestions.some((one) => one.supplierNumber === supplierNumber) ? [merchant] : [],
      ),
    })),
  )
}
