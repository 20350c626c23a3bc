import * as m from '#messages'
import type { RunSummary, UndoReport } from '#posting/contract.ts'
import { problemTitle } from '../../field-problems.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { ReasonList, RefundedElsewhere } from './undo-report.tsx'
import type { undoWords } from './undo-texts.ts'
import { useStartUndo, useUndo } from './use-run.ts'

/** What taking the run back would do, before it is done. */
export function UndoDialog({
  run,
  words,
  onClose,
}: {
  run: RunSummary
  words: ReturnType<typeof undoWords>
  onClose: () => void
}) {
  const { data, error } = useUndo(run)
  const start = useStartUndo(run.id, onClose)
  const failed = start.error ?? error
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      description={words.text}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel()}</Button>
          <Button variant="primary" disabled={!data || start.isPending} onClick={() => start.mutate()}>
            {words.open}
          </Button>
        </>
      }
    >
      {data && <Forecast report={data} target={run.target} />}
      {failed && (
        <p role="alert" className="mt-3 flex items-center gap-1.5 text-error">
          <StateGlyph state="error" />
          {problemTitle(failed)}
        </p>
      )}
    </Dialog>
  )
}

function Forecast({ report, target }: { report: UndoReport; target: string }) {
  const { removed, credited, kept, reasons } = report
  const neverCreated = reasons.find(({ code }) => code === 'never-created')?.count ?? 0
  const rows = [
    {
      name: m.posting_undo_removed(),
      count: removed,
      hint: removed > neverCreated ? m.posting_undo_removed_hint() : null,
    },
    { name: m.posting_undo_credited(), count: credited, hint: m.posting_undo_credited_hint() },
    { name: m.posting_undo_kept(), count: kept, hint: null },
  ]
  return (
    <>
      <dl>
        {rows.map(({ name, count, hint }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-rule py-2 last:border-b-0"
          >
            <dt className="font-strong">{name}</dt>
            <dd className="figures text-right font-strong">{groupDigits(count)}</dd>
            {hint !== null && count > 0 && <dd className="col-span-2 text-ink-2">{hint}</dd>}
          </div>
        ))}
      </dl>
      <ReasonList reasons={reasons} target={target} />
      <RefundedElsewhere report={report} />
    </>
  )
}
