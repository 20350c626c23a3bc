import * as m from '#messages'
import type { Template, TemplateMapping } from '#templates/contract.ts'
import type { MappingPreview, TemplateSample } from '#templates/sample-contract.ts'
import { problemText } from '../../problem-text.ts'

/** How figures or dates are written, where only a person can say. */
export type MappingQuestion = MappingPreview['questions'][number]
export type WrittenPart = 'numberFormat' | 'dateOrder'

/** What is to be said before the mapping as it stands can be saved: by how it reads, or, while it cannot be read, by its sample. */
export function findQuestions(
  mapping: TemplateMapping,
  sample: TemplateSample,
  preview: MappingPreview | undefined,
): readonly MappingQuestion[] {
  const bySample = [
    ...(sample.numberFormat.isAmbiguous ? [{ path: 'numberFormat', code: 'number-format-open' }] : []),
    ...(sample.dateOrder.isAmbiguous ? [{ path: 'dateOrder', code: 'date-order-open' }] : []),
  ]
  // The preview is of a moment ago, and what was chosen since may have answered it.
  const isOpen = ({ path, params }: MappingQuestion) =>
    (path === 'numberFormat' || path === 'dateOrder') && mapping[path] === (params?.chosen ?? 'auto')
  return (preview?.questions ?? bySample).filter(isOpen)
}

/** What stands on top of the page, where it is seen, until it has been answered and saved. */
export function findAsked({ mapping, movement }: Template, sample: TemplateSample): WrittenPart[] {
  const parts = ['numberFormat', 'dateOrder'] as const
  return movement === 'export' ? [] : parts.filter((part) => sample[part].isAmbiguous && mapping[part] === 'auto')
}

/** By figures of the file itself where it can: who has it at hand knows how those are meant. */
export function questionText(question: MappingQuestion, sample: TemplateSample): string {
  const [example, other] = sample.numberFormat.examples
  if (question.code === 'date-order-open') return m.templates_date_ambiguous()
  if (question.code !== 'number-format-open' || example === undefined) return problemText(question)
  return other === undefined
    ? m.templates_number_ambiguous({ example })
    : m.templates_number_mixed({ comma: example, dot: other })
}
