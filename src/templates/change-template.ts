import { isDeepStrictEqual } from 'node:util'
import { changedByAnother } from '#kernel/changed-by-another.ts'
import { AppError, type FieldError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { readCompany, withCompany } from '#platform/database.ts'
import { deleteUnlessMade, isFileGone } from '#platform/files.ts'
import type { ChangeTemplateRequest, Template, TemplateMapping } from './contract.ts'
import { type TemplateDeps, toTemplate } from './create-template.ts'
import { headerFile } from './header-sample.ts'
import { checkMapping } from './rules/mapping/check-mapping.ts'
import {
  deleteTemplateRecord,
  findTemplateRecord,
  insertTemplate,
  listSharedRecords,
  listTemplateRecords,
  lockNames,
  type TemplateRecord,
  updateTemplate,
} from './store.ts'

/** Which template, and who does it. */
export type TemplateKey = { companyId: string; userId: string; id: string }

/** A template that a company may read: its own, or one that its firm shares. */
export type ReadableTemplate = { record: TemplateRecord; sharedBy: Template['sharedBy'] }

export async function getReadable(
  { db, accounts }: Pick<TemplateDeps, 'db' | 'accounts'>,
  companyId: string,
  id: string,
): Promise<ReadableTemplate> {
  const own = await readCompany(db, companyId, (tx) => findTemplateRecord(tx, companyId, id))
  if (own) return { record: own, sharedBy: null }
  // Row-level security stands: a firm's templates are read as the firm, after it was seen to be the company's own firm.
  const firm = await accounts.firmOf(companyId)
  const [shared] = firm ? await readCompany(db, firm.id, (tx) => listSharedRecords(tx, firm.id, id)) : []
  return firm && shared ? { record: withoutFile(shared), sharedBy: firm } : notFound()
}

/** Does something with a template's file. One that is gone was replaced or went with its template, a moment ago; else it is lost. */
export async function withSample<Result>(
  deps: Pick<TemplateDeps, 'db' | 'accounts'>,
  companyId: string,
  id: string,
  use: (found: ReadableTemplate) => Promise<Result>,
): Promise<Result> {
  const found = await getReadable(deps, companyId, id)
  return use(found).catch(async (error: unknown) => {
    const now = await getReadable(deps, companyId, id)
    if (now.record.sampleFileKey === found.record.sampleFileKey) throw isFileGone(error) ? sampleGone(error) : error
    return use(now)
  })
}

function sampleGone(cause: unknown): AppError {
  return new AppError('file-gone', 'the sample is not in the store', {
    cause,
    errors: [{ path: 'file', code: 'sample-gone' }],
  })
}

export async function listReadable(deps: TemplateDeps, companyId: string): Promise<Template[]> {
  const own = await readCompany(deps.db, companyId, (tx) => listTemplateRecords(tx, companyId))
  const firm = await deps.accounts.firmOf(companyId)
  const shared = firm ? await readCompany(deps.db, firm.id, (tx) => listSharedRecords(tx, firm.id)) : []
  return [...own.map((record) => toTemplate(record)), ...shared.map((record) => toTemplate(withoutFile(record), firm))]
}

/** What the firm's file is called may name another of its clients. */
function withoutFile(record: TemplateRecord): TemplateRecord {
  return { ...record, sampleFileName: `${record.name}.csv` }
}

/** Offers a firm's template to its client companies, or takes it back. */
export async function shareTemplate(
  deps: TemplateDeps,
  { companyId, userId, id }: TemplateKey,
  isShared: boolean,
): Promise<Template> {
  if (isShared && !(await deps.accounts.hasClients(companyId)))
    throw new AppError('conflict', 'the company has no clients to share with', {
      errors: [{ path: 'isShared', code: 'company-has-no-clients' }],
    })
  await requireOwn(deps, companyId, id)
  return withCompany(deps.db, companyId, async (tx) => {
    const change = { isShared, updatedAt: deps.clock.now() }
    const updated = (await updateTemplate(tx, companyId, id, change)) ?? notFound()
    const activity = isShared ? 'template-shared' : 'template-unshared'
    await deps.activity.record(tx, companyId, [{ type: 'info', activity, subject: updated.name, actorId: userId }])
    return toTemplate(updated)
  })
}

/** What a firm shares is changed by the firm only. */
export async function requireOwn(deps: TemplateDeps, companyId: string, id: string): Promise<TemplateRecord> {
  const { record, sharedBy } = await getReadable(deps, companyId, id)
  if (sharedBy)
    throw new AppError('not-allowed', 'the template is the firm’s', {
      errors: [{ path: 'id', code: 'template-is-shared', params: { firm: sharedBy.name } }],
    })
  return record
}

export async function changeTemplate(
  deps: TemplateDeps,
  { companyId, userId, id }: TemplateKey,
  change: ChangeTemplateRequest,
): Promise<Template> {
  const { db, clock, activity } = deps
  const record = await requireOwn(deps, companyId, id)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return toTemplate(record)
  return withCompany(db, companyId, async (tx) => {
    const updated = (await updateTemplate(tx, companyId, id, { ...given, updatedAt: clock.now() })) ?? notFound()
    await activity.record(tx, companyId, [
      { type: 'success', activity: 'template-changed', subject: updated.name, actorId: userId },
    ])
    return toTemplate(updated)
  })
}

/** Another version is there than was seen: this very mapping, whose answer was lost on its way, or another's. */
function alreadySaved(record: TemplateRecord | null, mapping: TemplateMapping): Template {
  if (!record) return notFound()
  if (!isDeepStrictEqual(record.mapping, mapping)) throw changedByAnother()
  return toTemplate(record)
}

type MappingToSave = {
  movement: Template['movement']
  openQuestions: readonly FieldError[]
  version: number | undefined
}

/** Saves how the columns are mapped. Nothing that an invoice needs may be missing, and the user has seen what stays empty. */
export async function saveMapping(
  deps: TemplateDeps,
  { companyId, userId, id }: TemplateKey,
  mapping: TemplateMapping,
  { movement, openQuestions, version }: MappingToSave,
): Promise<Template> {
  const errors = [...checkMapping(mapping, movement), ...openQuestions]
  if (errors.length > 0) throw new AppError('invalid-input', 'the mapping lacks something', { errors })
  await requireOwn(deps, companyId, id)
  return withCompany(deps.db, companyId, async (tx) => {
    const change = { mapping, updatedAt: deps.clock.now() }
    const updated = await updateTemplate(tx, companyId, id, change, version)
    if (!updated) return alreadySaved(await findTemplateRecord(tx, companyId, id), mapping)
    await deps.activity.record(tx, companyId, [
      {
        type: 'success',
        activity: 'template-mapped',
        subject: updated.name,
        actorId: userId,
        params: { version: updated.version },
      },
    ])
    return toTemplate(updated)
  })
}

/**
 * A copy with a sample of its own, so that deleting one leaves the other whole. A firm's file holds what the firm read:
 * the copy of its template has the headings only.
 */
export async function duplicateTemplate(deps: TemplateDeps, { companyId, userId, id }: TemplateKey): Promise<Template> {
  const { original, sharedBy, bytes } = await withSample(deps, companyId, id, async ({ record, sharedBy }) => ({
    ...{ original: record, sharedBy },
    bytes: sharedBy ? headerFile(record.mapping.header) : await deps.files.get(record.sampleFileKey),
  }))
  const { key } = await deps.files.put(companyId, bytes)
  const now = deps.clock.now()
  const making = withCompany(deps.db, companyId, async (tx) => {
    const taken = await lockNames(tx, companyId)
    const name = sharedBy && !taken.has(original.name) ? original.name : freeName(original.name, taken)
    const copy = await insertTemplate(tx, {
      ...original,
      companyId,
      id: newId(),
      version: 1,
      isShared: false,
      name,
      sampleFileKey: key,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    })
    await deps.activity.record(tx, companyId, [
      { type: 'success', activity: 'template-created', subject: name, actorId: userId },
    ])
    return toTemplate(copy)
  })
  return deleteUnlessMade(deps.files, key, making)
}

export function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/ \(\d+\)$/, '').slice(0, 94)
  for (let number = 2; ; number++) if (!taken.has(`${stem} (${number})`)) return `${stem} (${number})`
}

export async function deleteTemplate(
  deps: TemplateDeps,
  { companyId, userId, id }: TemplateKey,
): Promise<TemplateRecord> {
  const { db, files, activity } = deps
  await requireOwn(deps, companyId, id)
  const deleted = await withCompany(db, companyId, async (tx) => {
    const record = (await deleteTemplateRecord(tx, companyId, id)) ?? notFound()
    await activity.record(tx, companyId, [
      { type: 'info', activity: 'template-deleted', subject: record.name, actorId: userId },
    ])
    return record
  })
  await files.delete(deleted.sampleFileKey)
  return deleted
}

function notFound(): never {
  throw new AppError('not-found', 'no such template')
}
