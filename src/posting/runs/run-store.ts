import { and, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Activity } from '#activity/index.ts'
import { newId } from '#kernel/ids.ts'
import { roundOf } from '#kernel/invoice-reference.ts'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { debtOf, type InvoicePayment, type SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, executePrepared, rowsOf, together } from '#platform/database.ts'
import type { Step } from '../contract.ts'
import { sentAllTheSame } from '../rules.ts'
import { idList, referenceList } from '../steps/id-list.ts'
import { undoPhases, workingPhases } from '../steps/run-phases.ts'
import { postingSteps, postings, runs } from '../tables.ts'
import { countSteps, type RunCounts } from './count-steps.ts'
import { countOutcomes, settleUndo, type UndoCounts } from './undo-store.ts'

/** A confirmed import: the invoices exactly as the user saw them. */
export type NewRun = {
  companyId: string
  importId: string
  /** How often the import had been opened again before. */
  round: number
  connectionId: string
  source: string
  target: string
  performedBy: string
  /** Its template asks for the approval of another person. */
  needsApproval?: boolean
  /** In the order they are posted; taken one after the other, since there may be a million. */
  invoices: Iterable<NewPosting> | AsyncIterable<NewPosting>
}
type NewPosting = {
  rowNumber: number
  rowIds: number[]
  text: string
  supplierName: string
  reference: string
  invoice: SupplierInvoice
  payment: InvoicePayment | null
  steps: Step[]
}

const unended = ['initiated', 'ongoing'] as const

export type RunRecord = typeof runs.$inferSelect

export async function findRunOfConfirmation(
  tx: CompanyDatabase,
  { companyId, importId, round }: Pick<NewRun, 'companyId' | 'importId' | 'round'>,
): Promise<RunRecord | null> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.companyId, companyId), eq(runs.importId, importId), eq(runs.round, round)))
  return run ?? null
}

export async function findRun(tx: CompanyDatabase, companyId: string, id: string): Promise<RunRecord | null> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.companyId, companyId), eq(runs.id, id)))
  return run ?? null
}

/** Locks the run, so that of two who change or end it one sees what the other did. */
export async function lockRun(tx: CompanyDatabase, companyId: string, id: string): Promise<RunRecord | null> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.companyId, companyId), eq(runs.id, id)))
    .for('update')
  return run ?? null
}

/** Changes a run that the caller has locked or just written. */
export async function saveRun(
  tx: CompanyDatabase,
  { companyId, id }: Pick<RunRecord, 'companyId' | 'id'>,
  change: Partial<RunRecord>,
): Promise<void> {
  await tx
    .update(runs)
    .set(change)
    .where(and(eq(runs.companyId, companyId), eq(runs.id, id)))
}

const batchSize = 500
/** Credit invoices come after every purchase of the run: one of them may be what they take back. */
const followingFrom = 2 ** 30

/** Writes a run with its frozen invoices and their steps. `largest`: amount of an invoice, credits too; `madeAnew`: references. */
export async function insertRun(
  tx: CompanyDatabase,
  id: string,
  run: NewRun,
  now: Date,
): Promise<{ largest: number; madeAnew: string[] }> {
  const { companyId, importId, round, connectionId, source, target, performedBy } = run
  await tx.insert(runs).values({
    ...{ companyId, id, importId, round, connectionId, source, target, performedBy },
    ...{ status: 'initiated', createdAt: now, checkedAt: now },
  })
  const key = { companyId, runId: id, connectionId }
  let batch: (NewPosting & { id: string; position: number; amount: number })[] = []
  let position = 0
  let largest = 0
  const madeAnew: string[] = []
  for await (const invoice of run.invoices) {
    const amount = debtOf(invoice.invoice)
    largest = Math.max(largest, Math.abs(amount))
    if (roundOf(invoice.reference) > 0) madeAnew.push(invoice.reference)
    const isFollowing = invoice.invoice.credits !== undefined
    batch.push({ ...invoice, id: newId(), position: (isFollowing ? followingFrom : 0) + position++, amount })
    if (batch.length < batchSize) continue
    await insertPostings(tx, key, batch)
    batch = []
  }
  if (batch.length > 0) await insertPostings(tx, key, batch)
  return { largest, madeAnew }
}

