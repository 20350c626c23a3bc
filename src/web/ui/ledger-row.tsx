// biome-ignore-all lint/a11y/useSemanticElements: virtualised rows of two lay-outs cannot be table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, cells do not
import type { ReactNode } from 'react'
import * as m from '#messages'
import { Checkbox } from './checkbox.tsx'
import { cn } from './class-names.ts'
import { marksText } from './double-press.ts'

export type LedgerColumn<Row> = {
  id: string
  header: ReactNode
  /** A CSS grid track: '90px', 'minmax(164px, 1fr)'. The first wide column gets the room. */
  width: string
  /** The table's width from which it has room: below that the column is left out, and so is one beside a panel. */
  from?: number
  align?: 'left' | 'right'
  cell: (row: Row) => ReactNode
  /** Its place in the two-line row on the phone; left out: not shown there. */
  narrow?: 'mark' | 'title' | 'amount' | 'text' | 'meta'
}

export type LedgerTableProps<Row> = {
  /** The table's name for screen readers. */
  label: string
  columns: readonly LedgerColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Left of the margin line: the row's number in the source file. Left out: no margin line. */
  rowNumber?: (row: Row) => ReactNode
  /** What a section band says (card, holder | printed sum); null: an ordinary row. */
  band?: (row: Row) => { left: ReactNode; right?: ReactNode } | null
  /** Skipped rows stand in grey. */
  isMuted?: (row: Row) => boolean
  selectedKey?: string | null
  /** A click, J and K. */
  onSelect?: (row: Row) => void
  /** Enter, and a click on the selected row. */
  onOpen?: (row: Row) => void
  /** X marks; a column of check boxes when given. */
  marked?: ReadonlySet<string>
  /** What a row that can be marked is about, for screen readers. */
  nameOf?: (row: Row) => string
  onMark?: (row: Row) => void
  /** Rows that can be marked; all where it is left out. */
  canMark?: (row: Row) => boolean
  onEndReached?: () => void
  /** How many there are, where only the first are at hand. */
  total?: number
  isLoading?: boolean
  /** Shown in place of rows when there are none. */
  empty?: ReactNode
}

type RowProps<Row> = LedgerTableProps<Row> & { row: Row; position: number; template: string }

/** Beside the margin line cells stand near it; without one they stand under the page's title. */
export function firstPadding(hasNumbers: boolean): string {
  return hasNumbers ? 'pl-3' : 'pl-4 wide:pl-6'
}

export const selectedClasses =
  'bg-fir-soft [--hole:var(--fir-soft)] hover:bg-fir-soft after:pointer-events-none after:absolute after:inset-x-0 after:-inset-y-px after:z-[1] after:border-y after:border-fir'

/** What every row is to the grid: its place, whether it is selected, and what a click does. */
function rowAttributes<Row>({ row, position, rowKey, selectedKey, onSelect, onOpen }: RowProps<Row>) {
  const isSelected = selectedKey !== undefined && selectedKey !== null && selectedKey === rowKey(row)
  const isOperable = onSelect !== undefined || onOpen !== undefined
  return {
    isSelected,
    attributes: {
      role: 'row',
      'aria-rowindex': position + 2,
      ...(isOperable && {
        'aria-selected': isSelected,
        tabIndex: isSelected || (position === 0 && !selectedKey) ? 0 : -1,
      }),
      onClick: (event: React.MouseEvent) => {
        // React hands on what is pressed in a menu or a dialog of the row's as well.
        if (!(event.target instanceof Element && event.currentTarget.contains(event.target))) return
        if (event.target.closest('button, a, input, label') || marksText(event)) return
        if (isSelected || !onSelect) onOpen?.(row)
        else onSelect(row)
      },
    },
  }
}

/** A row on the wide screen: one line. */
export function LedgerRow<Row>(props: RowProps<Row>) {
  const { row, columns, template, rowNumber, band, isMuted, onSelect, onOpen } = props
  const found = band?.(row)
  if (found) return <Band {...props} found={found} />
  const { isSelected, attributes } = rowAttributes(props)
  return (
    <div
      {...attributes}
      className={cn(
        'relative grid h-row border-b border-rule hover:bg-paper focus-visible:-outline-offset-2',
        (onSelect || onOpen) && 'cursor-default',
        isMuted?.(row) && 'text-ink-3',
        isSelected && selectedClasses,
      )}
      style={{ gridTemplateColumns: template }}
    >
      {rowNumber && (
        <span
          role="rowheader"
          className={cn(
            'figures margin-line-r -mb-px flex items-center justify-end pr-2 text-12 text-ink-3',
            isSelected && 'font-head text-fir',
          )}
        >
          {rowNumber(row)}
        </span>
      )}
      <MarkCell {...props} />
      {columns.map((column, place) => (
        <span
          key={column.id}
          role="gridcell"
          className={cn(
            'flex min-w-0 items-center px-2 whitespace-nowrap *:min-w-0',
            place === 0 && firstPadding(rowNumber !== undefined),
            column.align === 'right' && 'justify-end text-right',
            place === columns.length - 1 && 'pr-6',
          )}
        >
          {column.cell(row)}
        </span>
      ))}
    </div>
  )
}

