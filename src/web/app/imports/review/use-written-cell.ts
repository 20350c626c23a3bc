import { useRef, useState } from 'react'
import type { ImportRow } from '#imports/contract.ts'
import * as m from '#messages'
import { showToast } from '../../../ui/toasts.tsx'
import { useLostWithTab } from '../../../unsaved-changes.ts'
import { editProblemText } from './cell-editor.tsx'
import { type Cell, type HeldCell, held, placeOf } from './held-cell.ts'
import type { GridColumn } from './row-columns.tsx'
import { isConfirmedElsewhere } from './use-import.ts'
import { useEdit } from './use-rows.ts'

/** `typed`: what was sent and stands in it instead of the row's own; why it was refused. */
type Written = HeldCell & { typed: string | null; refusal: unknown }

/**
 * The cell that is being written in. An answer comes when the person may be writing in the next one already: it takes
 * nothing from under the pen, and what was refused is told even so.
 */
export function useWrittenCell(importId: string, columns: readonly GridColumn[]) {
  const edit = useEdit(importId)
  useLostWithTab(edit.isPending) // also where it waits for the one before it, and is not sent yet
  const [written, setWritten] = useState<Written | null>(null)
  const now = useRef<Written | null>(null)
  const isTouched = useRef(false)
  const write = (next: Written | null) => {
    now.current = next
    isTouched.current = false
    setWritten(next)
  }
  const begin = (cell: Cell, typed: string | null): Written => ({ ...held(cell, columns), typed, refusal: null })
  const isAt = ({ position, column }: Cell) =>
    now.current?.position === position && now.current.columnId === columns[column]?.id
  return {
    editing: written && placeOf(written, columns),
    typed: written?.typed ?? null,
    refusal: written?.refusal ?? null,
    /** What was sent of a cell and not refused; null where that is nothing. */
    sentOf: (cell: Cell) => (isAt(cell) && !now.current?.refusal ? (now.current?.typed ?? null) : null),
    onType: () => {
      isTouched.current = true
    },
    isTyped: () => isTouched.current,
    start: (cell: Cell) => write(begin(cell, null)),
    /** A field that leaves the page as another one is gone on to closes nothing of that one's. */
    close: (cell: Cell) => isAt(cell) && write(null),
    /** `to`: where is written meanwhile, in the cell itself, the next one or nowhere; `leave` is called where that is the cell still. */
    send(row: ImportRow, cell: Cell, text: string, to: Cell | null, leave: () => void) {
      const { edit: writing, name } = columns[cell.column] ?? {}
      if (!writing || name === undefined) return
      const mine = begin(cell, text)
      const following = to === cell ? mine : to && begin(to, null)
      if (isAt(cell)) write(following)
      edit.mutateAsync({ rowId: row.id, fields: { [writing.field]: text } }).then(
        () => now.current === mine && !isTouched.current && leave(),
        (error: unknown) => {
          const isHere = now.current === mine || (now.current === following && !isTouched.current)
          if (isHere && isConfirmedElsewhere(error)) write(null)
          else if (following !== null && isHere) return write({ ...mine, refusal: error })
          const place = m.imports_edit_cell({ column: name, row: String(row.number) })
          showToast({ type: 'error', title: editProblemText(error), text: `${place}: ${text}`, id: 'cell-refused' })
        },
      )
    },
  }
}
