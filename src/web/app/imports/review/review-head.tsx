import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { api } from '../../../api-client.ts'
import { problemText } from '../../../problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { InstantText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { closeToast } from '../../../ui/toasts.tsx'
import { giveUpUnsaved } from '../../../unsaved-changes.ts'
import { postingsToast } from '../../transaction/use-postings.ts'
import { useRun } from '../../transaction/use-run.ts'
import { rowsToast } from './bulk-bar.tsx'
import { ImportOptionsDialog } from './import-options.tsx'
import { useIsTemplateGone } from './source-words.ts'
import { shownDrift, useDrift, warningsBeside } from './use-drift.ts'
import { useReadAnew } from './use-import.ts'

/** The import's name, where it is from, and what can be done with the whole of it. */
export function ReviewHead({ record }: { record: ImportSummary }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [hasOptions, setHasOptions] = useState(false)
  const isGone = useIsTemplateGone(record.templateId)
  const { data: drift, isLoading } = useDrift(record)
  const warnings = warningsBeside(record.warnings, isLoading ? 'unknown' : shownDrift(drift))
  const template = m.imports_template({ name: record.templateName })
  const icon = <FileSpreadsheet size={16} strokeWidth={1.5} aria-hidden />
  return (
    <>
      <PageHeader
        title={record.fileName}
        meta={[
          <span key="template" className="inline-flex items-center gap-1.5">
            {icon}
            {isGone ? (
              template
            ) : (
              <Link to={`/app/template/${record.templateId}/mapping`} className="link">
                {template}
              </Link>
            )}
          </span>,
          <span key="read">
            <InstantText instant={record.createdAt} /> {record.createdBy}
          </span>,
        ]}
        actions={
          record.state !== 'confirmed' && (
            <>
              {(record.state !== 'reading' || record.problem) && (
                <Button onClick={() => setIsDeleting(true)}>
                  <Trash2 size={16} strokeWidth={1.5} aria-hidden />
                  {record.isReopened ? m.imports_close_confirm() : m.imports_delete_confirm()}
                </Button>
              )}
              {record.state === 'checked' && (
                <Button onClick={() => setHasOptions(true)}>
                  <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden />
                  {m.imports_options()}
                </Button>
              )}
            </>
          )
        }
      />
      {record.isReopened && <ReopenedNotice runId={record.runId} />}
      {warnings.length > 0 && (
        <ul
          aria-label={m.imports_warnings_label()}
          className="grid gap-1 border-t border-rule bg-attention-soft px-4 py-2.5 wide:px-6 [--hole:var(--attention-soft)]"
        >
          {warnings.map((warning) => (
            <li key={JSON.stringify(warning)} className="flex items-start gap-2">
              <StateGlyph state="attention" className="mt-[3px]" />
              {problemText(warning)}
            </li>
          ))}
        </ul>
      )}
      <ImportOptionsDialog record={record} isOpen={hasOptions} onOpenChange={setHasOptions} />
      <DeleteDialog record={record} isOpen={isDeleting} onOpenChange={setIsDeleting} />
    </>
  )
}

function DeleteDialog({
  record,
  isOpen,
  onOpenChange,
}: {
  record: ImportSummary
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const readAnew = useReadAnew(record.id)
  const remove = useMutation({
    mutationFn: () => api.delete(`/imports/${record.id}`),
    onSettled: (_answer, error) => readAnew(error),
    onSuccess: () => {
      for (const told of [postingsToast, rowsToast]) closeToast(told)
      return queries.invalidateQueries({ queryKey: ['imports', 'list'] })
    },
  })
  async function goOn(): Promise<void> {
    giveUpUnsaved() // what was begun beside its rows is gone with it
    await navigate('/app/imports')
    queries.removeQueries({ queryKey: ['imports', record.id] })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={
        record.isReopened
          ? m.imports_close_title({ name: record.fileName })
          : m.imports_delete_title({ name: record.fileName })
      }
      description={record.isReopened ? m.imports_close_text() : m.imports_delete_text()}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{m.shell_cancel()}</Button>
          <Button
            variant="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: goOn })}
          >
            {record.isReopened ? m.imports_close_confirm() : m.imports_delete_confirm()}
          </Button>
        </>
      }
    />
  )
}

function ReopenedNotice({ runId }: { runId: string | null }) {
  const { data: run } = useRun(runId)
  return (
    <div
      role="status"
      className="grid grid-cols-[14px_minmax(0,1fr)] gap-x-2.5 border-t border-rule bg-attention-soft px-4 py-2.5 wide:px-6 [--hole:var(--attention-soft)]"
    >
      <StateGlyph state="attention" className="mt-[3px]" />
      <p className="font-strong text-attention">{m.imports_reopened_title()}</p>
      <p className="col-start-2 max-w-[64ch]">{reopenedText(run)}</p>
    </div>
  )
}

/** Of a run that was not approved, or of which nothing was taken, no row is locked. */
export function reopenedText(run: Pick<RunSummary, 'created' | 'unknown'> | undefined): string {
  const isUnsent = run?.created.done === 0 && run.unknown === 0
  return isUnsent ? m.imports_reopened_unsent_text() : m.imports_reopened_text()
}
