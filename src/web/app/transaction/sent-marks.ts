import * as m from '#messages'
import type { RunSummary, StandingRows } from '#posting/contract.ts'
import type { MarkState } from '../../ui/state-mark.tsx'
import { postingState } from './posting-state.ts'
import { isAllDone } from './run-status.ts'
import { phaseWord } from './undo-texts.ts'

/** How a row of a confirmed import is marked. Without a word: the mark's own. */
export type SentMark = { mark: MarkState; word?: string }
type Run = Pick<RunSummary, 'status' | 'phase' | 'invoices'> & { created: Pick<RunSummary['created'], 'done'> }

/** Of each row how its own invoice stands, where the run has ended; until then of all of them how the run does. */
export function sentMarks(run: Run | undefined, standing: StandingRows | null): (rowId: number) => SentMark {
  const all = sentMark(run)
  const alike = standing?.items.map((one) => ({ mark: postingState(one), rows: one.rows })) ?? []
  return (rowId) => alike.find(({ rows }) => isAmong(rows, rowId))?.mark ?? all
}

/** `runs`: first and length in turn. */
function isAmong(runs: readonly number[], id: number): boolean {
  let [low, high] = [0, runs.length / 2]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle * 2] ?? 0) + (runs[middle * 2 + 1] ?? 0) <= id) low = middle + 1
    else high = middle
  }
  return (runs[low * 2] ?? Number.POSITIVE_INFINITY) <= id
}

function sentMark(run: Run | undefined): SentMark {
  const phase = run?.phase
  if (phase === 'reverting' || phase === 'reverted') return { mark: 'skipped', word: phaseWord(phase) ?? '' }
  return run && isAllDone(run) ? { mark: 'done' } : { mark: 'waiting', word: m.imports_panel_sent() }
}
