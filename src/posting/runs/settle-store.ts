import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import type { ChosenPostings, Refusal, Settlement } from '../contract.ts'
import type { StepProblem } from '../rules.ts'
import { idList, idLists } from '../steps/id-list.ts'
import { postingSteps, postings, type runs } from '../tables.ts'
import { choicesOf, type Standing } from './posting-choices.ts'
import { isPostingStep } from './undo-store.ts'

type Run = typeof runs.$inferSelect

/** A posting with what decides what may be done about it. */
export type ChosenPosting = Standing &
  Pick<typeof postings.$inferSelect, 'id' | 'rowNumber' | 'text' | 'supplierName' | 'reference' | 'invoiceNumber'>

const isAnyOf = (column: typeof postings.id | typeof postingSteps.postingId, ids: readonly string[]) =>
  sql`${column} = any(${idList(ids)})`

/** The chosen invoices of a run, in the order of the file. */
export async function findChosen(
  tx: CompanyDatabase,
  run: Run,
  { ids, refusal }: ChosenPostings,
): Promise<ChosenPosting[]> {
  const { companyId, phase, finishedAt } = run
  const refused = refusal && (await refusedFor(tx, run, refusal))
  const found = await tx
    .select({
      ...{ id: postings.id, rowNumber: postings.rowNumber, text: postings.text, supplierName: postings.supplierName },
      ...{ reference: postings.reference, invoiceNumber: postings.invoiceNumber, settledAs: postings.settledAs },
    })
    .from(postings)
    .where(
      and(
        ...[eq(postings.companyId, companyId), eq(postings.runId, run.id)],
        ids && isAnyOf(postings.id, ids),
        refused && isAnyOf(postings.id, refused),
      ),
    )
    .orderBy(asc(postings.position))
  if (found.length === 0) return []
  const steps = await tx
    .select({
      ...{ postingId: postingSteps.postingId, step: postingSteps.step },
      ...{ state: postingSteps.state, problem: postingSteps.problem },
    })
    .from(postingSteps)
    .where(
      and(
        eq(postingSteps.companyId, companyId),
        isAnyOf(
          postingSteps.postingId,
          found.map(({ id }) => id),
        ),
      ),
    )
  const byPosting = Map.groupBy(steps, ({ postingId }) => postingId)
  return found.map((one) => ({ ...one, phase, hasEnded: finishedAt !== null, steps: byPosting.get(one.id) ?? [] }))
}

/** Every invoice of a run that waits for approval, but for what a person settled while the run was cancelled. */
export async function listWaiting(
  tx: CompanyDatabase,
  { companyId, id }: Run,
): Promise<{ id: string; reference: string }[]> {
  return tx
    .select({ id: postings.id, reference: postings.reference })
    .from(postings)
    .where(and(eq(postings.companyId, companyId), eq(postings.runId, id), isNull(postings.settledAs)))
    .orderBy(asc(postings.position))
}

const codeOf = sql<string>`coalesce(${postingSteps.problem} ->> 'code', '')`
const serviceCodeOf = sql<string | null>`${postingSteps.problem} ->> 'serviceCode'`
/** What is mended by itself over there. Days and amounts differ from invoice to invoice. */
const aboutOf = sql<NonNullable<Refusal['about']>>`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(coalesce(${postingSteps.problem} -> 'params', '{}'))
  where key in ('account', 'use', 'mode', 'wanted', 'costCenter', 'project', 'supplier', 'currency', 'year'))`
const isRefusedIn = ({ companyId, id }: Pick<Run, 'companyId' | 'id'>) =>
  and(
    ...[eq(postingSteps.companyId, companyId), eq(postingSteps.runId, id)],
    ...[eq(postingSteps.state, 'rejected'), isPostingStep],
  )

async function refusedFor(
  tx: CompanyDatabase,
  run: Run,
  why: NonNullable<ChosenPostings['refusal']>,
): Promise<string[]> {
  const found = await tx
    .select({ id: postingSteps.postingId })
    .from(postingSteps)
    .where(
      and(
        ...[isRefusedIn(run), eq(postingSteps.step, why.step), sql`${codeOf} = ${why.code}`],
        sql`${serviceCodeOf} is not distinct from ${why.serviceCode}`,
        why.about && sql`${aboutOf} = ${JSON.stringify(why.about)}::jsonb`,
      ),
    )
  return found.map(({ id }) => id)
}

