import * as m from '#messages'
import { groupDigits } from './amount.tsx'
import { cn } from './class-names.ts'

export type ProgressStep = {
  done: number /** sent, no answer yet */
  underway?: number /** refused or unknown */
  troubled?: number
  total: number
}
export type ProgressRowsProps = { rows: readonly { label: string; step: ProgressStep }[]; className?: string }

/** A run as rows: created, bookkept, paid; or removed, credited, kept. Props: rows of {label, step}. */
export function ProgressRows({ rows, className }: ProgressRowsProps) {
  return (
    <div className={cn('grid gap-px', className)}>
      {rows.map(({ label, step }) => (
        <ProgressRow key={label} label={label} step={step} />
      ))}
    </div>
  )
}

/** One row of a run. Props: label, step {done, underway, troubled, total}. */
export function ProgressRow({ label, step }: { label: string; step: ProgressStep }) {
  const { done, underway = 0, troubled = 0, total } = step
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`
  const text = m.shell_progress_of({ done: groupDigits(done), total: groupDigits(total) })
  return (
    <div className="grid grid-cols-[66px_minmax(0,1fr)_68px] items-center gap-x-2.5 text-12">
      <span className="text-ink-2">{label}</span>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
        className="relative h-[5px] overflow-hidden bg-rule drawn forced-colors:bg-sheet forced-colors:outline"
      >
        <span
          className="absolute inset-y-0 left-0 bg-fir transition-[width] duration-(--d-2)"
          style={{ width: share(done) }}
        />
        <span className="absolute inset-y-0 bg-attention" style={{ left: share(done), width: share(troubled) }} />
        <span
          className="absolute inset-y-0 bg-[repeating-linear-gradient(90deg,var(--fir)_0_2px,transparent_2px_4px)]"
          style={{ left: share(done + troubled), width: share(underway) }}
        />
      </span>
      <span className="figures text-right" aria-hidden="true">
        {text}
      </span>
    </div>
  )
}
