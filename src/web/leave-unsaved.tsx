import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import * as m from '#messages'
import { rememberGoing } from './before-scripts.ts'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { giveUpUnsaved, hasUnsaved, useHasUnsaved, useLeaveQuestion } from './unsaved-changes.ts'

/** Asks before a form with something unsaved is left: by a link, a key, the browser's back, another company or language. */
export function LeaveUnsaved() {
  // The router takes one blocker only, so that it is here for all forms. What opens on the page itself leaves nothing.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (hasUnsaved() && currentLocation.pathname !== nextLocation.pathname) return true
    // Here it is known before the next page's script is asked for, which may fail before anything of it is drawn.
    rememberGoing(nextLocation.pathname + nextLocation.search)
    return false
  })
  const question = useLeaveQuestion()
  function stay(): void {
    if (blocker.state === 'blocked') blocker.reset()
    question?.answer(false)
  }
  function leave(): void {
    giveUpUnsaved()
    if (blocker.state === 'blocked') blocker.proceed()
    question?.answer(true)
  }
  const isAsking = blocker.state === 'blocked' || question !== null
  const isUnsaved = useHasUnsaved()
  const goOn = useEffectEvent(leave)
  useEffect(() => {
    // Saved while it was asked, as on a slow line: there is nothing to ask any more.
    if (isAsking && !isUnsaved) goOn()
  }, [isAsking, isUnsaved])
  return (
    <Dialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && stay()}
      title={m.shell_unsaved_title()}
      description={m.shell_unsaved_text()}
      actions={
        <>
          <Button onClick={stay}>{m.shell_unsaved_stay()}</Button>
          <Button variant="danger" onClick={leave}>
            {m.shell_unsaved_leave()}
          </Button>
        </>
      }
    />
  )
}
