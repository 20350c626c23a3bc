import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** The detail beside a table: paper, a line to its left; below the table on the phone. Props: label, bar (marks and buttons on top), children, className. */
export function Panel({
  label,
  bar,
  children,
  className,
}: {
  label: string
  bar?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <aside
      aria-label={label}
      className={cn(
        'min-w-0 bg-paper px-5 pt-3 pb-5 [--hole:var(--paper)] max-wide:border-t max-wide:border-ink max-wide:px-4 wide:w-panel wide:flex-none wide:border-l wide:border-rule-strong print:w-full print:break-before-page print:border-l-0',
        className,
      )}
    >
      {bar !== undefined && (
        <div className="-mr-1.5 mb-1.5 flex print:hidden h-7 items-center gap-0.5 max-wide:h-10">{bar}</div>
      )}
      {children}
    </aside>
  )
}

/** A part of a panel. Props: title, aside (right, grey), children. */
export function PanelBlock({ title, aside, children }: { title?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t border-rule-strong pt-2.5 pb-3">
      {title !== undefined && (
        <h3 className="mb-1.5 flex justify-between text-12 font-head">
          {title}
          {aside !== undefined && <span className="font-normal text-ink-3">{aside}</span>}
        </h3>
      )}
      {children}
    </section>
  )
}

/** Names and values in rows, with where each came from. Props: rows {name, value, origin}[]. */
export function FactList({ rows }: { rows: readonly { name: string; value: ReactNode; origin?: ReactNode }[] }) {
  return (
    <dl>
      {rows.map((row) => (
        <div
          key={row.name}
          className="grid min-h-[26px] grid-cols-[104px_minmax(0,1fr)_auto] gap-x-2 border-b border-rule py-[3px] last:border-b-0 last:pb-0"
        >
          <dt className="text-ink-3">{row.name}</dt>
          <dd className="min-w-0 wrap-anywhere">{row.value}</dd>
          {row.origin !== undefined && <dd className="flex items-center justify-end gap-1 pl-2">{row.origin}</dd>}
        </div>
      ))}
    </dl>
  )
}
