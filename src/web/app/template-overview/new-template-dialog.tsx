import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import * as m from '#messages'
import { templateSource } from '#sources/contract.ts'
import {
  fileEndings,
  type Granularity,
  granularities,
  maxSampleMegabytes,
  template as templateSchema,
} from '#templates/contract.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { fieldProblemText, problemTitle } from '../../field-problems.ts'
import { hasProblemText, problemText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { focusFaulty } from '../../ui/leave-focus.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { keepLeftForm, useLeftForm } from '../connectors/left-form.ts'
import { useGoOn } from '../go-on.ts'
import { keepFile } from '../kept-file.ts'
import {
  type ChosenSource,
  chosenSource,
  missingInSource,
  type SourceConnector,
  type SourceSystem,
} from './chosen-source.ts'
import { granularityOptions } from './granularities.ts'
import { SourceFields } from './source-fields.tsx'

type Movement = 'import' | 'export'
type Draft = {
  name: string
  bank: string
  movement: Movement
  granularity: Granularity
  sourceSystem: SourceSystem
  file: File | null
  source: ChosenSource | null
  /** To a spreadsheet that is yet to be opened. */
  link: string
}
/** All but a file: rows are fetched. */
const leftDraft = z.object({
  name: z.string(),
  bank: z.string(),
  granularity: z.enum(granularities),
  sourceSystem: z.enum(['google-sheets', 'airtable']),
  source: chosenSource.nullable(),
  link: z.string(),
})
const leftFrom = '/app/template/overview?new=import'
type Faults = Partial<Record<'name' | 'bank' | 'file' | 'source', string>>

/** A new template: what it is called, whose file it reads, and one such file. Leads on to its mapping. */
export function NewTemplateDialog({
  movement,
  given,
  onClose,
}: {
  movement: Movement
  /** What is known already: a dropped file, and whose it is. */
  given?: Partial<Pick<Draft, 'name' | 'bank' | 'file'>>
  onClose: () => void
}) {
  const goOn = useGoOn()
  const client = useQueryClient()
  const left = useLeftForm(given ? null : leftFrom, leftDraft)
  const [draft, setDraft] = useState<Draft>({
    ...{ name: '', bank: '', movement, granularity: 'row' },
    ...{ sourceSystem: 'file', file: null, source: null, link: '' },
    ...given,
    ...left,
  })
  const [faults, setFaults] = useState<Faults>({})
  const create = useMutation({
    mutationFn: createTemplate,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['templates'] })
      void client.invalidateQueries({ queryKey: ['template-sources'] })
    },
    onError: (error, sent) => setFaults(faultsOf(error, sent)),
    meta: { isToldInPlace: true },
  })
  // Once made, its page is on its way: a second press would make another.
  const isCreating = create.isPending || create.isSuccess
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }
  const choose = (source: ChosenSource | null) => {
    change({ source })
    if (!source?.tableName) return
    // An opened link answers late: a name that was written meanwhile stays.
    setDraft((now) => (now.name === '' ? { ...now, name: source.documentName.slice(0, 100) } : now))
    setFaults(({ name: _, ...left }) => left)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = missingIn(draft)
    flushSync(() => setFaults(found))
    if (Object.keys(found).length > 0) focusFaulty(event.currentTarget)
    else
      create.mutate(draft, {
        onSuccess: (id) => {
          if (draft.movement === 'import') keepFile(id, draft.file)
          void goOn(`/app/template/${id}/mapping`)
        },
      })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.templates_create_title()}
      description={introOf(draft)}
      actions={
        <>
          <Button onClick={onClose}>{m.templates_cancel()}</Button>
          <Button variant="primary" type="submit" form="new-template" disabled={isCreating}>
            {isCreating ? m.templates_creating() : m.templates_create_do()}
          </Button>
        </>
      }
    >
      <form id="new-template" className="grid gap-4" onSubmit={submit} noValidate>
        {draft.movement === 'import' && <Flow draft={draft} onChange={change} />}
        {hasFile(draft) ? (
          <FileDrop
            accept={fileEndings}
            maxMegabytes={maxSampleMegabytes}
            file={draft.file}
            label={m.templates_file_drop()}
            help={
              given?.file
                ? m.templates_file_help_given({ limit: String(maxSampleMegabytes) })
                : m.templates_file_help({ limit: String(maxSampleMegabytes) })
            }
            error={faults.file ?? null}
            disabled={isCreating}
            onFile={(file) => change({ file, ...(!isNamed(draft) && { name: nameOf(file) }) })}
          />
        ) : (
          <SourceFields
            connectorId={connectorOf(draft)}
            chosen={draft.source}
            error={faults.source ?? null}
            link={draft.link}
            onLeave={(link) => keepLeftForm(leftFrom, { ...draft, file: null, link })}
            onChange={choose}
          />
        )}
        <TextFields draft={draft} faults={faults} onChange={change} />
        <RadioGroup
          label={m.templates_field_movement()}
          value={draft.movement}
          onChange={(chosen) => change({ movement: chosen })}
          options={[
            { value: 'import', label: m.templates_movement_import(), help: m.templates_movement_import_help() },
            { value: 'export', label: m.templates_movement_export(), help: m.templates_movement_export_help() },
          ]}
        />
        {draft.movement === 'import' && (
          <>
            <RadioGroup
              label={m.templates_field_granularity()}
              value={draft.granularity}
              onChange={(granularity) => change({ granularity })}
              options={granularityOptions(draft)}
            />
            {draft.granularity !== 'row' && <p className="text-12 text-ink-2">{m.templates_granularity_wait()}</p>}
          </>
        )}
      </form>
    </Dialog>
  )
}

