import { Link } from 'react-router'
import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { groupDigits } from '../../../ui/amount.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { isUndone } from '../../transaction/run-status.ts'
import { useRunsOfImport } from '../../transaction/use-run.ts'

/** What still stands still of earlier runs of an import whose rows came back: only its latest run is shown in full. */
export function EarlierRuns({ record }: { record: Pick<ImportSummary, 'id' | 'runId'> }) {
  const standing = useRunsOfImport(record).filter((run) => run.id !== record.runId && needsSomebody(run))
  if (standing.length === 0) return null
  return (
    <ul className="grid gap-1 border-t border-rule px-4 py-2.5 wide:px-6">
      {standing.map((run) => (
        <li key={run.id} className="flex items-start gap-2">
          <StateGlyph state="error" className="mt-[3px]" />
          <span>
            {earlierText(run.rejected + run.unknown)}{' '}
            <Link to={`/app/transaction?run=${run.id}`} className="link">
              {m.imports_run_open()}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  )
}

const needsSomebody = (run: RunSummary) => !isUndone(run) && run.rejected + run.unknown > 0

const earlierText = (troubled: number) =>
  troubled === 1 ? m.imports_earlier_run_one() : m.imports_earlier_run({ troubled: groupDigits(troubled) })
