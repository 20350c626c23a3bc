import type { Connections } from '#connections/index.ts'
import { createSharedReadings } from '#kernel/share-calls.ts'
import type { Clock } from '#platform/clock.ts'
import { asCopy, type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { findReading, finishReading, finishWhole, type Reading, type Register, saveSuppliers } from './store.ts'

export type SyncDeps = { db: Database; clock: Clock; connections: Pick<Connections, 'openSession'> }

/**
 * Copies the accounting system's whole supplier register, page by page, and only at its end forgets what is gone there:
 * a reading that breaks off leaves the copy usable. No transaction is open while a page is on its way.
 */
export async function syncSuppliers(deps: SyncDeps, register: Register): Promise<void> {
  const startedAt = await copySuppliers(deps, register)
  await withCompany(deps.db, register.companyId, (tx) => finishWhole(tx, register, startedAt), asCopy)
}

async function copySuppliers(
  { db, clock, connections }: SyncDeps,
  { companyId, connectionId }: Register,
  changedSince?: Date,
): Promise<Date> {
  const session = await connections.openSession(companyId, connectionId)
  const startedAt = clock.now()
  for await (const page of session.listSuppliers(changedSince))
    await withCompany(db, companyId, (tx) => saveSuppliers(tx, { companyId, connectionId }, page, startedAt), asCopy)
  return startedAt
}

/** Brings the copy up to date by what changed, at most so often (10 minutes). Never throws: what is known will do. */
export type RefreshSuppliers = (register: Register, options?: { maxAgeSeconds?: number }) => Promise<void>

type RefreshDeps = SyncDeps & {
  log: Log
  /** Has the whole register read by a job: it may be long, and a person waits here. */
  enqueueWhole(tx: CompanyDatabase, register: Register): Promise<unknown>
}

const defaultMaxAgeSeconds = 600
/** Only a whole reading notices what was deleted there. */
const wholeEveryMs = 86_400_000
const neverRead: Reading = { readAt: new Date(0), wholeAt: new Date(0) }

/** Whoever asks meanwhile for what is newer than what is known waits for the same reading. */
export function createSupplierRefresh(deps: RefreshDeps): RefreshSuppliers {
  const { db, clock, log } = deps
  const share = createSharedReadings(({ readAt }: Reading) => readAt.getTime())

  /** A register that was never read whole is left to the job that reads it whole. */
  async function read(register: Register, last: Reading | null): Promise<Reading> {
    if (last === null) return neverRead
    const reading = { ...last, readAt: await copySuppliers(deps, register, last.readAt) }
    await withCompany(db, register.companyId, (tx) => finishReading(tx, register, reading), asCopy)
    return reading
  }

  return async (register, { maxAgeSeconds = defaultMaxAgeSeconds } = {}) => {
    const { companyId, connectionId } = register
    const asked = clock.now().getTime()
    try {
      const find = () =>
        withCompany(db, companyId, async (tx) => {
          const found = await findReading(tx, register)
          if (!found || found.wholeAt.getTime() < asked - wholeEveryMs) await deps.enqueueWhole(tx, register)
          return found
        })
      const oldest = asked - maxAgeSeconds * 1000
      await share(connectionId, oldest, { find, read: (latest) => read(register, latest) })
    } catch (error) {
      log.warn({ err: error, connectionId }, 'suppliers could not be read')
    }
  }
}
