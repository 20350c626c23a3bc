import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { withCompany } from '#platform/database.ts'
import { deleteUnlessMade } from '#platform/files.ts'
import { freeName, getReadable } from './change-template.ts'
import { type Template, templateFileKind } from './contract.ts'
import { type TemplateDeps, toTemplate } from './create-template.ts'
import { headerFile } from './header-sample.ts'
import { checkMapping } from './rules/mapping/check-mapping.ts'
import { insertTemplate, lockNames } from './store.ts'
import type { TemplateFile } from './template-file.ts'

/** How the layout is read, as a file that another company can take in. */
export async function exportTemplate(deps: TemplateDeps, companyId: string, id: string): Promise<TemplateFile> {
  const { name, bank, resource, movement, granularity, mapping } = (await getReadable(deps, companyId, id)).record
  return {
    ...templateFileKind,
    name,
    bank,
    targetSystem: 'fortnox',
    resource,
    movement,
    granularity,
    mapping,
  }
}

/** Makes a template of such a file. It has no sample of its own: its headings stand in for one. */
export async function importTemplate(
  deps: TemplateDeps,
  { companyId, userId, file }: { companyId: string; userId: string; file: TemplateFile },
): Promise<Template> {
  const { format, version, name, ...fields } = file
  requireSound(file)
  const { key } = await deps.files.put(companyId, headerFile(file.mapping.header))
  const now = deps.clock.now()
  const making = withCompany(deps.db, companyId, async (tx) => {
    const taken = await lockNames(tx, companyId)
    const inserted = await insertTemplate(tx, {
      ...fields,
      companyId,
      id: newId(),
      name: taken.has(name) ? freeName(name, taken) : name,
      sourceSystem: 'file',
      sampleFileKey: key,
      sampleFileName: `${name}.csv`,
      version: 1,
      isShared: false,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    })
    await deps.activity.record(tx, companyId, [
      { type: 'success', activity: 'template-created', subject: inserted.name, actorId: userId },
    ])
    return toTemplate(inserted)
  })
  return deleteUnlessMade(deps.files, key, making)
}

/**
 * What nobody could have saved is refused: rows would be read by it as something that they are not. A template that is not
 * mapped yet is taken in as that, and columns that a file lacks are told when it is read.
 */
function requireSound({ mapping, movement }: TemplateFile): void {
  const isLeftOpen = ({ path, code }: { path: string; code: string }) =>
    path === 'emptyFieldsConfirmed' || (path.startsWith('fields.') && code === 'required')
  const errors = checkMapping(mapping, movement)
    .filter((error) => !isLeftOpen(error))
    .map((error) => ({ ...error, path: `mapping.${error.path}` }))
  if (errors.length > 0) throw new AppError('invalid-input', 'the mapping of the file is none', { errors })
}
