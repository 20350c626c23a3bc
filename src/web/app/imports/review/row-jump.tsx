import { type FormEvent, useState } from 'react'
import type { ImportRow } from '#imports/contract.ts'
import * as m from '#messages'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { editProblemText } from './cell-editor.tsx'
import { findRowsAt } from './use-rows.ts'
import type { View } from './use-view.ts'

/** Goes to a row by its number in the file; asks which sheet where several have it. */
export function Jump({ importId, view, onJump }: { importId: string; view: View; onJump: (id: number) => void }) {
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<readonly ImportRow[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const row = text.trim()
    if (!/^\d{1,7}$/.test(row)) return
    try {
      const rows = await findRowsAt(importId, view.filter, Number(row))
      const [first] = rows
      if (!first) showToast({ type: 'info', id: 'no-row', title: m.imports_jump_none({ row }) })
      else if (rows.length === 1) onJump(first.id)
      else setChoice(rows)
    } catch (error) {
      showToast({ type: 'error', id: 'no-row', title: editProblemText(error) })
    }
  }
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          inputMode="numeric"
          aria-label={`${m.imports_jump()}: ${m.imports_jump_label()}`}
          placeholder={m.imports_jump()}
          className="figures h-control w-[92px] rounded-2 border border-edge bg-sheet px-2.5 placeholder:text-ink-3"
        />
      </form>
      <SheetDialog
        rows={choice}
        onClose={() => setChoice([])}
        onChoose={(id) => {
          setChoice([])
          onJump(id)
        }}
      />
    </>
  )
}

function SheetDialog({
  rows,
  onClose,
  onChoose,
}: {
  rows: readonly ImportRow[]
  onClose: () => void
  onChoose: (id: number) => void
}) {
  return (
    <Dialog
      isOpen={rows.length > 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.imports_jump_sheets({ row: String(rows[0]?.number ?? '') })}
      description={m.imports_jump_sheets_choose()}
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 py-1">
        {rows.map(({ id, sheet, text }, place) => (
          <li key={id} {...(place === 0 && { 'data-answers': true })}>
            <Button className="h-auto w-full flex-col items-start py-1.5 text-left" onClick={() => onChoose(id)}>
              <span className="max-w-full wrap-anywhere whitespace-normal">{sheet}</span>
              <span className="max-w-full truncate text-12 font-normal text-ink-2">{text}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
