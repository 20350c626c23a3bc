import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { type CompanyDatabase, executePrepared } from '#platform/database.ts'
import type { EventFilter, TakenBack } from './contract.ts'
import { events } from './tables.ts'

export type EventRow = typeof events.$inferSelect
/** Where the page before ended: the last event's instant (UTC milliseconds) and id. */
export type EventPosition = { at: number; id: string }

/** As one parameter: a lane writes thirty at once, whose three hundred parameters took a tenth of a busy worker's time. */
export async function insertEvents(tx: CompanyDatabase, rows: EventRow[]): Promise<void> {
  if (rows.length === 0) return
  await executePrepared(
    tx,
    sql`
    insert into ${events} (company_id, id, at, type, activity, subject, invoice_number, run_id, actor_id, params)
    select "companyId", id, at, type, activity, subject, "invoiceNumber", "runId", "actorId", params
    from jsonb_to_recordset(${jsonbText(rows)}::jsonb)
      as r("companyId" uuid, id uuid, at timestamptz, type text, activity text, subject text, "invoiceNumber" text, "runId" uuid, "actorId" uuid, params jsonb)`,
  )
}

/** A company's events, newest first, from `after` on. */
export async function listEvents(
  tx: CompanyDatabase,
  companyId: string,
  filter: EventFilter,
  page: { after: EventPosition | null; limit: number },
): Promise<EventRow[]> {
  return tx
    .select()
    .from(events)
    .where(and(eq(events.companyId, companyId), ...conditionsOf(filter), page.after ? isOlder(page.after) : undefined))
    .orderBy(desc(events.at), desc(events.id))
    .limit(page.limit)
}

const standing = new Set(['invoice-created', 'invoice-bookkept'])
const takenBackBy: Record<string, TakenBack> = {
  'invoice-cancelled': 'removed',
  'invoice-credited': 'credited',
  'refund-countered': 'credited',
}
const invoiceOf = ({ runId, invoiceNumber }: Pick<EventRow, 'runId' | 'invoiceNumber'>) => `${runId} ${invoiceNumber}`

/** What became of the invoice that an event tells of, when it was taken back. */
export type TakenBackOf = (row: EventRow) => TakenBack | null

/** Looks for what the same runs' later events say of these invoices. */
export async function findTakenBack(
  tx: CompanyDatabase,
  companyId: string,
  rows: readonly EventRow[],
): Promise<TakenBackOf> {
  const asked = rows.filter(({ activity, runId, invoiceNumber }) => standing.has(activity) && runId && invoiceNumber)
  if (asked.length === 0) return () => null
  const found = await tx
    .select({ runId: events.runId, invoiceNumber: events.invoiceNumber, activity: events.activity })
    .from(events)
    .where(
      and(
        eq(events.companyId, companyId),
        inArray(events.runId, [...new Set(asked.flatMap(({ runId }) => runId ?? []))]),
        inArray(events.invoiceNumber, [...new Set(asked.flatMap(({ invoiceNumber }) => invoiceNumber ?? []))]),
        inArray(events.activity, Object.keys(takenBackBy)),
      ),
    )
  const ways = new Map(found.map((one) => [invoiceOf(one), takenBackBy[one.activity] ?? null]))
  return (row) => (standing.has(row.activity) ? (ways.get(invoiceOf(row)) ?? null) : null)
}

function conditionsOf({ type, activity, from, to, runId, q }: EventFilter): (SQL | undefined)[] {
  const pattern = q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null
  return [
    type ? eq(events.type, type) : undefined,
    activity ? eq(events.activity, activity) : undefined,
    runId ? eq(events.runId, runId) : undefined,
    from ? sql`${events.at} >= ${from}::date::timestamp at time zone 'Europe/Stockholm'` : undefined,
    to ? sql`${events.at} < (${to}::date + 1)::timestamp at time zone 'Europe/Stockholm'` : undefined,
    pattern ? or(ilike(events.subject, pattern), ilike(events.invoiceNumber, pattern)) : undefined,
  ]
}

function isOlder({ at, id }: EventPosition): SQL {
  return sql`(${events.at}, ${events.id}) < (${new Date(at).toISOString()}::timestamptz, ${id}::uuid)`
}
