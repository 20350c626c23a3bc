import { type RefObject, useEffect, useRef } from 'react'
import type { RowFilter, RowOrder } from '#imports/contract.ts'
import type { Places } from './use-rows.ts'

type List = { places: Places; count: number; filter: RowFilter; order: RowOrder }

/**
 * The list as it is. It is held as it was while a cell is being written in, so that no row moves away under the pen, and
 * while that of another filter or order is on its way, whose rows are others.
 */
export function useHeldList({ places, count, filter, order }: List, isHeld: boolean): List {
  const held = useRef<List>({ places, count, filter, order })
  if (!isHeld) held.current = { places, count, filter, order }
  return held.current
}

type Keyboard = {
  places: Places
  isWriting: boolean
  /** Where in the list it stands. */
  position: number
  grid: RefObject<HTMLElement | null>
  /** It is to have the focus as soon as its cell is drawn. */
  wantsFocus: RefObject<boolean>
}

/**
 * Where a list is filtered or sorted anew, or a row was written in, rows come to stand elsewhere: the keyboard goes with its
 * row, or stays at its place where that has left the list. `go` is told where.
 */
export function useFollowedRow(
  { places, isWriting, position, grid, wantsFocus }: Keyboard,
  go: (position: number) => void,
): void {
  const before = useRef<{ places: Places; id: number | null; isInGrid: boolean }>({ places, id: null, isInGrid: false })
  useEffect(() => {
    if (isWriting) return
    const focused = document.activeElement
    const isInCell = focused?.closest('[role="gridcell"]') != null && grid.current?.contains(focused) === true
    const { id, isInGrid } = before.current
    const isSame = before.current.places === places
    const now = isSame || id === null ? position : places.positionOf(id)
    const next = id !== null && places.idAt(now) === id ? now : position
    before.current = { places, id: places.idAt(isSame ? position : next), isInGrid: isInCell || wantsFocus.current }
    // A cell that has left the list has given the focus to nobody; whoever has gone on to something else is not called back.
    const hasStayed = isInGrid && (isInCell || focused === document.body)
    if (isSame || !hasStayed || (isInCell && next === position)) return
    before.current.isInGrid = true
    go(next)
  })
}
