// biome-ignore-all lint/a11y/useSemanticElements: virtualised rows of two lay-outs cannot be table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: cells take the focus, rows do not
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { ImportRow, RowFilter, RowOrder } from '#imports/contract.ts'
import { answeredAmount } from '#imports/rules/asked-amounts.ts'
import * as m from '#messages'
import { problemTitle } from '../../../field-problems.ts'
import { typedAmount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { useOffsetTop } from '../../../ui/use-offset-top.ts'
import type { Step } from './cell-editor.tsx'
import { type Bands, cellId, isPurchase, type Marks, nextOrder } from './grid-cells.ts'
import { covered, withPosition } from './grid-room.ts'
import { GridRow } from './grid-row.tsx'
import type { Cell } from './held-cell.ts'
import type { GridColumn } from './row-columns.tsx'
import { isBand } from './row-texts.ts'
import { useDoublePress } from './use-double-press.ts'
import { useFollowedRow, useHeldList } from './use-followed-row.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { type Places, useRowWindow } from './use-rows.ts'
import { useWrittenCell } from './use-written-cell.ts'

type Props = {
  importId: string
  filter: RowFilter
  order: RowOrder
  onOrder: (order: RowOrder) => void
  count: number
  rowsInFile: number
  /** Those of the order or filter before, until the new ones are there. */
  isStale: boolean
  places: Places
  bandRows: readonly ImportRow[]
  bandIds: ReadonlySet<number>
  band: Bands
  columns: readonly GridColumn[]
  isNarrow: boolean
  canEdit: boolean
  selected: number | null
  marks: Marks & { count: number }
  /** On the phone: rows can be marked by touch. */
  isMarking: boolean
  onSelect: (id: number | null) => void
  /** Told the way to bring a row into sight. */
  onReady: (reveal: (id: number) => void) => void
}

/** The rows of the file: as many as there are, of which only those in sight are fetched and drawn. */
export function RowGrid(props: Props) {
  const { bandRows, band, columns, isNarrow, canEdit, selected, marks, onSelect } = props
  const { body, top, virtualizer, rowAt, isOther, error, retry, keys, onFocusCell, count, places, ...writing } =
    useRowGrid(props)
  const { editing, save, cancel } = writing
  const firstShown = places.idAt(virtualizer.range?.startIndex ?? 0)
  const section = bandRows.findLast((row) => isBand(row) && row.id < (firstShown ?? 0))
  const template = [
    ...(canEdit && !isNarrow ? ['32px'] : []),
    'var(--gutter)',
    ...columns.map(({ width }) => width),
  ].join(' ')
  return (
    <div
      role="grid"
      aria-label={m.imports_rows_label()}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-description={`${m.shell_table_keys()} ${canEdit ? m.imports_edit_hint() : ''}`}
      aria-busy={props.isStale}
      className="w-full not-on-paper"
      style={gutterFor(props.rowsInFile)}
    >
      <GridHead
        columns={columns}
        template={template}
        isNarrow={isNarrow}
        hasMarks={canEdit && !isNarrow}
        order={props.order}
        onOrder={props.onOrder}
      >
        {section && !isNarrow && virtualizer.scrollOffset !== null && virtualizer.scrollOffset > top && (
          <div
            aria-hidden="true"
            className={cn(
              'absolute inset-x-0 top-full flex h-7 items-center gap-3 border-y border-rule bg-paper pr-6 text-12 text-ink',
              canEdit ? 'pl-[calc(var(--gutter)+44px)]' : 'pl-[calc(var(--gutter)+12px)]',
            )}
          >
            {band(section)?.left}
          </div>
        )}
      </GridHead>
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={keys.onKeyDown} // while the rows gone to are on their way it has the focus
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rowAt(item.index)
          const isActive = keys.active.position === item.index
          return (
            <div
              key={item.key}
              role="presentation"
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={cn('absolute inset-x-0 top-0', isActive && editing !== null && 'z-10')}
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              <GridRow
                row={row}
                position={item.index}
                template={template}
                columns={columns}
                band={band}
                isNarrow={isNarrow}
                isSelected={row !== null && row.id === selected}
                isOther={isOther}
                marks={canEdit && (!isNarrow || props.isMarking) ? marks : null}
                activeColumn={isActive ? keys.active.column : null}
                editing={editing?.position === item.index ? editing.column : null}
                typed={writing.typed}
                refusal={writing.refusal}
                onKeyDown={keys.onKeyDown}
                onFocusCell={onFocusCell}
                onPress={writing.onPress}
                onType={writing.onType}
                onSave={save}
                onCancel={cancel}
                onSelect={() => row && onSelect(row.id)}
              />
            </div>
          )
        })}
      </div>
      {error && (
        <p role="alert" className="flex items-center gap-3 px-4 py-3 text-error">
          {problemTitle(error)}
          <Button onClick={() => void retry()}>{m.shell_retry()}</Button>
        </p>
      )}
    </div>
  )
}

