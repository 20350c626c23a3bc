import type { ReactNode } from 'react'
import * as m from '#messages'
import { cn } from './class-names.ts'

export const markStates = [
  'ready',
  'attention',
  'duplicate',
  'skipped',
  'waiting',
  'sending',
  'unknown',
  'error',
  'done',
] as const
export type MarkState = (typeof markStates)[number]

const words: Record<MarkState, () => string> = {
  ready: m.shell_state_ready,
  attention: m.shell_state_attention,
  duplicate: m.shell_state_duplicate,
  skipped: m.shell_state_skipped,
  waiting: m.shell_state_waiting,
  sending: m.shell_state_sending,
  unknown: m.shell_state_unknown,
  error: m.shell_state_error,
  done: m.shell_state_done,
}

const glyphColour: Record<MarkState, string> = {
  ready: 'text-fir',
  attention: 'text-attention',
  duplicate: 'text-duplicate',
  skipped: 'text-ink-3',
  waiting: 'text-ink-3',
  sending: 'text-fir',
  unknown: 'text-ink-3',
  error: 'text-error',
  done: 'text-fir',
}

/** Ordinary states keep their word in ink; only exceptions are coloured. */
const wordColour: Record<MarkState, string> = {
  ready: '',
  done: '',
  sending: '',
  attention: 'text-attention',
  duplicate: 'text-duplicate',
  error: 'text-error',
  skipped: 'text-ink-2',
  waiting: 'text-ink-2',
  unknown: 'text-ink-2',
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const
/** Drawn in the surface's colour, as holes in the mark: set `--hole` on a surface that is not sheet. */
const hole = { fill: 'none', stroke: 'var(--hole, var(--sheet))' } as const

const drawings: Record<MarkState, ReactNode> = {
  ready: (
    <>
      <circle cx="7" cy="7" r="5.25" {...line} />
      <circle cx="7" cy="7" r="2.25" fill="currentColor" />
    </>
  ),
  attention: (
    <>
      <path d="M7 .4 13.6 7 7 13.6.4 7z" fill="currentColor" />
      <path d="M7 4v3.4M7 9.4v.6" {...hole} strokeWidth="1.6" />
    </>
  ),
  duplicate: <path d="M4.75 4.75v-3.5h8v8h-3.5M1.25 4.75h8v8h-8z" {...line} strokeLinejoin="round" />,
  skipped: <path d="M2 7h10" {...line} />,
  waiting: <circle cx="7" cy="7" r="5.25" {...line} />,
  sending: (
    <>
      <circle cx="7" cy="7" r="5.25" {...line} strokeOpacity=".25" />
      <path d="M7 1.75A5.25 5.25 0 0 1 12.25 7" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </>
  ),
  unknown: (
    <>
      <circle cx="7" cy="7" r="5.25" {...line} strokeDasharray="2.2 1.9" />
      <path d="M5.6 5.7c.1-.9.7-1.4 1.5-1.4s1.4.5 1.4 1.2c0 1-1.4 1.1-1.4 2.2M7.1 9.3v.6" {...line} strokeWidth="1.2" />
    </>
  ),
  error: (
    <>
      <path d="M1 1h12v12H1z" fill="currentColor" />
      <path d="m4.4 4.4 5.2 5.2m0-5.2L4.4 9.6" {...hole} strokeWidth="1.5" />
    </>
  ),
  done: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path d="m4.2 7.2 2 2 3.6-4.2" {...hole} strokeWidth="1.6" />
    </>
  ),
}

/** Only the mark, for where the word stands elsewhere. Props: state, className. */
export function StateGlyph({ state, className }: { state: MarkState; className?: string }) {
  return (
    <svg
      viewBox="0 0 14 14"
      aria-hidden="true"
      className={cn('size-3.5 flex-none', glyphColour[state], state === 'sending' && 'turning', className)}
    >
      {drawings[state]}
    </svg>
  )
}

/** A state as mark and word. Props: state, children (another word than the state's own), hidesWord, hidesWordWhenNarrow (the mark keeps the word for screen readers), wraps (a sentence: the mark stands on its first line). */
export function StateMark({
  state,
  children,
  hidesWord = false,
  hidesWordWhenNarrow = false,
  wraps = false,
  className,
}: {
  state: MarkState
  children?: ReactNode
  hidesWord?: boolean
  hidesWordWhenNarrow?: boolean
  wraps?: boolean
  className?: string
}) {
  return (
    <span className={cn('inline-flex gap-[7px]', wraps ? 'items-start' : 'items-center whitespace-nowrap', className)}>
      <StateGlyph state={state} {...(wraps && { className: 'mt-[calc((1lh-14px)/2)]' })} />
      <span
        className={cn(
          wordColour[state],
          hidesWordWhenNarrow && 'max-wide:sr-only print:not-sr-only',
          hidesWord && 'sr-only print:not-sr-only',
        )}
      >
        {children ?? words[state]()}
      </span>
    </span>
  )
}
