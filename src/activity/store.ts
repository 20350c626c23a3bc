import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import type { EventFilter } from './contract.ts'
import { events } from './tables.ts'

export type EventRow = typeof events.$inferSelect
/** Where the page before ended: the last event's instant (UTC milliseconds) and id. */
export type EventPosition = { at: number; id: string }

export async function insertEvents(tx: CompanyDatabase, rows: (typeof events.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(events).values(rows)
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
