import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import type { SourceSchedule } from './contract.ts'
import { abandonedAt } from './fetching-lease.ts'
import { fetchSourceJob } from './jobs.ts'
import type { SourcesDeps } from './neighbours.ts'
import { nextFetch } from './rules/next-fetch.ts'
import { changeSource, findDue, findSource, markFetching, type SourceRecord } from './store.ts'

type Key = { companyId: string; templateId: string }

const dueAtOnce = 500

export async function setSchedule(
  deps: SourcesDeps,
  { companyId, templateId }: Key,
  schedule: SourceSchedule | null,
): Promise<SourceRecord> {
  const nextAt = schedule && nextFetch(schedule, templateId, deps.clock.now())
  const record = await withCompany(deps.db, companyId, (tx) =>
    changeSource(tx, companyId, templateId, { schedule, nextAt }),
  )
  if (!record) throw new AppError('not-found', 'the template has no source')
  return record
}

/** Asks for the rows now; refused while somebody alive fetches them. */
export async function askForRows(deps: SourcesDeps, key: Key, extent: 'all' | 'changed'): Promise<SourceRecord> {
  const { companyId, templateId } = key
  return withCompany(deps.db, companyId, async (tx) => {
    if (!(await findSource(tx, companyId, templateId))) throw new AppError('not-found', 'the template has no source')
    const record = await enqueue(deps, tx, key, extent)
    if (!record)
      throw new AppError('conflict', 'the rows are being fetched', {
        errors: [{ path: 'id', code: 'already-fetching' }],
      })
    return record
  })
}

/** Queues what is due and sets its next time; one that is still being fetched is passed over this once. */
export async function runSchedules(deps: SourcesDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  for (const { companyId, templateId } of await findDue(deps.db, now, dueAtOnce)) {
    if (signal.aborted) return
    await withCompany(deps.db, companyId, async (tx) => {
      const record = await findSource(tx, companyId, templateId)
      if (!record?.schedule || !record.nextAt || record.nextAt > now) return // somebody else was faster
      await changeSource(tx, companyId, templateId, { nextAt: nextFetch(record.schedule, templateId, now) })
      await enqueue(deps, tx, { companyId, templateId }, 'changed')
    })
  }
}

async function enqueue(
  deps: SourcesDeps,
  tx: CompanyDatabase,
  { companyId, templateId }: Key,
  extent: 'all' | 'changed',
): Promise<SourceRecord | null> {
  const record = await markFetching(tx, companyId, templateId, { extent, ...abandonedAt(deps.clock.now()) })
  if (record) await deps.jobs().enqueue(tx, fetchSourceJob, { companyId, templateId }, { key: templateId })
  return record
}
