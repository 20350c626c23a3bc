import { X } from 'lucide-react'
import * as m from '#messages'
import type { FieldSource, TargetField } from '#templates/contract.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { refKey, refLabel, refLetter, type SourceColumn } from './source-text.ts'
import { targetFieldName } from './target-fields.ts'

type Props = {
  field: TargetField
  source: FieldSource
  columns: readonly SourceColumn[]
  currency: string
  onChange: (source: FieldSource) => void
}

const conditional: readonly TargetField[] = ['foreignAmount', 'vatAmount', 'rate']

/** What a source needs beside the choice of column: the fixed value, the other columns, the condition. */
export function SourceDetails({ field, source, columns, currency, onChange }: Props) {
  const name = targetFieldName(field)
  if (source.kind === 'constant') {
    return (
      <TextInput
        size="normal"
        value={source.value}
        maxLength={200}
        aria-label={m.templates_constant_label({ field: name })}
        onChange={(event) => onChange({ ...source, value: event.target.value })}
      />
    )
  }
  if (source.kind === 'join') return <JoinedColumns source={source} columns={columns} onChange={onChange} />
  if (source.kind !== 'source' || source.from.kind === 'carried' || !conditional.includes(field)) return null
  const options = [
    { value: 'always' as const, label: m.templates_when_always() },
    { value: 'domestic' as const, label: m.templates_when_domestic({ currency }) },
    { value: 'foreign' as const, label: m.templates_when_foreign({ currency }) },
  ]
  return (
    <Select
      size="normal"
      value={source.when ?? 'always'}
      options={options}
      aria-label={m.templates_when_label({ field: name })}
      onChange={(when) => onChange({ kind: 'source', from: source.from, ...(when !== 'always' && { when }) })}
    />
  )
}

function JoinedColumns({
  source,
  columns,
  onChange,
}: {
  source: Extract<FieldSource, { kind: 'join' }>
  columns: readonly SourceColumn[]
  onChange: (source: FieldSource) => void
}) {
  const taken = new Set(source.from.map(refKey))
  const free = columns.filter((column) => !taken.has(refKey(column.ref)))
  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-1.5">
        {source.from.map((ref) => (
          <li
            key={refKey(ref)}
            className="inline-flex h-7 items-center gap-1 rounded-2 bg-fir-soft pr-1 pl-2 text-12 text-fir max-wide:h-11"
          >
            {refLetter(ref, columns)} {refLabel(ref, columns)}
            <button
              type="button"
              className="grid size-5 place-items-center rounded-1 hover:bg-sheet disabled:text-ink-3 max-wide:size-10"
              aria-label={m.templates_join_remove({ column: refLabel(ref, columns) })}
              disabled={source.from.length === 1}
              onClick={() => onChange({ ...source, from: source.from.filter((one) => refKey(one) !== refKey(ref)) })}
            >
              <X size={12} strokeWidth={1.5} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-2">
        <Combobox
          size="normal"
          value={null}
          placeholder={m.templates_join_add()}
          aria-label={m.templates_join_add()}
          disabled={source.from.length >= 6 || free.length === 0}
          options={free.map((column) => ({
            value: refKey(column.ref),
            label: `${column.letter} ${refLabel(column.ref, columns)}`.trim(),
            hint: column.samples[0],
          }))}
          onChange={(key) => {
            const added = columns.find((column) => refKey(column.ref) === key)
            if (added) onChange({ ...source, from: [...source.from, added.ref] })
          }}
        />
        <TextInput
          size="normal"
          value={source.separator}
          maxLength={5}
          aria-label={m.templates_join_separator()}
          onChange={(event) => onChange({ ...source, separator: event.target.value })}
        />
      </div>
    </div>
  )
}
