import type { SheetRow } from '#spreadsheets/index.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import { isBlank } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { markOf } from '../words/row-marks.ts'

/** More rows than any file has above its header. */
const longest = 20

/**
 * Exports pasted one under the other: what stands above the first header (title, account, balance, period) stands above the
 * next one too. Rows are held back so far that those are known when that header comes, and then belong to no table.
 */
export function createPreambleWatch<Located extends { row: SheetRow; table: unknown }>(): {
  /** Above the first header. */
  addAbove(row: SheetRow): void
  /** Gives the row that need not be held back any longer. */
  add(row: Located): Located | undefined
  /** A header comes, or nothing more. */
  flush(isHeader: boolean): Located[]
} {
  const shapes: string[] = []
  let held: Located[] = []
  return {
    addAbove(row) {
      if (shapes.length <= longest) shapes.push(shapeOf(row))
    },
    add(row) {
      if (shapes.length === 0 || shapes.length > longest) return row
      held.push(row)
      return held.length > shapes.length ? held.shift() : undefined
    },
    flush(isHeader) {
      const rows = held
      held = []
      const isRepeated =
        isHeader && rows.length === shapes.length && rows.every(({ row }, place) => shapeOf(row) === shapes[place])
      return isRepeated ? rows.map((located) => (saysMore(located.row) ? located : { ...located, table: null })) : rows
    },
  }
}

/** A card, a section's title or a total is told by its own words wherever it stands. */
function saysMore({ cells }: SheetRow): boolean {
  const mark = markOf(cells)
  return mark !== null && mark.kind !== 'balance'
}

/** Which of its cells hold a day, a figure or a text. */
function shapeOf({ cells }: SheetRow): string {
  const kinds = cells.map((cell) => {
    if (isBlank(cell)) return ' '
    return looksLikeDate(cell) ? 'd' : looksLikeNumber(cell) ? 'n' : 't'
  })
  return kinds.join('').trimEnd()
}