/** On the phone a row is one place, and no cell of it is gone to. */
function narrowRow(grid: HTMLElement | null, { position }: Cell): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-index="${position}"] > [role=row][tabindex]`) ?? null
}

/** Room for row numbers of four digits and more, which would touch the box beside them. */
function gutterFor(rowsInFile: number): React.CSSProperties {
  const digits = String(rowsInFile).length
  return digits > 3 ? ({ '--gutter': `${20 + digits * 8}px` } as React.CSSProperties) : {}
}

/** What is in sight, where the keyboard stands, and the cell that is being written in. */
function useRowGrid(props: Props) {
  const { importId, columns, isNarrow, canEdit, selected, marks, onSelect, onReady } = props
  const { editing, start, close, send, sentOf, isTyped, ...written } = useWrittenCell(importId, columns)
  const { places, count, filter, order } = useHeldList(props, editing !== null || props.isStale)
  const hasMarks = marks.count > 0
  const body = useRef<HTMLDivElement>(null)
  const top = useOffsetTop(body)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => (isNarrow ? 57 : 33),
    overscan: 12,
    scrollMargin: top,
    rangeExtractor: (range) => withPosition(range, editing?.position),
    ...covered(isNarrow, hasMarks),
  })
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index)
  const { byId, rowAt, error, retry } = useRowWindow(importId, filter, order, places, drawn.length > 0 ? drawn : [0])
  const wantsFocus = useRef(false)
  const isEditable = ({ position, column }: Cell) => {
    const row = rowAt(position)
    return canEdit && row !== null && isPurchase(row) && columns[column]?.edit !== undefined
  }
  const isOther = (id: number) => {
    const row = byId.get(id)
    return row !== undefined && !isPurchase(row)
  }
  const open = (position: number) => {
    const row = rowAt(position)
    if (!row) return
    onSelect(row.id)
    requestAnimationFrame(() => document.getElementById('row-panel')?.focus())
  }
  const keys = useGridKeys({
    count,
    columns,
    isTitle: titleAt(rowAt, (position) => props.bandIds.has(places.idAt(position) ?? 0)),
    canEdit: isEditable,
    onEdit: (cell) => startEdit(cell),
    onOpen: open,
    onMark: (position, isRange) => {
      const row = rowAt(position)
      if (row && isPurchase(row)) marks.toggle(row.id, isRange, isOther)
    },
    onMove: ({ position }) => {
      wantsFocus.current = true
      virtualizer.scrollToIndex(position, { align: 'auto' })
      const id = places.idAt(position)
      if (selected !== null && id !== null) onSelect(id)
    },
  })
  const goTo = (position: number, align: 'auto' | 'center') => {
    virtualizer.scrollToIndex(position, { align })
    wantsFocus.current = true
    keys.setActive({ position, column: keys.active.column })
  }
  useEffect(() => {
    // Where the row that was written in has left the list, its place has the focus until the next stands there.
    const isAtPlace = document.activeElement?.matches('[role="presentation"][data-index]') ?? false
    if (!(wantsFocus.current || isAtPlace) || editing) return
    const place = document.getElementById(cellId(keys.active)) ?? narrowRow(body.current, keys.active)
    if (!place) return
    wantsFocus.current = false
    place.focus({ preventScroll: true })
  })
  // After the focus has gone to where the keyboard stands, not before it is told to go elsewhere.
  useFollowedRow(
    { places, isWriting: editing !== null, position: keys.active.position, grid: body, wantsFocus },
    (at) => goTo(at, 'auto'),
  )
  useRowSteps({ places, rowAt, selected }, (id, position) => {
    onSelect(id)
    keys.moveTo({ position, column: keys.active.column })
  })
  const onMarked = useEffectEvent((hasBar: boolean) => {
    // The bar that comes with the first mark would lie over the row that was marked by keyboard.
    if (hasBar && body.current?.contains(document.activeElement))
      virtualizer.scrollToIndex(keys.active.position, { align: 'auto' })
  })
  useEffect(() => onMarked(hasMarks), [hasMarks])
  useEffect(() => onReady((id) => goTo(places.positionOf(id), 'center')))
  const save = (cell: Cell, text: string, step: Step) => {
    const [row, writing] = [rowAt(cell.position), columns[cell.column]?.edit]
    const next = step ? nextEditable(columns, cell, step) : null
    if (next) keys.setActive(next)
    const leave = () => {
      // Whoever has gone on to something else is not called back.
      wantsFocus.current = document.getElementById(cellId(cell))?.contains(document.activeElement) ?? false
      if (wantsFocus.current) keys.setActive(cell)
      close(cell)
    }
    // Where the amount is asked for, the same typed once more is an answer.
    const asked = row && writing?.field === 'total' && isTyped() ? answeredAmount(row, 'as-read') : null
    const isAnswer = asked !== null && typedAmount(asked) === text
    if (row && writing && (isAnswer || text !== (sentOf(cell) ?? writing.text(row))))
      send(row, cell, text, step === null ? null : (next ?? cell), leave)
    else if (next) start(next)
    else leave()
  }
  const cancel = (cell: Cell) => {
    wantsFocus.current = true
    close(cell)
  }
  const startEdit = (cell: Cell) => {
    if (isEditable(cell)) start(cell)
  }
  const onPress = useDoublePress({ columns, selected, onSelect, canEdit: isEditable, onEdit: startEdit })
  return {
    ...{ body, top, virtualizer, rowAt, isOther, error, retry, keys, onFocusCell: keys.setActive, count, places },
    ...{ ...written, editing, onPress, save, cancel },
  }
}

/** A row that is far away is not fetched yet; of the titles is known beforehand where they stand, up to a number of them. */
const titleAt =
  (rowAt: (position: number) => ImportRow | null, isKnown: (position: number) => boolean) => (position: number) => {
    const row = rowAt(position)
    return row ? isBand(row) : isKnown(position)
  }

function nextEditable(columns: readonly GridColumn[], { position, column }: Cell, step: -1 | 1): Cell | null {
  for (let next = column + step; next >= 0 && next < columns.length; next += step)
    if (columns[next]?.edit) return { position, column: next }
  return null
}

/** J and K go from purchase to purchase, past the titles of sections. */
function useRowSteps(
  {
    places,
    rowAt,
    selected,
  }: { places: Places; rowAt: (position: number) => ImportRow | null; selected: number | null },
  go: (id: number, position: number) => void,
): void {
  useShortcuts((key) => {
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    if (step === 0 || places.idAt(0) === null) return false
    let next = selected === null ? 0 : places.positionOf(selected) + step
    for (let row = rowAt(next); row && isBand(row); row = rowAt(next)) next += step
    const id = places.idAt(next)
    if (id !== null) go(id, next)
    return true
  })
}

function GridHead({
  columns,
  template,
  isNarrow,
  hasMarks,
  order,
  onOrder,
  children,
}: {
  order: RowOrder
  onOrder: (order: RowOrder) => void
  columns: readonly GridColumn[]
  template: string
  isNarrow: boolean
  hasMarks: boolean
  children: ReactNode
}) {
  return (
    <div className={isNarrow ? 'sr-only' : 'sticky top-top z-20'} role="rowgroup">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-row border-b border-rule-strong bg-sheet text-12 text-ink-3"
        style={{ gridTemplateColumns: template }}
      >
        {hasMarks && (
          <span role="columnheader">
            <span className="sr-only">{m.shell_table_marks()}</span>
          </span>
        )}
        <span role="columnheader" className="margin-line-r -mb-px flex items-center justify-end pr-2">
          {m.shell_table_row()}
        </span>
        {columns.map((column, place) => (
          <span
            key={column.id}
            role="columnheader"
            {...(order.sort === column.sort &&
              order.sort && { 'aria-sort': order.isDown ? 'descending' : 'ascending' })}
            className={cn(
              'flex min-w-0 items-center px-2',
              place === 0 && 'pl-3',
              column.align === 'right' && 'justify-end text-right',
              place === columns.length - 1 && 'pr-6',
            )}
          >
            {/* Nobody would see a button in a head that is only told: there the menu sorts. */}
            {isNarrow ? column.header : <SortButton column={column} order={order} onOrder={onOrder} />}
          </span>
        ))}
      </div>
      {children}
    </div>
  )
}

/** A press sorts by the column, the next one the other way, the third puts the rows back as in the file. */
function SortButton({
  column: { sort, header, align },
  order,
  onOrder,
}: {
  column: GridColumn
  order: RowOrder
  onOrder: (order: RowOrder) => void
}) {
  if (!sort) return <span className="truncate">{header}</span>
  const isOn = order.sort === sort
  const Arrow = order.isDown ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => onOrder(nextOrder(order, sort))}
      className={cn(
        'flex h-6 min-w-6 items-center gap-1 truncate hover:text-ink',
        isOn && 'font-strong text-ink',
        align === 'right' && 'flex-row-reverse',
      )}
    >
      <span className="truncate">{header}</span>
      {isOn && <Arrow size={12} strokeWidth={2} className="flex-none" aria-hidden />}
    </button>
  )
}
