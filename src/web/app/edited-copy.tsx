import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import * as m from '#messages'
import { ApiProblem } from '../api-client.ts'
import { Button } from '../ui/button.tsx'
import { StateMark } from '../ui/state-mark.tsx'
import { useUnsaved } from '../unsaved-changes.ts'

/** What stands in place of both: what only one of two changed, and where both did, mine. */
export type Rebase<Value> = (base: Value, mine: Value, theirs: Value) => Value

const isSame = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other])

/** Field by field. */
export function rebaseFields<Value extends object>(base: Value, mine: Value, theirs: Value): Value {
  const changed = Object.keys({ ...base, ...mine }) as (keyof Value)[]
  const rebased = { ...theirs }
  for (const name of changed) {
    if (isSame(mine[name], base[name])) continue
    if (name in mine) rebased[name] = mine[name]
    else delete rebased[name]
  }
  return rebased
}

type Copy<Value> = { saved: Value; base: Value; value: Value; isOvertaken: boolean }

/** How a copy stands when something else than before turns out to be saved. */
export function followSaved<Value extends object>(
  { base, value, isOvertaken }: Copy<Value>,
  saved: Value,
  rebase: Rebase<Value>,
): Copy<Value> {
  if (isSame(base, value)) return { saved, base: saved, value: saved, isOvertaken: false }
  const rebased = rebase(base, value, saved)
  const isMine = isSame(rebased, saved)
  return { saved, base: saved, value: rebased, isOvertaken: !isMine && (isOvertaken || !isSame(base, saved)) }
}

/**
 * A form's own copy of what is saved. What the user has not changed follows what is saved, also when that comes late or a
 * colleague saves; what they have changed stays, and `isOvertaken` says that something else was saved meanwhile.
 */
export function useEditedCopy<Value extends object>(saved: Value, rebase: Rebase<Value> = rebaseFields) {
  const [copy, setCopy] = useState<Copy<Value>>({ saved, base: saved, value: saved, isOvertaken: false })
  const isNew = !isSame(copy.saved, saved)
  const now = isNew ? followSaved(copy, saved, rebase) : copy
  if (isNew) setCopy(now)
  const isEdited = !isSame(now.value, now.base)
  useUnsaved(isEdited)
  return {
    value: now.value,
    isEdited,
    /** What the copy began from: a save of it is refused where something else is saved by now. */
    base: now.base,
    isOvertaken: now.isOvertaken,
    change: (next: (before: Value) => Value) => setCopy((before) => ({ ...before, value: next(before.value) })),
    /** What was sent is saved: what is changed since is changed from there. */
    settle: (sent: Value) => setCopy((before) => ({ ...before, base: sent, isOvertaken: false })),
    takeSaved: () => setCopy((before) => ({ ...before, value: before.base, isOvertaken: false })),
  }
}

/** A save that was refused since something else was saved after the form was read; that is to be read now. */
export function isChangedByAnother(error: unknown): boolean {
  return error instanceof ApiProblem && error.errors.some(({ code }) => code === 'changed-by-another')
}

/** Beside the button that saves: others' changes are in the form, and nothing of theirs is overwritten unseen. */
export function OvertakenNotice({ copy }: { copy: { isOvertaken: boolean; takeSaved: () => void } }) {
  if (!copy.isOvertaken) return null
  return (
    <div role="status" className="grid max-w-[64ch] justify-items-start gap-2">
      <StateMark state="attention" wraps>
        {m.shell_overtaken()}
      </StateMark>
      <Button onClick={copy.takeSaved}>{m.shell_overtaken_take()}</Button>
    </div>
  )
}
