import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import * as m from '#messages'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { nextOrder } from './grid-cells.ts'
import type { GridColumn } from './row-columns.tsx'
import { shownKeys } from './shown-keys.ts'
import type { Columns } from './use-columns.ts'
import type { View } from './use-view.ts'

/** How the rows are shown: their order, which columns, the keys; on the phone also that rows are marked by touch. */
export function GridOptions({
  view: { order, setOrder },
  all,
  columns,
  marking,
}: {
  view: View
  all: readonly GridColumn[]
  columns: Columns
  /** Null where check boxes stand in the rows. */
  marking: { isMarking: boolean; toggleMarking: () => void } | null
}) {
  const [isShowingKeys, setIsShowingKeys] = useState(false)
  useShortcuts((key) => {
    if (key === '?') setIsShowingKeys(true)
    return key === '?'
  })
  const entries: MenuEntry[] = [
    { kind: 'label', label: m.imports_sort_label() },
    {
      kind: 'action',
      label: m.imports_sort_file(),
      isChecked: order.sort === undefined,
      onSelect: () => setOrder({}),
    },
    ...all.flatMap(({ sort, name }): MenuEntry[] =>
      sort
        ? [
            {
              kind: 'action',
              label: name,
              isChecked: order.sort === sort,
              staysOpen: true,
              ...(order.sort === sort && { hint: order.isDown ? m.imports_sort_down() : m.imports_sort_up() }),
              onSelect: () => setOrder(nextOrder(order, sort)),
            },
          ]
        : [],
    ),
    { kind: 'label', label: m.imports_columns_label() },
    ...columns.choices.map(
      ({ id, name, isShown }): MenuEntry => ({
        kind: 'action',
        label: name,
        isChecked: isShown,
        staysOpen: true,
        onSelect: () => columns.toggle(id),
      }),
    ),
    { kind: 'line' },
    { kind: 'action', label: m.imports_keys_title(), hint: '?', onSelect: () => setIsShowingKeys(true) },
  ]
  return (
    <>
      {marking && (
        <Button aria-pressed={marking.isMarking} onClick={marking.toggleMarking}>
          {marking.isMarking ? m.imports_marking_end() : m.imports_marking()}
        </Button>
      )}
      <Menu
        trigger={
          <Button aria-label={m.imports_options_label()} title={m.imports_options_label()}>
            <Columns3 size={16} strokeWidth={1.5} aria-hidden />
          </Button>
        }
        entries={entries}
      />
      <Dialog isOpen={isShowingKeys} onOpenChange={setIsShowingKeys} title={m.imports_keys_title()}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          {shownKeys().map(([key, does]) => (
            <div key={key} className="contents">
              <dt className="font-strong whitespace-nowrap">{key}</dt>
              <dd className="text-ink-2">{does}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}