/** A row on the phone: title and amount above, text and meta below; number and mark stay left. */
export function NarrowRow<Row>(props: RowProps<Row>) {
  const { row, columns, rowNumber, band, isMuted, marked } = props
  const found = band?.(row)
  if (found) return <Band {...props} found={found} />
  const { isSelected, attributes } = rowAttributes(props)
  const left = [marked && '48px', rowNumber ? 'var(--gutter)' : !marked && '6px'].filter(Boolean).join(' ')
  const cellAt = (place: LedgerColumn<Row>['narrow'], className: string) => {
    const column = columns.find((candidate) => candidate.narrow === place)
    return (
      column && (
        <span role="gridcell" className={className}>
          {column.cell(row)}
        </span>
      )
    )
  }
  return (
    <div
      {...attributes}
      className={cn(
        'relative grid min-h-14 border-b border-rule focus-visible:-outline-offset-2',
        isMuted?.(row) && 'text-ink-3',
        isSelected && selectedClasses,
      )}
      style={{ gridTemplateColumns: `${left} minmax(0, 1fr) auto` }}
    >
      <MarkCell {...props} />
      {rowNumber ? (
        <span
          role="rowheader"
          className="figures margin-line-r -mb-px pt-[9px] pr-1.5 text-right text-12 leading-[21px] text-ink-3"
        >
          {rowNumber(row)}
        </span>
      ) : (
        !marked && <span role="presentation" />
      )}
      <span role="presentation" className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-center py-1.5 pl-2.5">
        {cellAt('mark', 'row-span-2 flex items-start pt-[3px] pr-2 [&_.sr-only+*]:sr-only')}
        {cellAt('title', 'col-start-2 truncate text-14 font-strong')}
        {cellAt('text', 'col-start-2 truncate text-12 text-ink-2')}
      </span>
      <span role="presentation" className="grid content-center justify-items-end py-1.5 pr-4 pl-2">
        {cellAt('amount', 'text-14')}
        {cellAt('meta', 'text-12 text-ink-3')}
      </span>
    </div>
  )
}

function MarkCell<Row>({ row, rowKey, marked, nameOf = rowKey, onMark, canMark }: RowProps<Row>) {
  if (!marked) return null
  const label = m.shell_table_mark({ name: nameOf(row) })
  if (canMark?.(row) === false) return <span role="gridcell" />
  return (
    <span role="gridcell" className="flex items-center justify-center max-wide:[&_button]:before:size-11">
      <Checkbox checked={marked.has(rowKey(row))} onChange={() => onMark?.(row)} aria-label={label} />
    </span>
  )
}

/** A section of the file: card and holder, with the printed sum. */
export function Band<Row>({
  row,
  position,
  rowNumber,
  columns,
  marked,
  found,
}: RowProps<Row> & { found: { left: ReactNode; right?: ReactNode } }) {
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      className="grid h-7 border-b border-rule bg-paper text-12 max-wide:h-9"
      style={{ gridTemplateColumns: rowNumber ? 'var(--gutter) minmax(0, 1fr)' : 'minmax(0, 1fr)' }}
    >
      {rowNumber && (
        <span role="rowheader" className="figures margin-line-r -mb-px flex items-center justify-end pr-2 text-ink-3">
          {rowNumber(row)}
        </span>
      )}
      <span
        role="gridcell"
        aria-colspan={columns.length + (marked ? 1 : 0)}
        className="flex min-w-0 items-center gap-3 pr-6 pl-3"
      >
        <span className="flex min-w-0 items-center gap-3 truncate">{found.left}</span>
        {found.right !== undefined && (
          <span className="ml-auto flex flex-none items-center gap-3 max-wide:hidden">{found.right}</span>
        )}
      </span>
    </div>
  )
}
