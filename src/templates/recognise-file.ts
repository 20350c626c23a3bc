import type { LocalDate } from '#kernel/local-dates.ts'
import type { Samples } from './ask-sample.ts'
import { listReadable } from './change-template.ts'
import type { NewSample, TemplateDeps } from './create-template.ts'
import type { Recognition } from './rules/recognition.ts'

/** Which of the company's templates a file is for, and whose file it is where none is. */
export async function recogniseFile(
  deps: TemplateDeps & { samples: Samples },
  { companyId, file, today }: { companyId: string; file: NewSample; today: LocalDate },
): Promise<Recognition> {
  const templates = (await listReadable(deps, companyId)).filter(({ movement }) => movement === 'import')
  const sample = { companyId, kind: 'new' as const, bytes: file.bytes, isBeginning: true }
  const { format, matches } = await deps.samples.ask(sample, 'recognise', { templates, today })
  return {
    format,
    matches,
    suggestedName: format?.name ?? file.name.replace(/\.[^.]{1,5}$/, '').slice(0, 100),
    suggestedBank: format?.name ?? '',
  }
}
