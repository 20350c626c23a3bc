import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './class-names.ts'

const variants = {
  primary: 'border-fir bg-fir text-on-fir drawn hover:border-fir-press hover:bg-fir-press',
  normal: 'border-edge bg-sheet hover:border-ink-2 hover:bg-paper',
  quiet: 'border-transparent px-2 text-ink-2 hover:bg-sunk hover:text-ink',
  danger: 'border-error bg-sheet text-error hover:bg-error-soft',
} as const

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  /** large on pages and forms, normal in tables and heads */
  size?: 'normal' | 'large'
  /** Draws the one child (a Link) as a button. */
  asChild?: boolean
}

/**
 * What a button that is disabled gets in place of `disabled`: presses come to nothing, Enter in its form too, and the
 * focus stays. A browser takes it from what is truly disabled: who pressed by keyboard could not press again.
 */
export function silentWhile(disabled: boolean | undefined, onClick: ComponentProps<'button'>['onClick']) {
  return disabled ? { 'aria-disabled': true, onClick: swallow } : { onClick }
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** A button; none on paper. One `primary` a view, saying what it does and to how many. Props: variant primary|normal|quiet|danger, size normal|large, asChild, and those of <button>. */
export function Button({
  variant = 'normal',
  size = 'normal',
  asChild = false,
  className,
  type = 'button',
  disabled,
  onClick,
  ...props
}: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button'
  return (
    <Element
      data-variant={variant}
      className={cn(
        'inline-flex print:hidden items-center justify-center gap-2 rounded-2 border font-strong whitespace-nowrap transition-colors select-none',
        'aria-disabled:cursor-not-allowed aria-disabled:border-rule-strong aria-disabled:bg-sunk aria-disabled:text-ink-3 forced-colors:aria-disabled:text-[color:GrayText]',
        size === 'large' ? 'h-11 px-4 text-14' : 'h-control px-3',
        variants[variant],
        className,
      )}
      {...(!asChild && { type })}
      {...props}
      {...silentWhile(disabled, onClick)}
    />
  )
}
