import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { cutPage } from '#platform/list-page.ts'
import type { PostingRow, StepState } from '../contract.ts'
import { isUndoStep } from '../steps/undo-plan.ts'
import { postingSteps, postings, type runs } from '../tables.ts'
import { choicesOf } from './posting-choices.ts'

type Posting = typeof postings.$inferSelect
/** `settled.by`: the id of the person. */
export type ListedPosting = PostingRow

/** `last`: the place of the last of them, where others follow. */
export async function listPostingRows(
  tx: CompanyDatabase,
  companyId: string,
  run: Pick<typeof runs.$inferSelect, 'id' | 'phase' | 'finishedAt'>,
  options: { state?: StepState | undefined; after: number; limit: number },
): Promise<{ rows: ListedPosting[]; last: number | null }> {
  const { state, after, limit } = options
  const inState = state
    ? [
        sql`exists (select 1 from ${postingSteps} s where s.company_id = ${postings.companyId} and s.posting_id = ${postings.id} and s.state = ${state} offset 0)`,
      ]
    : []
  const read = await tx
    .select()
    .from(postings)
    .where(
      and(
        eq(postings.companyId, companyId),
        eq(postings.runId, run.id),
        sql`${postings.position} > ${after}`,
        ...inState,
      ),
    )
    .orderBy(asc(postings.position))
    .limit(limit + 1)
  const { page: found, last } = cutPage(read, limit)
  if (found.length === 0) return { rows: [], last: null }
  const ids = found.map(({ id }) => id)
  const steps = await tx
    .select()
    .from(postingSteps)
    .where(and(eq(postingSteps.companyId, companyId), inArray(postingSteps.postingId, ids)))
    .orderBy(asc(postingSteps.ordinal))
  const byPosting = Map.groupBy(steps, ({ postingId }) => postingId)
  const rows = found.map((posting) => ({
    id: posting.id,
    rowNumber: posting.rowNumber,
    reference: posting.reference,
    supplierNumber: posting.invoice.supplierNumber,
    supplierName: posting.supplierName,
    text: posting.text,
    invoiceDate: posting.invoice.invoiceDate,
    amount: posting.amount,
    invoiceNumber: posting.invoiceNumber,
    voucher: posting.voucher,
    paymentNumber: posting.paymentNumber,
    ...shownSteps(byPosting.get(posting.id) ?? [], posting),
    choices: choicesOf({
      ...{ phase: run.phase, hasEnded: run.finishedAt !== null, settledAs: posting.settledAs },
      steps: byPosting.get(posting.id) ?? [],
    }),
    settled: settlementOf(posting),
    takesBack: takenBackBy(posting.invoice),
  }))
  return { rows, last: last?.position ?? null }
}

/** The steps of the posting, and apart from them those that take it back. */
function shownSteps(
  found: readonly (typeof postingSteps.$inferSelect)[],
  posting: Posting,
): Pick<PostingRow, 'steps' | 'undo'> {
  const steps: PostingRow['steps'] = []
  const undone: NonNullable<PostingRow['undo']>['steps'] = []
  for (const { step, state, problem } of found) {
    if (isUndoStep(step)) undone.push({ step, state })
    else steps.push({ step, state, problem: state === 'done' ? null : problem })
  }
  const { undoOutcome: outcome, undoProblem: problem, creditNumber, creditVoucher } = posting
  // What was seen to by hand is kept without a step.
  const isAsked = undone.length > 0 || outcome !== null
  return { steps, undo: isAsked ? { outcome, problem, creditNumber, creditVoucher, steps: undone } : null }
}

function takenBackBy({ credits }: SupplierInvoice): PostingRow['takesBack'] {
  const [first] = credits ?? []
  if (!first) return null
  const { number = null } = first
  return { state: first.number === undefined ? 'waiting' : number === null ? 'without' : 'named', number }
}

function settlementOf({ settledAs, settledBy, settledAt, settledNote }: Posting): ListedPosting['settled'] {
  if (!settledAs || !settledBy || !settledAt) return null
  return { as: settledAs, by: settledBy, at: settledAt.toISOString(), note: settledNote }
}
