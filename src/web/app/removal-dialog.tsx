import type { UseMutationResult } from '@tanstack/react-query'
import { faultText } from '../problem-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StateGlyph } from '../ui/state-mark.tsx'

type Props = {
  title: string
  /** What becomes of what hangs on it. */
  text: string
  keep: string
  act: string
  removal: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>
  onClose: () => void
}

/** Asks before something is gone for good; where that fails it says so in its own place. */
export function RemovalDialog({ title, text, keep, act, removal, onClose }: Props) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            variant="danger"
            onClick={() => removal.mutate(undefined, { onSuccess: onClose })}
            disabled={removal.isPending}
          >
            {act}
          </Button>
        </>
      }
    >
      {removal.error && (
        <p role="alert" className="flex items-center gap-1.5 text-error">
          <StateGlyph state="error" />
          {faultText(removal.error)}
        </p>
      )}
    </Dialog>
  )
}
