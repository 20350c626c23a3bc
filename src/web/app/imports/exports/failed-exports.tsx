import type { ExportSummary } from '#exports/contract.ts'
import { ConnectLink, FailureList } from '../failure-list.tsx'
import { mendOf } from '../sources/outcome-text.ts'
import { exportFailureText, stillFailed } from './still-failed.ts'

/** What could not be written, not yet, or not whole. Props: rows (newest first). */
export function FailedExports({ rows }: { rows: readonly ExportSummary[] }) {
  return (
    <FailureList
      failures={stillFailed(rows).map((one) => ({
        id: one.id,
        state: one.state === 'writing' ? 'waiting' : 'error',
        text: exportFailureText(one),
        mend: mendOf(one.problem) === 'connect' && <ConnectLink />,
      }))}
    />
  )
}
