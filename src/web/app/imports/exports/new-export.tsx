import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type SetStateAction, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import { type ExportFilter, type ExportSummary, exportFilter, exportSummary } from '#exports/contract.ts'
import * as m from '#messages'
import { ApiProblem, api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { listFailure } from '../../../list-failure.ts'
import { problemText } from '../../../problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusFaulty } from '../../../ui/leave-focus.ts'
import { Select } from '../../../ui/select.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { keepLeftForm, useLeftForm } from '../../connectors/left-form.ts'
import { RemovalDialog } from '../../removal-dialog.tsx'
import { type ChosenSource, chosenSource, missingInSource } from '../../template-overview/chosen-source.ts'
import { SourceFields } from '../../template-overview/source-fields.tsx'
import { useTemplates } from '../../use-templates.ts'
import { templateOption } from '../template-option.ts'
import { BegunExport } from './begun-export.tsx'

const draftSchema = z.object({
  templateId: z.string().nullable(),
  format: z.enum(['csv', 'xlsx', 'google-sheets']),
  filter: exportFilter,
  sheet: chosenSource.nullable(),
  /** To a spreadsheet that is yet to be opened. */
  link: z.string(),
})
type Draft = z.infer<typeof draftSchema>
const path = '/app/imports?tab=exports'

const emptyDraft = (templateId: string | null): Draft => ({
  ...{ templateId, format: 'xlsx', filter: { from: null, to: null, state: 'all' }, sheet: null, link: '' },
})

/** Made anew for each language. */
export const filterNames = (): Record<ExportFilter['state'], string> => ({
  all: m.exports_filter_all(),
  unbooked: m.exports_filter_unbooked(),
  unpaid: m.exports_filter_unpaid(),
  overdue: m.exports_filter_overdue(),
  paid: m.exports_filter_paid(),
  cancelled: m.exports_filter_cancelled(),
})

/** Choose a template for export, which invoices, and what to write. ?template= names one beforehand. Props: earlier (exports). */
export function NewExport({ earlier }: { earlier: readonly ExportSummary[] }) {
  const templates = useTemplates()
  const items = templates.data?.items.filter(({ movement }) => movement === 'export') ?? []
  const wanted = useSearchParams()[0].get('template')
  const left = useLeftForm(path, draftSchema)
  const [draft, setDraft] = useState<Draft>(left ?? emptyDraft(wanted))
  const [isTried, setIsTried] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const start = useStart()
  const begun = earlier.find(({ id }) => id === start.data?.id)
  const chosen = items.find(({ id }) => id === draft.templateId)
  const templateId = chosen?.id ?? (items.length === 1 ? (items[0]?.id ?? null) : null)

  function change(next: SetStateAction<Draft>): void {
    if (start.isError) start.reset() // what was said of it is no longer true
    setDraft(next)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isReady = templateId !== null && !isSheetMissing(draft) && !endsBeforeStart(draft.filter)
    flushSync(() => setIsTried(!isReady))
    if (!isReady) focusFaulty(event.currentTarget)
    else if (mayLose(draft, earlier)) setIsAsking(true)
    else start.mutate({ ...draft, templateId })
  }

  if (templates.data && items.length === 0) return <NoTemplates />
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 px-4 pb-8 wide:px-6"
    >
      <p className="max-w-[64ch] text-ink-2">{m.exports_new_text()}</p>
      <div className="grid gap-x-6 gap-y-4 wide:grid-cols-2">
        <Field
          label={m.exports_field_template()}
          error={isTried && !templateId ? m.shell_required_name({ name: m.exports_field_template() }) : null}
        >
          {(control) => (
            <Select
              {...control}
              value={templateId}
              onChange={(chosen) => change({ ...draft, templateId: chosen })}
              placeholder={m.exports_field_template_choose()}
              isLoading={templates.isFetching && !templates.data}
              failure={listFailure(templates)}
              options={items.map(templateOption)}
            />
          )}
        </Field>
        <Field label={m.exports_field_format()}>
          {(control) => (
            <Select
              {...control}
              value={draft.format}
              onChange={(format) => {
                change({ ...draft, format })
                setIsTried(false)
              }}
              options={[
                { value: 'xlsx', label: m.exports_format_xlsx() },
                { value: 'csv', label: m.exports_format_csv() },
                { value: 'google-sheets', label: m.exports_format_google_sheets() },
              ]}
            />
          )}
        </Field>
      </div>
      {draft.format === 'google-sheets' && (
        <div className="grid gap-2">
          <SourceFields
            connectorId="google-sheets"
            chosen={draft.sheet}
            error={isTried ? missingInSource('google-sheets', draft.sheet) : null}
            onChange={(sheet) => {
              change((now) => ({ ...now, sheet })) // an opened link answers late
              setIsTried(false)
            }}
            link={draft.link}
            onLeave={(link) => keepLeftForm(path, { ...draft, templateId, link })}
          />
          {draft.sheet?.tableId && <p className="text-12 text-ink-2">{m.exports_sheet_help()}</p>}
        </div>
      )}
      {isAsking && draft.sheet && (
        <OverwriteDialog
          sheet={draft.sheet}
          onClose={() => setIsAsking(false)}
          onOverwrite={() => {
            setIsAsking(false)
            start.mutate({ ...draft, templateId })
          }}
        />
      )}
      <FilterFields filter={draft.filter} isTried={isTried} onChange={(filter) => change({ ...draft, filter })} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" size="large" disabled={start.isPending || templates.isPending}>
          {start.isPending ? m.exports_starting() : m.exports_start()}
        </Button>
        {start.isError && (
          <p role="alert" className="flex items-center gap-1.5 text-error">
            <StateGlyph state="error" />
            {startProblem(start.error)}
          </p>
        )}
        {templateId !== null && isUnmapped(start.error) && (
          <Link to={`/app/template/${templateId}/mapping`} className="link">
            {m.imports_new_finish_template()}
          </Link>
        )}
      </div>
      {begun && <BegunExport one={begun} />}
    </form>
  )
}

