import { Search, X } from 'lucide-react'
import { type EventFilter, type EventType, eventTypes } from '#activity/contract.ts'
import * as m from '#messages'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useTypedText } from '../typed-text.ts'

const words: Record<EventType, () => string> = {
  success: m.activity_type_success,
  error: m.activity_type_error,
  info: m.activity_type_info,
}

type Props = {
  filter: EventFilter
  onChange: (change: EventFilter) => void
  onClear: () => void
}

/** The filters above the log; each change goes to the address. */
export function EventFilters({ filter, onChange, onClear }: Props) {
  const days = [
    ['from', m.activity_filter_from()],
    ['to', m.activity_filter_to()],
  ] as const
  const isEmpty = Object.keys(filter).length === 0
  return (
    <search
      className={cn(
        'grid items-end gap-x-3 gap-y-2 border-b border-rule px-4 pb-4 max-wide:grid-cols-2 wide:flex wide:px-6',
        isEmpty && 'print:hidden',
      )}
    >
      <SearchField value={filter.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <Field label={m.activity_filter_type()} className="max-wide:col-span-2 wide:w-40">
        {(control) => (
          <Select
            {...control}
            size="normal"
            value={filter.type ?? 'all'}
            onChange={(type) => onChange({ type: type === 'all' ? undefined : type })}
            options={[
              { value: 'all', label: m.activity_filter_type_all() },
              ...eventTypes.map((type) => ({ value: type, label: words[type]() })),
            ]}
          />
        )}
      </Field>
      {days.map(([key, label]) => (
        <DayField
          key={key}
          label={label}
          value={filter[key] ?? ''}
          onChange={(day) => onChange({ [key]: day || undefined })}
        />
      ))}
      {filter.runId && (
        <Button onClick={() => onChange({ runId: undefined })}>
          {m.activity_filter_run()}
          <X size={16} strokeWidth={1.5} aria-hidden />
        </Button>
      )}
      {!isEmpty && (
        <Button variant="quiet" onClick={onClear}>
          {m.activity_filter_clear()}
        </Button>
      )}
    </search>
  )
}

type TypedProps = { value: string; onChange: (text: string) => void }

function DayField({ label, value, onChange }: TypedProps & { label: string }) {
  const [day, setDay] = useTypedText(value, onChange)
  return (
    <Field label={label} className="wide:w-40">
      {(control) => (
        <TextInput
          {...control}
          type="date"
          size="normal"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
    </Field>
  )
}

function SearchField({ value, onChange }: TypedProps) {
  const [text, setText] = useTypedText(value, onChange)
  return (
    <Field label={m.activity_filter_search()} className="max-wide:col-span-2 wide:w-72">
      {(control) => (
        <TextInput
          {...control}
          type="search"
          size="normal"
          placeholder={m.activity_filter_search_hint()}
          value={text}
          onChange={(event) => setText(event.target.value)}
          before={<Search size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />}
        />
      )}
    </Field>
  )
}
