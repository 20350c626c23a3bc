import type { ReactNode } from 'react'
import { StateGlyph } from '../../ui/state-mark.tsx'

/** Something on the page that waits for the person: what happened, what it means, what to do. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="grid grid-cols-[14px_minmax(0,1fr)] gap-x-2.5 border-b border-rule bg-attention-soft px-3 py-2.5 [--hole:var(--attention-soft)]"
    >
      <StateGlyph state="attention" className="mt-[3px]" />
      <p className="font-strong text-attention">{title}</p>
      <p className="col-start-2 max-w-[64ch]">{children}</p>
    </div>
  )
}
