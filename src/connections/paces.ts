import type { AccountingConnector } from '#connectors/accounting-connector.ts'
import { createFairPacer, type FairPacer } from '#connectors/fair-pacer.ts'
import type { Pacer } from '#connectors/pacer.ts'
import { createSharedPacers } from '#connectors/shared-pacer.ts'
import type { SourceAccess, SourceLimit } from '#connectors/source-connector.ts'
import { newId } from '#kernel/ids.ts'
import type { Database } from '#platform/database.ts'
import type { Notices } from '#platform/notices.ts'
import { createPaceStore } from './pace-store.ts'

/** How a company's requests to a source wait for their turns. */
export type SourcePace = (connectorId: string, companyId: string) => SourceAccess['pace']

/**
 * What the other sides' limits count, whoever of ours asks and in whichever process: requests to a company in the
 * accounting system, to a base in Airtable, to Google for all our companies and for each person's account.
 */
export function openPaces(db: Database, notices: Pick<Notices, 'tell' | 'onTold'>) {
  const { paceOf: paceOfKey, stop } = createSharedPacers({ store: createPaceStore(db, notices), holder: newId() })
  const paceOf = ({ id, capabilities }: AccountingConnector, tenantId: string): Pacer =>
    paceOfKey(`${id} ${tenantId}`, capabilities.rateLimit)
  const fair = new Map<string, FairPacer>()
  function fairPaceOf(key: string, limit: SourceLimit): FairPacer {
    const pacer = fair.get(key) ?? createFairPacer(paceOfKey(key, limit))
    fair.set(key, pacer)
    return pacer
  }
  const sourcePace: SourcePace = (connectorId, companyId) => async (limit) => {
    const key = `${connectorId} ${limit.of}`
    const pacer = fairPaceOf(key, limit)
    try {
      return await pacer.pace(companyId)
    } finally {
      if (pacer.isEmpty()) fair.delete(key)
    }
  }
  return {
    ...{ paceOf, sourcePace, stop },
    /** A request made before its company was known counts in the company's pace all the same. */
    async countRequest(connector: AccountingConnector, tenantId: string): Promise<void> {
      const answered = await paceOf(connector, tenantId).pace()
      answered({ isRateLimited: false, turn: 'sent-before' })
    },
  }
}
