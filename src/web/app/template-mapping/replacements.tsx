import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import * as m from '#messages'
import type { FieldSource, Replacement, TargetField } from '#templates/contract.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'

type Replacing = Extract<FieldSource, { kind: 'source' | 'pattern' | 'join' | 'first' }>
const most = 50

/** Texts that are put in place of others before the value is read. Folded away while there are none. */
export function Replacements({
  field,
  source,
  onChange,
}: {
  field: TargetField
  source: Replacing
  onChange: (source: FieldSource) => void
}) {
  const lines = source.replace ?? []
  const [isOpen, setIsOpen] = useState(false)
  const change = (replace: Replacement[]) => {
    const { replace: _, ...rest } = source
    onChange(replace.length > 0 ? { ...source, replace } : (rest as FieldSource))
  }
  const add = () => change([...lines, { match: 'contains', find: '', put: '' }])
  const Arrow = isOpen ? ChevronDown : ChevronRight
  const panelId = `replace-${field}`
  return (
    <div>
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 text-12 text-ink-2 hover:text-ink max-wide:min-h-11"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => {
          if (!isOpen && lines.length === 0) add()
          setIsOpen(!isOpen)
        }}
      >
        <Arrow size={12} strokeWidth={1.5} aria-hidden />
        {lines.length > 0 ? m.templates_replace_count({ count: String(lines.length) }) : m.templates_replace_open()}
      </button>
      <div id={panelId} hidden={!isOpen} className="grid gap-2 pt-1">
        {lines.map((line, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place, they have nothing else while typed
            key={index}
            number={String(index + 1)}
            line={line}
            onChange={(changed) => change(lines.with(index, changed))}
            onRemove={() => change(lines.filter((_, at) => at !== index))}
          />
        ))}
        <Button className="justify-self-start" disabled={lines.length >= most} onClick={add}>
          {m.templates_replace_add()}
        </Button>
      </div>
    </div>
  )
}

function Line({
  number,
  line,
  onChange,
  onRemove,
}: {
  number: string
  line: Replacement
  onChange: (line: Replacement) => void
  onRemove: () => void
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5">
      <Select
        size="normal"
        value={line.match}
        aria-label={m.templates_replace_match({ number })}
        options={[
          { value: 'contains', label: m.templates_replace_contains() },
          { value: 'exact', label: m.templates_replace_exact() },
        ]}
        onChange={(match) => onChange({ ...line, match })}
      />
      <IconButton label={m.templates_rule_remove({ number })} onClick={onRemove}>
        <X size={16} strokeWidth={1.5} />
      </IconButton>
      <div className="col-span-2 grid grid-cols-2 gap-1.5">
        <TextInput
          size="normal"
          value={line.find}
          maxLength={200}
          placeholder={m.templates_replace_find_hint()}
          aria-label={m.templates_replace_find({ number })}
          onChange={(event) => onChange({ ...line, find: event.target.value })}
        />
        <TextInput
          size="normal"
          value={line.put}
          maxLength={200}
          placeholder={m.templates_replace_put_hint()}
          aria-label={m.templates_replace_put({ number })}
          onChange={(event) => onChange({ ...line, put: event.target.value })}
        />
      </div>
    </div>
  )
}
