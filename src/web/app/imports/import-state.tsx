import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { type MarkState, StateMark } from '../../ui/state-mark.tsx'

const marks: Record<ImportSummary['state'], MarkState> = {
  reading: 'sending',
  checked: 'waiting',
  confirmed: 'done',
  failed: 'error',
}
const words: Record<ImportSummary['state'], () => string> = {
  reading: m.imports_state_reading,
  checked: m.imports_state_checked,
  confirmed: m.imports_state_confirmed,
  failed: m.imports_state_failed,
}

/** How far an import has come. Props: state. */
export function ImportState({ state }: { state: ImportSummary['state'] }) {
  return (
    <StateMark state={marks[state]} hidesWordWhenNarrow>
      {words[state]()}
    </StateMark>
  )
}
