import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as m from '#messages'
import { type TestTextAnswer, testTextAnswer } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { percentOf, recognisedWhy, suggestionReason } from './recognition-text.ts'

/** Which supplier a text would get, and why, before any file is sent. */
export function TestText() {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  // Asked anew with the suppliers: what was told of a text is not so any more where two were merged or one changed.
  const ask = useQuery({
    queryKey: ['mapped-suppliers', 'test', asked],
    queryFn: ({ signal }) =>
      api.ask('/mapped-suppliers/test', { body: { text: asked }, schema: testTextAnswer, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === asked) void ask.refetch()
    else if (text.trim()) setAsked(text.trim())
  }
  return (
    <form onSubmit={submit} noValidate className="print:hidden border-b border-rule bg-sunk px-4 py-3 wide:px-6">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={m.suppliers_test_label()} className="min-w-0 flex-1 wide:max-w-96">
          {(control) => (
            <TextInput
              {...control}
              size="normal"
              value={text}
              maxLength={500}
              placeholder="KORTKÖP 261102 ICA MAXI 4471"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={ask.isFetching || text.trim() === ''}>
          {m.suppliers_test_ask()}
        </Button>
      </div>
      <div role="status" className="mt-2 empty:hidden">
        {ask.isError && <Told state="error">{problemTitle(ask.error)}</Told>}
        {ask.data && !ask.isError && <Answer answer={ask.data} />}
      </div>
    </form>
  )
}

function Answer({ answer: { recognised, suggestions } }: { answer: TestTextAnswer }) {
  if (recognised) {
    const { supplierName, supplierNumber, confidence } = recognised
    return (
      <Told state="done">
        {m.suppliers_test_found({ supplierName, supplierNumber })} {recognisedWhy(recognised)}{' '}
        <span className="text-ink-3">{m.suppliers_confidence({ percent: percentOf(confidence) })}</span>
      </Told>
    )
  }
  return (
    <>
      <Told state="attention">
        {m.suppliers_test_waits()} {suggestions.length > 0 && m.suppliers_test_resembles()}
      </Told>
      <ul className="mt-1 ml-5">
        {suggestions.map((one) => (
          <li key={one.supplierNumber}>
            {one.supplierName}{' '}
            <span className="text-12 text-ink-2">
              {suggestionReason(one)} {m.suppliers_confidence({ percent: percentOf(one.confidence) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Told({ state, children }: { state: 'done' | 'attention' | 'error'; children: React.ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 [--hole:var(--sunk)]">
      <StateGlyph state={state} className="mt-1" />
      <span>{children}</span>
    </p>
  )
}
