import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as m from '#messages'
import type { FieldSource, JoinPart } from '#templates/contract.ts'
import { Button, silentWhile } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { refKey, refLabel, refLetter, type SourceColumn } from './source-text.ts'

type Combined = Extract<FieldSource, { kind: 'join' | 'first' | 'sum' }>
const mostParts = 6

/** The columns that a field is put together of, or searched in, in their order; between joined ones fixed texts may stand. */
export function ColumnParts({
  source,
  columns,
  onChange,
}: {
  source: Combined
  columns: readonly SourceColumn[]
  onChange: (source: FieldSource) => void
}) {
  const parts: readonly JoinPart[] = source.from
  const taken = new Set(parts.map((part) => (part.kind === 'text' ? '' : refKey(part))))
  const free = columns.filter((column) => !taken.has(refKey(column.ref)))
  const isFull = parts.length >= mostParts
  const change = (from: JoinPart[]) =>
    onChange(
      source.kind === 'join' ? { ...source, from } : { ...source, from: from.filter((part) => part.kind !== 'text') },
    )
  const without = (index: number) => change(parts.filter((_, at) => at !== index))
  const moveUp = (index: number) => {
    const [moved, before] = [parts[index], parts[index - 1]]
    if (moved && before) change(parts.with(index - 1, moved).with(index, before))
  }
  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-1.5">
        {parts.map((part, index) => (
          <Part
            key={part.kind === 'text' ? `text ${index}` : refKey(part)}
            part={part}
            columns={columns}
            number={index + 1}
            isOnly={parts.length === 1}
            onText={(text) => change(parts.with(index, { kind: 'text', text }))}
            onUp={() => moveUp(index)}
            onRemove={() => without(index)}
          />
        ))}
      </ul>
      <div className="grid gap-2 medium:grid-cols-[minmax(0,1fr)_auto]">
        <Combobox
          size="normal"
          value={null}
          placeholder={m.templates_join_add()}
          aria-label={m.templates_join_add()}
          disabled={isFull || free.length === 0}
          options={free.map((column) => ({
            value: refKey(column.ref),
            label: `${column.letter} ${refLabel(column.ref, columns)}`.trim(),
            hint: column.samples[0],
          }))}
          onChange={(key) => {
            const added = columns.find((column) => refKey(column.ref) === key)
            if (added) change([...parts, added.ref])
          }}
        />
        {source.kind === 'join' && (
          <div className="flex gap-2">
            <Button disabled={isFull} onClick={() => change([...parts, { kind: 'text', text: '' }])}>
              {m.templates_join_text()}
            </Button>
            <TextInput
              size="normal"
              className="w-24"
              value={source.separator}
              maxLength={5}
              aria-label={m.templates_join_separator()}
              before={<span className="text-12 text-ink-3">{m.templates_join_separator()}</span>}
              onChange={(event) => onChange({ ...source, separator: event.target.value })}
            />
          </div>
        )}
      </div>
    </div>
  )
}

type PartProps = {
  part: JoinPart
  columns: readonly SourceColumn[]
  number: number
  isOnly: boolean
  onText: (text: string) => void
  onUp: () => void
  onRemove: () => void
}

function Part({ part, columns, number, isOnly, onText, onUp, onRemove }: PartProps) {
  const name = part.kind === 'text' ? part.text : refLabel(part, columns)
  return (
    <li className="inline-flex min-h-7 items-center gap-1 rounded-2 bg-fir-soft pr-1 pl-2 text-12 text-fir">
      {number > 1 && (
        <SmallButton label={m.templates_part_up({ column: name })} onClick={onUp}>
          <ArrowLeft size={12} strokeWidth={1.5} aria-hidden />
        </SmallButton>
      )}
      {part.kind === 'text' ? (
        <input
          className="h-6 w-24 rounded-1 border border-edge bg-sheet px-1.5 text-ink max-wide:h-10"
          value={part.text}
          maxLength={200}
          aria-label={m.templates_join_text_label({ number: String(number) })}
          onChange={(event) => onText(event.target.value)}
        />
      ) : (
        <>
          {refLetter(part, columns)} {name}
        </>
      )}
      <SmallButton
        label={
          part.kind === 'text'
            ? m.templates_join_text_remove({ text: part.text })
            : m.templates_join_remove({ column: name })
        }
        disabled={isOnly}
        onClick={onRemove}
      >
        <X size={12} strokeWidth={1.5} aria-hidden />
      </SmallButton>
    </li>
  )
}

function SmallButton({
  label,
  onClick,
  disabled = false,
  children,
}: {
  label: string
  onClick: () => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="grid size-6 place-items-center rounded-1 hover:bg-sheet aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 max-wide:size-10"
      aria-label={label}
      {...silentWhile(disabled, onClick)}
    >
      {children}
    </button>
  )
}
