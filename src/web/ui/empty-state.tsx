import { Children, type ReactNode } from 'react'
import { cn } from './class-names.ts'

export type EmptyStateProps = {
  title: ReactNode
  /** One or two sentences, each on its own line of the paper. */
  lines?: readonly ReactNode[]
  /** The next step: buttons. */
  actions?: ReactNode
  /** The level of the heading in the page. */
  level?: 1 | 2 | 3
  className?: string
}

/** Blank ruled paper on which heading, sentences and next step stand. Props: title, lines[], actions, level. */
export function EmptyState({ title, lines = [], actions, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      className={cn(
        'ruled relative min-h-72 flex-1 pr-4 pb-8 pl-[60px] leading-8 before:absolute before:inset-y-0 before:left-10 before:w-1 before:border-x before:border-margin',
        className,
      )}
    >
      <Heading className="pt-16 text-18 leading-8 font-head tracking-[-0.01em]">{title}</Heading>
      {Children.map(lines, (line) => (
        <p className="max-w-[64ch] leading-8 text-ink-2">{line}</p>
      ))}
      {actions !== undefined && <div className="flex flex-wrap gap-2 pt-8">{actions}</div>}
    </div>
  )
}
