import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

const variants = {
  primary: 'border-fir bg-fir text-on-fir hover:border-fir-press hover:bg-fir-press',
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

/** A button. One `primary` a view, saying what it does and to how many. Props: variant primary|normal|quiet|danger, size normal|large, asChild, and those of <button>. */
export function Button({
  variant = 'normal',
  size = 'normal',
  asChild = false,
  className,
  type = 'button',
  ...props
}: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button'
  return (
    <Element
      className={cn(
        'inline-flex items-center justify-center gap-2 rounded-2 border font-strong whitespace-nowrap transition-colors select-none',
        'disabled:cursor-not-allowed disabled:border-rule-strong disabled:bg-sunk disabled:text-ink-3',
        size === 'large' ? 'h-11 px-4 text-14' : 'h-control px-3',
        variants[variant],
        className,
      )}
      {...(!asChild && { type })}
      {...props}
    />
  )
}
