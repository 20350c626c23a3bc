import type { ReactNode } from 'react'
import { StateGlyph } from '../ui/state-mark.tsx'

/** The title of an account form with the way to another. */
export function FormHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="text-30 wrap-anywhere leading-9 font-display tracking-[-0.024em]">{title}</h1>
      {children !== undefined && (
        <div className="mt-1.5 text-14 leading-[22px] wrap-anywhere text-ink-2">{children}</div>
      )}
    </div>
  )
}

/** What the whole form came to, above its button. */
export function FormProblem({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:absolute">
      {text !== null && (
        <p className="flex items-start gap-2 border-l-3 border-error bg-error-soft px-3 py-2 [--hole:var(--error-soft)]">
          <StateGlyph state="error" className="mt-[3px]" />
          {text}
        </p>
      )}
    </div>
  )
}
