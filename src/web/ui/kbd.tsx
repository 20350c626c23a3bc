import type { ReactNode } from 'react'

/** A key cap; not where there is hardly a keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-1 border border-rule-strong bg-sheet px-[5px] font-sans text-11 whitespace-nowrap text-ink-3 max-wide:hidden">
      {children}
    </kbd>
  )
}
