import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import * as m from '#messages'
import { type SourceSchedule, type TemplateSource, templateSource } from '#sources/contract.ts'
import { api } from '../../../api-client.ts'
import { faultText } from '../../../problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { hourText, weekdayNames } from './schedule-text.ts'

type Every = SourceSchedule['every'] | 'never'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** How often and when a source is fetched by itself. */
export function ScheduleDialog({ source, onClose }: { source: TemplateSource; onClose: () => void }) {
  const queries = useQueryClient()
  const [every, setEvery] = useState<Every>(source.schedule?.every ?? 'never')
  const [when, setWhen] = useState(source.schedule ?? { hour: 6, weekday: 1, day: 1 })
  const save = useMutation({
    mutationFn: () =>
      api.put(`/template-sources/${source.templateId}/schedule`, {
        body: { schedule: every === 'never' ? null : { ...when, every } },
        schema: templateSource,
      }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['template-sources'] }),
    meta: { isToldInPlace: true },
  })
  const form = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.sources_schedule_title({ name: source.templateName })}
      description={m.sources_schedule_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.sources_schedule_cancel()}</Button>
          <Button variant="primary" type="submit" form={form} disabled={save.isPending}>
            {m.sources_schedule_save()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <Field label={m.sources_schedule_every()} error={save.isError ? faultText(save.error) : null}>
          {(control) => (
            <Select
              {...control}
              value={every}
              onChange={setEvery}
              options={[
                { value: 'never', label: m.sources_every_none() },
                { value: 'hour', label: m.sources_every_hour() },
                { value: 'day', label: m.sources_every_day() },
                { value: 'week', label: m.sources_every_week() },
                { value: 'month', label: m.sources_every_month() },
              ]}
            />
          )}
        </Field>
        <WhenFields every={every} when={when} onChange={(part) => setWhen({ ...when, ...part })} />
      </form>
    </Dialog>
  )
}

type When = Omit<SourceSchedule, 'every'>

function WhenFields({ every, when, onChange }: { every: Every; when: When; onChange: (part: Partial<When>) => void }) {
  if (every === 'never' || every === 'hour') return null
  return (
    <div className="grid gap-4 medium:grid-cols-2">
      {every === 'week' && (
        <Field label={m.sources_schedule_weekday()}>
          {(control) => (
            <Select
              {...control}
              value={String(when.weekday)}
              onChange={(weekday) => onChange({ weekday: Number(weekday) })}
              options={weekdayNames().map((label, index) => ({ value: String(index + 1), label }))}
            />
          )}
        </Field>
      )}
      {every === 'month' && (
        <Field label={m.sources_schedule_dayofmonth()} help={m.sources_schedule_dayofmonth_help()}>
          {(control) => (
            <Select
              {...control}
              value={String(when.day)}
              onChange={(day) => onChange({ day: Number(day) })}
              options={numbers(1, 31).map((day) => ({ value: String(day), label: String(day) }))}
            />
          )}
        </Field>
      )}
      <Field label={m.sources_schedule_at()} help={m.sources_schedule_at_help()}>
        {(control) => (
          <Select
            {...control}
            value={String(when.hour)}
            onChange={(hour) => onChange({ hour: Number(hour) })}
            options={numbers(0, 23).map((hour) => ({ value: String(hour), label: hourText(hour) }))}
          />
        )}
      </Field>
    </div>
  )
}
