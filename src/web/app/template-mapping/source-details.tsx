import * as m from '#messages'
import { type FieldSource, type TargetField, type TextPattern, textPatterns } from '#templates/contract.ts'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ChoiceRules } from './choice-rules.tsx'
import { ColumnParts } from './column-parts.tsx'
import { Replacements } from './replacements.tsx'
import { refLabel, type SourceColumn } from './source-text.ts'
import { targetFieldExample, targetFieldName } from './target-fields.ts'

type Props = {
  field: TargetField
  source: FieldSource
  columns: readonly SourceColumn[]
  currency: string
  onChange: (source: FieldSource) => void
}

/** What a source needs beside the choice of column: the fixed value, the other columns, the rules. */
export function SourceDetails({ field, source, columns, onChange }: Omit<Props, 'currency'>) {
  if (source.kind === 'constant') {
    return (
      <TextInput
        autoFocus={source.value === ''}
        size="normal"
        value={source.value}
        maxLength={200}
        placeholder={m.templates_example({ example: targetFieldExample(field) })}
        aria-label={m.templates_constant_label({ field: targetFieldName(field) })}
        onChange={(event) => onChange({ ...source, value: event.target.value })}
      />
    )
  }
  if (source.kind === 'choose')
    return <ChoiceRules field={field} source={source} columns={columns} onChange={onChange} />
  if (source.kind === 'join' || source.kind === 'first' || source.kind === 'sum')
    return <ColumnParts source={source} columns={columns} onChange={onChange} />
  return null
}

export function hasDetails({ kind }: FieldSource): boolean {
  return kind !== 'source' && kind !== 'pattern'
}

/** Whether what a source gives can be worked on: a part taken out, texts replaced. */
export function canRefine({ kind }: FieldSource): boolean {
  return kind !== 'constant' && kind !== 'choose' && kind !== 'sum'
}

export function isRefined(source: FieldSource): boolean {
  return 'replace' in source && (source.replace?.length ?? 0) > 0
}

/** A part of the text, for some rows only, and texts that are replaced. */
export function SourceRefinement(props: Props) {
  const { source, onChange } = props
  if (source.kind === 'constant' || source.kind === 'choose' || source.kind === 'sum') return null
  return (
    <>
      {(source.kind === 'source' || source.kind === 'pattern') && source.from.kind === 'column' && (
        <Taken {...props} source={source} />
      )}
      <Replacements source={source} onChange={onChange} />
    </>
  )
}

/** Fields that a column can hold for some rows and not for others. */
const conditional: readonly TargetField[] = ['foreignAmount', 'vatAmount', 'rate']
/** Fields that are read out of the statement's own text, where a part of it may be meant. */
const wholeOnly: readonly TargetField[] = [
  'total',
  'amountIn',
  'amountOut',
  'direction',
  'vatAmount',
  'vatRate',
  'rate',
]

const patternNames: Record<TextPattern, () => string> = {
  digits: m.templates_take_digits,
  'last-four': m.templates_take_last_four,
  'before-comma': m.templates_take_before_comma,
  'date-in-text': m.templates_take_date_in_text,
  'amex-foreign-amount': m.templates_take_amex_foreign_amount,
  'amex-foreign-currency': m.templates_take_amex_foreign_currency,
  'id-kind': m.templates_take_id_kind,
}

function Taken({
  field,
  source,
  columns,
  currency,
  onChange,
}: Props & { source: Extract<FieldSource, { kind: 'source' | 'pattern' }> }) {
  const name = targetFieldName(field)
  const { from, replace } = source
  const kept = replace ? { replace } : {}
  if (source.kind === 'source' && conditional.includes(field)) {
    return (
      <Select
        size="normal"
        value={source.when ?? 'always'}
        options={[
          { value: 'always' as const, label: m.templates_when_always() },
          { value: 'domestic' as const, label: m.templates_when_domestic({ currency }) },
          { value: 'foreign' as const, label: m.templates_when_foreign({ currency }) },
        ]}
        aria-label={m.templates_when_label({ field: name })}
        onChange={(when) => onChange({ kind: 'source', from, ...(when !== 'always' && { when }), ...kept })}
      />
    )
  }
  if (wholeOnly.includes(field)) return null
  return (
    <Select
      size="normal"
      value={source.kind === 'pattern' ? source.pattern : 'whole'}
      options={[
        { value: 'whole' as const, label: m.templates_take_whole() },
        ...textPatterns.map((pattern) => ({ value: pattern, label: patternNames[pattern]() })),
      ]}
      aria-label={m.templates_take_label({ column: refLabel(from, columns) })}
      onChange={(taken) =>
        onChange(
          taken === 'whole' ? { kind: 'source', from, ...kept } : { kind: 'pattern', from, pattern: taken, ...kept },
        )
      }
    />
  )
}
