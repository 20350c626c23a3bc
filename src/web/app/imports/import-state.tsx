import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { type MarkState, StateMark } from '../../ui/state-mark.tsx'
import { runMark, statusWord } from '../transaction/run-status.ts'
import { phaseWord } from '../transaction/undo-texts.ts'

type State = ImportSummary['state']

const marks: Record<State, MarkState> = {
  reading: 'sending',
  checked: 'waiting',
  confirmed: 'done',
  failed: 'error',
}
const words: Record<State, () => string> = {
  reading: m.imports_state_reading,
  checked: m.imports_state_checked,
  confirmed: m.imports_state_confirmed,
  failed: m.imports_state_failed,
}

/**
 * What was confirmed is as far as its run, where that is under way, waits, was stopped, needs somebody or is taken back. A
 * file of nothing but what was imported before waits for nobody.
 */
export function importState(
  { state, totals }: Pick<ImportSummary, 'state' | 'totals'>,
  run?: Pick<RunSummary, 'status' | 'phase' | 'rejected'>,
): { mark: MarkState; word: string } {
  if (state === 'checked' && totals?.ready.count === 0 && totals.attention.count === 0)
    return { mark: 'skipped', word: m.imports_state_nothing() }
  const word = state === 'confirmed' && run ? (phaseWord(run.phase) ?? unendedWord(run.status)) : null
  return run && word !== null ? { mark: runMark(run), word } : { mark: marks[state], word: words[state]() }
}

/** What was imported before: rows of other imports, or of an earlier run of this one, which nobody would call duplicates. */
export function duplicatesWord({ isSentInParts }: Pick<ImportSummary, 'isSentInParts'>): string {
  return isSentInParts ? m.imports_sent_and_duplicates() : m.imports_duplicates()
}

const unendedWord = (status: RunSummary['status']) => (status === 'success' ? null : statusWord(status))

/** How far an import has come. Props: record, run (of a confirmed one). */
export function ImportState({
  record,
  run,
}: {
  record: Pick<ImportSummary, 'state' | 'totals'>
  run?: RunSummary | undefined
}) {
  const { mark, word } = importState(record, run)
  return (
    <StateMark state={mark} hidesWordWhenNarrow>
      {word}
    </StateMark>
  )
}
