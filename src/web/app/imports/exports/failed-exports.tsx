import { Link } from 'react-router'
import type { ExportSummary } from '#exports/contract.ts'
import * as m from '#messages'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { canConnect, exportProblemText, stillFailed } from './still-failed.ts'

/** What could not be written, in full, and what to do about it: the table has no room for it. Props: rows (newest first). */
export function FailedExports({ rows }: { rows: readonly ExportSummary[] }) {
  const failed = stillFailed(rows)
  if (failed.length === 0) return null
  return (
    <ul className="grid gap-1 px-4 pb-3 wide:px-6">
      {failed.map(({ id, fileName, problem }) => (
        <li key={id} className="flex items-start gap-2">
          <StateGlyph state="error" className="mt-[3px]" />
          <span className="min-w-0 break-words">
            {m.exports_failed_text({ name: fileName, problem: exportProblemText(problem) })}{' '}
            {canConnect(problem) && (
              <Link to="/app/connectors" className="link">
                {m.sources_open_connectors()}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
