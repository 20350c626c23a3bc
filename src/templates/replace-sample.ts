import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { Samples } from './ask-sample.ts'
import { requireOwn, type TemplateKey } from './change-template.ts'
import type { Template } from './contract.ts'
import { type NewSample, type TemplateDeps, toTemplate } from './create-template.ts'
import { findTemplateRecord, updateTemplate } from './store.ts'

/** Another file to see the mapping tried on. The mapping stays; where the file differs from it, the page says so. */
export async function replaceSample(
  deps: TemplateDeps & { samples: Samples },
  { companyId, userId, id }: TemplateKey,
  file: NewSample,
): Promise<Template> {
  await requireOwn(deps, companyId, id)
  await deps.samples.ask({ kind: 'new', bytes: file.bytes }, 'check', {})
  const { key } = await deps.files.put(companyId, file.bytes)
  const { before, template } = await withCompany(deps.db, companyId, async (tx) => {
    const before = await findTemplateRecord(tx, companyId, id)
    const change = { sampleFileKey: key, sampleFileName: file.name, updatedAt: deps.clock.now() }
    const updated = await updateTemplate(tx, companyId, id, change)
    if (!before || !updated) throw new AppError('not-found', 'no such template')
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'template-changed', subject: updated.name, actorId: userId },
    ])
    return { before, template: toTemplate(updated) }
  })
  await deps.files.delete(before.sampleFileKey)
  deps.samples.forget(before.sampleFileKey)
  return template
}