/** One parameter for all of them: a parameter a value costs more than the rows themselves. */
async function insertPostings(
  tx: CompanyDatabase,
  { companyId, runId, connectionId }: { companyId: string; runId: string; connectionId: string },
  batch: readonly (NewPosting & { id: string; position: number; amount: number })[],
): Promise<void> {
  const key = sql`${companyId}::uuid, ${runId}::uuid, ${connectionId}::uuid`
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${jsonbText(batch)}::jsonb) as r(id uuid, position int, "rowNumber" int, "rowIds" int[], text text, "supplierName" text, reference text, invoice jsonb, payment jsonb, amount bigint, steps jsonb)
    ), posted as (
      insert into postings (company_id, run_id, connection_id, id, position, row_number, row_ids, text, supplier_name, reference, invoice, payment, amount)
      select ${key}, id, position, "rowNumber", "rowIds", text, "supplierName", reference, invoice, nullif(payment, 'null'::jsonb), amount from given
    )
    insert into posting_steps (company_id, run_id, connection_id, posting_id, position, ordinal, step, state)
    select ${key}, given.id, given.position, step.ordinal - 1, step.step, 'waiting'
    from given, jsonb_array_elements_text(given.steps) with ordinality as step(step, ordinal)`)
}

export async function markRunOngoing(tx: CompanyDatabase, companyId: string, id: string): Promise<void> {
  await tx
    .update(runs)
    .set({ status: 'ongoing' })
    .where(and(eq(runs.companyId, companyId), eq(runs.id, id), eq(runs.status, 'initiated')))
}

type SettleDeps = { clock: Clock; activity: Pick<Activity, 'record'> }

/**
 * Ends the run when nothing is left to do in it: every posting has all its steps done, or one refused. Called in the
 * transaction that ends a step; the run's row is locked first, so that of two that end the last steps one sees both. A
 * paused run whose last requests were under way already ends as if nobody had paused it: there is nothing to go on with.
 */
export async function settleRun(tx: CompanyDatabase, deps: SettleDeps, companyId: string, id: string): Promise<void> {
  const [run, isUnderWay] = await together(lockRun(tx, companyId, id), hasOpen(tx, companyId, id))
  if (run?.phase === 'reverting') return settleUndo(tx, deps, companyId, id)
  if (isUnderWay) return
  const counts = (await countSteps(tx, companyId, [id]))(id)
  const status = counts.rejected + counts.dropped > 0 ? ('error' as const) : ('success' as const)
  const [ended] = await tx
    .update(runs)
    .set({ status, finishedAt: deps.clock.now(), ...(run?.phase === 'paused' && { phase: 'posting' }) })
    .where(and(eq(runs.companyId, companyId), eq(runs.id, id), inArray(runs.status, unended)))
    .returning()
  if (!ended) return
  const event = {
    type: status,
    activity: 'run-finished',
    subject: ended.source,
    runId: id,
    params: { created: counts.created, rejected: counts.rejected, dropped: counts.dropped },
  }
  await deps.activity.record(tx, companyId, [event])
}

/**
 * Whether anything is left to do in a run: found at the first such step, where counting them all takes ever longer. A step
 * after a refused one is not open, since nobody will do it until that one is mended: what was refused is read once, and each
 * step looked up in it (`not in` is not joined).
 */
async function hasOpen(tx: CompanyDatabase, companyId: string, runId: string): Promise<boolean> {
  const { postingId, state } = postingSteps
  const ofRun = and(eq(postingSteps.companyId, companyId), eq(postingSteps.runId, runId))
  const refused = tx
    .select({ postingId })
    .from(postingSteps)
    .where(and(ofRun, eq(state, 'rejected')))
  const open = tx
    .select({ one: sql`1` })
    .from(postingSteps)
    .where(and(ofRun, inArray(state, ['waiting', 'sent', 'unknown']), notInArray(postingId, refused)))
    .limit(1)
  return (await rowsOf(executePrepared(tx, open.getSQL()))).length > 0
}

/**
 * Ends the run, or says anew how it ended, after a person settled invoices of it. The run is locked by the caller. Its end
 * is told once.
 */
export async function settleAnew(tx: CompanyDatabase, deps: SettleDeps, companyId: string, id: string): Promise<void> {
  const run = await lockRun(tx, companyId, id)
  if (run?.finishedAt == null) return settleRun(tx, deps, companyId, id)
  // What nobody sees to by hand after all goes on, where the rest of its run was taken up meanwhile.
  if (await hasOpen(tx, companyId, id)) return saveRun(tx, run, { status: 'ongoing', finishedAt: null })
  const counts = (await countSteps(tx, companyId, [id]))(id)
  await saveRun(tx, run, { status: counts.rejected + counts.dropped > 0 ? 'error' : 'success' })
}

/** `undone`: of a run that is taken back, or was. */
export type RunWithCounts = RunRecord & { sum: number; counts: RunCounts; undone: UndoCounts | null }

export async function listRuns(
  tx: CompanyDatabase,
  companyId: string,
  options: {
    ids?: readonly string[] | undefined
    importId?: string | undefined
    after?: string | undefined
    limit: number
  },
): Promise<RunWithCounts[]> {
  const conditions: SQL[] = [eq(runs.companyId, companyId)]
  if (options.ids) conditions.push(inArray(runs.id, [...options.ids]))
  if (options.importId) conditions.push(eq(runs.importId, options.importId))
  // Several may have begun in the same moment.
  if (options.after)
    conditions.push(
      sql`(${runs.createdAt}, ${runs.id}) < (select l.created_at, l.id from ${runs} l where l.company_id = ${companyId}::uuid and l.id = ${options.after}::uuid)`,
    )
  const found = await tx
    .select()
    .from(runs)
    .where(and(...conditions))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(options.limit)
  if (found.length === 0) return []
  const ids = found.map((run) => run.id)
  const isUndone = ({ phase }: RunRecord) => undoPhases.some((one) => one === phase)
  const undoneIds = found.filter(isUndone).map((run) => run.id)
  const [countsOf, undoneOf, sums] = await together(
    countSteps(tx, companyId, ids),
    undoneIds.length > 0 ? countOutcomes(tx, companyId, undoneIds) : Promise.resolve(null),
    tx
      .select({ runId: postings.runId, sum: sql<string>`sum(${postings.amount})` })
      .from(postings)
      .where(and(eq(postings.companyId, companyId), inArray(postings.runId, ids)))
      .groupBy(postings.runId),
  )
  const sumById = new Map(sums.map(({ runId, sum }) => [runId, Number(sum)]))
  return found.map((run) => ({
    ...run,
    sum: sumById.get(run.id) ?? 0,
    counts: countsOf(run.id),
    undone: isUndone(run) && undoneOf ? undoneOf(run.id) : null,
  }))
}

/** rules.ts, attemptsLeft */
const attemptsLeft = sql`case when ${postingSteps.attempts} > 1 then 2
  when ${postingSteps.problem} ->> 'code' = any(${`{${sentAllTheSame.join(',')}}`}::text[]) then ${postingSteps.attempts} else 0 end`

/**
 * Refused steps of a run are taken up again; answers how many there were. A person may meanwhile have done by hand what
 * was refused, so each is looked up before it is sent, and checked anew: what stood in its way may have been mended.
 */
export async function reopenRejected(
  tx: CompanyDatabase,
  companyId: string,
  runId: string,
  only?: readonly string[],
): Promise<number> {
  const reopened = await tx
    .update(postingSteps)
    .set({ state: 'unknown', attempts: attemptsLeft, problem: null, endedAt: null })
    .where(
      and(
        ...[eq(postingSteps.companyId, companyId), eq(postingSteps.runId, runId), eq(postingSteps.state, 'rejected')],
        only && sql`${postingSteps.postingId} = any(${idList(only)})`,
      ),
    )
    .returning({ id: postingSteps.postingId })
  if (reopened.length > 0)
    await saveRun(tx, { companyId, id: runId }, { status: 'ongoing', finishedAt: null, checkedAt: null })
  return reopened.length
}

/**
 * Payments that somebody deleted there are to be made anew: looked for first, since a person may have made one by hand.
 * What was asked for once and answered is not asked for a second time.
 */
export async function reopenGonePayments(
  tx: CompanyDatabase,
  companyId: string,
  runId: string,
  ids: readonly string[],
): Promise<void> {
  const isOf = (step: Step) =>
    and(
      ...[eq(postingSteps.companyId, companyId), sql`${postingSteps.postingId} = any(${idList(ids)})`],
      eq(postingSteps.step, step),
    )
  await tx
    .update(postings)
    .set({ paymentNumber: null })
    .where(and(eq(postings.companyId, companyId), sql`${postings.id} = any(${idList(ids)})`))
  await tx
    .update(postingSteps)
    .set({ state: 'unknown', attempts: attemptsLeft, problem: null, endedAt: null })
    .where(isOf('create-payment'))
  await tx
    .update(postingSteps)
    .set({ state: 'waiting', attempts: 0, problem: null, sentAt: null, endedAt: null })
    .where(isOf('bookkeep-payment'))
  await saveRun(tx, { companyId, id: runId }, { status: 'ongoing', finishedAt: null, checkedAt: null })
}

/** The numbers that invoices got in the accounting system, by our reference. */
export async function findInvoiceNumbers(
  tx: CompanyDatabase,
  { companyId, connectionId, references }: { companyId: string; connectionId: string; references: readonly string[] },
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const rows = await tx
    .select({ reference: postings.reference, invoiceNumber: postings.invoiceNumber })
    .from(postings)
    .where(
      and(
        eq(postings.companyId, companyId),
        eq(postings.connectionId, connectionId),
        sql`${postings.reference} = any(${referenceList(references)})`,
      ),
    )
  return new Map(
    rows.flatMap(({ reference, invoiceNumber }) =>
      invoiceNumber === null ? [] : [[reference, invoiceNumber] as const],
    ),
  )
}

/** Connections of all companies with a run that has not ended. Crosses companies, so it is given the owner's handle. */
export async function listConnectionsWithWork(db: Database): Promise<{ companyId: string; connectionId: string }[]> {
  return db
    .selectDistinct({ companyId: runs.companyId, connectionId: runs.connectionId })
    .from(runs)
    .where(and(inArray(runs.status, unended), inArray(runs.phase, workingPhases)))
}

/** Ends the runs of a connection that have nothing left to do; answers whether one has. */
export async function settleRuns(
  tx: CompanyDatabase,
  deps: SettleDeps,
  { companyId, connectionId }: { companyId: string; connectionId: string },
): Promise<boolean> {
  const goOn = and(
    ...[eq(runs.companyId, companyId), eq(runs.connectionId, connectionId)],
    ...[inArray(runs.status, unended), inArray(runs.phase, workingPhases)],
  )
  for (const { id } of await tx.select({ id: runs.id }).from(runs).where(goOn)) await settleRun(tx, deps, companyId, id)
  return (await tx.select({ id: runs.id }).from(runs).where(goOn).limit(1)).length > 0
}
