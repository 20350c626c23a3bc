import { type AccountingSession, ConnectorError, type PostedInvoice } from '#connectors/accounting-connector.ts'
import { resolveCreate } from '../rules.ts'
import { searchFor } from './search-for.ts'
import type { OpenPosting } from './step-store.ts'

/**
 * The invoice that a create made whose answer was lost, as it stands there: of more than one it is seen which are bookkept,
 * and of the one which account rows it has.
 */
export async function findMade(session: AccountingSession, posting: Pick<OpenPosting, 'invoice' | 'runCreatedAt'>) {
  const found = await session.findByReference(searchFor(posting))
  return resolveCreate(await Promise.all(found.map((one) => (one.isCancelled ? one : readListed(session, one.number)))))
}

/** What a list shows already may not be seen everywhere yet. */
async function readListed(session: AccountingSession, number: string): Promise<PostedInvoice> {
  return session.readSupplierInvoice(number).catch((cause: unknown) => {
    if (!(cause instanceof ConnectorError) || cause.kind !== 'not-found') throw cause
    throw new ConnectorError('unknown', 'after-check', { cause })
  })
}
