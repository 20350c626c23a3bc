import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import { holdRenewed, type RenewedLease } from '#platform/renewed-lease.ts'
import { readSourceJob } from './jobs.ts'
import type { Neighbours } from './neighbours.ts'
import type { ImportRecord } from './store.ts'
import { imports } from './tables.ts'

/** Whoever reads a file is taken for dead when it has not said for so long that it is alive. */
const leaseSeconds = 45

export type ReadingLease<Begun> = RenewedLease<Begun> & {
  /** Whether the import, as it stands, is still being read under this lease. */
  isHeld(record: Pick<ImportRecord, 'state' | 'readingUntil'>): boolean
}

/**
 * Takes the reading of an import, so that of two jobs for it one reads; null where somebody alive has it. A process that
 * is killed renews no more, and the sweep hands its import out again. A lease is known by the instants that it was taken and
 * renewed until: whoever was taken for dead and lives shows, fails and renews nothing of what another reads. `begin` is done
 * in the transaction that takes it, with the import as it stands.
 */
export async function holdLease<Begun>(
  { db, clock, log }: Pick<Neighbours, 'db' | 'clock' | 'log'>,
  companyId: string,
  importId: string,
  begin: (tx: CompanyDatabase, record: ImportRecord) => Promise<Begun>,
): Promise<ReadingLease<Begun> | null> {
  const isThis = and(eq(imports.companyId, companyId), eq(imports.id, importId))
  const written: Date[] = []
  const isFree = or(isNull(imports.readingUntil), lt(imports.readingUntil, clock.now()))
  const take = async (tx: CompanyDatabase, readingUntil: Date) => {
    written.push(readingUntil)
    const isToBeRead = and(isThis, eq(imports.state, 'reading'), isFree)
    const [record] = await tx.update(imports).set({ readingUntil }).where(isToBeRead).returning()
    return record ? begin(tx, record) : null
  }
  const renew = async (tx: CompanyDatabase, readingUntil: Date | null) => {
    const isHeld = inArray(imports.readingUntil, [...written])
    if (readingUntil) written.push(readingUntil)
    await tx.update(imports).set({ readingUntil }).where(and(isThis, isHeld))
  }
  const lease = await holdRenewed(
    { clock, log },
    {
      seconds: leaseSeconds,
      // A server that loses it ends the reading too, whose rows are on their way to it.
      take: (until) => withCompany(db, companyId, (tx) => take(tx, until), { isLosable: true }),
      renew: (_begun, readingUntil) => withCompany(db, companyId, (tx) => renew(tx, readingUntil)),
    },
  )
  if (!lease) return null
  return {
    ...lease,
    isHeld: ({ state, readingUntil }) =>
      state === 'reading' && written.some((until) => until.getTime() === readingUntil?.getTime()),
  }
}

/** A job that was just queued is on its way; after so long without a reader it was lost. */
const lostSeconds = 120

/** Queues the reading of imports that say they are being read and that nobody alive reads. */
export async function sweepReadings({ db, clock, jobs }: Pick<Neighbours, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const now = clock.now()
  return (db as Database).transaction(async (tx) => {
    const stuck = await tx
      .select({ companyId: imports.companyId, importId: imports.id })
      .from(imports)
      .where(
        and(
          eq(imports.state, 'reading'),
          or(
            lt(imports.readingUntil, now),
            and(
              isNull(imports.readingUntil),
              sql`${imports.createdAt} < ${new Date(now.getTime() - lostSeconds * 1000)}`,
            ),
          ),
        ),
      )
    const items = stuck.map((payload) => ({ payload, key: payload.importId }))
    await jobs().enqueueAll(tx, readSourceJob, items)
    return stuck.length
  })
}
