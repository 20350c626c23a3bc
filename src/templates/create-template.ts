import type { Accounts } from '#accounts/index.ts'
import type { Activity } from '#activity/index.ts'
import { newId } from '#kernel/ids.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import type { Files } from '#platform/files.ts'
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
export type NewSample = { name: string; bytes: Uint8Array }

/**
 * Makes a template of its sample. A file of a format that Radvis knows is mapped at once, since nothing about it is a
 * guess; of any other file, and of one whose signs are the other way round, the suggestions wait on the mapping page.
 */
export async function createTemplate(
  { db, clock, files, activity, samples }: TemplateDeps & { samples: Samples },
  request: { companyId: string; userId: string; fields: NewTemplateFields; file: NewSample },
): Promise<Template> {
  const { companyId, userId, fields, file } = request
  const now = clock.now()
  const mapping = await samples.ask({ kind: 'new', bytes: file.bytes }, 'begin', { today: dayInSweden(now) })
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
  const inserted = await withCompany(db, companyId, async (tx) => {
    await activity.record(tx, companyId, [
      { type: 'success', activity: 'template-created', subject: fields.name, actorId: userId },
    ])
    return insertTemplate(tx, record)
  })
  return toTemplate(inserted)
}

export function toTemplate(record: TemplateRecord, sharedBy: Template['sharedBy'] = null): Template {
  const { companyId, sampleFileKey, createdBy, createdAt, updatedAt, ...rest } = record
  return { ...rest, sharedBy, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
