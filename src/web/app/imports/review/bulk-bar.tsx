import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ChangeRowsRequest } from '#imports/contract.ts'
import { newId } from '#kernel/ids.ts'
import { vatTypes } from '#kernel/supplier-invoice.ts'
import * as m from '#messages'
import { vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { isUnanswered } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { groupDigits } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { sticksToFoot } from '../../../ui/foot-room.ts'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { changesFor } from './bulk-choices.ts'
import { Choices, editProblemText } from './cell-editor.tsx'
import { focusRows } from './grid-cells.ts'
import { knownRows, useBulk, useUndo } from './use-rows.ts'

type Asked = Pick<ChangeRowsRequest, 'ids' | 'filter'>
type Props = {
  importId: string
  /** One line: the usual change, and the others under a button. */
  isNarrow: boolean
  /** How many rows are marked, and which: by id, or all that fit the filter. */
  count: number
  which: Asked
  /** How many of those that fit the filter can be changed; null when all of them are marked. */
  all: number | null
  onAll: () => void
  onClear: () => void
}

/** What can be done with the marked rows; floats over the foot of the grid. */
export function BulkBar({ importId, isNarrow, count, which, all, onAll, onClear }: Props) {
  const [field, setField] = useState<SetField | null>(null)
  const queries = useQueryClient()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => sticksToFoot(bar.current), [])
  const clear = () => {
    // The bar goes away, and the keyboard back to the rows that it was fetched from.
    if (bar.current?.contains(document.activeElement)) focusRows()
    onClear()
  }
  const change = useChange(importId, which, clear)
  const setVat = vatTypes.map((vatType) => ({
    kind: 'action' as const,
    label: vatTypeNames[vatType](),
    onSelect: () => change.run({ fields: { vatType } }),
  }))
  const known = knownRows(queries, importId)
  const takes = changesFor(which.ids ? which.ids.map((id) => known.get(id)) : [undefined, ...known.values()])
  const others = [
    ...(takes.dayAbove ? [{ label: m.imports_bulk_day_above(), run: () => change.run({ dayAbove: true }) }] : []),
    ...(takes.include
      ? [
          {
            label: count === 1 ? m.imports_include_row() : m.imports_bulk_include(),
            run: () => change.run({ amountAsked: 'as-read' as const }),
          },
        ]
      : []),
    ...(takes.refund
      ? [
          {
            label: count === 1 ? m.imports_include_refund() : m.imports_bulk_refund(),
            run: () => change.run({ amountAsked: 'as-refund' as const }),
          },
        ]
      : []),
    ...(takes.anyway ? [{ label: m.imports_bulk_anyway(), run: () => change.run({ decision: 'import-anyway' }) }] : []),
    ...(takes.takeBack ? [{ label: m.imports_bulk_take_back(), run: () => change.run({ decision: null }) }] : []),
    { label: m.imports_bulk_clear_edits(), run: () => change.run({ clearEdits: true }) },
  ]
  return (
    <section
      ref={bar}
      aria-label={m.imports_bulk_label()}
      className="print:hidden sticky bottom-[80px] max-wide:bottom-[140px] low:max-wide:bottom-16 low:max-medium:bottom-3 z-20 mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-3 bg-float px-3 py-2 shadow-float wide:mx-6"
    >
      <p role="status" className="mr-2 font-strong">
        {count === 1 ? m.imports_bulk_count_one() : m.imports_bulk_count({ rows: groupDigits(count) })}
      </p>
      {all !== null && all > count && (
        <Button variant="quiet" onClick={onAll}>
          {m.imports_bulk_all({ rows: groupDigits(all) })}
        </Button>
      )}
      {field ? (
        <SetFieldForm
          key={field}
          field={field}
          count={count}
          isPending={change.isPending}
          onSet={(text) => change.run({ fields: { [field]: text } })}
          onCancel={() => setField(null)}
        />
      ) : (
        <>
          <Button disabled={change.isPending} onClick={() => change.run({ decision: 'leave-out' })}>
            {m.imports_bulk_leave_out()}
          </Button>
          {!isNarrow &&
            others.map(({ label, run }) => (
              <Button key={label} disabled={change.isPending} onClick={run}>
                {label}
              </Button>
            ))}
          <Menu
            align="start"
            trigger={<Button disabled={change.isPending}>{m.imports_bulk_set_menu()}</Button>}
            entries={[
              ...(isNarrow
                ? [
                    ...others.map(({ label, run }) => ({ kind: 'action' as const, label, onSelect: run })),
                    { kind: 'line' as const },
                  ]
                : []),
              { kind: 'action', label: m.imports_bulk_supplier(), onSelect: () => setField('supplier') },
              { kind: 'action', label: m.imports_bulk_account(), onSelect: () => setField('account') },
              { kind: 'label', label: m.imports_bulk_vat() },
              ...setVat,
            ]}
          />
        </>
      )}
      <span className="flex-1" />
      <Button variant="quiet" onClick={clear}>
        {m.imports_bulk_clear()}
      </Button>
    </section>
  )
}

