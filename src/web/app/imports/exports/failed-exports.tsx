import type { ExportSummary } from '#exports/contract.ts'
import * as m from '#messages'
import { ConnectLink, FailureList } from '../failure-list.tsx'
import { mendOf } from '../sources/outcome-text.ts'
import { exportProblemText, stillFailed } from './still-failed.ts'

/** What could not be written. Props: rows (newest first). */
export function FailedExports({ rows }: { rows: readonly ExportSummary[] }) {
  return (
    <FailureList
      failures={stillFailed(rows).map(({ id, fileName, problem }) => ({
        id,
        text: m.exports_failed_text({ name: fileName, problem: exportProblemText(problem) }),
        mend: mendOf(problem) === 'connect' && <ConnectLink />,
      }))}
    />
  )
}
