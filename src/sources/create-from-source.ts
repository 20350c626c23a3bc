import { deleteUnlessMade } from '#platform/files.ts'
import type { CreateFromSourceRequest } from './contract.ts'
import type { SourcesDeps } from './neighbours.ts'
import { namesById } from './rules/known-names.ts'
import { nothingSeen } from './rules/source-changes.ts'
import { keepSeen } from './seen-rows.ts'
import { snapshotOf } from './snapshot.ts'
import { insertSource, type SourceRecord } from './store.ts'

/** As many rows as the mapping page can show something of, and enough to tell the number format and the date order. */
const sampleRows = 500

/** A template whose rows are fetched: its sample is what stands in the source now. */
export async function createFromSource(
  deps: SourcesDeps,
  who: { companyId: string; userId: string },
  request: CreateFromSourceRequest,
): Promise<SourceRecord> {
  const { companyId, userId } = who
  const { name, bank, granularity, ...address } = request
  const { connectorId, documentId, documentName, tableId, tableName, viewId } = address
  const session = await deps.connections.openSource(companyId, connectorId)
  const reading = await session.readRows({ documentId, tableId, viewId }, { most: sampleRows })
  const rows = reading.extent === 'unchanged' ? [] : reading.rows.slice(0, sampleRows)
  const [head] = rows
  const columnIds = reading.extent === 'unchanged' ? null : reading.columnIds
  const bytes = await snapshotOf(tableName, rows, (row) => row === head)
  const seenKey =
    columnIds && head
      ? await keepSeen(deps.files, companyId, { ...nothingSeen, names: namesById(columnIds, head.cells) })
      : null
  const source: Omit<SourceRecord, 'templateId'> = {
    companyId,
    ...address,
    schedule: null,
    nextAt: null,
    fetchingSince: null,
    fetchingUntil: null,
    fetchingExtent: 'changed',
    fetchedAt: null,
    outcome: null,
    version: null,
    seenKey,
    createdBy: userId,
  }
  const making = deps.templates.createTemplate({
    companyId,
    userId,
    fields: {
      name,
      bank,
      granularity,
      sourceSystem: connectorId,
      targetSystem: 'fortnox',
      resource: 'supplier-invoice',
      movement: 'import',
    },
    file: { name: `${documentName} – ${tableName}.xlsx`, bytes },
    inTransaction: (tx, templateId) => insertSource(tx, { ...source, templateId }),
  })
  const { id: templateId } = await (seenKey === null ? making : deleteUnlessMade(deps.files, seenKey, making))
  return { ...source, templateId }
}
