import { and, desc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { UnpostedPurchase } from '#imports/index.ts'
import { purchaseOf } from '#kernel/invoice-reference.ts'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { sendingPhases, workingPhases } from '../steps/run-phases.ts'
import { holdsLane, type LaneKey, postingOf } from '../steps/step-store.ts'
import { postingSteps, postings, runs } from '../tables.ts'
import { nameOriginals, type Original, originalsOf, unnamedOf } from './credited-purchases.ts'

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

/** Invoices made anew for the same purchases; written as their index has it. */
function isMadeAnew(references: readonly string[]): SQL {
  const purchases = `{${references.map(purchaseOf).join(',')}}`
  return sql`(${postings.reference} like '%.%' and split_part(${postings.reference}, '.', 2) = any(${purchases}::text[]))`
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
        sql`(${inArray(postings.reference, [...references])} or ${isMadeAnew(references)})`,
        sql`${postings.settledAs} is distinct from 'returned'`,
      ),
    )
  return originalsOf(
    rows.map(({ reference, number, state, phase }) => {
      const isSent = (state === 'sent' || state === 'unknown') && workingPhases.includes(phase)
      const isToBeSent = state === 'waiting' && sendingPhases.includes(phase)
      return { reference, number, isUnderWay: number === null && (isSent || isToBeSent) }
    }),
  )
}

type Wanted = Connection & { suppliers: readonly string[]; postedSince: Date | null }

/**
 * Purchases of these suppliers that the accounting system, as it was read last, does not have: on their way, waiting for
 * somebody, or posted since (`postedSince`; null where it was never read, and nothing bounds what was). A refund may be of
 * any of them.
 */
export async function findUnposted(tx: CompanyDatabase, wanted: Wanted): Promise<UnpostedPurchase[]> {
  if (wanted.suppliers.length === 0) return []
  const open = and(inArray(postingSteps.state, ['waiting', 'sent', 'unknown']), eq(postingSteps.ordinal, 0))
  const unposted = await findPurchases(tx, wanted, { isStep: open, hasNumber: false })
  if (!wanted.postedSince) return unposted
  // Found by its own index (posting_steps_created), whose condition is written as the index has it.
  const posted = and(
    sql`${postingSteps.ordinal} = 0 and ${postingSteps.state} = 'done'`,
    gte(postingSteps.endedAt, new Date(wanted.postedSince.getTime() - clocksApartMs)),
    isNull(runs.undoStartedAt),
  )
  return [...unposted, ...(await findPurchases(tx, wanted, { isStep: posted, hasNumber: true }))]
}

async function findPurchases(
  tx: CompanyDatabase,
  { companyId, connectionId, suppliers }: Wanted,
  { isStep, hasNumber }: { isStep: SQL | undefined; hasNumber: boolean },
): Promise<UnpostedPurchase[]> {
  const posting = postingOf(tx, companyId, postingSteps.postingId)
  const { invoice } = posting
  const theirs = sql`(select jsonb_array_elements_text(${JSON.stringify([...new Set(suppliers)])}::jsonb))`
  return tx
    .select({
      ...{ reference: posting.reference, source: runs.source, rowNumber: posting.rowNumber },
      number: posting.invoiceNumber,
      supplierNumber: sql<string>`${invoice} ->> 'supplierNumber'`,
      invoiceNumber: sql<string | null>`${invoice} ->> 'invoiceNumber'`,
      date: sql<string>`${invoice} ->> 'invoiceDate'`,
      currency: sql<string>`${invoice} ->> 'currency'`,
      total: sql<number>`(${invoice} ->> 'total')::bigint::float8`,
    })
    .from(postingSteps)
    .innerJoinLateral(posting, sql`true`)
    .innerJoin(runs, and(eq(runs.companyId, companyId), eq(runs.id, postingSteps.runId)))
    .where(
      and(
        ...[eq(postingSteps.companyId, companyId), eq(postingSteps.connectionId, connectionId)],
        ...[isStep, isNull(posting.settledAs), (hasNumber ? isNotNull : isNull)(posting.invoiceNumber)],
        sql`${invoice} ->> 'supplierNumber' in ${theirs} and (${invoice} ->> 'total')::bigint > 0`,
      ),
    )
    .orderBy(desc(postingSteps.endedAt))
    .limit(mostUnposted)
}

/** Which of these invoices are being taken back with their runs, or were: none of them is a purchase any more. */
export async function findTakenBack(
  tx: CompanyDatabase,
  { companyId, connectionId, references }: Connection & { references: readonly string[] },
): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  const rows = await tx
    .select({ reference: postings.reference })
    .from(postings)
    .innerJoin(runs, and(eq(runs.companyId, postings.companyId), eq(runs.id, postings.runId)))
    .where(
      and(
        ...[eq(postings.companyId, companyId), eq(postings.connectionId, connectionId)],
        sql`${postings.reference} in (select jsonb_array_elements_text(${JSON.stringify(references)}::jsonb))`,
        ...[isNotNull(runs.undoStartedAt), sql`${postings.undoOutcome} is distinct from 'kept'`],
      ),
    )
  return new Set(rows.map(({ reference }) => reference))
}

const mostUnposted = 5000
/** Whoever posted and whoever read may be two machines; what both know is one purchase (imports/tie-refunds.ts). */
const clocksApartMs = 60_000
