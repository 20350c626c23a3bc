import * as m from '#messages'
import type { TemplateMapping } from '#templates/contract.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'
import { dateOrderNames } from '../../date-order-text.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type MappingQuestion, questionText, type WrittenPart } from './mapping-questions.ts'

export type WrittenAsProps = {
  mapping: TemplateMapping
  sample: TemplateSample
  /** Columns are written, not read. */
  isExport: boolean
  questions: readonly MappingQuestion[]
  onChange: (change: Partial<TemplateMapping>) => void
}

/** What has to be said before the mapping can be saved, above all that may be. */
export function QuestionsFirst({ parts, ...rest }: WrittenAsProps & { parts: readonly WrittenPart[] }) {
  if (parts.length === 0) return null
  return (
    <section className="px-4 pb-2 wide:px-6">
      <h2 className="border-b border-ink pt-5 pb-1.5 text-14 font-head">{m.templates_group_questions()}</h2>
      <div className="grid gap-x-6 gap-y-5 pt-4 medium:grid-cols-2">
        {parts.map((part) => (
          <WrittenAs key={part} part={part} {...rest} />
        ))}
      </div>
    </section>
  )
}

/** What a file is read by may be left to each file; what it is written by is chosen. */
export function WrittenAs({ part, ...props }: WrittenAsProps & { part: WrittenPart }) {
  return part === 'numberFormat' ? <Numbers {...props} /> : <Dates {...props} />
}

function Numbers({ mapping, sample, isExport, questions, onChange }: WrittenAsProps) {
  return (
    <Field
      label={m.templates_number_format()}
      help={isExport ? m.templates_number_help_export() : m.templates_number_help()}
      error={errorOf('numberFormat', questions, sample)}
    >
      {(control) => (
        <Select
          {...control}
          size="normal"
          value={isExport && mapping.numberFormat === 'auto' ? 'comma' : mapping.numberFormat}
          onChange={(numberFormat) => onChange({ numberFormat })}
          options={[
            ...(isExport ? [] : [{ value: 'auto' as const, label: m.templates_number_auto() }]),
            { value: 'comma' as const, label: m.templates_number_comma() },
            { value: 'dot' as const, label: m.templates_number_dot() },
          ]}
        />
      )}
    </Field>
  )
}

function Dates({ mapping, sample, isExport, questions, onChange }: WrittenAsProps) {
  return (
    <Field
      label={m.templates_date_order()}
      help={isExport ? m.templates_date_help_export() : m.templates_date_help()}
      error={errorOf('dateOrder', questions, sample)}
    >
      {(control) => (
        <Select
          {...control}
          size="normal"
          value={isExport && mapping.dateOrder === 'auto' ? 'ymd' : mapping.dateOrder}
          onChange={(dateOrder) => onChange({ dateOrder })}
          options={[
            ...(isExport ? [] : [{ value: 'auto' as const, label: m.templates_date_auto() }]),
            ...(['ymd', 'dmy', 'mdy'] as const).map((order) => ({ value: order, label: dateOrderNames[order]() })),
          ]}
        />
      )}
    </Field>
  )
}

function errorOf(part: WrittenPart, questions: readonly MappingQuestion[], sample: TemplateSample): string | null {
  const question = questions.find(({ path }) => path === part)
  return question ? questionText(question, sample) : null
}
