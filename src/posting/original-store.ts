import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { UnpostedPurchase } from '#imports/index.ts'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { nameOriginals, type Original, unnamedOf } from './credited-purchases.ts'
import { sendingPhases, workingPhases } from './run-phases.ts'
import { holdsLane, type LaneKey } from './step-store.ts'
import { postingSteps, postings, runs } from './tables.ts'

type Connection = Pick<LaneKey, 'companyId' | 'connectionId'>

/** Null while one of them is on its way. What is written stands, whatever becomes of the lane: it is written anew before each try. */
export async function nameOriginalsOf(
  tx: CompanyDatabase,
  key: LaneKey,
  postingId: string,
): Promise<SupplierInvoice | null> {
  const isPosting = and(eq(postings.companyId, key.companyId), eq(postings.id, postingId))
  const [posting] = await tx.select({ invoice: postings.invoice }).from(postings).where(isPosting).for('update')
  if (!posting) throw new Error('a posting is gone')
  const references = unnamedOf(posting.invoice).map(({ reference }) => reference)
  const invoice = nameOriginals(posting.invoice, await findOriginals(tx, key, references))
  if (invoice)
    await tx
      .update(postings)
      .set({ invoice })
      .where(and(isPosting, holdsLane(key)))
  return invoice
}

async function findOriginals(
  tx: CompanyDatabase,
  { companyId, connectionId }: Connection,
  references: readonly string[],
): Promise<Map<string, Original>> {
  if (references.length === 0) return new Map()
  const rows = await tx
    .select({
      reference: postings.reference,
      number: postings.invoiceNumber,
      state: postingSteps.state,
      phase: runs.phase,
    })
    .from(postings)
    .innerJoin(runs, and(eq(runs.companyId, postings.companyId), eq(runs.id, postings.runId)))
    .innerJoin(
      postingSteps,
      and(
        ...[eq(postingSteps.companyId, postings.companyId), eq(postingSteps.postingId, postings.id)],
        eq(postingSteps.ordinal, 0),
      ),
    )
    .where(
      and(
        ...[eq(postings.companyId, companyId), eq(postings.connectionId, connectionId)],
        inArray(postings.reference, [...references]),
        sql`${postings.settledAs} is distinct from 'returned'`,
      ),
    )
  return new Map(
    rows.map(({ reference, number, state, phase }) => {
      const isSent = (state === 'sent' || state === 'unknown') && workingPhases.includes(phase)
      const isToBeSent = state === 'waiting' && sendingPhases.includes(phase)
      return [reference, { number, isUnderWay: number === null && (isSent || isToBeSent) }]
    }),
  )
}

/** Purchases of these suppliers on their way or waiting for somebody: what a refund may be of. */
export async function findUnposted(
  tx: CompanyDatabase,
  { companyId, connectionId, suppliers }: Connection & { suppliers: readonly string[] },
): Promise<UnpostedPurchase[]> {
  if (suppliers.length === 0) return []
  const { invoice } = postings
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify([...new Set(suppliers)])}::jsonb))`
  return tx
    .select({
      ...{ reference: postings.reference, source: runs.source, rowNumber: postings.rowNumber },
      supplierNumber: sql<string>`${invoice} ->> 'supplierNumber'`,
      invoiceNumber: sql<string | null>`${invoice} ->> 'invoiceNumber'`,
      date: sql<string>`${invoice} ->> 'invoiceDate'`,
      currency: sql<string>`${invoice} ->> 'currency'`,
      total: sql<number>`(${invoice} ->> 'total')::bigint::float8`,
    })
    .from(postingSteps)
    .innerJoin(postings, and(eq(postings.companyId, postingSteps.companyId), eq(postings.id, postingSteps.postingId)))
    .innerJoin(runs, and(eq(runs.companyId, postings.companyId), eq(runs.id, postings.runId)))
    .where(
      and(
        ...[eq(postingSteps.companyId, companyId), eq(postingSteps.connectionId, connectionId)],
        ...[eq(postingSteps.ordinal, 0), inArray(postingSteps.state, ['waiting', 'sent', 'unknown'])],
        ...[isNull(postings.settledAs), isNull(postings.invoiceNumber)],
        sql`${invoice} ->> 'supplierNumber' in ${wanted} and (${invoice} ->> 'total')::bigint > 0`,
      ),
    )
    .limit(mostUnposted)
}

const mostUnposted = 5000
