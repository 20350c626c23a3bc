import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** Where a value came from. Props: kind 'cell' (its name as children, `G16`) or 'rule' (Mall, Inlärd, Leverantör…), and those of <span> (point at a cell's tag to light it up). */
export function OriginTag({ kind, className, ...props }: ComponentProps<'span'> & { kind: 'cell' | 'rule' }) {
  return (
    <span
      className={cn(
        'figures inline-block rounded-1 px-[5px] text-11',
        kind === 'cell' ? 'bg-fir-soft font-strong text-fir' : 'bg-sunk text-ink-2',
        className,
      )}
      {...props}
    />
  )
}
