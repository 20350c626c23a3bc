import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Activity } from '#activity/index.ts'
import type { RefundTie } from '#imports/index.ts'
import { jsonbText } from '#kernel/jsonb-text.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, rowsOf, together } from '#platform/database.ts'
import { type StepState, type UndoOutcome, type UndoStep, undoSteps } from '../contract.ts'
import { type StepProblem, type StepView, sentAnew, takenUpAgain } from '../rules.ts'
import type { OpenPosting } from '../steps/step-store.ts'
import { postingSteps, postings, runs } from '../tables.ts'

/** Without those that went back to the preview: nothing of them stands there, and their rows may be another run's by now. */
const ofRuns = (companyId: string, runIds: readonly string[]) =>
  and(
    ...[eq(postings.companyId, companyId), inArray(postings.runId, [...runIds])],
    sql`${postings.settledAs} is distinct from 'returned'`,
  )
const ofRun = (companyId: string, runId: string) => ofRuns(companyId, [runId])

/**
 * Readies every invoice of a run that is not taken back yet for being looked at: what was left to do of the posting, or
 * of an earlier try, is dropped. Answers how many there are.
 */
export async function openUndo(tx: CompanyDatabase, companyId: string, runId: string): Promise<number> {
  await tx
    .update(postingSteps)
    .set({ state: 'dropped' })
    .where(
      and(
        eq(postingSteps.companyId, companyId),
        eq(postingSteps.runId, runId),
        inArray(postingSteps.state, ['waiting', 'rejected']),
      ),
    )
  await tx
    .update(postings)
    .set({ undoOutcome: null, undoProblem: null })
    .where(and(ofRun(companyId, runId), eq(postings.undoOutcome, 'kept')))
  await tx
    .update(postings)
    .set({ undoOutcome: 'kept', undoProblem: { code: 'by-hand', serviceCode: null, message: null } })
    .where(and(ofRun(companyId, runId), eq(postings.settledAs, 'by-hand')))
  const opened = await rowsOf<unknown>(
    tx.execute(sql`
    insert into posting_steps (company_id, posting_id, position, ordinal, run_id, connection_id, step, state, attempts)
    select p.company_id, p.id, p.position, (
      select coalesce(max(s.ordinal), -1) + 1 from posting_steps s where s.company_id = p.company_id and s.posting_id = p.id
    ), p.run_id, p.connection_id, 'inspect', 'waiting', 0
    from postings p
    where p.company_id = ${companyId}::uuid and p.run_id = ${runId}::uuid and p.undo_outcome is null and p.settled_as is distinct from 'returned'
    returning posting_id`),
  )
  return opened.length
}

/** Writes the steps that an inspection decided on, after it. */
export async function insertUndoSteps(
  tx: CompanyDatabase,
  key: { companyId: string; connectionId: string },
  posting: OpenPosting,
  { ordinal }: StepView,
  planned: readonly UndoStep[],
): Promise<StepView[]> {
  const steps = stepsToInsert(posting.steps, { ordinal }, planned)
  const { companyId, connectionId } = key
  const of = { postingId: posting.id, runId: posting.runId, position: posting.position }
  // Instants are kept by the database's clock, and read as ours.
  const sentAt = (step: UndoStep) =>
    sql<Date>`(select max(s.sent_at) from posting_steps s where s.company_id = ${companyId}::uuid and s.posting_id = ${posting.id}::uuid and s.step = ${step})`
  if (steps.length > 0)
    await tx
      .insert(postingSteps)
      .values(steps.map((one) => ({ ...one, ...of, companyId, connectionId, sentAt: one.sentAt && sentAt(one.step) })))
  return steps
}

/** After the step that planned them; what was sent before is taken up again. */
export function stepsToInsert(
  before: readonly StepView[],
  { ordinal }: Pick<StepView, 'ordinal'>,
  planned: readonly UndoStep[],
) {
  return planned.map((step, index) => ({
    ...{ ordinal: ordinal + 1 + index, step, state: 'waiting' as StepState },
    ...{ attempts: 0, sentAt: null as Date | null, problem: null },
    ...takenUpAgain(before, step),
  }))
}

/** An earlier try was carried out after all, as an inspection found; it may have been asked for more than once. */
export async function setCarriedOut(
  tx: CompanyDatabase,
  companyId: string,
  posting: OpenPosting,
  { ordinal, attempts }: StepView,
  endedAt: Date,
): Promise<void> {
  await tx
    .update(postingSteps)
    .set({ state: 'done', endedAt, problem: attempts > 1 ? sentAnew : null })
    .where(
      and(
        eq(postingSteps.companyId, companyId),
        eq(postingSteps.postingId, posting.id),
        eq(postingSteps.ordinal, ordinal),
      ),
    )
}

export async function setUndoOutcome(
  tx: CompanyDatabase,
  companyId: string,
  postingId: string,
  undoOutcome: UndoOutcome,
  undoProblem: StepProblem | null,
): Promise<void> {
  await tx
    .update(postings)
    .set({ undoOutcome, undoProblem })
    .where(and(eq(postings.companyId, companyId), eq(postings.id, postingId), isNull(postings.undoOutcome)))
}

