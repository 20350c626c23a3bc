import type { LocalDate } from '#kernel/local-dates.ts'
import { listReadable } from './change-template.ts'
import type { NewSample, TemplateDeps } from './create-template.ts'
import { readSampleBytes } from './read-sample.ts'
import { matchTemplates } from './rules/match-templates.ts'
import type { Recognition } from './rules/recognition.ts'
import { suggestMapping } from './rules/suggest-mapping.ts'

/** Which of the company's templates a file is for, and whose file it is where none is. */
export async function recogniseFile(
  deps: TemplateDeps,
  { companyId, file, today }: { companyId: string; file: NewSample; today: LocalDate },
): Promise<Recognition> {
  const spreadsheet = await readSampleBytes(file.bytes, deps.limits ?? {})
  const templates = await listReadable(deps, companyId)
  const format = suggestMapping(spreadsheet, { today })?.format ?? null
  return {
    format: format && { id: format.id, name: format.name },
    matches: matchTemplates(
      spreadsheet,
      templates.filter(({ movement }) => movement === 'import'),
    ),
    suggestedName: format?.name ?? file.name.replace(/\.[^.]{1,5}$/, '').slice(0, 100),
    suggestedBank: format?.name ?? '',
  }
}
