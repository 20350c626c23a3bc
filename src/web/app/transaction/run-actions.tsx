import { useState } from 'react'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { isGoing } from './run-status.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { undoWords } from './undo-texts.ts'
import { useChangeRun, useSiblings } from './use-run.ts'

/** Holding a run, going on with it, ending it, and taking back what has ended. */
export function RunActions({ run }: { run: RunSummary }) {
  const [asked, setAsked] = useState<'cancel' | 'undo' | null>(null)
  const change = useChangeRun(run.id)
  const words = undoWords({ runs: useSiblings(run), target: run.target })
  const { phase } = run
  const isPosting = isGoing(run) && (phase === 'posting' || phase === 'paused')
  const mayCancel = isPosting || phase === 'awaiting-approval'
  const mayUndo = !isGoing(run) && (phase === 'posting' || phase === 'cancelled')
  const isAskedToCancel = asked === 'cancel' && mayCancel
  const problem = change.isError && (
    <p role="alert" className="flex items-center gap-1.5 text-error">
      <StateGlyph state="error" />
      {problemTitle(change.error)}
    </p>
  )
  const askToCancel = () => {
    change.reset() // of an earlier press
    setAsked('cancel')
  }
  return (
    <>
      {isPosting && (
        <Button
          disabled={change.isPending}
          onClick={() => change.mutate(phase === 'paused' ? 'resume' : 'pause')}
          variant={phase === 'paused' ? 'primary' : 'quiet'}
        >
          {phase === 'paused' ? m.posting_resume() : m.posting_pause()}
        </Button>
      )}
      {mayCancel && (
        <Button disabled={change.isPending} onClick={askToCancel}>
          {m.posting_cancel()}
        </Button>
      )}
      {mayUndo && <Button onClick={() => setAsked('undo')}>{words.open}</Button>}
      {mayUndo && asked === 'undo' && <UndoDialog run={run} words={words} onClose={() => setAsked(null)} />}
      <Dialog
        isOpen={isAskedToCancel}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={m.posting_cancel_title()}
        description={m.posting_cancel_text()}
        actions={
          <>
            <Button onClick={() => setAsked(null)}>{m.posting_cancel_keep()}</Button>
            <Button
              variant="primary"
              disabled={change.isPending}
              onClick={() => change.mutate('cancel', { onSuccess: () => setAsked(null) })}
            >
              {m.posting_cancel()}
            </Button>
          </>
        }
      >
        {problem}
      </Dialog>
      {!isAskedToCancel && problem}
    </>
  )
}
