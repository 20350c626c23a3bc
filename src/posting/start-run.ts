import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import { runLaneJob } from './jobs.ts'
import { findRunOfConfirmation, insertRun, type NewRun } from './run-store.ts'

/** Freezes the invoices as they were shown and queues their posting, in the transaction that confirms the import. */
export async function startRun(
  deps: { clock: Clock; jobs: () => Jobs },
  tx: CompanyDatabase,
  run: NewRun,
): Promise<string> {
  const present = await findRunOfConfirmation(tx, run)
  if (present) return present.id
  const id = newId()
  await insertRun(tx, id, run, deps.clock.now())
  const { companyId, connectionId } = run
  await deps.jobs().enqueue(tx, runLaneJob, { companyId, connectionId }, { key: connectionId })
  return id
}
