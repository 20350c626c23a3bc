import { and, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { jsonbText } from '#kernel/jsonb-text.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { postingOf } from '../steps/step-store.ts'
import { postingSteps, postings } from '../tables.ts'

export type ConnectionKey = { companyId: string; connectionId: string }
export type WithoutVoucher = {
  id: string
  invoiceNumber: string | null
  paymentNumber: string | null
  createdAt: Date | null
}
/** `isCredit`: of the credit invoice that took the invoice back. */
export type FoundVoucher = { id: string; voucher: string; isCredit: boolean }

const mostAtOnce = 1000

/** Bookkept without a voucher being known. `paymentNumber` only where it is the payment that bookkept the invoice. */
export async function findWithoutVoucher(
  tx: CompanyDatabase,
  { companyId, connectionId }: ConnectionKey,
  since: Date,
): Promise<WithoutVoucher[]> {
  const create = alias(postingSteps, 'create_step')
  const bookkept = tx
    .select({ id: postingSteps.postingId, step: postingSteps.step })
    .from(postingSteps)
    .where(
      and(
        ...[eq(postingSteps.companyId, companyId), eq(postingSteps.postingId, create.postingId)],
        eq(postingSteps.state, 'done'),
        inArray(postingSteps.step, ['bookkeep', 'bookkeep-payment']),
      ),
    )
    .orderBy(postingSteps.ordinal)
    .limit(1)
    .as('bookkept')
  const posting = postingOf(tx, companyId, create.postingId)
  return tx
    .select({
      id: posting.id,
      invoiceNumber: posting.invoiceNumber,
      paymentNumber: sql<
        string | null
      >`case when ${bookkept.step} = 'bookkeep' then null else ${posting.paymentNumber} end`,
      createdAt: create.endedAt,
    })
    .from(create)
    .innerJoinLateral(posting, sql`true`)
    .innerJoinLateral(bookkept, sql`true`)
    .where(
      and(
        ...[eq(create.companyId, companyId), eq(create.connectionId, connectionId), eq(create.ordinal, 0)],
        ...[eq(create.state, 'done'), gte(create.endedAt, since)],
        ...[isNull(posting.voucher), isNotNull(posting.invoiceNumber), isNull(posting.undoOutcome)],
      ),
    )
    .limit(mostAtOnce)
}

/** Credit invoices of ours that are bookkept without a voucher being known: `invoiceNumber` is the credit invoice's. */
export async function findCreditsWithoutVoucher(
  tx: CompanyDatabase,
  { companyId, connectionId }: ConnectionKey,
  since: Date,
): Promise<WithoutVoucher[]> {
  return tx
    .select({
      id: postings.id,
      invoiceNumber: postings.creditNumber,
      paymentNumber: sql<null>`null`,
      createdAt: postingSteps.endedAt,
    })
    .from(postings)
    .innerJoin(
      postingSteps,
      and(eq(postingSteps.companyId, postings.companyId), eq(postingSteps.postingId, postings.id)),
    )
    .where(
      and(
        ...[eq(postings.companyId, companyId), eq(postings.connectionId, connectionId)],
        ...[isNotNull(postings.creditNumber), isNull(postings.creditVoucher)],
        ...[eq(postingSteps.step, 'bookkeep-credit'), eq(postingSteps.state, 'done'), gte(postingSteps.endedAt, since)],
      ),
    )
    .limit(mostAtOnce)
}

export async function saveVouchers(
  tx: CompanyDatabase,
  { companyId }: ConnectionKey,
  found: readonly FoundVoucher[],
): Promise<void> {
  if (found.length === 0) return
  await tx.execute(sql`
    update ${postings} p set
      voucher = case when given."isCredit" then p.voucher else coalesce(p.voucher, given.voucher) end,
      credit_voucher = case when given."isCredit" then coalesce(p.credit_voucher, given.voucher) else p.credit_voucher end
    from jsonb_to_recordset(${jsonbText(found)}::jsonb) as given(id uuid, voucher text, "isCredit" boolean)
    where p.company_id = ${companyId} and p.id = given.id`)
}
