import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { cn } from '../../ui/class-names.ts'
import { type MarkState, StateGlyph } from '../../ui/state-mark.tsx'
import { isUndone } from './run-status.ts'

export const views = ['all', 'rejected', 'unknown', 'returned', 'handled', 'dropped'] as const
export type View = (typeof views)[number]

/** How many each view shows. What was dropped as the run was taken back is told by that. */
export function countOf(run: RunSummary, view: View): number {
  if (view === 'all') return run.invoices
  return view === 'dropped' && isUndone(run) ? 0 : run[view]
}

/** Which invoices are shown; only what there is to choose between. */
export function RunFilter({ run, view, onChange }: { run: RunSummary; view: View; onChange: (view: View) => void }) {
  const choices: { view: View; label: string; mark?: MarkState; count: number }[] = [
    { view: 'all', label: m.posting_filter_all({ count: groupDigits(run.invoices) }), count: run.invoices },
    {
      ...{ view: 'rejected', mark: 'error', count: run.rejected },
      label: m.posting_filter_rejected({ count: groupDigits(run.rejected) }),
    },
    {
      ...{ view: 'unknown', mark: 'unknown', count: run.unknown },
      label: m.posting_filter_unknown({ count: groupDigits(run.unknown) }),
    },
    {
      ...{ view: 'returned', mark: 'skipped', count: run.returned },
      label: m.posting_filter_returned({ count: groupDigits(run.returned) }),
    },
    {
      ...{ view: 'handled', mark: 'done', count: run.handled },
      label: m.posting_filter_handled({ count: groupDigits(run.handled) }),
    },
    {
      ...{ view: 'dropped', mark: 'skipped', count: countOf(run, 'dropped') },
      label: m.posting_filter_dropped({ count: groupDigits(run.dropped) }),
    },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row
    <div
      role="group"
      aria-label={m.posting_filter_label()}
      className="flex gap-6 overflow-x-auto border-y border-rule-strong px-4 wide:px-6"
    >
      {choices
        .filter((choice) => choice.view === 'all' || choice.count > 0 || choice.view === view)
        .map((choice) => (
          <button
            key={choice.view}
            type="button"
            aria-pressed={choice.view === view}
            onClick={() => onChange(choice.view)}
            className={cn(
              'flex h-10 flex-none items-center gap-1.5 border-b-3 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 max-wide:h-11',
              choice.view === view ? 'border-ink font-strong text-ink' : 'forced-colors:border-b-0',
            )}
          >
            {choice.mark && <StateGlyph state={choice.mark} />}
            <span className="figures">{choice.label}</span>
          </button>
        ))}
    </div>
  )
}
