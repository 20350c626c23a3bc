import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** Before a cell's text, on the phone alone: what a mark says only to those who see its word. Props: children, className (another colour). */
export function NarrowWord({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={cn('text-ink-2 wide:hidden', className)}>{children} · </span>
}
