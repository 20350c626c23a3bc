import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import { deleteUnlessMade } from '#platform/files.ts'
import type { Samples } from './ask-sample.ts'
import { requireOwn, type TemplateKey } from './change-template.ts'
import type { Template } from './contract.ts'
import { type NewSample, type TemplateDeps, toTemplate } from './create-template.ts'
import { holdTemplateRecord, updateTemplate } from './store.ts'

/** Another file to see the mapping tried on. The mapping stays; where the file differs from it, the page says so. */
export async function replaceSample(
  deps: TemplateDeps & { samples: Samples },
  { companyId, userId, id }: TemplateKey,
  file: NewSample,
): Promise<Template> {
  await requireOwn(deps, companyId, id)
  await deps.samples.ask({ companyId, kind: 'new', bytes: file.bytes }, 'check', {})
  const { key } = await deps.files.put(companyId, file.bytes)
  const saving = withCompany(deps.db, companyId, async (tx) => {
    const before = await holdTemplateRecord(tx, companyId, id)
    const change = { sampleFileKey: key, sampleFileName: file.name, updatedAt: deps.clock.now() }
    const updated = await updateTemplate(tx, companyId, id, change)
    if (!before || !updated) throw new AppError('not-found', 'no such template')
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'template-changed', subject: updated.name, actorId: userId },
    ])
    return { before, template: toTemplate(updated) }
  })
  const { before, template } = await deleteUnlessMade(deps.files, key, saving)
  await deps.files.delete(before.sampleFileKey)
  deps.samples.forget(before.sampleFileKey)
  return template
}
