import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, withCompany } from '#platform/database.ts'
import { holdRenewed, type RenewedLease } from '#platform/renewed-lease.ts'
import { accountOf } from './account-of.ts'
import { fetchSourceJob } from './jobs.ts'
import type { SourcesDeps } from './neighbours.ts'
import { findAbandoned, renewFetching, type SourceRecord, takeFetching } from './store.ts'

/** Whoever fetches is taken for dead when it has not said for so long that it is alive. */
const leaseSeconds = 30
/** A job that was just queued is on its way; after so long without anybody fetching it was lost. */
const lostSeconds = 120
/** Between two looks for what was left behind: with the lease less than a minute, which is as often as a schedule may run. */
const sweepSeconds = 20
const sweepsInMinute = 3

/** Since when nobody alive fetches what was taken until then, or asked for then and never taken. */
export function abandonedAt(now: Date): { now: Date; lostBefore: Date } {
  return { now, lostBefore: new Date(now.getTime() - lostSeconds * 1000) }
}

/**
 * Takes the fetching of a source, so that of two jobs for it one fetches; null where it is over or somebody alive is at it.
 * A process that is killed renews no more, and the sweep or a person's retry hands its source out again. Each taking has an
 * instant of its own (`fetchingSince`), without which it cannot be ended: one that was taken for dead and lives imports nothing.
 */
export async function holdFetching(
  { db, clock, log }: Pick<SourcesDeps, 'db' | 'clock' | 'log'>,
  { companyId, templateId }: Pick<SourceRecord, 'companyId' | 'templateId'>,
): Promise<RenewedLease<SourceRecord> | null> {
  return holdRenewed(
    { clock, log },
    {
      seconds: leaseSeconds,
      take: (until) =>
        withCompany(db, companyId, (tx) => takeFetching(tx, companyId, templateId, { now: clock.now(), until })),
      renew: (record, until) => withCompany(db, companyId, (tx) => renewFetching(tx, record, until)),
    },
  )
}

/** Looks some times for sources that say they are being fetched and that nobody alive fetches, and queues them. */
export async function sweepFetchings(deps: SourcesDeps, signal: AbortSignal): Promise<void> {
  for (let sweep = 1; ; sweep++) {
    await sweepOnce(deps)
    if (sweep === sweepsInMinute) return
    await sleep(sweepSeconds * 1000, null, { signal }).catch(() => undefined)
    if (signal.aborted) return
  }
}

async function sweepOnce({ db, clock, jobs, connections }: SourcesDeps): Promise<void> {
  const items: { payload: { companyId: string; templateId: string; account: string }; key: string }[] = []
  for (const source of await findAbandoned(db, abandonedAt(clock.now()))) {
    const { companyId, templateId } = source
    const account = await accountOf({ connections }, source)
    items.push({ payload: { companyId, templateId, account }, key: templateId })
  }
  await (db as Database).transaction((tx) => jobs().enqueueAll(tx, fetchSourceJob, items))
}
