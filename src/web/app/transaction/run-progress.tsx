import type { RunSummary } from '#posting/contract.ts'
import { ProgressRows } from '../../ui/progress-rows.tsx'

/** A run as three rows; what was not asked for has none. */
export function RunProgress({ run, className }: { run: RunSummary; className?: string }) {
  const { created, bookkept, paid } = run
  const rowOf = ({ done, of, held }: RunSummary['created']) => ({ done, total: of, troubled: held })
  const askedFor = (step: RunSummary['created']) => (step.of === 0 ? null : rowOf(step))
  return (
    <ProgressRows
      {...(className !== undefined && { className })}
      created={rowOf(created)}
      bookkept={askedFor(bookkept)}
      paid={askedFor(paid)}
    />
  )
}
