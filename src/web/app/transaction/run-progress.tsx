import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { ProgressRows } from '../../ui/progress-rows.tsx'

/** A run as three rows: how far it came, what was not asked for left out, or what became of it when it was taken back. */
export function RunProgress({ run, className }: { run: RunSummary; className?: string }) {
  return <ProgressRows {...(className !== undefined && { className })} rows={progressOf(run)} />
}

export function progressOf({
  created,
  bookkept,
  paid,
  undone,
}: Pick<RunSummary, 'created' | 'bookkept' | 'paid' | 'undone'>) {
  if (undone) {
    const { of: total, removed, credited, kept } = undone
    return [
      { label: m.posting_undo_report_removed(), step: { done: removed, total } },
      { label: m.posting_undo_report_credited(), step: { done: credited, total } },
      { label: m.posting_undo_report_kept(), step: { done: kept, total } },
    ]
  }
  const rowOf = (label: string, { done, of, held }: RunSummary['created']) => ({
    ...{ label, step: { done, total: of, troubled: held } },
  })
  return [
    rowOf(m.shell_progress_created(), created),
    ...(bookkept.of > 0 ? [rowOf(m.shell_progress_bookkept(), bookkept)] : []),
    ...(paid.of > 0 ? [rowOf(m.shell_progress_paid(), paid)] : []),
  ]
}