export type UndoCounts = { invoices: number; removed: number; credited: number; kept: number; paidBack: number }

/** What became of the invoices of each run so far. */
export async function countOutcomes(
  tx: CompanyDatabase,
  companyId: string,
  runIds: readonly string[],
): Promise<(runId: string) => UndoCounts> {
  const is = (outcome: UndoOutcome) => sql<number>`count(*) filter (where ${postings.undoOutcome} = ${outcome})::int`
  const counted = await tx
    .select({
      runId: postings.runId,
      invoices: sql<number>`count(*)::int`,
      removed: is('removed'),
      credited: is('credited'),
      kept: is('kept'),
      paidBack: sql<number>`count(${postings.creditPaymentNumber}) filter (where ${postings.undoOutcome} = 'credited')::int`,
    })
    .from(postings)
    .where(ofRuns(companyId, runIds))
    .groupBy(postings.runId)
  const none = { invoices: 0, removed: 0, credited: 0, kept: 0, paidBack: 0 }
  return (id) => {
    const { runId: _, ...counts } = counted.find(({ runId }) => runId === id) ?? { runId: id, ...none }
    return counts
  }
}

export async function countReasons(
  tx: CompanyDatabase,
  companyId: string,
  runId: string,
): Promise<{ code: string; count: number }[]> {
  const code = sql<string>`${postings.undoProblem} ->> 'code'`
  return tx
    .select({ code, count: sql<number>`count(*)::int` })
    .from(postings)
    .where(and(ofRun(companyId, runId), sql`${postings.undoProblem} is not null`))
    .groupBy(code)
    .orderBy(code)
}

/** How many of these are tied to an invoice of the run. */
export async function countTied(
  tx: CompanyDatabase,
  { companyId, id }: { companyId: string; id: string },
  ties: readonly RefundTie[],
): Promise<number> {
  if (ties.length === 0) return 0
  const ours = (column: typeof postings.invoiceNumber | typeof postings.reference) =>
    tx.select({ one: column }).from(postings).where(ofRun(companyId, id))
  const [found] = await rowsOf<{ count: number }>(
    tx.execute(sql`
    select count(*)::int as count from jsonb_to_recordset(${jsonbText(ties)}::jsonb) as tie(number text, reference text)
    where tie.number in (${ours(postings.invoiceNumber)})
      or (tie.number is null and tie.reference in (${ours(postings.reference)}))`),
  )
  return found?.count ?? 0
}

export type PostedSoFar = {
  amount: number
  isCreated: boolean
  isBookkept: boolean
  isPaid: boolean
  isByHand: boolean
}

/**
 * How far each invoice of a run has come, as Radvis knows it. Invoices and steps are put together here: the database takes a
 * run that is new for a small one, and would go through all its steps anew for each invoice.
 */
export async function listPostedSoFar(tx: CompanyDatabase, companyId: string, runId: string): Promise<PostedSoFar[]> {
  const isDone = (step: string) =>
    sql<boolean>`bool_or(${postingSteps.step} = ${step} and ${postingSteps.state} = 'done')`
  const [invoices, steps] = await together(
    tx
      .select({ id: postings.id, amount: postings.amount, settledAs: postings.settledAs })
      .from(postings)
      .where(ofRun(companyId, runId)),
    tx
      .select({
        id: postingSteps.postingId,
        ...{ isCreated: isDone('create'), isBookkept: isDone('bookkeep'), isPaid: isDone('bookkeep-payment') },
      })
      .from(postingSteps)
      .where(and(eq(postingSteps.companyId, companyId), eq(postingSteps.runId, runId)))
      .groupBy(postingSteps.postingId),
  )
  const done = new Map(steps.map(({ id, ...soFar }) => [id, soFar]))
  return invoices.flatMap(({ id, amount, settledAs }) => {
    const soFar = done.get(id)
    return soFar ? [{ amount, isByHand: settledAs === 'by-hand', ...soFar }] : []
  })
}

/** Ends the taking back of a run when every invoice of it has an outcome. The run's row is locked by the caller. */
export async function settleUndo(
  tx: CompanyDatabase,
  deps: { clock: Clock; activity: Pick<Activity, 'record'> },
  companyId: string,
  runId: string,
): Promise<void> {
  const { invoices, removed, credited, kept } = (await countOutcomes(tx, companyId, [runId]))(runId)
  if (removed + credited + kept < invoices) return
  const now = deps.clock.now()
  const [ended] = await tx
    .update(runs)
    .set({
      phase: kept > 0 ? 'partly-reverted' : 'reverted',
      status: kept > 0 ? 'error' : 'success',
      finishedAt: now,
      undoFinishedAt: now,
    })
    .where(and(eq(runs.companyId, companyId), eq(runs.id, runId), eq(runs.phase, 'reverting')))
    .returning()
  if (!ended) return
  await deps.activity.record(tx, companyId, [
    {
      type: kept > 0 ? 'error' : 'success',
      activity: 'undo-finished',
      subject: ended.source,
      runId,
      params: { removed, credited, kept },
    },
  ])
}

export const isPostingStep = sql`${postingSteps.step} not in ${[...undoSteps]}`
