import { AppError } from '#kernel/errors.ts'
import { readCompany, withCompany } from '#platform/database.ts'
import type { SourceAddress } from './contract.ts'
import type { SourcesDeps } from './neighbours.ts'
import { changeSource, findSource, type SourceRecord } from './store.ts'

/**
 * Another tab, table or view for a template, as where the one before is gone or a month has a tab of its own. The schedule
 * stays, and so does what was seen: rows that stand in the new one too are not fetched once more. A fetching under way
 * comes to nothing, since it was of the one before.
 */
export async function chooseSource(
  deps: SourcesDeps,
  { companyId, templateId }: { companyId: string; templateId: string },
  address: SourceAddress,
): Promise<SourceRecord> {
  const missing = () => new AppError('not-found', 'the template has no source')
  const before = await readCompany(deps.db, companyId, (tx) => findSource(tx, companyId, templateId))
  if (!before) throw missing()
  const session = await deps.connections.openSource(companyId, before.connectorId)
  await session.readRows(address, { most: 1 })
  const anew = { version: null, outcome: null, fetchedAt: null, fetchingSince: null, fetchingUntil: null }
  const record = await withCompany(deps.db, companyId, (tx) =>
    changeSource(tx, companyId, templateId, { ...address, ...anew }),
  )
  if (!record) throw missing()
  return record
}
