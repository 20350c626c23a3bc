/**
 * What the end of a text cut off its last record: whole cells, or decimals of the figure that it ends with. `begun`: whole
 * cells too, and what is left begins as a record before it does, so that it is no line of its own below them.
 */
export type CutOff = 'cells' | 'begun' | 'decimals'

/** The header, and a row that shows how long a row is. */
const fewestRecords = 2
/** Where figures are written as short as they go, two or three may have öre by chance. */
const fewestFigures = 3

/**
 * Tells whether the last record of a text was cut off, as by a download that broke. Many programs end a file without a line
 * break; its last record is then as long as those before it, and its figures are written as theirs are.
 */
export function watchForCut() {
  let width = 0
  let filled = 0 // up to the last cell that any of them has
  let records = 0
  /** By how many cells a record has: purchases stand among titles, and may take several lines each. */
  const endings = new Map<number, { figures: number; others: number }>()
  const before: (readonly string[])[] = []
  return {
    /** `isOpen`: the text ends with this record, and no line break with it. */
    look(cells: readonly string[], isOpen: boolean): CutOff | null {
      const { length } = cells
      const last = cells[length - 1] ?? ''
      if (length === 1 && last === '') return null // a blank line
      if (isOpen) {
        if (length < width) {
          if (length >= filled || records < fewestRecords) return null
          return before.some((one) => beginsAs(cells, one)) ? 'begun' : 'cells'
        }
        const { figures, others } = endings.get(length) ?? { figures: 0, others: 0 }
        const isOfFigures = figures >= fewestFigures && others === 0
        return isOfFigures && unfinished.test(last) && !hasTwoDecimals(last) ? 'decimals' : null
      }
      if (length !== width) {
        width = length
        filled = 0
        records = 0
      }
      records++
      before[records % mostBefore] = cells
      if (filled < length) filled = Math.max(filled, cells.findLastIndex((cell) => cell !== '') + 1)
      if (last !== '') count(last, endings, length)
      return null
    },
  }
}

function count(last: string, endings: Map<number, { figures: number; others: number }>, length: number): void {
  const known = endings.get(length)
  const found = known ?? { figures: 0, others: 0 }
  if (!known) endings.set(length, found)
  if (hasTwoDecimals(last)) found.figures++
  else if (found.others === 0 && unfinished.test(last)) found.others++
}

/** Headers and totals of a block stand between purchases, and not all of those are of one kind. */
const mostBefore = 8

/** Figures where the other has figures and words where it has words; what it ends with is the beginning of such a cell. */
function beginsAs(cells: readonly string[], other: readonly string[]): boolean {
  const filled = cells.findLastIndex((cell) => cell !== '')
  const isAlike = (cell: string, place: number) => cell === '' || isFigure(cell) === isFigure(other[place] ?? '')
  if (filled < 0 || !cells.every(isAlike)) return false
  const [last, whole] = [shapeOf((cells[filled] ?? '').replace(/^"/, '')), shapeOf(other[filled] ?? '')]
  const isBeginning = filled < cells.length - 1 ? whole === last : whole.startsWith(last)
  return isBeginning || ((!isFigure(last) || filled < cells.length - 1) && cells.some(isFigure))
}

const isFigure = (cell: string) => /^"?[-+\u2212]?\d/.test(cell) // the end of a quotation was cut off too
const shapeOf = (cell: string) => cell.replace(/\d/g, '0')

const unfinished = /^[-+\u2212]?\d[\d \u00a0\u202f.,']*$/

/** Of each row of a file: quicker than a pattern. */
function hasTwoDecimals(text: string): boolean {
  const mark = text.charCodeAt(text.length - 3)
  return (mark === 0x2c || mark === 0x2e) && isDigit(text, 1) && isDigit(text, 2) && isDigit(text, 4)
}

function isDigit(text: string, fromEnd: number): boolean {
  const code = text.charCodeAt(text.length - fromEnd)
  return code >= 0x30 && code <= 0x39
}