function TextFields({
  draft,
  faults,
  onChange,
}: {
  draft: Draft
  faults: Faults
  onChange: (part: Partial<Draft>) => void
}) {
  return (
    <div className="grid gap-4 medium:grid-cols-2">
      <Field label={m.templates_field_name()} error={faults.name}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={bankLabel(draft)} error={faults.bank}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.bank}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onChange({ bank: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

/** A template for export writes in the columns of a file. */
const hasFile = ({ movement, sourceSystem }: Draft) => movement === 'export' || sourceSystem === 'file'

function introOf(draft: Draft): string {
  if (draft.movement === 'export') return m.templates_create_text_export()
  return hasFile(draft) ? m.templates_create_text() : m.templates_create_text_source()
}

/** Where rows come from, and where they go. */
function Flow({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  return (
    <div className="grid gap-4 medium:grid-cols-2">
      <Field label={m.templates_field_source()}>
        {(control) => (
          <Select
            {...control}
            value={draft.sourceSystem}
            onChange={(sourceSystem) => onChange({ sourceSystem, source: null, file: null })}
            options={[
              { value: 'file', label: m.templates_source_file() },
              { value: 'google-sheets', label: m.templates_source_google_sheets() },
              { value: 'airtable', label: m.templates_source_airtable() },
            ]}
          />
        )}
      </Field>
      <Field label={m.templates_field_target()} help={m.templates_type_supplier_invoice_import()}>
        {(control) => (
          <Select
            {...control}
            value="fortnox"
            onChange={() => undefined}
            options={[{ value: 'fortnox', label: m.templates_target_fortnox() }]}
          />
        )}
      </Field>
    </div>
  )
}

/** What is exported comes from no bank. */
const bankLabel = ({ movement }: Pick<Draft, 'movement'>) =>
  movement === 'export' ? m.templates_field_receiver() : m.templates_field_bank()

/** By a person: the name that a file gave goes with it. */
const isNamed = ({ name, file }: Draft) => name !== '' && !(file && name === nameOf(file))

function nameOf(file: File): string {
  return file.name.replace(/\.[^.]+$/, '').slice(0, 100)
}

const connectorOf = ({ sourceSystem }: Draft): SourceConnector =>
  sourceSystem === 'airtable' ? 'airtable' : 'google-sheets'

function missingIn(draft: Draft): Faults {
  const { name, bank, file, source } = draft
  const sourceFault = hasFile(draft) ? null : missingInSource(connectorOf(draft), source)
  const required = (label: string) => fieldProblemText({ code: 'required' }, label)
  return {
    ...(name.trim() === '' && { name: required(m.templates_field_name()) }),
    ...(bank.trim() === '' && { bank: required(bankLabel(draft)) }),
    ...(hasFile(draft) && !file && { file: required(m.templates_field_file()) }),
    ...(sourceFault !== null && { source: sourceFault }),
  }
}

/** Answers the id of the new template. */
async function createTemplate(draft: Draft): Promise<string> {
  if (hasFile(draft)) return (await api.post('/templates', { body: formOf(draft), schema: templateSchema })).id
  const { name, bank, granularity, sourceSystem: connectorId, source } = draft
  const body = { name, bank, granularity, connectorId, ...source }
  return (await api.post('/template-sources', { body, schema: templateSource })).templateId
}

function formOf({ name, bank, movement, granularity, file }: Draft): FormData {
  const form = new FormData()
  const fields = {
    name,
    bank,
    granularity,
    sourceSystem: 'file',
    targetSystem: 'fortnox',
    resource: 'supplier-invoice',
    movement,
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  if (file) form.set('file', file)
  return form
}

function faultsOf(error: unknown, draft: Draft): Faults {
  const labels = { name: m.templates_field_name(), bank: bankLabel(draft), file: m.templates_field_file() }
  const faults: Faults = {}
  for (const fault of error instanceof ApiProblem ? error.errors : []) {
    if (fault.path !== 'name' && fault.path !== 'bank' && fault.path !== 'file') continue
    faults[fault.path] =
      fault.code === 'max-upload-file-exceeded'
        ? m.templates_max_upload_file_exceeded()
        : hasProblemText(fault.code)
          ? problemText({ code: fault.code, params: fault.params })
          : fieldProblemText(fault, labels[fault.path])
  }
  return Object.keys(faults).length > 0 ? faults : { file: problemTitle(error), source: problemTitle(error) }
}
