import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../../ui/shortcuts.ts'
import { isOutcomeUnknown } from '../../query-client.ts'
import { tellUndoFailed, tellUndone } from './bulk-bar.tsx'
import { takeWayBack } from './taken-back.ts'
import { useEdit, useUndo } from './use-rows.ts'

/** Ctrl+Z takes back what was changed last on this page, one change at a time; in a field it is the browser's. */
export function useUndoKey(importId: string, isOn: boolean): void {
  const edit = useEdit(importId)
  const undo = useUndo(importId, { onUndone: tellUndone, onError: tellUndoFailed })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isAsked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
    if (!isOn || !isAsked || event.defaultPrevented || event.repeat || isTyping(event.target)) return
    if (edit.isPending || undo.isPending) return
    const taken = takeWayBack(importId)
    if (!taken) return
    event.preventDefault()
    const { way, putBack } = taken
    // Without an answer it is tried again, which harms nothing where it was done.
    const keepWhereUnknown = (error: unknown) => isOutcomeUnknown(error) && putBack()
    if ('changeId' in way) undo.mutate(way.changeId, { onError: keepWhereUnknown })
    else
      edit.mutate(way, {
        onSuccess: () => tellUndone({ undone: 1, kept: 0 }),
        onError: (error) => {
          keepWhereUnknown(error)
          tellUndoFailed(error)
        },
      })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
