import type { Accounts } from '#accounts/index.ts'
import type { Activity } from '#activity/index.ts'
import { newId } from '#kernel/ids.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import { deleteUnlessMade, type Files } from '#platform/files.ts'
import type { SampleLimits, Samples } from './ask-sample.ts'
import type { CreateTemplateFields, Template } from './contract.ts'
import { insertTemplate, type TemplateRecord } from './store.ts'

export type TemplateDeps = {
  db: Database
  clock: Clock
  files: Files
  activity: Pick<Activity, 'record'>
  accounts: Pick<Accounts, 'firmOf' | 'hasClients'>
  /** Those of spreadsheets/ where they are not set. */
  limits?: SampleLimits
}
/** A form brings a file; rows that are fetched bring the system they are fetched from. */
export type NewTemplateFields = Omit<CreateTemplateFields, 'sourceSystem'> & Pick<Template, 'sourceSystem'>
export type NewTemplate = {
  companyId: string
  userId: string
  fields: NewTemplateFields
  file: NewSample
  /** Done in the transaction that makes the template. */
  inTransaction?(tx: CompanyDatabase, templateId: string): Promise<void>
}
export type NewSample = { name: string; bytes: Uint8Array }

/**
 * Makes a template of its sample. A file of a format that Radvis knows is mapped at once, since nothing about it is a
 * guess; of any other file, and of one whose signs are the other way round, the suggestions wait on the mapping page.
 */
export async function createTemplate(
  { db, clock, files, activity, samples }: TemplateDeps & { samples: Samples },
  { companyId, userId, fields, file, inTransaction }: NewTemplate,
): Promise<Template> {
  const now = clock.now()
  const mapping = await samples.ask({ companyId, kind: 'new', bytes: file.bytes }, 'begin', {
    today: dayInSweden(now),
    called: `${file.name} ${fields.bank}`,
  })
  const { key } = await files.put(companyId, file.bytes)
  const record = {
    companyId,
    id: newId(),
    ...fields,
    sampleFileKey: key,
    sampleFileName: file.name,
    mapping,
    version: 1,
    needsApproval: false,
    isShared: false,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  }
  const making = withCompany(db, companyId, async (tx) => {
    await activity.record(tx, companyId, [
      { type: 'success', activity: 'template-created', subject: fields.name, actorId: userId },
    ])
    const inserted = await insertTemplate(tx, record)
    await inTransaction?.(tx, inserted.id)
    return inserted
  })
  return toTemplate(await deleteUnlessMade(files, key, making))
}

export function toTemplate(record: TemplateRecord, sharedBy: Template['sharedBy'] = null): Template {
  const { companyId, sampleFileKey, createdBy, createdAt, updatedAt, ...rest } = record
  return { ...rest, sharedBy, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
