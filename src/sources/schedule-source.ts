import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, readCompany, withCompany } from '#platform/database.ts'
import { missingFields } from '#templates/index.ts'
import { accountOf } from './account-of.ts'
import type { SourceSchedule } from './contract.ts'
import { abandonedAt } from './fetching-lease.ts'
import { fetchSourceJob } from './jobs.ts'
import type { SourcesDeps } from './neighbours.ts'
import { nextFetch } from './rules/next-fetch.ts'
import { changeSource, findDue, findSource, lockSource, markFetching, type SourceRecord } from './store.ts'

type Key = { companyId: string; templateId: string }
type QueuedKey = Key & { account: string }

const dueAtOnce = 500

/** Refused while columns of the template are not mapped: each fetching would come to nothing. */
export async function setSchedule(
  deps: SourcesDeps,
  { companyId, templateId }: Key,
  schedule: SourceSchedule | null,
): Promise<SourceRecord> {
  if (schedule) await requireMapped(deps, { companyId, templateId })
  const nextAt = schedule && nextFetch(schedule, templateId, deps.clock.now())
  const record = await withCompany(deps.db, companyId, (tx) =>
    changeSource(tx, companyId, templateId, { schedule, nextAt }),
  )
  if (!record) throw new AppError('not-found', 'the template has no source')
  return record
}

async function requireMapped(deps: SourcesDeps, { companyId, templateId }: Key): Promise<void> {
  const { mapping } = await deps.templates.getTemplate(companyId, templateId)
  if (missingFields(mapping).length > 0)
    throw new AppError('invalid-input', 'the template is not mapped yet', {
      errors: [{ path: 'schedule', code: 'template-not-mapped' }],
    })
}

/** Asks for the rows now; refused while somebody alive fetches them. */
export async function askForRows(deps: SourcesDeps, key: Key, extent: 'all' | 'changed'): Promise<SourceRecord> {
  const { companyId, templateId } = key
  const source = await readCompany(deps.db, companyId, (tx) => findSource(tx, companyId, templateId))
  if (!source) throw new AppError('not-found', 'the template has no source')
  const account = await accountOf(deps, source)
  return withCompany(deps.db, companyId, async (tx) => {
    const record = await enqueue(deps, tx, { ...key, account }, extent)
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
  for (const due of await findDue(deps.db, now, dueAtOnce)) {
    if (signal.aborted) return
    const { companyId, templateId } = due
    const account = await accountOf(deps, due)
    await withCompany(deps.db, companyId, async (tx) => {
      const record = await lockSource(tx, companyId, templateId)
      if (!record?.schedule || !record.nextAt || record.nextAt > now) return // somebody else was faster
      await changeSource(tx, companyId, templateId, { nextAt: nextFetch(record.schedule, templateId, now) })
      await enqueue(deps, tx, { companyId, templateId, account }, 'changed')
    })
  }
}

async function enqueue(
  deps: SourcesDeps,
  tx: CompanyDatabase,
  { companyId, templateId, account }: QueuedKey,
  extent: 'all' | 'changed',
): Promise<SourceRecord | null> {
  const record = await markFetching(tx, companyId, templateId, { extent, ...abandonedAt(deps.clock.now()) })
  if (record) await deps.jobs().enqueue(tx, fetchSourceJob, { companyId, templateId, account }, { key: templateId })
  return record
}
