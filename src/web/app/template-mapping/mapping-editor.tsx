import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { FieldError } from '#kernel/errors.ts'
import * as m from '#messages'
import type { TargetField, Template, TemplateMapping } from '#templates/contract.ts'
import { createSheetTest } from '#templates/rules/layout/choose-sheets.ts'
import { missingFields } from '#templates/rules/mapping/check-mapping.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'
import { fieldProblemText } from '../../field-problems.ts'
import { hasProblemText, problemText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { focusFaulty } from '../../ui/leave-focus.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { closeToast, showToast } from '../../ui/toasts.tsx'
import { OvertakenNotice } from '../edited-copy.tsx'
import { keptFile } from '../kept-file.ts'
import { granularityName } from '../template-overview/granularities.ts'
import { DriftList, isTroubling } from './drift-list.tsx'
import { EmptyFieldsDialog } from './empty-fields-dialog.tsx'
import { FieldRows, type FieldRowsProps, fieldGrid } from './field-rows.tsx'
import { HeaderRow } from './header-row.tsx'
import { findAsked, findQuestions } from './mapping-questions.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { ReadingRules } from './reading-rules.tsx'
import { SheetChoice } from './sheet-choice.tsx'
import { SourceSheet } from './source-sheet.tsx'
import { emptyFieldsOf, fieldGroups, targetFieldName } from './target-fields.ts'
import { TemplateSettings } from './template-settings.tsx'
import { fieldOf, mappingToast, missingIn, missingText, previewMissingText, useFaults } from './use-faults.ts'
import { useLookedAtRow } from './use-looked-at-row.ts'
import { type OnTry, type Tried, useMappingDraft, usePreview, useSaveMapping } from './use-mapping.ts'
import { usedIn } from './used-in.ts'
import { QuestionsFirst } from './written-as.tsx'

type EditorProps = { template: Template; sample: TemplateSample; tried: Tried; onTry: OnTry }

/** One template: the file on top, each field of the target beside where it is taken from, and how the rows then read. */
export function MappingEditor({ template, sample, tried, onTry }: EditorProps) {
  const isExport = template.movement === 'export'
  const draft = useMappingDraft(template, sample)
  const { mapping } = draft
  const preview = usePreview(template.id, mapping)
  const missing = missingFields(mapping)
  // What is left out is not shown among what is read.
  const isRead = createSheetTest(mapping.sheets)
  const read = { ...sample, rows: sample.rows.filter(({ sheet }) => isRead(sheet)) }
  const looked = useLookedAtRow(read, missing.length === 0 ? preview.data : undefined, mapping)
  const fields = useRef<HTMLFieldSetElement>(null)
  // Once what is wrong with it is on the page, which also the answer may tell.
  const showFaulty = () => requestAnimationFrame(() => focusFaulty(fields.current?.closest('main') ?? document.body))
  const saving = useSaveMapping(template, draft.copy, showFaulty)
  const questions = isExport ? [] : findQuestions(mapping, sample, missing.length === 0 ? preview.data : undefined)
  const { wrong, faults, outgoingFault, tellFaults } = useFaults(mapping, isExport, questions)
  const empty = emptyFieldsOf(mapping, isExport)
  const [isAsking, setIsAsking] = useState(false)
  useShortcuts((key) => {
    if (key !== 'j' && key !== 'k') return false
    looked.step(key === 'j' ? 1 : -1)
    return true
  })

  function save(): void {
    tellFaults()
    if (wrong.length > 0) {
      const title =
        missing.length > 0 ? missingText(missingIn(missing, draft.open), isExport) : wrongText(wrong[0], isExport)
      showToast({ type: 'error', id: mappingToast, title })
      showFaulty()
    } else if (empty.length > 0 && !mapping.emptyFieldsConfirmed) setIsAsking(true)
    else saving.mutate({ ...mapping, emptyFieldsConfirmed: true })
  }
  function confirm(): void {
    setIsAsking(false)
    draft.change({ emptyFieldsConfirmed: true })
    saving.mutate({ ...mapping, emptyFieldsConfirmed: true })
  }

  const hasNoRows = sample.rows.length === 0 && sample.columns.length > 0
  const firm = template.sharedBy?.name ?? null
  const written = { mapping, sample, isExport, questions, onChange: draft.change }
  const asked = findAsked(template, sample)
  const shared = { mapping, sample, isExport, firm, faults, readValue: looked.readValue, onChange: draft.setSource }
  return (
    <>
      <MappingHeader
        template={template}
        sample={sample}
        open={draft.open.length}
        isEdited={draft.copy.isEdited}
        isSaving={saving.isPending}
        onUseAll={draft.takeAll}
        onSave={save}
      />
      <div className="px-4 pb-4 empty:hidden wide:px-6">
        <OvertakenNotice copy={draft.copy} />
      </div>
      {firm && <p className="px-4 pb-4 text-ink-2 wide:px-6">{m.templates_shared_note({ firm })}</p>}
      {sample.drift && isTroubling(sample.drift.found) && <SampleDrift drift={sample.drift} onUse={draft.change} />}
      {hasNoRows && !isExport && !template.sharedBy && (
        <p className="px-4 pb-4 text-ink-2 wide:px-6">{m.templates_no_rows()}</p>
      )}
      <SheetChoice template={template} sample={sample} mapping={mapping} onChange={draft.change} />
      <HeaderRow template={template} sample={sample} tried={tried} draft={draft} onTry={onTry}>
        <SourceSheet
          sample={read}
          mapping={mapping}
          isExport={isExport}
          rowNumber={looked.number}
          onRow={looked.look}
        />
      </HeaderRow>
      <div className="wide:flex wide:items-stretch">
        {/* A firm's template is changed at the firm: what was chosen here would not be in the copy. */}
        <fieldset ref={fields} disabled={template.sharedBy !== null} className="min-w-0 flex-1">
          <QuestionsFirst parts={asked} {...written} />
          <FieldTable open={draft.open} rowNumber={looked.number} {...shared} />
          <ReadingRules
            asked={asked}
            outgoingFault={outgoingFault}
            preview={missing.length === 0 ? preview.data : undefined}
            {...written}
          />
        </fieldset>
        {!(hasNoRows && (isExport || template.sharedBy)) && (
          <div className="bg-paper wide:flex-none wide:border-l wide:border-rule-strong">
            <PreviewPanel
              preview={hasNoRows ? undefined : preview.data}
              isFailed={preview.isError}
              missing={missing.length > 0 ? previewMissingText(missingIn(missing, draft.open), isExport) : null}
              row={looked.row}
              onRow={looked.look}
              onStep={looked.step}
            />
          </div>
        )}
      </div>
      <EmptyFieldsDialog
        fields={isAsking ? empty : null}
        isExport={isExport}
        onClose={() => setIsAsking(false)}
        onConfirm={confirm}
      />
    </>
  )
}

type FieldTableProps = Omit<FieldRowsProps, 'title' | 'state' | 'fields'> & {
  open: readonly { field: TargetField }[]
  rowNumber: number | null
}

/** Each field of the target, those that no invoice can be made without first. */
function FieldTable({ open, rowNumber, ...rest }: FieldTableProps) {
  const { mapping } = rest
  const groups = fieldGroups(mapping, rest.isExport)
  return (
    <div className="@container">
      <div className={`${fieldGrid} h-8 px-6 text-12 text-ink-3 @max-beside:hidden`} aria-hidden>
        <span>{m.templates_head_field()}</span>
        <span>{rest.isExport ? m.templates_head_written() : m.templates_head_source()}</span>
        <span>
          {rowNumber === null ? m.templates_head_value_none() : m.templates_head_value({ row: String(rowNumber) })}
        </span>
        <span>{m.templates_head_why()}</span>
      </div>
      <FieldRows
        title={m.templates_group_required()}
        fields={groups.required}
        state={m.templates_group_required_state({
          done: String(groups.required.filter((field) => mapping.fields[field]).length),
          total: String(groups.required.length),
        })}
        {...rest}
      />
      {groups.optional.map(({ id, title, fields }) => (
        <FieldRows
          key={id}
          title={title}
          fields={fields}
          state={groupState({
            filled: fields.filter((field) => mapping.fields[field]).length,
            total: fields.length,
            suggested: open.filter(({ field }) => fields.includes(field)).length,
          })}
          {...rest}
        />
      ))}
    </div>
  )
}

/** The first thing that is wrong with the mapping, in words. */
function wrongText(wrong: FieldError | undefined, isExport: boolean): string {
  if (wrong?.path.startsWith('fields.')) return fieldProblemText(wrong, targetFieldName(fieldOf(wrong.path), isExport))
  if (wrong && hasProblemText(wrong.code)) return problemText(wrong)
  return fieldProblemText({ code: wrong?.code ?? 'required' }, m.templates_outgoing())
}

/** The sample was replaced and its columns are others than those mapped. */
function SampleDrift({
  drift,
  onUse,
}: {
  drift: NonNullable<TemplateSample['drift']>
  onUse: (mapping: TemplateMapping) => void
}) {
  const [isUsed, setIsUsed] = useState(false)
  if (isUsed) return null
  return (
    <section
      className="mx-4 mb-4 border border-attention bg-sheet px-4 py-3 wide:mx-6"
      aria-label={m.templates_drift_title()}
    >
      <h2 className="pb-2 text-14 font-head">{m.templates_drift_title()}</h2>
      <DriftList drift={drift.found} />
      {drift.found.canMend && (
        <Button
          className="mt-3"
          onClick={() => {
            onUse(drift.mended)
            setIsUsed(true)
          }}
        >
          {drift.found.sheets?.renamed
            ? m.templates_drift_use_sheet({ sheet: drift.found.sheets.renamed.to })
            : m.templates_drift_use()}
        </Button>
      )}
    </section>
  )
}

type HeaderProps = {
  template: Template
  sample: TemplateSample
  open: number
  isEdited: boolean
  isSaving: boolean
  onUseAll: () => void
  onSave: () => void
}

/** Rows that were fetched are kept as a workbook, which nobody has seen. */
const sampleName = ({ sourceSystem }: Template, { fileName }: TemplateSample) =>
  sourceSystem === 'file' ? fileName : fileName.replace(/\.xlsx$/, '')

function MappingHeader({ template, sample, open, isEdited, isSaving, onUseAll, onSave }: HeaderProps) {
  const isReady = !isEdited && missingFields(template.mapping).length === 0
  const use = usedIn(template, keptFile(template.id))
  return (
    <PageHeader
      title={template.name}
      meta={[
        template.bank,
        ...(template.movement === 'import' ? [granularityName(template)] : []),
        m.templates_version({ version: String(template.version) }),
        ...(sample.format ? [m.templates_known_format({ format: sample.format.name })] : []),
        ...(!sample.format && open > 0 ? [m.templates_unknown_format()] : []),
        // A firm's file stays at the firm: what is shown is its header alone.
        ...(template.sharedBy ? [] : [sampleName(template, sample)]),
      ]}
      actions={
        <>
          <TemplateSettings template={template} />
          {open > 0 && <Button onClick={onUseAll}>{m.templates_use_all({ count: String(open) })}</Button>}
          {isReady && (
            <Button asChild onClick={() => closeToast(mappingToast)}>
              <Link to={use.to}>{use.label}</Link>
            </Button>
          )}
          {!template.sharedBy && (
            <Button variant="primary" disabled={isSaving} onClick={onSave}>
              {isSaving ? m.templates_saving() : m.templates_save()}
            </Button>
          )}
        </>
      }
    />
  )
}

/** How far a group of fields is; what is suggested only where something is. */
function groupState({ filled, total, suggested }: { filled: number; total: number; suggested: number }): string {
  const counts = { filled: String(filled), total: String(total) }
  return suggested > 0
    ? m.templates_group_optional_state({ ...counts, suggested: String(suggested) })
    : m.templates_group_optional_filled(counts)
}
