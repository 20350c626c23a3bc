import { and, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { Activity } from '#activity/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { type TwinStore, twinsForMs } from './cancel-twins.ts'
import { eventAbout } from './posting-event.ts'
import { sentAnew } from './rules.ts'
import { postingSteps, postings, runs } from './tables.ts'
import type { ConnectionKey } from './voucher-store.ts'

const isSentAnew = sql`${postingSteps.problem} ->> 'code' = ${sentAnew.code}`
const isCreation = and(eq(postingSteps.ordinal, 0), eq(postingSteps.state, 'done'))

export function createTwinStore(
  { db, clock, activity }: { db: Database; clock: Clock; activity: Pick<Activity, 'record'> },
  { companyId, connectionId }: ConnectionKey,
): TwinStore {
  return {
    listSentAnew: () =>
      withCompany(db, companyId, async (tx) => {
        const since = new Date(clock.now().getTime() - twinsForMs)
        const found = await tx
          .select({ posting: postings, runCreatedAt: runs.createdAt })
          .from(postingSteps)
          .innerJoin(postings, and(eq(postings.companyId, companyId), eq(postings.id, postingSteps.postingId)))
          .innerJoin(runs, and(eq(runs.companyId, companyId), eq(runs.id, postings.runId)))
          .where(
            and(
              ...[eq(postingSteps.companyId, companyId), eq(postingSteps.connectionId, connectionId)],
              ...[isCreation, gte(postingSteps.endedAt, since), isSentAnew, isNotNull(postings.invoiceNumber)],
            ),
          )
        return found.flatMap(({ posting, runCreatedAt }) => ofPosting(posting, runCreatedAt))
      }),
    tell: (posting, twin, outcome) =>
      withCompany(db, companyId, async (tx) => {
        const told = outcome === 'cancelled' ? 'success' : 'error'
        const event = eventAbout(posting, { type: told, activity: `twin-${outcome}`, params: { twin } })
        await activity.record(tx, companyId, [event])
        if (outcome === 'stands')
          await tx
            .update(postingSteps)
            .set({ problem: null })
            .where(and(eq(postingSteps.companyId, companyId), eq(postingSteps.postingId, posting.id), isCreation))
      }),
  }
}

export function ofPosting<
  Of extends Pick<typeof postings.$inferSelect, 'invoiceNumber' | 'undoOutcome' | 'undoProblem'>,
>(posting: Of, runCreatedAt: Date) {
  const { invoiceNumber, undoOutcome, undoProblem } = posting
  const isCancelledByUs = undoOutcome === 'removed' && undoProblem === null
  return invoiceNumber === null ? [] : [{ ...posting, invoiceNumber, runCreatedAt, isCancelledByUs }]
}

/** Connections with runs that ended a moment ago and invoices that were asked for twice. Crosses companies. */
export async function listConnectionsWithTwins(db: Database, now: Date): Promise<ConnectionKey[]> {
  return db
    .selectDistinct({ companyId: runs.companyId, connectionId: runs.connectionId })
    .from(runs)
    .innerJoin(postingSteps, and(eq(postingSteps.companyId, runs.companyId), eq(postingSteps.runId, runs.id)))
    .where(and(gte(runs.finishedAt, new Date(now.getTime() - twinsForMs)), isCreation, isSentAnew))
}
