import type { ReactNode } from 'react'
import { cn } from '../ui/class-names.ts'

export type BandRowProps = {
  id?: string
  margin?: ReactNode
  children: ReactNode
  className?: string
  marginClassName?: string
  bodyClassName?: string
}

/** A band of a public page: a word left of the margin line, the matter right of it. */
export function BandRow({ id, margin, children, className, marginClassName, bodyClassName }: BandRowProps) {
  return (
    <section
      id={id}
      className={cn('grid scroll-mt-4 grid-cols-[var(--m)_minmax(0,1fr)] pr-(--edge-x) wide:pl-(--edge-x)', className)}
    >
      <div
        className={cn(
          'margin-line-r text-14 leading-[22px] text-ink-3 max-wide:text-[0px] wide:pr-5 wide:text-right',
          marginClassName,
        )}
      >
        {margin}
      </div>
      <div className={cn('min-w-0 pl-4 wide:pl-8', bodyClassName)}>{children}</div>
    </section>
  )
}

/** A chapter of the start page, with a rule above and a heading. */
export function Chapter({ title, bodyClassName, ...props }: BandRowProps & { title?: ReactNode }) {
  return (
    <BandRow
      {...props}
      className={cn('border-t border-rule', props.className)}
      marginClassName="wide:pt-[72px]"
      bodyClassName={cn('pt-14 pb-15 wide:pt-16 wide:pb-19', bodyClassName)}
    >
      {title !== undefined && <h2 className="text-30 font-display tracking-[-0.022em] text-balance">{title}</h2>}
      {props.children}
    </BandRow>
  )
}
