import { X } from 'lucide-react'
import * as m from '#messages'
import type { ChoiceRule, ColumnRef, FieldSource, TargetField } from '#templates/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { rowStateName, rowStateOf, rowStates, rowStateValues } from './row-states.ts'
import { refKey, refLabel, type SourceColumn } from './source-text.ts'
import { targetFieldExample, targetFieldName } from './target-fields.ts'

const most = 100
const nothing = 'nothing'

/** "Where the text contains SPOTIFY, 5410": a value by what another column says, one rule after the other. */
export function ChoiceRules({
  field,
  source,
  columns,
  onChange,
}: {
  field: TargetField
  source: Extract<FieldSource, { kind: 'choose' }>
  columns: readonly SourceColumn[]
  onChange: (source: FieldSource) => void
}) {
  const { rules } = source
  const change = (changed: ChoiceRule[]) => onChange({ ...source, rules: changed })
  const last = rules.at(-1)
  return (
    <div className="grid gap-2">
      <ol className="grid gap-2">
        {rules.map((rule, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rules are told apart by their place, which is what they mean
            key={index}
            className="border-l-2 border-rule-strong pl-2"
          >
            <Rule
              number={String(index + 1)}
              rule={rule}
              columns={columns}
              field={field}
              isOnly={rules.length === 1}
              onChange={(changed) => change(rules.with(index, changed))}
              onRemove={() => change(rules.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          disabled={rules.length >= most || !last}
          onClick={() => last && change([...rules, { ...last, text: '', value: '' }])}
        >
          {m.templates_choose_add()}
        </Button>
        <span className="text-12 text-ink-3">{m.templates_choose_help()}</span>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2">
        <span className="text-12 text-ink-2">{m.templates_choose_otherwise()}</span>
        <Columns
          label={m.templates_choose_otherwise_label({ field: targetFieldName(field) })}
          chosen={source.otherwise}
          columns={columns}
          canBeEmpty
          onChange={(otherwise) => onChange({ ...source, otherwise })}
        />
      </div>
    </div>
  )
}

type RuleProps = {
  number: string
  rule: ChoiceRule
  columns: readonly SourceColumn[]
  field: TargetField
  isOnly: boolean
  onChange: (rule: ChoiceRule) => void
  onRemove: () => void
}

function Rule({ number, rule, columns, field, isOnly, onChange, onRemove }: RuleProps) {
  const hasText = rule.match !== 'has-figure'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-1.5 medium:grid-cols-[minmax(0,1.4fr)_7rem_minmax(0,1.4fr)_minmax(0,1fr)_auto]">
      <Columns
        label={m.templates_choose_column({ number })}
        chosen={rule.from}
        columns={columns}
        onChange={(from) => from && onChange({ ...rule, from })}
      />
      <Select
        size="normal"
        className={hasText ? '' : 'medium:col-span-2'}
        value={rule.match}
        aria-label={m.templates_choose_match({ number })}
        options={[
          { value: 'contains', label: m.templates_choose_contains() },
          { value: 'starts', label: m.templates_choose_starts() },
          { value: 'equals', label: m.templates_choose_equals() },
          { value: 'has-figure', label: m.templates_choose_has_figure() },
        ]}
        onChange={(match) => onChange({ ...rule, match, ...(match === 'has-figure' && { text: '' }) })}
      />
      <IconButton
        className="medium:order-last"
        label={m.templates_rule_remove({ number })}
        withTooltip={false}
        disabled={isOnly}
        onClick={onRemove}
      >
        <X size={16} strokeWidth={1.5} />
      </IconButton>
      {hasText && (
        <TextInput
          autoFocus={rule.text === ''}
          size="normal"
          value={rule.text}
          maxLength={200}
          placeholder={m.templates_choose_text_hint()}
          aria-label={m.templates_choose_text({ number })}
          onChange={(event) => onChange({ ...rule, text: event.target.value })}
        />
      )}
      <Value
        field={field}
        value={rule.value}
        label={m.templates_choose_value({ number })}
        onChange={(value) => onChange({ ...rule, value })}
      />
    </div>
  )
}

type ValueProps = { field: TargetField; value: string; label: string; onChange: (value: string) => void }

/** Free text; of a row's status one of those that lead to something. */
function Value({ field, value, label, onChange }: ValueProps) {
  if (field === 'status')
    return (
      <Select
        size="normal"
        value={value === '' ? null : rowStateOf(value)}
        aria-label={label}
        options={rowStates.map((state) => ({ value: state, label: rowStateName(state) }))}
        onChange={(state) => onChange(rowStateValues[state])}
      />
    )
  return (
    <TextInput
      size="normal"
      value={value}
      maxLength={200}
      placeholder={m.templates_example({ example: targetFieldExample(field) })}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Columns({
  label,
  chosen,
  columns,
  canBeEmpty = false,
  onChange,
}: {
  label: string
  chosen: ColumnRef | null
  columns: readonly SourceColumn[]
  canBeEmpty?: boolean
  onChange: (ref: ColumnRef | null) => void
}) {
  const named = columns.map((column) => ({
    value: refKey(column.ref),
    label: `${column.letter} ${refLabel(column.ref, columns)}`.trim(),
    hint: column.samples[0],
  }))
  return (
    <Combobox
      size="normal"
      value={chosen ? refKey(chosen) : nothing}
      aria-label={label}
      options={canBeEmpty ? [{ value: nothing, label: m.templates_pick_empty() }, ...named] : named}
      onChange={(key) => onChange(columns.find((column) => refKey(column.ref) === key)?.ref ?? null)}
    />
  )
}
