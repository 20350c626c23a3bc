import type { SheetRow } from './spreadsheet.ts'

const day = /^\d{2}-\d{2}$/
const figure =
  /^[-\u2212\u2013+(]? ?\d[\d .'\u2019\u00a0\u202f\u2009]*(?:,\d{1,2})?[-\u2212)]?(?:[ \u00a0]?(?:kr|SEK))?$/
/** Two such days alone on a line of text. */
export const dayLine = /^[" \u00a0]*\d{2}-\d{2}[" \u00a0]*[;,\t][" \u00a0]*\d{2}-\d{2}[" \u00a0;,\t]*\r?$/m
/** Where such a row was cut off: its days, or the first of them. */
const begunDay = /^\d{2}-\d{0,2}$/
/** Rows looked at to tell whether a file is such a page at all. */
const sampledRows = 60

/**
 * Rows copied off eurocard.se stand in three lines each: two days, the merchant, then place, currency, VAT or foreign
 * amount, and amount. They become one row each, numbered by their first line; other lines stay what they are.
 */
export function* foldLines(rows: Iterable<SheetRow>): Generator<SheetRow> {
  const iterator = rows[Symbol.iterator]()
  const waiting: SheetRow[] = []
  let isOver = false
  const fill = (count: number) => {
    while (waiting.length < count) {
      const next = iterator.next()
      if (next.done) {
        isOver = true
        break
      }
      waiting.push(next.value)
    }
  }
  fill(sampledRows)
  const isFolded = waiting.some((_, index) => startsFold(waiting, index))
  while (waiting.length > 0) {
    if (isFolded) fill(3)
    const first = waiting.shift()
    if (!first) return
    const [text, amounts] = waiting
    if (isFolded && text && amounts && isFold(first, text, amounts)) {
      waiting.splice(0, 2)
      const cells = [...first.cells, text.cells[0] ?? '', ...amounts.cells]
      const { kinds, cutOff } = amounts
      yield { number: first.number, cells, ...(kinds && { kinds: `ttt${kinds}` }), ...(cutOff && { cutOff }) }
    } else if (isFolded && isOver && waiting.length < 3 && isBegun(first)) {
      const cells = [first, ...waiting.splice(0)].flatMap((line) => line.cells)
      yield { number: first.number, cells, cutOff: 'begun' }
    } else yield first
    if (!isFolded && waiting.length === 0) {
      for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value
      return
    }
    fill(1)
  }
}

/** At the end of the file, where its other lines, or some of their cells, are missing. */
function isBegun({ cells }: SheetRow): boolean {
  return cells.length <= 2 && cells.every((cell, place) => (place === 0 ? begunDay : /^[-\d]{0,5}$/).test(cell.trim()))
}

function startsFold(rows: readonly SheetRow[], index: number): boolean {
  const [first, text, amounts] = rows.slice(index, index + 3)
  return first !== undefined && text !== undefined && amounts !== undefined && isFold(first, text, amounts)
}

function isFold(first: SheetRow, text: SheetRow, amounts: SheetRow): boolean {
  return (
    first.cells.length === 2 &&
    first.cells.every((cell) => day.test(cell.trim())) &&
    text.cells.length === 1 &&
    amounts.cells.length === 4 &&
    (amounts.kinds?.[3] === 'n' || figure.test((amounts.cells[3] ?? '').trim()))
  )
}
