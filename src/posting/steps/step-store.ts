import { and, asc, type Column, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { dayInSweden, type LocalDate } from '#kernel/local-dates.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { type CompanyDatabase, executePrepared, rowsOf, together } from '#platform/database.ts'
import type { RunPhase, StepState } from '../contract.ts'
import { type StepProblem, type StepView, sentAnew } from '../rules.ts'
import { lanes, postingSteps, postings, runs } from '../tables.ts'
import { isDue } from './due-runs.ts'
import { idList, idLists } from './id-list.ts'
import { sendingPhases, workingPhases } from './run-phases.ts'

/** Which connection of which company, and the lane that works on it. */
export type LaneKey = { companyId: string; connectionId: string; holder: string }

/** One invoice on its way, with its steps in order. */
export type OpenPosting = {
  id: string
  runId: string
  /** Among those of its run. */
  position: number
  rowNumber: number
  supplierName: string
  text: string
  reference: string
  invoice: SupplierInvoice
  payment: InvoicePayment | null
  invoiceNumber: string | null
  paymentNumber: string | null
  runCreatedAt: Date
  steps: StepView[]
  creditNumber?: string | null
  creditPaymentNumber?: string | null
  /** The Swedish day on which its taking back was asked for. */
  undoDay?: LocalDate | null
  /** The run was cancelled: what is unknown is looked up, and nothing is sent any more. */
  isCancelled?: boolean
  /** Its run is to be checked before it goes on (check-runs.ts): what is unknown is looked up, and nothing is sent before. */
  isLookUpOnly?: boolean
}

/** A wait is measured by one clock: instants are kept by the database's, and read as ours. */
export type Clocks = { database: SQL; here: Date }

/** Postings with a step left to do and none refused, in the order of their runs and rows. */
export async function listOpenPostings(
  tx: CompanyDatabase,
  key: LaneKey,
  limit: number,
  except: readonly string[],
  clocks: Clocks,
): Promise<OpenPosting[]> {
  const open = await rowsOf<Open>(tx.execute(whatIsOpen(key, limit, except, clocks)))
  if (open.length === 0) return []
  const { companyId } = key
  const ids = open.map(({ posting_id }) => posting_id)
  const [found, steps] = await together(
    tx
      .select()
      .from(postings)
      .where(and(eq(postings.companyId, companyId), inArray(postings.id, ids))),
    listSteps(tx, companyId, ids),
  )
  const ours = (step: StepView, now: number): StepView =>
    step.sentAt === null ? step : { ...step, sentAt: new Date(clocks.here.getTime() - (now - step.sentAt.getTime())) }
  const byId = new Map(found.map((posting) => [posting.id, posting]))
  return open.flatMap(({ posting_id, phase, begun, undone, is_due, now }) => {
    const posting = byId.get(posting_id)
    if (!posting) return []
    return {
      ...posting,
      runCreatedAt: new Date(begun),
      undoDay: undone === null ? null : dayInSweden(new Date(undone)),
      isCancelled: phase === 'cancelled',
      isLookUpOnly: is_due,
      steps: (steps.get(posting_id) ?? []).map((step) => ours(step, now)),
    }
  })
}

/** A posting with what is said of its run. `begun`, `undone`, `now`: milliseconds since 1970, `now` by the database's clock. */
type Open = {
  posting_id: string
  phase: RunPhase
  begun: number
  undone: number | null
  is_due: boolean
  now: number
}

/**
 * Two lists made once each and laid side by side (`materialized`), from what the steps alone know: of a company that came
 * after the database last counted its rows it expects one, and would go through all steps anew for each posting, 20 seconds a
 * time for 2,000 of them.
 */
function whatIsOpen(
  { companyId, connectionId }: LaneKey,
  limit: number,
  except: readonly string[],
  clocks: Clocks,
): SQL {
  const { postingId, runId, position, state } = postingSteps
  const ms = (instant: unknown) => sql`(extract(epoch from ${instant}) * 1000)::float8`
  return sql`
    with working as materialized (
      select ${runs.id} as run, ${runs.phase}, ${ms(runs.createdAt)} as begun, ${ms(runs.undoStartedAt)} as undone,
        ${isDue(clocks.here)} as is_due
      from ${runs}
      where ${and(eq(runs.companyId, companyId), inArray(runs.phase, workingPhases))}
    ), open as materialized (
      select ${postingId}, ${runId} as run, ${position}, bool_or(${inArray(state, ['sent', 'unknown'])}) as is_sent
      from ${postingSteps}
      where ${and(
        ...[eq(postingSteps.companyId, companyId), eq(postingSteps.connectionId, connectionId)],
        inArray(state, ['waiting', 'sent', 'unknown', 'rejected']),
      )}
      group by ${postingId}, ${runId}, ${position}
      having not bool_or(${eq(state, 'rejected')})
    )
    select posting_id, phase, begun, undone, is_due, ${ms(clocks.database)} as now from open join working using (run)
    where (not is_due or is_sent) and posting_id <> all(${idList(except)})
    order by begun, position limit ${limit}`
}

/** Looked up by its key for each step (`limit` keeps PostgreSQL from joining): decisions/034. */
export function postingOf(tx: CompanyDatabase, companyId: string, id: Column) {
  return tx
    .select()
    .from(postings)
    .where(and(eq(postings.companyId, companyId), eq(postings.id, id)))
    .limit(1)
    .as('posting')
}

export async function listSteps(
  tx: CompanyDatabase,
  companyId: string,
  postingIds: readonly string[],
): Promise<Map<string, StepView[]>> {
  const rows = await tx
    .select()
    .from(postingSteps)
    .where(and(eq(postingSteps.companyId, companyId), inArray(postingSteps.postingId, [...postingIds])))
    .orderBy(asc(postingSteps.ordinal))
  return Map.groupBy(rows, (row) => row.postingId)
}

/** True while this lane holds its lease; part of every write, so that a lane that lost it can change nothing. */
export function holdsLane({ companyId, connectionId, holder }: LaneKey) {
  return sql`exists (select 1 from ${lanes} where ${lanes.companyId} = ${companyId} and ${lanes.connectionId} = ${connectionId} and ${lanes.holder} = ${holder})`
}

/**
 * Steps that somebody sent whose answer nobody has: they may have been carried out. The request may have waited for its
 * turn after it was marked, so until now it may have left. rules.ts, leftByDeath
 */
export async function markLostAnswersUnknown(tx: CompanyDatabase, key: LaneKey, now: SQL): Promise<number> {
  const changed = await tx
    .update(postingSteps)
    .set({ state: 'unknown', problem: null, attempts: sql`least(${postingSteps.attempts}, 2)`, sentAt: now })
    .where(
      and(
        eq(postingSteps.companyId, key.companyId),
        eq(postingSteps.connectionId, key.connectionId),
        eq(postingSteps.state, 'sent'),
        holdsLane(key),
      ),
    )
    .returning({ id: postingSteps.postingId })
  return changed.length
}

/** Names one step among those of all postings. */
export const nameOfStep = (postingId: string, ordinal: number) => `${postingId} ${ordinal}`

type Names = { rows: { posting_id: string; ordinal: number }[] }
const namesOf = (answer: unknown): ReadonlySet<string> =>
  new Set((answer as Names).rows.map(({ posting_id, ordinal }) => nameOfStep(posting_id, ordinal)))

/** Steps of different postings, by what they have and in one order. */
function listsOf(steps: readonly { postingId: string; ordinal: number }[]) {
  const ids = idList(steps.map(({ postingId }) => postingId))
  const ordinals = numberList(steps.map(({ ordinal }) => ordinal))
  const at = sql`array_position(${ids}, ${postingSteps.postingId})`
  return {
    ids,
    at,
    areThese: sql`${postingSteps.postingId} = any(${ids}) and ${postingSteps.ordinal} = (${ordinals})[${at}]`,
  }
}

const numberList = (numbers: readonly number[]) => sql`${`{${numbers.join(',')}}`}::int[]`

/**
 * Written before the requests leave. A step that is not among those answered is no longer ours, and may not be sent. Steps are
 * found by their keys: joined with a table of what was given, and by way of their run, every step that was left of the run
 * was read for a few of them. Nothing else that is asked here fits an index, so that the database sees no shorter way.
 */
export async function markSent(
  tx: CompanyDatabase,
  key: LaneKey,
  steps: readonly { postingId: string; runId: string; ordinal: number; attempts: number }[],
  now: SQL,
): Promise<ReadonlySet<string>> {
  const { at, areThese } = listsOf(steps)
  const attempts = numberList(steps.map(({ attempts }) => attempts + 1))
  const runIds = [...new Set(steps.map(({ runId }) => runId))]
  return namesOf(
    await executePrepared(
      tx,
      sql`
      update ${postingSteps} set state = 'sent', attempts = (${attempts})[${at}], sent_at = ${now}
      where ${and(eq(postingSteps.companyId, key.companyId), areThese, notInArray(postingSteps.state, unsendableStates), maySend(key.companyId, runIds), holdsLane(key))}
      returning posting_id, ordinal`,
    ),
  )
}

/** Writes of steps that they were carried out, and the numbers they gave. What is done stays done, whoever writes late. */
export async function finishSteps(
  tx: CompanyDatabase,
  key: LaneKey,
  steps: readonly { postingId: string; ordinal: number; numbers: PostingNumbers; isSentAnew?: boolean }[],
  endedAt: Date,
): Promise<ReadonlySet<string>> {
  const { ids, areThese } = listsOf(steps)
  const anew = idList(steps.filter(({ isSentAnew }) => isSentAnew).map(({ postingId }) => postingId))
  const given = steps.map(({ postingId, numbers }) => ({ id: postingId, ...numbers }))
  return namesOf(
    await executePrepared(
      tx,
      sql`
      with done as (
        update ${postingSteps} set state = 'done', ended_at = ${endedAt.toISOString()}::timestamptz,
          problem = case when posting_id = any(${anew}) then ${JSON.stringify(sentAnew)}::jsonb end
        where ${and(eq(postingSteps.companyId, key.companyId), areThese, notInArray(postingSteps.state, endedStates), holdsLane(key))}
        returning posting_id, ordinal
      ), numbered as (
        update ${postings} p set invoice_number = coalesce(given."invoiceNumber", p.invoice_number),
          voucher = coalesce(given.voucher, p.voucher), payment_number = coalesce(given."paymentNumber", p.payment_number)
        from jsonb_to_recordset(${jsonbText(given)}::jsonb)
          as given(id uuid, "invoiceNumber" text, voucher text, "paymentNumber" text) join done on done.posting_id = given.id
        where p.company_id = ${key.companyId} and p.id = any(${ids}) and p.id = given.id
          and (given."invoiceNumber" <> coalesce(p.invoice_number, '') or given.voucher <> coalesce(p.voucher, '')
            or given."paymentNumber" <> coalesce(p.payment_number, ''))
      )
      select posting_id, ordinal from done`,
    ),
  )
}

/** Whoever writes late changes nothing of these. */
const endedStates: StepState[] = ['done', 'dropped', 'returned', 'handled']

/** All but `waiting` and `unknown`. */
const unsendableStates: StepState[] = [...endedStates, 'sent', 'rejected']

/**
 * A run that was paused or cancelled sends nothing any more, whatever a lane had in mind. Which may is found once, and no
 * index of the steps fits how they are compared with it.
 */
function maySend(companyId: string, runIds: readonly string[]): SQL {
  const sending = and(
    eq(runs.companyId, companyId),
    sql`${runs.id} = any(${idList(runIds)})`,
    inArray(runs.phase, sendingPhases),
  )
  return sql`array_position(array(select ${runs.id} from ${runs} where ${sending}), ${postingSteps.runId}) is not null`
}

export type StepChange = {
  state: 'waiting' | 'done' | 'rejected' | 'unknown' | 'dropped'
  problem?: StepProblem | null
  attempts?: number
  sentAt?: SQL
  endedAt?: Date
}

/** Writes how a step ended. A step that is done stays done, whoever writes late. */
export async function changeStep(
  tx: CompanyDatabase,
  key: LaneKey,
  postingId: string,
  step: StepView,
  change: StepChange,
): Promise<boolean> {
  const changed = await tx
    .update(postingSteps)
    .set({ ...change, problem: change.problem ?? null })
    .where(and(stepIs(key, postingId, step), notInArray(postingSteps.state, endedStates), holdsLane(key)))
    .returning({ id: postingSteps.postingId })
  return changed.length === 1
}

/**
 * Steps of a run that nothing was sent of: dropped when it is cancelled, and taken up again; answers how many. What the
 * last try met was no refusal, and must not look like one when they are taken up. By the keys of their postings: by way of
 * their run each portion would go through all that were moved before it.
 */
export async function moveSteps(
  tx: CompanyDatabase,
  companyId: string,
  runId: string,
  { from, to }: { from: 'waiting' | 'dropped'; to: 'waiting' | 'dropped' },
): Promise<number> {
  const ofRun = await tx
    .select({ id: postings.id })
    .from(postings)
    .where(and(eq(postings.companyId, companyId), eq(postings.runId, runId)))
  let moved = 0
  for (const ids of idLists(ofRun.map(({ id }) => id))) {
    const [counted] = await rowsOf<{ count: number }>(
      tx.execute(sql`
        with moved as (
          update ${postingSteps} set state = ${to}, problem = null
          where ${and(eq(postingSteps.companyId, companyId), eq(postingSteps.state, from))} and ${postingSteps.postingId} = any(${ids})
          returning 1
        ) select count(*)::int as count from moved`),
    )
    moved += counted?.count ?? 0
  }
  return moved
}

function stepIs(key: LaneKey, postingId: string, step: StepView) {
  return and(
    eq(postingSteps.companyId, key.companyId),
    eq(postingSteps.postingId, postingId),
    eq(postingSteps.ordinal, step.ordinal),
  )
}

export type PostingNumbers = {
  invoiceNumber?: string
  voucher?: string
  /** null: the payment was removed. */
  paymentNumber?: string | null
  creditNumber?: string
  creditVoucher?: string
  creditPaymentNumber?: string
}

export async function setNumbers(
  tx: CompanyDatabase,
  companyId: string,
  postingId: string,
  numbers: PostingNumbers,
): Promise<void> {
  if (Object.keys(numbers).length === 0) return
  await tx
    .update(postings)
    .set(numbers)
    .where(and(eq(postings.companyId, companyId), eq(postings.id, postingId)))
}
