export type Cell = { position: number; column: number }
type Columns = readonly { id: string }[]

/** A cell by its column and not by its place alone: columns come and go with the room that there is for them. */
export type HeldCell = Cell & { columnId: string | undefined }

export const held = (cell: Cell, columns: Columns): HeldCell => ({ ...cell, columnId: columns[cell.column]?.id })

/** Where it stands among the columns that are shown; null where its own is not one of them. */
export function placeOf({ position, columnId }: HeldCell, columns: Columns): Cell | null {
  const column = columns.findIndex(({ id }) => id === columnId)
  return column < 0 ? null : { position, column }
}

/** Its place, or where its column is not shown the nearest one. */
export function nearestPlace(cell: HeldCell, columns: Columns): Cell {
  const column = Math.max(0, Math.min(columns.length - 1, cell.column))
  return placeOf(cell, columns) ?? { position: cell.position, column }
}
