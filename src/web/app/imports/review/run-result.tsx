import { Link } from 'react-router'
import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { groupDigits } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { RunProgress } from '../../transaction/run-progress.tsx'
import { isAllReturned, isCutOff, isGoing, isUndone, runMark } from '../../transaction/run-status.ts'
import { UndoSection } from '../../transaction/undo-report.tsx'
import { phaseWord } from '../../transaction/undo-texts.ts'

/** The run that a confirmed import became: live while it goes on, then a result that adds up, also of what was taken back. */
export function RunResult({ run, connector }: { run: RunSummary; connector: ConnectorStatus | undefined }) {
  const ledgerUrl = connector?.sandboxUrl ?? null
  const waits = connector !== undefined && isCutOff(run, [connector])
  const links = (
    <p className="flex flex-wrap gap-2 pt-2 print:hidden">
      <Button asChild>
        <Link to={`/app/transaction?run=${run.id}`}>{m.imports_run_open()}</Link>
      </Button>
      {ledgerUrl !== null && run.created.done > 0 && (
        <Button asChild variant="quiet">
          <a href={ledgerUrl} target="_blank" rel="noreferrer">
            {m.imports_run_open_ledger({ target: run.target })}
          </a>
        </Button>
      )}
    </p>
  )
  if (isUndone(run)) return <UndoSection run={run} links={links} />
  return (
    <section
      aria-labelledby="run-title"
      className="grid gap-4 border-t border-rule bg-paper px-4 py-5 wide:grid-cols-[minmax(0,1fr)_minmax(16rem,26rem)] wide:gap-10 wide:px-6"
    >
      <div className="grid content-start gap-1.5" aria-live="polite">
        <h2 id="run-title" className="flex items-center gap-2 text-18 font-head tracking-[-0.012em]">
          <StateGlyph state={waits ? 'waiting' : runMark(run)} className="[--hole:var(--paper)]" />
          {waits ? m.posting_lost_waiting() : resultTitle(run)}
        </h2>
        <p className="text-ink-2">{waits ? m.posting_lost_text() : resultText(run)}</p>
        {links}
      </div>
      <RunProgress run={run} className="self-center" />
    </section>
  )
}

export function resultTitle(run: RunSummary): string {
  const { target, created, invoices, rejected, unknown, status, phase } = run
  const word = phaseWord(phase)
  if (word !== null) return word
  if (isGoing(run)) return m.imports_run_title({ target })
  if (isAllReturned(run)) return m.posting_returned_all()
  if (status === 'success')
    return created.done === 1
      ? m.imports_run_done_title_one({ target })
      : m.imports_run_done_title({ created: groupDigits(created.done), target })
  if (invoices === 1) return m.imports_run_error_title_one()
  return m.imports_run_error_title({ troubled: groupDigits(rejected + unknown), invoices: groupDigits(invoices) })
}

/** What was sent is what was created, refused or is without an answer. */
export function resultText(run: RunSummary): string {
  const { invoices, created, phase } = run
  if (phase === 'awaiting-approval') return m.posting_paused_awaiting_text()
  if (phase === 'paused') return m.posting_paused_text()
  if (phase === 'posting' && isGoing(run)) return m.imports_run_left()
  return m.imports_run_equation({
    invoices: groupDigits(invoices),
    created: groupDigits(created.done),
    rest: groupDigits(invoices - created.done),
  })
}
