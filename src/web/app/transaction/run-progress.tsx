import type { RunSummary } from '#posting/contract.ts'
import { ProgressRows } from '../../ui/progress-rows.tsx'

/** A run as three rows; what was not asked for has none. */
export function RunProgress({ run, className }: { run: RunSummary; className?: string }) {
  const { created, bookkept, paid, rejected, unknown } = run
  // Refused at one step, an invoice is held up in this row and in those below.
  const rowOf = ({ done, of }: RunSummary['created']) => ({
    ...{ done, total: of },
    troubled: Math.min(rejected + unknown, of - done),
  })
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
