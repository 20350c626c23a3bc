import { type FormEvent, useId, useState } from 'react'
import * as m from '#messages'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirstField } from '../../ui/leave-focus.ts'
import { TextInput } from '../../ui/text-input.tsx'

type Props = {
  target: string
  count: number
  isOpen: boolean
  isPending: boolean
  onOpenChange: (isOpen: boolean) => void
  onHandle: (note: string) => void
}

const longestNote = 500

/** Asks what was done by hand: whoever looks at the run next year is to understand it. */
export function HandleDialog({ target, count, isOpen, isPending, onOpenChange, onHandle }: Props) {
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useId()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = note.trim()
    setIsMissing(text === '')
    if (text !== '') onHandle(text)
    else focusFirstField(event.currentTarget)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={count === 1 ? m.posting_handle_title_one() : m.posting_handle_title_many({ count: groupDigits(count) })}
      description={count === 1 ? m.posting_handle_text_one({ target }) : m.posting_handle_text_many({ target })}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{m.shell_cancel()}</Button>
          <Button variant="primary" type="submit" form={form} disabled={isPending}>
            {count === 1 ? m.posting_handle_one() : m.posting_handle_many({ count: groupDigits(count) })}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={m.posting_handle_note()}
          help={m.posting_handle_note_help()}
          error={isMissing ? m.posting_handle_note_missing() : null}
        >
          {(control) => (
            <TextInput
              {...control}
              value={note}
              maxLength={longestNote}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
