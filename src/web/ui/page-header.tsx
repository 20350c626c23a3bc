import { Children, type ReactNode } from 'react'
import { cn } from './class-names.ts'

export type PageHeaderProps = {
  title: ReactNode
  /** Short facts below the title, in a row. */
  meta?: readonly ReactNode[]
  /** Buttons; one primary at most. */
  actions?: ReactNode
  /** A line below, as where a panel follows. */
  hasRule?: boolean
}

/** The head of a page in the app. Props: title, meta[], actions, hasRule. */
export function PageHeader({ title, meta = [], actions, hasRule = false }: PageHeaderProps) {
  return (
    <header
      className={cn(
        'px-4 pt-5 pb-4 wide:flex wide:flex-wrap wide:items-end wide:gap-x-6 wide:gap-y-3 wide:px-6',
        hasRule && 'border-b border-rule',
      )}
    >
      <div className="min-w-0 wide:flex-[1_1_16rem]">
        <h1 className="text-22 font-head tracking-[-0.014em] text-balance wrap-anywhere">
          {typeof title === 'string' ? breakable(title) : title}
        </h1>
        {meta.length > 0 && (
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-3">
            {Children.map(meta, (fact) => (
              <span className="inline-flex min-w-0 items-center gap-1.5 wrap-anywhere">{fact}</span>
            ))}
          </p>
        )}
      </div>
      {actions !== undefined && (
        <div className="flex max-w-full flex-none flex-wrap items-center gap-2 print:hidden max-wide:mt-3.5 max-wide:*:flex-1">
          {actions}
        </div>
      )}
    </header>
  )
}

/** A long word, as a file's name, is broken after a mark within it rather than anywhere. */
function breakable(title: string): ReactNode {
  const parts: ReactNode[] = title.split(/(?<=\S[_.\-/])(?=\S)/)
  return parts.reduce((before, part) => (
    <>
      {before}
      <wbr />
      {part}
    </>
  ))
}

/** The head of a section: title on an ink rule, link or caption right. Props: title, aside, level, id. */
export function SectionHeader({
  title,
  aside,
  level = 2,
  id,
  className,
}: {
  title: ReactNode
  aside?: ReactNode
  level?: 2 | 3
  id?: string
  className?: string
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={cn('flex items-baseline gap-3 border-b border-ink pb-[7px]', className)}>
      <Heading id={id} className="text-14 font-head tracking-[-0.004em]">
        {title}
      </Heading>
      {aside !== undefined && <div className="ml-auto text-12 text-ink-3">{aside}</div>}
    </div>
  )
}
