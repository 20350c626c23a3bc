import { Link } from 'react-router'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { Amount, groupDigits } from '../../ui/amount.tsx'
import { SectionHeader } from '../../ui/page-header.tsx'
import { type MarkState, StateMark } from '../../ui/state-mark.tsx'
import { RunProgress } from '../transaction/run-progress.tsx'
import { isAllReturned, isCutOff, runMark } from '../transaction/run-status.ts'
import { phaseWord } from '../transaction/undo-texts.ts'
import { RecentText, recentText } from './recent-text.tsx'
import type { Overview } from './waiting.ts'

/** Runs as three rows each: created, bookkept, paid. */
export function RunsSection({ runs, connectors }: Pick<Overview, 'runs' | 'connectors'>) {
  return (
    <section aria-labelledby="runs">
      <SectionHeader
        id="runs"
        title={m.activity_dashboard_runs()}
        aside={
          <Link to="/app/transaction" className="link">
            {m.activity_dashboard_runs_all()}
          </Link>
        }
      />
      {runs.length === 0 && <p className="py-4 text-ink-2">{m.activity_dashboard_runs_empty()}</p>}
      {runs.map((run) => (
        <RunRow key={run.id} run={run} isCutOff={isCutOff(run, connectors)} />
      ))}
    </section>
  )
}

function RunRow({ run, isCutOff: waits }: { run: RunSummary; isCutOff: boolean }) {
  const { id, source, invoices, performedBy, createdAt, sum } = run
  const time = recentText(createdAt)
  const started =
    invoices === 1
      ? m.activity_dashboard_run_invoices_one({ time, name: performedBy })
      : m.activity_dashboard_run_invoices_many({ count: groupDigits(invoices), time, name: performedBy })
  const { mark, word } = waits ? ({ mark: 'waiting', word: m.posting_lost_waiting() } as const) : stateOf(run)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-b border-rule py-3 broad:grid-cols-[minmax(0,1fr)_16rem_11rem]">
      <div className="min-w-0">
        <Link to={`/app/transaction?run=${id}`} className="block truncate font-strong hover:text-fir">
          {source}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-12 text-ink-2">
          <span>{started}</span>
          <Amount minor={sum} />
        </p>
      </div>
      <RunProgress run={run} className="max-broad:col-span-2 max-broad:row-start-2" />
      <div className="justify-self-end text-right">
        <StateMark state={mark}>{word}</StateMark>
        <p className="text-12 text-ink-3">{run.finishedAt && <RecentText instant={run.finishedAt} />}</p>
      </div>
    </div>
  )
}

function stateOf(run: RunSummary): { mark: MarkState; word: string } {
  const { status, phase, unknown, created, bookkept } = run
  const finer = phaseWord(phase)
  if (finer !== null) return { mark: runMark(run), word: finer }
  if (isAllReturned(run)) return { mark: runMark(run), word: m.posting_returned_all() }
  if (status === 'success') return { mark: 'done', word: m.activity_dashboard_run_done() }
  if (status === 'error') return { mark: 'error', word: m.activity_dashboard_run_error() }
  if (unknown > 0) {
    const many = m.activity_dashboard_run_checking_many({ count: groupDigits(unknown) })
    return { mark: 'unknown', word: unknown === 1 ? m.activity_dashboard_run_checking_one() : many }
  }
  if (status === 'initiated') return { mark: 'waiting', word: m.activity_dashboard_run_initiated() }
  if (created.done < created.of) return { mark: 'sending', word: m.activity_dashboard_run_created() }
  if (bookkept.done < bookkept.of) return { mark: 'sending', word: m.activity_dashboard_run_bookkept() }
  return { mark: 'sending', word: m.activity_dashboard_run_paid() }
}