type Overwriting = { sheet: ChosenSource; onOverwrite: () => void; onClose: () => void }

/** A tab is written over whole, and may be the wrong one. */
function OverwriteDialog({ sheet, onOverwrite, onClose }: Overwriting) {
  const { tableName: tab, documentName: document } = sheet
  return (
    <RemovalDialog
      title={m.exports_overwrite_title({ tab })}
      text={m.exports_overwrite_text({ tab, document })}
      keep={m.shell_cancel()}
      act={m.exports_overwrite()}
      removal={{ mutate: onOverwrite, isPending: false, error: null }}
      onClose={onClose}
    />
  )
}

type Filtering = { filter: ExportFilter; isTried: boolean; onChange: (filter: ExportFilter) => void }

function FilterFields({ filter, isTried, onChange }: Filtering) {
  const names = filterNames()
  const states = Object.keys(names) as ExportFilter['state'][]
  return (
    <div className="grid gap-x-6 gap-y-4 medium:grid-cols-2 wide:grid-cols-3">
      <Field label={m.exports_field_from()}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={filter.from ?? ''}
            max={filter.to ?? undefined}
            onChange={(event) => onChange({ ...filter, from: event.target.value || null })}
          />
        )}
      </Field>
      <Field
        label={m.exports_field_to()}
        error={isTried && endsBeforeStart(filter) ? m.problems_to_before_from() : null}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={filter.to ?? ''}
            min={filter.from ?? undefined}
            onChange={(event) => onChange({ ...filter, to: event.target.value || null })}
          />
        )}
      </Field>
      <Field label={m.exports_field_state()}>
        {(control) => (
          <Select
            {...control}
            value={filter.state}
            onChange={(state) => onChange({ ...filter, state })}
            options={states.map((state) => ({ value: state, label: names[state] }))}
          />
        )}
      </Field>
    </div>
  )
}

function useStart() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: Draft) => api.post('/exports', { body: requestOf(draft), schema: exportSummary }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['exports'] }),
    meta: { isToldInPlace: true },
  })
}

/** What an export wrote there before is no loss. */
export function mayLose(
  { format, sheet }: Pick<Draft, 'format' | 'sheet'>,
  earlier: readonly ExportSummary[],
): boolean {
  const isSame = ({ destination }: ExportSummary) =>
    destination?.documentId === sheet?.documentId && destination?.tableId === sheet?.tableId
  return format === 'google-sheets' && !earlier.some((one) => one.state === 'done' && isSame(one))
}

const endsBeforeStart = ({ from, to }: ExportFilter) => from !== null && to !== null && to < from

const isSheetMissing = ({ format, sheet }: Draft) => format === 'google-sheets' && !sheet?.tableId

function requestOf({ templateId, format, filter, sheet }: Draft) {
  if (format !== 'google-sheets' || !sheet) return { templateId, format, filter }
  const { documentId, documentName, tableId, tableName } = sheet
  return {
    ...{ templateId, format, filter },
    destination: { connectorId: 'google-sheets', documentId, documentName, tableId, tableName },
  }
}

function startProblem(error: unknown): string {
  const [first] = error instanceof ApiProblem ? error.errors : []
  return first ? problemText(first) : problemTitle(error)
}

const isUnmapped = (error: unknown) =>
  error instanceof ApiProblem && error.errors.some(({ code }) => code === 'template-not-mapped')

function NoTemplates() {
  return (
    <div className="grid justify-items-start gap-3 px-4 pb-8 wide:px-6">
      <p className="max-w-[64ch] text-ink-2">{m.exports_no_templates()}</p>
      <Button asChild variant="primary">
        <Link to="/app/template/overview?new=export">{m.exports_create_template()}</Link>
      </Button>
    </div>
  )
}
