import { type Database, withCompany } from '#platform/database.ts'
import { holdRenewed, type RenewedLease } from '#platform/renewed-lease.ts'
import { writeExportJob } from './jobs.ts'
import type { ExportsDeps } from './neighbours.ts'
import { changeWriting, type ExportRecord, findAbandoned, takeWriting } from './store.ts'

/** Whoever writes is taken for dead when it has not said for so long that it is alive. */
const leaseSeconds = 45
/** A job that was just queued is on its way; after so long without a writer it was lost. */
const lostSeconds = 120

/**
 * Takes the writing of an export, so that of two jobs for it one writes; null where it is over or somebody alive is at it.
 * Each taking has an instant of its own (`writingSince`): one that was taken for dead and lives ends nothing.
 */
export function holdWriting(
  { db, clock, log }: Pick<ExportsDeps, 'db' | 'clock' | 'log'>,
  companyId: string,
  exportId: string,
): Promise<RenewedLease<ExportRecord> | null> {
  return holdRenewed(
    { clock, log },
    {
      seconds: leaseSeconds,
      take: (until) =>
        withCompany(db, companyId, (tx) => takeWriting(tx, companyId, exportId, { now: clock.now(), until })),
      renew: (record, writingUntil) =>
        withCompany(db, companyId, async (tx) => void (await changeWriting(tx, record, { writingUntil }))),
    },
  )
}

/** Queues the writing of exports that say they are being written and that nobody alive writes. */
export async function sweepWritings({ db, clock, jobs }: Pick<ExportsDeps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now()
  await (db as Database).transaction(async (tx) => {
    const abandoned = await findAbandoned(tx, { now, lostBefore: new Date(now.getTime() - lostSeconds * 1000) })
    const items = abandoned.map(({ companyId, id }) => ({ payload: { companyId, exportId: id }, key: id }))
    await jobs().enqueueAll(tx, writeExportJob, items)
  })
}
