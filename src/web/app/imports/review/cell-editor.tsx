import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { EditField } from '#imports/contract.ts'
import * as m from '#messages'
import { supplierList } from '#suppliers/contract.ts'
import { ApiProblem, api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { cn } from '../../../ui/class-names.ts'
import { useLostWithTab } from '../../../unsaved-changes.ts'
import { useSettings } from '../../use-settings.ts'
import { typedProblemText } from './typed-problem-text.ts'

/** Where to go afterwards: to the cell before or after; 0 stays on the cell; null where that is on the page no more. */
export type Step = -1 | 0 | 1 | null

type Props = {
  field: EditField
  label: string
  text: string
  /** What stands in it instead, where it was refused. */
  typed: string | null
  align: 'left' | 'right' | undefined
  error: unknown
  onType: () => void
  onSave: (text: string, step: Step) => void
  onCancel: () => void
}

/**
 * A cell being written in. What cannot be read stays as it was typed, with the reason under it; a second Tab leaves it, as
 * Escape does, and the cell is as it was.
 */
export function CellEditor({ field, label, text, typed, align, error, onType, onSave, onCancel }: Props) {
  const id = useId()
  const [value, setValue] = useState(typed ?? text)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const sent = useRef(typed)
  const problem = error ? editProblemText(error) : null
  useLostWithTab(value !== text)
  useEffect(() => {
    if (problem) isDone.current = false
  }, [problem])
  const save = (step: Step) => {
    if (isDone.current) return
    isDone.current = true
    const isRefused = problem !== null && step !== 0 && value === sent.current
    sent.current = value
    onSave(isRefused ? text : value.trim(), step)
  }
  const leave = useEffectEvent(() => save(null))
  useEffect(() => {
    const field = input.current
    field?.focus()
    field?.select()
    return () => {
      // No browser tells of it: a narrower window has no room for its column, or Back led to another page.
      if (!field?.isConnected) leave()
    }
  }, [])
  return (
    <span className="relative -mx-1 flex h-[26px] w-full min-w-0">
      <input
        ref={input}
        value={value}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-problem` : undefined}
        list={field === 'supplier' || field === 'account' ? `${id}-choices` : undefined}
        onChange={(event) => {
          setValue(event.target.value)
          isDone.current = false // also while what was written before is being saved
          onType()
        }}
        onBlur={() => (problem ? undefined : save(0))}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') {
            isDone.current = true
            onCancel()
          } else if (event.key === 'Enter') save(0)
          else if (event.key === 'Tab') {
            event.preventDefault()
            save(event.shiftKey ? -1 : 1)
          }
        }}
        className={cn(
          'h-full w-full min-w-0 rounded-1 border border-fir bg-sheet px-1 text-13 text-ink outline-2 -outline-offset-1 outline-fir',
          '[&::-webkit-calendar-picker-indicator]:hidden!', // the arrow of a list stood on the last figure of an account
          align === 'right' && 'figures text-right',
          problem && 'border-error outline-error',
        )}
      />
      <Choices id={`${id}-choices`} field={field} q={value} />
      {problem && (
        <span
          ref={keepInSight}
          role="alert"
          id={`${id}-problem`}
          className={cn(
            'absolute top-full z-20 my-1 w-60 data-above:top-auto data-above:bottom-full rounded-2 bg-float px-2 py-1.5 text-left text-12 whitespace-normal text-error shadow-float',
            align === 'right' ? 'right-0' : 'left-0',
          )}
        >
          {problem}
          <span className="block text-ink-3">{m.imports_edit_leave()}</span>
        </span>
      )}
    </span>
  )
}

/**
 * Below the last row in sight the foot of the page lies over it: then it stands above its cell. The list may scroll on for a
 * while after its rows were measured, and who reads it scrolls too.
 */
function keepInSight(note: HTMLElement | null): (() => void) | undefined {
  if (!note) return undefined
  const place = () => {
    note.removeAttribute('data-above')
    const { left, bottom } = note.getBoundingClientRect()
    note.toggleAttribute('data-above', !note.contains(document.elementFromPoint(left + 8, bottom - 8)))
  }
  place()
  const moves = ['scroll', 'resize'] as const
  for (const move of moves) window.addEventListener(move, place)
  return () => {
    for (const move of moves) window.removeEventListener(move, place)
  }
}

/** The reason in the field's own words; else the sentence of the answer. */
export function editProblemText(error: unknown): string {
  const [first] = error instanceof ApiProblem ? error.errors : []
  return (first && typedProblemText(first)) ?? problemTitle(error)
}

/** What the register has, offered while typing; anything else can be typed and is judged when it is saved. */
export function Choices({ id, field, q }: { id: string; field: EditField; q: string }) {
  const text = useDeferredValue(q.trim())
  const suppliers = useQuery({
    queryKey: ['suppliers', text],
    queryFn: ({ signal }) => api.get('/suppliers', { query: { q: text }, schema: supplierList, signal }),
    enabled: field === 'supplier',
    placeholderData: (previous) => previous,
  })
  const settings = useSettings({ enabled: field === 'account' })
  if (field === 'supplier')
    return (
      <datalist id={id}>
        {suppliers.data?.items.slice(0, 30).map(({ number, name }) => (
          <option key={number} value={number} label={`${number} ${name}`} />
        ))}
      </datalist>
    )
  if (field !== 'account') return null
  return (
    <datalist id={id}>
      {settings.data?.accounts
        .filter(({ isActive }) => isActive)
        .map(({ number, name }) => (
          <option key={number} value={String(number)} label={`${number} ${name}`} />
        ))}
    </datalist>
  )
}
