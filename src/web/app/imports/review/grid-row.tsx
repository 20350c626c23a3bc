// biome-ignore-all lint/a11y/useSemanticElements: virtualised rows of two lay-outs cannot be table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: cells take the focus, rows do not
import type { EditField, ImportRow } from '#imports/contract.ts'
import * as m from '#messages'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/class-names.ts'
import { marksText } from '../../../ui/double-press.ts'
import { Band, NarrowRow, selectedClasses } from '../../../ui/ledger-row.tsx'
import { CellEditor, type Step } from './cell-editor.tsx'
import { type Bands, cellId, isPurchase, type Marks } from './grid-cells.ts'
import type { Cell } from './held-cell.ts'
import type { GridColumn } from './row-columns.tsx'

type Props = {
  row: ImportRow | null
  position: number
  template: string
  columns: readonly GridColumn[]
  band: Bands
  isNarrow: boolean
  isSelected: boolean
  /** Null: rows cannot be marked. */
  marks: Marks | null
  isOther: (id: number) => boolean
  activeColumn: number | null
  editing: number | null
  /** What stands in the cell that is written in, instead of the row's own; why that was refused. */
  typed: string | null
  refusal: unknown
  onKeyDown: (event: React.KeyboardEvent) => void
  onFocusCell: (cell: Cell) => void
  /** Of a double press the first. */
  onPress: (cell: Cell) => void
  onType: () => void
  onSave: (cell: Cell, text: string, step: Step) => void
  onCancel: (cell: Cell) => void
  onSelect: () => void
}

const nameOf = ({ number, text }: ImportRow) => m.imports_row_name({ row: String(number), text })

const isControl = ({ target }: React.MouseEvent) =>
  target instanceof Element && target.closest('button, a, input, label') !== null

export function GridRow(props: Props) {
  const { row, position, template, columns, band, isNarrow, isSelected, marks, onSelect } = props
  if (!row) return <Pending isNarrow={isNarrow} template={template} position={position} />
  const found = band(row)
  const shared = {
    label: '',
    columns,
    rows: [],
    row,
    position,
    template,
    rowKey: ({ id }: ImportRow) => String(id),
    rowNumber: ({ number }: ImportRow) => number,
    isMuted: ({ state }: ImportRow) => state === 'skipped',
    selectedKey: isSelected ? String(row.id) : null,
    onSelect,
    onOpen: onSelect,
  }
  if (found)
    return (
      <div className={cn(marks && 'border-b border-rule bg-paper pl-8 [&>*]:border-b-0')} role="presentation">
        <Band {...shared} found={found} />
      </div>
    )
  const isMarked = isPurchase(row) && (marks?.has(row.id) ?? false)
  if (isNarrow && marks)
    return (
      <div className={cn(isMarked && 'bg-fir-soft [--hole:var(--fir-soft)]')} role="presentation">
        <NarrowRow
          {...shared}
          marked={new Set(isMarked ? [String(row.id)] : [])}
          nameOf={nameOf}
          onMark={() => marks.toggle(row.id, false)}
          canMark={isPurchase}
        />
      </div>
    )
  if (isNarrow) return <NarrowRow {...shared} />
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      aria-selected={isSelected || isMarked}
      onClick={(event) => {
        if (!isControl(event) && !marksText(event)) onSelect()
      }}
      onKeyDown={() => undefined}
      className={cn(
        'relative grid h-row cursor-default border-b border-rule hover:bg-paper',
        row.state === 'skipped' && 'text-ink-3',
        isMarked && 'bg-fir-soft [--hole:var(--fir-soft)] hover:bg-fir-soft',
        isSelected && selectedClasses,
      )}
      style={{ gridTemplateColumns: template }}
    >
      {marks && (
        <span
          role="gridcell"
          className="flex items-center justify-end"
          onClickCapture={(event) => {
            if (!event.shiftKey || !isPurchase(row)) return
            event.preventDefault()
            event.stopPropagation()
            marks.toggle(row.id, true, props.isOther)
          }}
        >
          {isPurchase(row) && (
            <Checkbox
              checked={isMarked}
              tabIndex={-1} // Space marks: Tab leaves the grid at once, however many rows it has
              onChange={() => marks.toggle(row.id, false)}
              aria-label={m.shell_table_mark({ name: nameOf(row) })}
            />
          )}
        </span>
      )}
      <span
        role="rowheader"
        className={cn(
          'figures margin-line-r -mb-px flex items-center justify-end pr-2 text-12 text-ink-3',
          isSelected && 'font-head text-fir',
        )}
      >
        {row.number}
      </span>
      {columns.map((column, place) => (
        <GridCell key={column.id} {...props} row={row} column={column} place={place} />
      ))}
    </div>
  )
}

function GridCell({
  row,
  position,
  columns,
  column,
  place,
  marks,
  activeColumn,
  editing,
  typed,
  refusal,
  onKeyDown,
  onFocusCell,
  onPress,
  onType,
  onSave,
  onCancel,
}: Omit<Props, 'row'> & { row: ImportRow; column: GridColumn; place: number }) {
  const cell = { position, column: place }
  const isTabStop = activeColumn === place || (activeColumn === null && position === 0 && place === 0)
  const isEdited = column.edit !== undefined && row.edits[column.edit.field as EditField] !== undefined
  return (
    <span
      id={cellId(cell)}
      role="gridcell"
      aria-colindex={place + 1}
      aria-readonly={column.edit === undefined || marks === null || !isPurchase(row)}
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target === event.currentTarget && onFocusCell(cell)}
      onClick={(event) => !isControl(event) && !marksText(event) && onPress(cell)}
      className={cn(
        'flex min-w-0 items-center px-2 whitespace-nowrap focus-visible:-outline-offset-2 *:min-w-0',
        place === 0 && 'pl-3',
        column.align === 'right' && 'justify-end text-right',
        place === columns.length - 1 && 'pr-6',
        isEdited && 'underline decoration-fir decoration-dotted underline-offset-4',
      )}
    >
      {editing === place && column.edit ? (
        <CellEditor
          field={column.edit.field}
          label={m.imports_edit_cell({ column: column.name, row: String(row.number) })}
          text={column.edit.text(row)}
          typed={typed}
          align={column.align}
          error={refusal}
          onType={onType}
          onSave={(text, step) => onSave(cell, text, step)}
          onCancel={() => onCancel(cell)}
        />
      ) : (
        <>
          {column.cell(row)}
          {isEdited && <span className="sr-only">{m.imports_edited_mark()}</span>}
        </>
      )}
    </span>
  )
}

/** A row on its way. */
function Pending({ isNarrow, template, position }: { isNarrow: boolean; template: string; position: number }) {
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      aria-busy="true"
      className={cn('grid items-center border-b border-rule', isNarrow ? 'h-14' : 'h-row')}
      style={isNarrow ? undefined : { gridTemplateColumns: template }}
    >
      <span role="gridcell" className="col-span-full px-14">
        <span className="sr-only">{m.shell_loading()}</span>
        <span aria-hidden="true" className="block h-2 w-2/3 rounded-1 bg-rule" />
      </span>
    </div>
  )
}
