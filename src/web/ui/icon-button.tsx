import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { silentWhile } from './button.tsx'
import { cn } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  asChild?: boolean
  withTooltip?: boolean
}

/** A button that shows only an icon (its children, 16 px). Props: label (its name, also its tooltip), asChild, withTooltip (default true), and those of <button>. */
export function IconButton({
  label,
  asChild = false,
  withTooltip = true,
  className,
  type = 'button',
  disabled,
  onClick,
  ...props
}: IconButtonProps) {
  const Element = asChild ? Slot.Root : 'button'
  const button = (
    <Element
      aria-label={label}
      className={cn(
        'relative inline-grid print:hidden size-control flex-none place-items-center rounded-2 text-ink-2 transition-colors hover:bg-sunk hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 aria-disabled:hover:bg-transparent in-[[role=gridcell]]:focus-visible:-outline-offset-2',
        className,
      )}
      {...(!asChild && { type })}
      {...props}
      {...silentWhile(disabled, onClick)}
    />
  )
  return withTooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
