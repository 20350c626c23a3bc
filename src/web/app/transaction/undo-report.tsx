import type { ReactNode } from 'react'
import * as m from '#messages'
import type { RunSummary, UndoReport } from '#posting/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { mayUndoAgain, undoReasonText, undoWords } from './undo-texts.ts'
import { useSiblings, useStartUndo, useUndo } from './use-run.ts'

const marks = { reverting: 'sending', reverted: 'done', 'partly-reverted': 'attention' } as const

/** What became of a run that is taken back, in three parts that add up to its invoices. `links` lead elsewhere. */
export function UndoSection({ run, links }: { run: RunSummary; links?: ReactNode }) {
  const { data: report } = useUndo(run)
  const again = useStartUndo(run.id)
  const words = undoWords({ runs: useSiblings(run), target: run.target })
  if (!report || report.state === 'none') return null
  const { state, invoices, removed, credited, kept, open, paidBack, by, reasons } = report
  const parts = [
    { name: m.posting_undo_report_removed(), count: removed },
    { name: m.posting_undo_report_credited(), count: credited },
    { name: m.posting_undo_report_kept(), count: kept },
    ...(open > 0 ? [{ name: m.posting_undo_report_open(), count: open }] : []),
  ]
  return (
    <section aria-labelledby="undo-title" className="border-t border-rule bg-paper px-4 py-5 wide:px-6">
      <h2 id="undo-title" className="flex items-center gap-2 text-18 font-head tracking-[-0.012em]" aria-live="polite">
        <StateGlyph state={marks[state]} className="[--hole:var(--paper)]" />
        {words.titleOf(state)}
      </h2>
      {by !== null && <p className="pt-1 text-ink-2">{m.posting_undo_by({ name: by })}</p>}
      <dl className="grid max-w-[36rem] grid-cols-[minmax(0,1fr)_auto] gap-x-6 pt-3">
        {parts.map(({ name, count }) => (
          <Line key={name} name={name} count={count} />
        ))}
        <Line name={m.posting_undo_report_all()} count={invoices} isSum />
      </dl>
      <ReasonList reasons={reasons} target={run.target} />
      {paidBack > 0 && (
        <p className="pt-2 text-ink-2">{m.posting_undo_report_paid_back({ count: groupDigits(paidBack) })}</p>
      )}
      <RefundedElsewhere report={report} />
      {removed + credited > 0 && open === 0 && (
        <p className="max-w-[64ch] pt-2 text-ink-2">{m.posting_undo_report_import()}</p>
      )}
      {mayUndoAgain(report) && (
        <Button className="mt-3 print:hidden" disabled={again.isPending} onClick={() => again.mutate()}>
          {m.posting_undo_again()}
        </Button>
      )}
      {links}
    </section>
  )
}

function Line({ name, count, isSum = false }: { name: string; count: number; isSum?: boolean }) {
  return (
    <div
      className={`col-span-2 grid grid-cols-subgrid py-1 ${isSum ? 'border-t border-ink font-strong' : 'border-t border-rule'}`}
    >
      <dt>{name}</dt>
      <dd className="figures text-right">{groupDigits(count)}</dd>
    </div>
  )
}

/** Why invoices are kept, or need nothing. */
export function ReasonList({ reasons, target }: { reasons: UndoReport['reasons']; target: string }) {
  if (reasons.length === 0) return null
  return (
    <ul className="grid gap-1 pt-3 text-ink-2">
      {reasons.map(({ code, count }) => (
        <li key={code}>{m.posting_undo_reason({ text: undoReasonText(code, target), count: groupDigits(count) })}</li>
      ))}
    </ul>
  )
}

/** That refunds of the purchases stand by themselves when these are gone. */
export function RefundedElsewhere({ report: { refundedElsewhere: count } }: { report: UndoReport }) {
  if (count === 0) return null
  return (
    <p className="flex max-w-[64ch] gap-2 pt-3 text-ink-2">
      <StateGlyph state="attention" className="mt-[3px] [--hole:var(--paper)]" />
      {m.posting_undo_refunded_elsewhere({ count: groupDigits(count) })}
    </p>
  )
}
