import { useEffect, useRef } from 'react'
import type { RowFilter, RowOrder } from '#imports/contract.ts'
import type { Places } from './use-rows.ts'

type List = { places: Places; count: number; filter: RowFilter; order: RowOrder }

/** The list as it is; while a cell is being written in as it was, so that no row moves away under the pen. */
export function useHeldList({ places, count, filter, order }: List, isWriting: boolean): List {
  const held = useRef<List>({ places, count, filter, order })
  if (!isWriting) held.current = { places, count, filter, order }
  return held.current
}

/**
 * A row that was written in may come to stand elsewhere in a sorted list: the keyboard goes with it, unless it has gone to
 * another row meanwhile. `go` is told where.
 */
export function useFollowedRow(
  { places, isWriting, position }: { places: Places; isWriting: boolean; position: number },
  go: (position: number) => void,
) {
  const followed = useRef<number | null>(null)
  useEffect(() => {
    const id = followed.current
    if (id === null || isWriting) return
    const now = places.positionOf(id)
    // Gone from a filtered list, and the keyboard stays where the row was.
    if (places.idAt(now) !== id || now === position) return
    const focused = document.activeElement
    if (focused === document.body || focused?.closest('[role="gridcell"]')) go(now)
  })
  return {
    follow(id: number): void {
      followed.current = id
    },
    /** Focus came to a cell of this row. */
    at(id: number | null): void {
      if (id !== followed.current) followed.current = null
    },
  }
}
