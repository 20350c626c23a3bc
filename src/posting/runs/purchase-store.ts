import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import { referenceList } from '../steps/id-list.ts'
import { postings, runs } from '../tables.ts'

/** A posted purchase as others see it. Amounts: öre, and minor units of its own currency. */
export type PostedPurchase = {
  reference: string
  runId: string
  connectionId: string
  text: string
  supplierName: string
  date: string
  amount: number
  currency: string
  total: number
  invoiceNumber: string | null
}

const columns = {
  reference: postings.reference,
  runId: postings.runId,
  connectionId: postings.connectionId,
  text: postings.text,
  supplierName: postings.supplierName,
  date: sql<string>`${postings.invoice} ->> 'invoiceDate'`,
  amount: postings.amount,
  currency: sql<string>`${postings.invoice} ->> 'currency'`,
  total: sql<number>`(${postings.invoice} ->> 'total')::bigint::float8`,
  invoiceNumber: postings.invoiceNumber,
}

/** One whose rows went back to the preview is no purchase yet, and one that was taken back is none any more. */
const isPurchase = sql`(${postings.settledAs} is distinct from 'returned' and (${postings.undoOutcome} is null or ${postings.undoOutcome} = 'kept'))`

/** Purchases of runs begun since an instant, newest first (ids sort by time), from `before` on, but for those of `except`. */
export async function listPurchases(
  tx: CompanyDatabase,
  companyId: string,
  page: { since: Date; before: string | null; except: Iterable<string>; limit: number },
): Promise<(PostedPurchase & { id: string })[]> {
  return tx
    .select({ id: postings.id, ...columns })
    .from(postings)
    .innerJoin(runs, and(eq(runs.companyId, postings.companyId), eq(runs.id, postings.runId)))
    .where(
      and(
        eq(postings.companyId, companyId),
        gte(runs.createdAt, page.since),
        isPurchase,
        page.before ? lt(postings.id, page.before) : undefined,
        sql`${postings.reference} <> all(${referenceList(page.except)})`,
      ),
    )
    .orderBy(desc(postings.id))
    .limit(page.limit)
}

export async function findPurchases(
  tx: CompanyDatabase,
  companyId: string,
  references: readonly string[],
): Promise<PostedPurchase[]> {
  if (references.length === 0) return []
  return tx
    .select(columns)
    .from(postings)
    .where(
      and(
        eq(postings.companyId, companyId),
        sql`${postings.reference} = any(${referenceList(references)})`,
        isPurchase,
      ),
    )
}
