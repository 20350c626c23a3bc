import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { withCompany } from '#platform/database.ts'
import type { ChangeTemplateRequest, Template, TemplateMapping } from './contract.ts'
import { type TemplateDeps, toTemplate } from './create-template.ts'
import { checkMapping } from './rules/check-mapping.ts'
import {
  deleteTemplateRecord,
  findTemplateRecord,
  insertTemplate,
  listTemplateRecords,
  type TemplateRecord,
  updateTemplate,
} from './store.ts'

/** Which template, and who does it. */
export type TemplateKey = { companyId: string; userId: string; id: string }

export async function getRecord(
  { db }: Pick<TemplateDeps, 'db'>,
  companyId: string,
  id: string,
): Promise<TemplateRecord> {
  return withCompany(db, companyId, async (tx) => (await findTemplateRecord(tx, companyId, id)) ?? notFound())
}

export async function changeTemplate(
  { db, clock, activity }: TemplateDeps,
  { companyId, userId, id }: TemplateKey,
  change: ChangeTemplateRequest,
): Promise<Template> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return withCompany(db, companyId, async (tx) => {
    const updated = (await updateTemplate(tx, companyId, id, { ...given, updatedAt: clock.now() })) ?? notFound()
    await activity.record(tx, companyId, [
      { type: 'success', activity: 'template-changed', subject: updated.name, actorId: userId },
    ])
    return toTemplate(updated)
  })
}

/** Saves how the columns are mapped. Nothing that an invoice needs may be missing, and the user has seen what stays empty. */
export async function saveMapping(
  deps: TemplateDeps,
  { companyId, userId, id }: TemplateKey,
  mapping: TemplateMapping,
): Promise<Template> {
  const errors = checkMapping(mapping)
  if (errors.length > 0) throw new AppError('invalid-input', 'the mapping lacks something', { errors })
  return withCompany(deps.db, companyId, async (tx) => {
    const updated = (await updateTemplate(tx, companyId, id, { mapping, updatedAt: deps.clock.now() })) ?? notFound()
    await deps.activity.record(tx, companyId, [
      { type: 'success', activity: 'template-mapped', subject: updated.name, actorId: userId },
    ])
    return toTemplate(updated)
  })
}

/** A copy with a sample of its own, so that deleting one leaves the other whole. */
export async function duplicateTemplate(deps: TemplateDeps, { companyId, userId, id }: TemplateKey): Promise<Template> {
  const original = await getRecord(deps, companyId, id)
  const { key } = await deps.files.put(companyId, await deps.files.get(original.sampleFileKey))
  const now = deps.clock.now()
  return withCompany(deps.db, companyId, async (tx) => {
    const taken = new Set((await listTemplateRecords(tx, companyId)).map(({ name }) => name))
    const name = freeName(original.name, taken)
    const copy = await insertTemplate(tx, {
      ...original,
      id: newId(),
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
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/ \(\d+\)$/, '').slice(0, 94)
  for (let number = 2; ; number++) if (!taken.has(`${stem} (${number})`)) return `${stem} (${number})`
}

export async function deleteTemplate(
  { db, files, activity }: TemplateDeps,
  { companyId, userId, id }: TemplateKey,
): Promise<TemplateRecord> {
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
