import { Link } from 'react-router'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { problemTitle } from '../../field-problems.ts'
import { Amount, groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { InstantText } from '../../ui/date-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { ApprovalSection } from './approval-section.tsx'
import { RefusalsSection } from './refusals-section.tsx'
import { RunActions } from './run-actions.tsx'
import { RunProgress } from './run-progress.tsx'
import { invoicesText, isAllReturned, isGoing, isUndone, runMark, statusWord } from './run-status.ts'
import { UndoSection } from './undo-report.tsx'
import { phaseWord } from './undo-texts.ts'
import { useRetryable } from './use-postings.ts'
import { useRetry, useRunsBefore, useTarget } from './use-run.ts'

/** What the run is, how it goes, and what can be done about it. */
export function RunHead({ run }: { run: RunSummary }) {
  const connector = useTarget(run)
  const isLost = isGoing(run) && connector?.connection?.state === 'disconnected'
  return (
    <>
      <PageHeader
        title={run.source}
        meta={[
          m.posting_resource_to({ target: run.target }),
          <span key="sum">
            {invoicesText(run.invoices)}, <Amount minor={run.sum} />
          </span>,
          m.posting_performed_by({ name: run.performedBy }),
          <span key="started">
            {m.posting_started()} <InstantText instant={run.createdAt} />
          </span>,
          ...(run.finishedAt === null
            ? []
            : [
                <span key="finished">
                  {m.posting_finished()} <InstantText instant={run.finishedAt} />
                </span>,
              ]),
        ]}
        actions={
          <>
            <Button asChild>
              <Link to={`/app/imports/${run.importId}`}>{m.posting_open_import()}</Link>
            </Button>
            <Button asChild>
              <Link to={`/app/events?runId=${run.id}`}>{m.posting_open_events()}</Link>
            </Button>
            {connector?.sandboxUrl && (
              <Button asChild>
                <a href={connector.sandboxUrl} target="_blank" rel="noreferrer">
                  {m.posting_open_ledger({ target: run.target })}
                </a>
              </Button>
            )}
            <RunActions run={run} />
          </>
        }
      />
      {isLost && <ConnectionLost target={run.target} />}
      <ApprovalSection run={run} />
      {isUndone(run) ? <UndoSection run={run} /> : <Progress run={run} isLost={isLost} />}
      {!isUndone(run) && <RefusalsSection run={run} />}
    </>
  )
}

/** How a run that is posted goes, and what can be tried again. */
function Progress({ run, isLost }: { run: RunSummary; isLost: boolean }) {
  const before = useRunsBefore(run)
  const retryable = useRetryable(run)
  return (
    <section
      aria-labelledby="run-title"
      className="grid gap-4 border-t border-rule bg-paper px-4 py-5 wide:grid-cols-[minmax(0,1fr)_minmax(16rem,26rem)] wide:gap-10 wide:px-6"
    >
      <div className="grid content-start gap-1.5">
        <h2 id="run-title" className="flex items-center gap-2 text-18 font-head tracking-[-0.012em]" aria-live="polite">
          <StateGlyph state={isLost || before ? 'waiting' : runMark(run)} className="[--hole:var(--paper)]" />
          {isLost ? m.posting_lost_waiting() : before ? statusWord('initiated') : titleOf(run)}
        </h2>
        {!isLost && <p className="max-w-[64ch] text-ink-2">{before ? beforeText(before) : textOf(run, retryable)}</p>}
        {run.returned > 0 && <Returned run={run} />}
        {mayRetry(run, retryable) && <Retry {...{ run, retryable }} />}
      </div>
      <RunProgress run={run} className="self-center" />
    </section>
  )
}

const beforeText = ({ source, invoices }: { source: string; invoices: number }) =>
  invoices === 1 ? m.posting_before_one({ source }) : m.posting_before_many({ source, count: groupDigits(invoices) })

/** Where the rows went whose invoices were not made. */
function Returned({ run: { returned, importId } }: { run: RunSummary }) {
  return (
    <p className="text-ink-2">
      {returned === 1 ? m.posting_returned_one() : m.posting_returned_many({ count: groupDigits(returned) })}{' '}
      <Link to={`/app/imports/${importId}?problem=sent-back`} className="link">
        {m.posting_returned_go()}
      </Link>
    </p>
  )
}

const mayRetry = (run: RunSummary, retryable: number) =>
  !isUndone(run) && (run.phase === 'cancelled' ? !isGoing(run) : retryable > 0)

function titleOf(run: RunSummary): string {
  const { status, target, created, rejected, unknown, phase } = run
  const word = phaseWord(phase)
  if (word !== null) return word
  if (isAllReturned(run)) return m.posting_returned_all()
  if (status === 'success')
    return created.done === 1
      ? m.posting_done_title_one({ target })
      : m.posting_done_title_many({ count: groupDigits(created.done), target })
  if (status !== 'error') return m.posting_going_title({ target })
  const count = rejected + unknown
  return count === 1 ? m.posting_error_title_one() : m.posting_error_title_many({ count: groupDigits(count) })
}

/** What was confirmed is what was created and what was not. */
function textOf({ status, invoices, created, phase, dropped, rejected }: RunSummary, retryable: number): string {
  if (phase === 'refused') return m.posting_refused_text()
  if (phase === 'paused') return m.posting_paused_text()
  if (phase === 'cancelled')
    return dropped === 1
      ? m.posting_cancelled_text_one()
      : m.posting_cancelled_text_many({ count: groupDigits(dropped) })
  if (status === 'error') return rejected > 0 && retryable === 0 ? m.posting_error_final_text() : m.posting_error_text()
  if (phase === 'awaiting-approval') return m.posting_paused_awaiting_text()
  if (status !== 'success') return m.posting_going_text()
  return m.posting_equation({
    invoices: groupDigits(invoices),
    created: groupDigits(created.done),
    rest: groupDigits(invoices - created.done),
  })
}

function Retry({ run: { id, phase }, retryable }: { run: RunSummary; retryable: number }) {
  const retry = useRetry(id)
  const again = retryable === 1 ? m.posting_retry_one() : m.posting_retry_many({ count: groupDigits(retryable) })
  const label = phase === 'cancelled' ? m.posting_send_rest() : again
  return (
    <div className="pt-2">
      <Button variant="primary" disabled={retry.isPending} onClick={() => retry.mutate()}>
        {retry.isPending ? m.posting_retrying() : label}
      </Button>
      {retry.isError && (
        <p role="alert" className="pt-1.5 text-error">
          {problemTitle(retry.error)}
        </p>
      )}
    </div>
  )
}

function ConnectionLost({ target }: { target: string }) {
  return (
    <div
      role="alert"
      className="grid grid-cols-[14px_minmax(0,1fr)] gap-x-2.5 border-t border-rule bg-attention-soft px-4 py-2.5 wide:px-6 [--hole:var(--attention-soft)]"
    >
      <StateGlyph state="attention" className="mt-[3px]" />
      <p className="font-strong text-attention">{m.posting_lost_title({ target })}</p>
      <p className="col-start-2 max-w-[64ch]">
        {m.posting_lost_text()}{' '}
        <Link to="/app/connectors" className="link">
          {m.posting_lost_go()}
        </Link>
      </p>
    </div>
  )
}
