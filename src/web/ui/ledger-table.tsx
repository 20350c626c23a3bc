// biome-ignore-all lint/a11y/useSemanticElements: virtualised rows of two lay-outs cannot be table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, cells do not
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { cn } from './class-names.ts'
import { firstPadding, type LedgerColumn, LedgerRow, type LedgerTableProps, NarrowRow } from './ledger-row.tsx'
import { PrintTable } from './print-table.tsx'
import { useShortcuts } from './shortcuts.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useOffsetTop } from './use-offset-top.ts'
import { useWidth } from './use-width.ts'

export type { LedgerColumn } from './ledger-row.tsx'

/** The ledger: hairlines, margin line with row numbers, sticky head, virtualised by the window's scroll, J K Enter X, two-line rows on the phone. Props: label, columns, rows, rowKey, rowNumber, band, isMuted, selectedKey, onSelect, onOpen, marked, nameOf, onMark, onEndReached, isLoading, empty. */
export function LedgerTable<Row>(given: LedgerTableProps<Row>) {
  // A list that only opens its rows still lets J and K point at one; a click opens at once.
  const [pointedKey, setPointedKey] = useState<string | null>(null)
  const props = given.onSelect ? given : { ...given, selectedKey: pointedKey }
  const { label, rows, rowKey, rowNumber, marked, onEndReached, isLoading = false, empty } = props
  const body = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const [width, place] = useWidth()
  // What has no room is left out, so that what acts stays in sight.
  const columns = props.columns.filter(({ from = 0 }) => from <= width)
  const top = useOffsetTop(body)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isNarrow ? 57 : 33),
    overscan: 12,
    scrollMargin: top,
    getItemKey: (position) => {
      const row = rows[position]
      return row === undefined ? position : rowKey(row)
    },
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 1 && rows.length > 0) onEndReached?.()
  }, [last, rows.length, onEndReached])
  useRowKeys({ ...props, onSelect: given.onSelect ?? ((row) => setPointedKey(rowKey(row))) }, (position) =>
    virtualizer.scrollToIndex(position, { align: 'auto' }),
  )

  const template = [rowNumber && 'var(--gutter)', marked && '32px', ...columns.map((column) => column.width)]
    .filter(Boolean)
    .join(' ')
  if (rows.length === 0 && isLoading)
    return (
      <div ref={place}>
        <SkeletonRows columns={isNarrow ? '34px minmax(0,1fr) 90px' : template} />
      </div>
    )
  if (rows.length === 0 && empty !== undefined) return empty
  const Line = isNarrow ? NarrowRow : LedgerRow
  return (
    <>
      <PrintTable {...props} />
      <div
        ref={place}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-description={m.shell_table_keys()}
        className="w-full not-on-paper"
      >
        <LedgerHead
          columns={columns}
          template={template}
          hasNumbers={rowNumber !== undefined}
          hasMarks={marked !== undefined}
          isNarrow={isNarrow}
        />
        <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            return (
              row !== undefined && (
                <div
                  key={item.key}
                  role="presentation"
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start - top}px)` }}
                >
                  <Line {...props} columns={columns} row={row} position={item.index} template={template} />
                </div>
              )
            )
          })}
        </div>
        {isLoading && <p className="px-4 py-2 text-12 text-ink-3">{m.shell_table_more()}</p>}
      </div>
    </>
  )
}

type HeadProps<Row> = {
  columns: readonly LedgerColumn<Row>[]
  template: string
  hasNumbers: boolean
  hasMarks: boolean
  isNarrow: boolean
}

function LedgerHead<Row>({ columns, template, hasNumbers, hasMarks, isNarrow }: HeadProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={
        isNarrow ? 'sr-only' : 'sticky top-top z-10 grid h-row border-b border-rule-strong bg-sheet text-12 text-ink-3'
      }
      style={{ gridTemplateColumns: template }}
    >
      {hasNumbers && (
        <span role="columnheader" className="margin-line-r -mb-px flex items-center justify-end pr-2">
          {m.shell_table_row()}
        </span>
      )}
      {hasMarks && (
        <span role="columnheader">
          <span className="sr-only">{m.shell_table_marks()}</span>
        </span>
      )}
      {columns.map((column, position) => (
        <span
          key={column.id}
          role="columnheader"
          className={cn(
            'flex min-w-0 items-center truncate px-2',
            position === 0 && firstPadding(hasNumbers),
            column.align === 'right' && 'justify-end text-right',
            position === columns.length - 1 && 'pr-6',
          )}
        >
          {column.header}
        </span>
      ))}
    </div>
  )
}

/** J and K (and the arrows while a row has focus) move the selection over rows that are no bands, Enter opens, X marks. */
function useRowKeys<Row>(props: LedgerTableProps<Row>, scrollTo: (position: number) => void): void {
  const { label, rows, rowKey, band, selectedKey = null, onSelect, onOpen, onMark } = props
  useShortcuts((key, event) => {
    const current = rows.findIndex((row) => rowKey(row) === selectedKey)
    const isOnRow = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row'
    const step =
      key === 'j' || (isOnRow && key === 'ArrowDown') ? 1 : key === 'k' || (isOnRow && key === 'ArrowUp') ? -1 : 0
    if (step !== 0 && onSelect) {
      for (
        let next = current === -1 && step === 1 ? 0 : current + step;
        next >= 0 && next < rows.length;
        next += step
      ) {
        const row = rows[next]
        if (row === undefined || band?.(row)) continue
        onSelect(row)
        scrollTo(next)
        return true
      }
      return true
    }
    // The first row can be tabbed to before any is selected.
    const row = rows[current] ?? (isOnRow ? rows[positionOf(event.target, label)] : undefined)
    if (row === undefined || !(isOnRow || isPage(event.target))) return false
    if (key === 'Enter' && onOpen) onOpen(row)
    else if (key === 'x' && onMark) onMark(row)
    else return false
    return true
  })
}

/** Where a row stands in the table of that label; -1 for another's. */
function positionOf(row: EventTarget | null, label: string): number {
  if (!(row instanceof HTMLElement)) return -1
  const isOwn = row.closest('[role=grid]')?.getAttribute('aria-label') === label
  return isOwn ? Number(row.getAttribute('aria-rowindex')) - 2 : -1
}

/** Nothing on the page has the focus; the page itself has it for whoever came by a link. */
const isPage = (target: EventTarget | null) =>
  target === document.body || (target instanceof HTMLElement && target.matches('main'))

function useIsNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(
    () => typeof window !== 'undefined' && window.matchMedia('(width < 54rem)').matches,
  )
  useEffect(() => {
    const query = window.matchMedia('(width < 54rem)')
    const update = () => setIsNarrow(query.matches)
    update()
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return isNarrow
}
