import type { RunSummary } from '#posting/contract.ts'
import { ProgressRows } from '../../ui/progress-rows.tsx'

/** A run as three rows; what was not asked for has none. */
export function RunProgress({ run, className }: { run: RunSummary; className?: string }) {
  const { created, bookkept, paid, rejected, unknown } = run
  const stepOf = ({ done, of }: RunSummary['created']) => (of === 0 ? null : { done, total: of })
  return (
    <ProgressRows
      {...(className !== undefined && { className })}
      created={{
        done: created.done,
        total: created.of,
        troubled: Math.min(rejected + unknown, created.of - created.done),
      }}
      bookkept={stepOf(bookkept)}
      paid={stepOf(paid)}
    />
  )
}