type SetField = 'supplier' | 'account'
const fieldNames: Record<SetField, () => string> = {
  supplier: m.problems_field_supplier,
  account: m.problems_field_account,
}

function SetFieldForm({
  field,
  count,
  isPending,
  onSet,
  onCancel,
}: {
  field: SetField
  count: number
  isPending: boolean
  onSet: (text: string) => void
  onCancel: () => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSet(text.trim())
      }}
    >
      <label htmlFor={`${id}-input`}>{fieldNames[field]()}</label>
      <input
        id={`${id}-input`}
        // biome-ignore lint/a11y/noAutofocus: it was asked for in this moment
        autoFocus
        list={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        className="h-control w-52 rounded-2 border border-edge bg-sheet px-2.5"
      />
      <Choices id={id} field={field} q={text} />
      <Button type="submit" variant="primary" disabled={isPending || text.trim() === ''}>
        {count === 1 ? m.imports_bulk_set_one() : m.imports_bulk_set({ rows: groupDigits(count) })}
      </Button>
      <Button onClick={onCancel}>{m.shell_cancel()}</Button>
    </form>
  )
}

/** What was told of the rows last; closed when they can be changed no more. */
export const rowsToast = 'rows-changed'

/** What became of a change that was to be undone; rows that somebody changed afterwards are not touched. */
export function tellUndone({ undone, kept }: { undone: number; kept: number }): void {
  showToast({
    type: undone > 0 ? 'success' : 'info',
    id: rowsToast,
    title: undone > 0 ? m.imports_bulk_undone() : m.imports_bulk_undone_none(),
    ...(kept > 0 && {
      text: kept === 1 ? m.imports_bulk_kept_one() : m.imports_bulk_kept({ rows: groupDigits(kept) }),
    }),
  })
}

/** Without an answer nobody knows whether it failed: what is known stands alone. */
function tellFailed(title: string, error: unknown): void {
  const known = isUnanswered(error) ? { title: problemTitle(error) } : { title, text: editProblemText(error) }
  showToast({ type: 'error', id: rowsToast, ...known })
}

export const tellUndoFailed = (error: unknown) => tellFailed(m.imports_undo_failed(), error)

/** Changes the rows, says how many, and offers the way back. */
export function useChange(importId: string, which: Asked, onDone?: () => void) {
  const bulk = useBulk(importId)
  const unanswered = useRef<{ asked: string; changeId: string }>(undefined)
  const undo = useUndo(importId, { onError: tellUndoFailed, onUndone: tellUndone })
  const run = (change: Omit<ChangeRowsRequest, 'ids' | 'filter' | 'changeId'>) => {
    const asked = JSON.stringify({ ...which, ...change })
    // Pressed again after no answer came it is the same change, which may have been made.
    const changeId = unanswered.current?.asked === asked ? unanswered.current.changeId : newId()
    bulk.mutate(
      { ...which, ...change, changeId },
      {
        onError: (error) => {
          unanswered.current = isUnanswered(error) ? { asked, changeId } : undefined
          tellFailed(m.imports_bulk_failed(), error)
        },
        onSuccess: ({ changed, left }) => {
          unanswered.current = undefined
          onDone?.()
          showToast({
            type: changed > 0 ? 'success' : 'info',
            id: rowsToast,
            title: changed === 1 ? m.imports_bulk_done_one() : m.imports_bulk_done({ rows: groupDigits(changed) }),
            ...(left > 0 && {
              text: left === 1 ? m.imports_bulk_left_one() : m.imports_bulk_left({ rows: groupDigits(left) }),
            }),
            ...(changed > 0 && {
              action: {
                label: m.imports_bulk_undo(),
                run: () => undo.mutate(changeId),
              },
            }),
          })
        },
      },
    )
  }
  return { run, isPending: bulk.isPending }
}