/** What only one of them is about: its own number, and where that is used. */
function withoutNumber({ number, invoice, file, row, ...others }: NonNullable<StepProblem['params']>) {
  return others
}

/** Why invoices of the run stand still, most of them first. */
export async function listRefusals(tx: CompanyDatabase, run: Run): Promise<Refusal[]> {
  const refused = tx
    .select({
      ...{ step: postingSteps.step, code: codeOf.as('code'), serviceCode: serviceCodeOf.as('service_code') },
      ...{
        about: aboutOf.as('about'),
        message: sql<string | null>`${postingSteps.problem} ->> 'message'`.as('message'),
      },
      params: sql<StepProblem['params'] | null>`${postingSteps.problem} -> 'params'`.as('params'),
    })
    .from(postingSteps)
    .where(isRefusedIn(run))
    .as('refused')
  const { step, code, serviceCode, about } = refused
  const found = await tx
    .select({
      ...{ step, code, serviceCode, about, message: sql<string | null>`min(${refused.message})` },
      answersDiffer: sql<boolean>`count(distinct coalesce(${refused.message}, '')) > 1`,
      params: sql<StepProblem['params'] | null>`min(${refused.params}::text)::jsonb`,
      firstDate: sql<string | null>`min(${refused.params} ->> 'date')`,
      lastDate: sql<string | null>`max(${refused.params} ->> 'date')`,
      numbers: sql<number>`count(distinct ${refused.params} ->> 'number')::int`,
      invoices: sql<number>`count(*)::int`,
    })
    .from(refused)
    .groupBy(step, code, serviceCode, about)
    .orderBy(sql`count(*) desc`, step, about)
  const { phase, finishedAt } = run
  return found.map(({ step, params: ofOne, firstDate, lastDate, numbers, ...why }) => {
    const params = ofOne && numbers > 1 ? withoutNumber(ofOne) : ofOne
    // They stand still for the same, on days of their own.
    const days =
      firstDate === null || firstDate === lastDate ? {} : { date: firstDate, lastDate: lastDate ?? firstDate }
    const problem = { code: why.code, serviceCode: why.serviceCode, message: why.message }
    const steps = [{ step, state: 'rejected' as const, problem }]
    const choices = choicesOf({ phase, hasEnded: finishedAt !== null, settledAs: null, steps })
    return {
      ...why,
      ...(params && { params: { ...params, ...days } }),
      step: step as Refusal['step'],
      choices,
      returnable: choices.includes('return') ? why.invoices : 0,
    }
  })
}

type How = { settledAs: Settlement; settledBy: string; settledAt: Date; settledNote: string | null }

/** Whatever was left to do of these postings will not be done by us. */
export async function settlePostings(
  tx: CompanyDatabase,
  companyId: string,
  ids: readonly string[],
  how: How,
): Promise<void> {
  for (const list of idLists(ids)) {
    await tx
      .update(postings)
      .set(how)
      .where(and(eq(postings.companyId, companyId), sql`${postings.id} = any(${list})`))
    await tx
      .update(postingSteps)
      .set({ state: how.settledAs === 'returned' ? 'returned' : 'handled' })
      .where(
        and(
          ...[eq(postingSteps.companyId, companyId), sql`${postingSteps.postingId} = any(${list})`],
          inArray(postingSteps.state, ['rejected', 'waiting', 'dropped']),
        ),
      )
  }
}

/** Brings postings that were handled by hand back to how they stood: what was refused is refused, the rest waits for it. */
export async function unsettlePostings(tx: CompanyDatabase, run: Run, ids: readonly string[]): Promise<void> {
  const { companyId } = run
  const undone = run.phase === 'cancelled' ? 'dropped' : 'waiting'
  for (const list of idLists(ids)) {
    await tx
      .update(postings)
      .set({ settledAs: null, settledBy: null, settledAt: null, settledNote: null })
      .where(and(eq(postings.companyId, companyId), sql`${postings.id} = any(${list})`))
    await tx
      .update(postingSteps)
      .set({ state: sql`case when ${postingSteps.problem} is null then ${undone} else 'rejected' end` })
      .where(
        and(
          ...[eq(postingSteps.companyId, companyId), sql`${postingSteps.postingId} = any(${list})`],
          eq(postingSteps.state, 'handled'),
        ),
      )
  }
}
