import { and, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Activity } from '#activity/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import type { AnyStep } from '../contract.ts'
import { sentAnew, twinStands } from '../rules.ts'
import { idList } from '../steps/id-list.ts'
import { eventAbout } from '../steps/posting-event.ts'
import { postingSteps, postings, runs } from '../tables.ts'
import { type TwinnedStep, type TwinOutcome, type TwinStore, twinsForMs } from './cancel-twins.ts'
import { madeBy, sentAnewOf } from './twins-of.ts'
import type { ConnectionKey } from './voucher-store.ts'

/** Whatever their run waits for, so long what was made is listed. */
const madeForMs = 24 * 3600_000

const isSentAnew = and(eq(postingSteps.state, 'done'), sql`${postingSteps.problem} ->> 'code' = ${sentAnew.code}`)

/** Of runs that are not over, or ended so lately: a lane may work for longer than that, and looks when it is done. */
const isRecent = (now: Date) =>
  and(
    or(isNull(runs.finishedAt), gte(runs.finishedAt, new Date(now.getTime() - twinsForMs))),
    gte(postingSteps.endedAt, new Date(now.getTime() - madeForMs)),
  )

export function createTwinStore(
  { db, clock, activity }: { db: Database; clock: Clock; activity: Pick<Activity, 'record'> },
  { companyId, connectionId }: ConnectionKey,
): TwinStore {
  const listRecent = (tx: CompanyDatabase, isWanted: SQL | undefined): Promise<RecentStep[]> =>
    tx
      .select({
        ...{ postingId: postingSteps.postingId, step: postingSteps.step },
        ...{ runCreatedAt: runs.createdAt, undoStartedAt: runs.undoStartedAt },
      })
      .from(runs)
      .innerJoin(postingSteps, and(eq(postingSteps.companyId, companyId), eq(postingSteps.runId, runs.id)))
      .where(
        and(...[eq(runs.companyId, companyId), eq(runs.connectionId, connectionId), isRecent(clock.now())], isWanted),
      )
  return {
    listMade: () =>
      withCompany(db, companyId, async (tx) => {
        const isMade = and(inArray(postingSteps.step, ['create', 'credit']), eq(postingSteps.state, 'done'))
        const steps = await listRecent(tx, isMade)
        const { id, reference, amount, payment, invoiceNumber, paymentNumber, creditNumber, creditPaymentNumber } =
          postings
        const about = {
          ...{ id, reference, amount, payment },
          invoiceNumber,
          paymentNumber,
          creditNumber,
          creditPaymentNumber,
        }
        const made = await tx.select(about).from(postings).where(areOf(companyId, steps))
        const all = made.map((one) => ({ ...one, isRefund: one.amount < 0 }))
        return withPostings(steps, all).flatMap(madeBy)
      }),
    noteAskedAgain: async (step, ids) => {
      if (ids.length === 0) return
      await withCompany(db, companyId, (tx) =>
        tx
          .update(postingSteps)
          .set({ problem: sentAnew })
          .where(
            and(
              ...[eq(postingSteps.companyId, companyId), inArray(postingSteps.postingId, [...ids])],
              ...[eq(postingSteps.step, step), eq(postingSteps.state, 'done'), isNull(postingSteps.problem)],
            ),
          ),
      )
    },
    listSentAnew: () =>
      withCompany(db, companyId, async (tx) => {
        const steps = await listRecent(tx, isSentAnew)
        return withPostings(steps, await tx.select().from(postings).where(areOf(companyId, steps))).flatMap(sentAnewOf)
      }),
    tell: (posting, twin, outcome) =>
      withCompany(db, companyId, async (tx) => {
        const type = outcome === 'cancelled' ? 'success' : 'error'
        await activity.record(tx, companyId, [
          eventAbout(posting, { type, activity: activityOf[posting.step][outcome], params: { twin } }),
        ])
        if (outcome === 'cancelled') return
        const { id, step } = posting
        const isStep = and(eq(postingSteps.postingId, id), eq(postingSteps.step, step), isSentAnew)
        await tx
          .update(postingSteps)
          .set({ problem: twinStands })
          .where(and(eq(postingSteps.companyId, companyId), isStep))
      }),
  }
}

type RecentStep = { postingId: string; step: AnyStep; runCreatedAt: Date; undoStartedAt: Date | null }

/** Asked for by themselves: joined, of a company that is new all its postings would be gone through for each step. */
function areOf(companyId: string, steps: readonly RecentStep[]): SQL | undefined {
  const ids = idList([...new Set(steps.map(({ postingId }) => postingId))])
  return and(eq(postings.companyId, companyId), sql`${postings.id} = any(${ids})`)
}

function withPostings<Of extends { id: string }>(steps: readonly RecentStep[], found: readonly Of[]) {
  const byId = new Map(found.map((posting) => [posting.id, posting]))
  return steps.flatMap(({ postingId, ...of }) => {
    const posting = byId.get(postingId)
    return posting ? [{ posting, ...of }] : []
  })
}

const ofPayment = {
  cancelled: 'payment-twin-removed',
  stands: 'payment-twin-stands',
  doubtful: 'payment-twin-doubtful',
} as const
/** An invoice carries our reference, so that no other is taken for it. */
export const activityOf = {
  create: { cancelled: 'twin-cancelled', stands: 'twin-stands', doubtful: 'twin-stands' },
  'create-payment': ofPayment,
  credit: { cancelled: 'counter-twin-cancelled', stands: 'counter-twin-stands', doubtful: 'counter-twin-stands' },
  'pay-back': ofPayment,
} as const satisfies Record<TwinnedStep, Record<TwinOutcome, string>>

/** Connections with runs that ended a moment ago and something that was asked for twice. Crosses companies. */
export async function listConnectionsWithTwins(db: Database, now: Date): Promise<ConnectionKey[]> {
  return db
    .selectDistinct({ companyId: runs.companyId, connectionId: runs.connectionId })
    .from(runs)
    .innerJoin(postingSteps, and(eq(postingSteps.companyId, runs.companyId), eq(postingSteps.runId, runs.id)))
    .where(and(isNotNull(runs.finishedAt), isRecent(now), isSentAnew))
}
