import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { doublePressMs } from '../../../ui/double-press.ts'
import { type Cell, type HeldCell, held, placeOf } from './held-cell.ts'

type Pressed = HeldCell & { isPanelOpen: boolean; isEditable: boolean }
type Place = Pick<MouseEvent, 'clientX' | 'clientY' | 'timeStamp'>
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
 * where nothing can be written the second press does nothing. The second press counts as the button goes down: while it is
 * held the cell under it may leave the page, and then no click is told of.
 */
export function useDoublePress({ columns, selected, onSelect, canEdit, onEdit }: Grid): (cell: Cell) => void {
  const pressed = useRef<Pressed | null>(null)
  const [wanted, setWanted] = useState<Pressed | null>(null)
  const clicked = useRef<Place | null>(null)
  // A choice in the panel opens as the pointer goes down, and no button is told of after that.
  const onPointer = useEffectEvent((event: PointerEvent) => {
    if (pressed.current && clicked.current && isSoonAt(clicked.current, event)) event.stopPropagation()
  })
  const onDown = useEffectEvent((event: MouseEvent) => {
    const [again, first] = [event.detail === 2, pressed.current]
    if (!again || !first) {
      pressed.current = null
      return setWanted(null)
    }
    event.preventDefault() // it would take the focus from the cell
    event.stopPropagation()
    if (!first.isEditable) return
    if (!first.isPanelOpen) onSelect(null)
    setWanted(first)
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    const isSecond = event.detail === 2 && pressed.current !== null
    pressed.current = null
    clicked.current = event
    if (!isSecond) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    window.addEventListener('pointerdown', onPointer, true)
    window.addEventListener('mousedown', onDown, true)
    window.addEventListener('click', onClick, true)
    return () => {
      window.removeEventListener('pointerdown', onPointer, true)
      window.removeEventListener('mousedown', onDown, true)
      window.removeEventListener('click', onClick, true)
    }
  }, [])
  const begin = useEffectEvent(onEdit)
  useEffect(() => {
    if (!wanted || (selected !== null && !wanted.isPanelOpen)) return
    const cell = placeOf(wanted, columns)
    if (!cell) return
    setWanted(null)
    begin(cell)
  }, [wanted, columns, selected])
  return (cell) => {
    pressed.current = { ...held(cell, columns), isPanelOpen: selected !== null, isEditable: canEdit(cell) }
  }
}

/** As a browser tells a double press, which it does of the button and not of the pointer. */
const isSoonAt = (first: Place, second: Place): boolean =>
  second.timeStamp - first.timeStamp < doublePressMs &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < 5
