import { X } from 'lucide-react'
import * as m from '#messages'
import type { FieldSource, Replacement } from '#templates/contract.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'

type Replacing = Extract<FieldSource, { kind: 'source' | 'pattern' | 'join' | 'first' }>
const most = 50

/** Texts that are put in place of others before the value is read. */
export function Replacements({ source, onChange }: { source: Replacing; onChange: (source: FieldSource) => void }) {
  const lines = source.replace ?? []
  const change = (replace: Replacement[]) => {
    const { replace: _, ...rest } = source
    onChange(replace.length > 0 ? { ...source, replace } : (rest as FieldSource))
  }
  return (
    <div className="grid gap-2">
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
      <Button
        className="justify-self-start"
        disabled={lines.length >= most}
        onClick={() => change([...lines, { match: 'contains', find: '', put: '' }])}
      >
        {lines.length > 0 ? m.templates_replace_add() : m.templates_replace_open()}
      </Button>
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
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 medium:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
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
      <IconButton
        className="medium:order-last"
        label={m.templates_rule_remove({ number })}
        withTooltip={false}
        onClick={onRemove}
      >
        <X size={16} strokeWidth={1.5} />
      </IconButton>
      <TextInput
        autoFocus={line.find === ''}
        size="normal"
        value={line.find}
        maxLength={200}
        placeholder={m.templates_replace_find_hint()}
        aria-label={m.templates_replace_find({ number })}
        className="max-medium:col-span-2"
        onChange={(event) => onChange({ ...line, find: event.target.value })}
      />
      <TextInput
        size="normal"
        value={line.put}
        maxLength={200}
        placeholder={m.templates_replace_put_hint()}
        aria-label={m.templates_replace_put({ number })}
        className="max-medium:col-span-2"
        onChange={(event) => onChange({ ...line, put: event.target.value })}
      />
    </div>
  )
}
