import type { SourcesDeps } from './neighbours.ts'
import type { SourceRecord } from './store.ts'

/** The account at the other side that a source is read with; the company's id where it has none at the moment. */
export async function accountOf(
  { connections }: Pick<SourcesDeps, 'connections'>,
  { companyId, connectorId }: Pick<SourceRecord, 'companyId' | 'connectorId'>,
): Promise<string> {
  const connection = await connections.findConnection(companyId, connectorId)
  return connection?.tenantId ?? companyId
}
