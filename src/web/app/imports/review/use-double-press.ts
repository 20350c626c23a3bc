import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Cell } from './use-grid-keys.ts'

type Pressed = { position: number; columnId: string; isPanelOpen: boolean; isEditable: boolean }
type Grid = {
  columns: readonly { id: string }[]
  selected: number | null
  canEdit: (cell: Cell) => boolean
  onSelect: (id: null) => void
  onEdit: (cell: Cell) => void
}

/**
 * The first press of a double one opens the row's panel, which takes room from the columns: another cell, or the panel,
 * comes under the pointer. The cell that was pressed is written in, once the panel has gone and its column is there again;
 * where nothing can be written the second press does nothing.
 */
export function useDoublePress({ columns, selected, onSelect, canEdit, onEdit }: Grid): (cell: Cell) => void {
  const pressed = useRef<Pressed | null>(null)
  const [wanted, setWanted] = useState<Pressed | null>(null)
  const onClick = useEffectEvent((event: MouseEvent) => {
    const [again, first] = [event.detail === 2, pressed.current]
    pressed.current = null
    if (!again || !first) return setWanted(null)
    event.preventDefault()
    event.stopPropagation()
    if (!first.isEditable) return
    if (!first.isPanelOpen) onSelect(null)
    setWanted(first)
  })
  useEffect(() => {
    window.addEventListener('click', onClick, true)
    return () => window.removeEventListener('click', onClick, true)
  }, [])
  const begin = useEffectEvent(onEdit)
  useEffect(() => {
    if (!wanted || (selected !== null && !wanted.isPanelOpen)) return
    const column = columns.findIndex(({ id }) => id === wanted.columnId)
    if (column < 0) return
    setWanted(null)
    begin({ position: wanted.position, column })
  }, [wanted, columns, selected])
  return (cell) => {
    const columnId = columns[cell.column]?.id
    const { position } = cell
    pressed.current =
      columnId === undefined ? null : { position, columnId, isPanelOpen: selected !== null, isEditable: canEdit(cell) }
  }
}
