import { readDefused } from '#kernel/defused-text.ts'
import { rowFileColumns } from '#kernel/row-file.ts'
import { columnLetter } from '#kernel/row-problem.ts'
import type { RowSheet, SheetRow } from '#spreadsheets/index.ts'
import { isBlank, isSameLabels, normaliseLabel } from '../cells/cell-text.ts'
import { isHeaderRow } from './locate-table.ts'

/** So many rows are put back into their order; it is also the most that a workbook of ours holds. */
const mostSorted = 20_000
/** A person may have taken one of our columns away, and no bank's file begins with three of them. */
const fewestOwn = 3

const ownNames = Object.values(rowFileColumns).map((names) => names.map(normaliseLabel))

/**
 * Sheets as they are, but for a file of rows that Radvis gave back: that becomes the part of the original file that it is,
 * with the original's sheets, row numbers and columns, so that it is read as those rows were, and a problem names the cell
 * that the columns in front name too. A row without a number of ours keeps its own.
 */
export function asInOriginal<Read extends RowSheet>(sheets: Iterable<Read>): Iterable<Read | RowSheet> {
  return {
    *[Symbol.iterator]() {
      for (const sheet of sheets) {
        const rows = sheet.rows[Symbol.iterator]()
        const first = rows.next()
        const own = first.done ? null : findOwn(first.value.cells)
        const all = { [Symbol.iterator]: () => withFirst(first, rows) }
        // Arrays stay arrays, for whoever keeps a sheet.
        if (first.done || own === null) yield Array.isArray(sheet.rows) ? sheet : { ...sheet, rows: all }
        else yield* originals(sheet.name, { title: first.value, own, rows })
      }
    },
  }
}

/** No generator: a file of many rows is read through it, row by row. */
function withFirst(first: IteratorResult<SheetRow>, rest: Iterator<SheetRow>): Iterator<SheetRow> {
  let isGiven = false
  return {
    next: () => {
      if (isGiven) return rest.next()
      isGiven = true
      return first
    },
    return: () => rest.return?.() ?? { done: true, value: undefined },
  }
}

type Own = { sheet: number | null; row: number | null; count: number }

/** Where our columns stand, in one language: at the start, in their order. */
function findOwn(cells: readonly string[]): Own | null {
  for (const names of ownNames) {
    const places: string[] = []
    for (const cell of cells) {
      const label = normaliseLabel(cell)
      if (!names.includes(label) || names.indexOf(label) <= names.indexOf(places.at(-1) ?? '')) break
      places.push(label)
    }
    if (places.length < fewestOwn) continue
    const placeOf = (name: string | undefined) => (places.includes(name ?? '') ? places.indexOf(name ?? '') : null)
    return { sheet: placeOf(names[0]), row: placeOf(names[1]), count: places.length }
  }
  return null
}

type OwnFile = { title: SheetRow; own: Own; rows: Iterator<SheetRow> }
type Placed = { sheet: string; row: SheetRow }

function* originals(name: string, { title, own, rows }: OwnFile): Generator<RowSheet> {
  const first: Placed[] = []
  let next = rows.next()
  for (; !next.done && first.length < mostSorted; next = rows.next()) first.push(place(next.value, own, name))
  const header = headerOf(title, own)
  if (next.done) return yield* inSheets(sorted(first), header)
  const rest = function* (): Generator<Placed> {
    yield* first
    for (; !next.done; next = rows.next()) yield place(next.value, own, name)
  }
  yield* inSheets(rest(), header)
}

function place(row: SheetRow, own: Own, name: string): Placed {
  const textAt = (index: number) => (row.cells[index] ?? '').trim()
  const number = own.row === null ? '' : textAt(own.row)
  const isNumber = /^[1-9]\d{0,8}$/.test(number)
  const sheet = own.sheet === null ? name : readDefused(textAt(own.sheet)) // a text file's has no name
  return { sheet, row: cut(row, own, isNumber ? Number(number) : row.number) }
}

function cut({ cells, width, kinds, units, ...row }: SheetRow, { count }: Own, number: number): SheetRow {
  const moved = Object.entries(units ?? {}).flatMap(([column, unit]): [number, string][] =>
    Number(column) < count ? [] : [[Number(column) - count, unit]],
  )
  return {
    ...row,
    number,
    cells: cells.slice(count).map(readDefused),
    ...(width !== undefined && { width: Math.max(0, width - count) }),
    ...(kinds !== undefined && { kinds: kinds.slice(count) }),
    ...(units !== undefined && { units: Object.fromEntries(moved) }),
  }
}

/** A column without a name is given back under its letter; null where none has one, as in a file without a header. */
function headerOf(title: SheetRow, own: Own): SheetRow | null {
  const row = cut(title, own, 1)
  const cells = row.cells.map((cell, index) => (cell.trim() === columnLetter(index) ? '' : cell))
  return cells.every(isBlank) ? null : { ...row, cells }
}

/** Titles of cards stand above their rows, notes below them: sorted by our message they would say nothing. */
function sorted(rows: readonly Placed[]): Placed[] {
  const places = new Map<string, number>()
  for (const { sheet } of rows) if (!places.has(sheet)) places.set(sheet, places.size)
  const placeOf = ({ sheet }: Placed) => places.get(sheet) ?? 0
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b) || a.row.number - b.row.number)
}

/** Rows one after another by their sheets; below the header that stands on top of the file, where none is among them. */
function* inSheets(rows: Iterable<Placed>, header: SheetRow | null): Generator<RowSheet> {
  const rest = rows[Symbol.iterator]()
  let next = rest.next()
  while (!next.done) {
    const { sheet } = next.value
    const of: SheetRow[] = []
    for (; !next.done && next.value.sheet === sheet && of.length < mostSorted; next = rest.next())
      of.push(next.value.row)
    const own = function* (): Generator<SheetRow> {
      if (header && !of.some((row) => isSameLabels(row.cells, header.cells) || isHeaderRow(row.cells))) yield header
      yield* of
      for (; !next.done && next.value.sheet === sheet; next = rest.next()) yield next.value.row
    }
    yield { name: sheet, rows: own() }
    for (; !next.done && next.value.sheet === sheet; next = rest.next()); // whoever asked had enough of this one
  }
}
