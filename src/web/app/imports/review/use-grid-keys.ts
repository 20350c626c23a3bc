import { useState } from 'react'
import { type Cell, type HeldCell, held, nearestPlace } from './held-cell.ts'

type Grid = {
  count: number
  columns: readonly { id: string }[]
  /** The title of a section has no cells: the keys go past it. */
  isTitle: (position: number) => boolean
  canEdit: (cell: Cell) => boolean
  onEdit: (cell: Cell) => void
  onOpen: (position: number) => void
  onMark: (position: number, isRange: boolean) => void
  onMove: (cell: Cell) => void
}

/** Where in the grid the keyboard stands (WAI-ARIA grid pattern): arrows move, Enter or F2 writes, Space and X mark. */
export function useGridKeys({ count, columns, isTitle, canEdit, onEdit, onOpen, onMark, onMove }: Grid) {
  const [stood, setStood] = useState<HeldCell>(() => held({ position: 0, column: 0 }, columns))
  const at = nearestPlace(stood, columns)
  const setActive = (cell: Cell) => setStood(held(cell, columns))
  // Where a list begins with a title, the first row after it is what Tab comes to.
  const active = { ...at, position: pastTitles(at.position, 1, count, isTitle) ?? at.position }
  const moveTo = (cell: Cell) => {
    const position = pastTitles(cell.position, cell.position < active.position ? -1 : 1, count, isTitle)
    if (position === null) return
    const next = {
      position,
      column: Math.max(0, Math.min(columns.length - 1, cell.column)),
    }
    setActive(next)
    onMove(next)
  }
  // A key goes on from where the last one led, whatever cell has the focus until that one is drawn.
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.target !== event.currentTarget) return
    const next = stepFrom(active, event.key, event.ctrlKey ? count : 0)
    if (next) moveTo(next)
    else if (event.ctrlKey) return
    else if ((event.key === 'Enter' || event.key === 'F2') && canEdit(active)) onEdit(active)
    else if (event.key === 'Enter') onOpen(active.position)
    else if (event.key === ' ' || event.key === 'x') onMark(active.position, event.shiftKey)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { active, moveTo, setActive, onKeyDown }
}

/** The nearest row with cells from a position on; at the list's end the last before it; null where all are titles. */
export function pastTitles(
  wanted: number,
  direction: 1 | -1,
  count: number,
  isTitle: (position: number) => boolean,
): number | null {
  const first = Math.max(0, Math.min(count - 1, wanted))
  for (const step of [direction, -direction])
    for (let at = first; at >= 0 && at < count; at += step) if (!isTitle(at)) return at
  return null
}

const rowsOfPage = 20
const moves = new Map<string, readonly [rows: number, columns: number]>([
  ['ArrowDown', [1, 0]],
  ['ArrowUp', [-1, 0]],
  ['ArrowRight', [0, 1]],
  ['ArrowLeft', [0, -1]],
  ['PageDown', [rowsOfPage, 0]],
  ['PageUp', [-rowsOfPage, 0]],
  ['Home', [0, Number.NEGATIVE_INFINITY]],
  ['End', [0, Number.POSITIVE_INFINITY]],
])

/** Where a key leads; `far`: how many rows Ctrl takes Home and End over. The caller keeps it within the grid. */
function stepFrom({ position, column }: Cell, key: string, far: number): Cell | null {
  const move = moves.get(key)
  if (!move) return null
  const [rows, columns] = move
  const farRows = Number.isFinite(columns) ? rows : Math.sign(columns) * far
  return { position: position + farRows, column: column + columns }
}
