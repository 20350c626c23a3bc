import { type RecordLimits, readRecords } from './csv-records.ts'
import { findDelimiter } from './find-delimiter.ts'
import { createJoining, mayBeCutLine } from './joined-lines.ts'
import { type SheetRow, trimRow } from './spreadsheet.ts'

/** A whole line in quotes, as a spreadsheet program saves it that had put each line of the file into one cell. */
const wrappedLine = /^"((?:[^"\r\n]|"")*)"[;,\t]*(?=\r|\n|$)/gm
/** So many rows are looked at to tell whether a sheet holds a text file's lines in its first column. */
const sampledRows = 60
const fewestCells = 3

/** The text with the quotes around whole lines taken off, for finding its delimiter; null where there are none. */
export function unwrapLines(sample: string): string | null {
  let found = 0
  const text = sample.replace(wrappedLine, (line, inner: string) => {
    if (!/[;,\t|].*[;,\t|]/.test(inner)) return line
    found++
    return inner.replaceAll('""', '"')
  })
  return found > 0 ? text : null
}

/** Cuts a record that is a whole line in one cell into its cells, where it then has as many as the other lines. */
export function createUnwrapping(unwrapped: string, delimiter: string, limits: RecordLimits) {
  const counts = new Map<number, number>()
  for (const { length } of readRecords([unwrapped], delimiter, limits))
    counts.set(length, (counts.get(length) ?? 0) + 1)
  const [[usual] = [0]] = [...counts].filter(([count]) => count > 1).sort(([a, x], [b, y]) => y * b - x * a)
  return (record: string[]): string[] => {
    const [only = ''] = record
    if (record.length === 0 || !only.includes(delimiter) || record.some((cell, index) => index > 0 && cell !== ''))
      return record
    const cells = cutLine(only, delimiter, limits)
    return cells && cells.length >= fewestCells && cells.length === usual ? cells : record
  }
}

/** Null where it is more than one line. */
function cutLine(line: string, delimiter: string, limits: RecordLimits): string[] | null {
  const [cells = [], ...others] = readRecords([withQuotes(line, delimiter)], delimiter, limits)
  return others.length === 0 ? cells : null
}

/**
 * Of a line whose cells stand in quotation marks Calc takes the first and the last, and one of each two: `Date","Time",","EUR`.
 */
function withQuotes(line: string, delimiter: string): string {
  const first = line.indexOf('"')
  if (first < 1 || line.indexOf(delimiter) !== first + 1) return line
  const cells = line.split(delimiter).map((cell) => (cell === '"' ? '""' : cell))
  const isOpen = (cells.join(delimiter).split('"').length - 1) % 2 === 0
  return `"${cells.join(delimiter)}${isOpen ? '"' : ''}`
}

/** The rows of a sheet whose first column holds a text file's lines: opened in a program with another list separator. */
export function* cutOneColumn(rows: Iterable<SheetRow>, limits: RecordLimits): Generator<SheetRow> {
  const iterator = rows[Symbol.iterator]()
  const first: SheetRow[] = []
  while (first.length < sampledRows) {
    const next = iterator.next()
    if (next.done) break
    first.push(next.value)
    if (!mayBeCutLine(next.value.cells)) break
  }
  const join = createJoining(first)
  const delimiter = join ? ';' : lineDelimiter(first)
  const cut = (row: SheetRow) => (join ? cutJoined(row, join(row), limits) : cutRow(row, delimiter, limits))
  for (const row of first) yield* cut(row)
  for (let next = iterator.next(); !next.done; next = iterator.next()) yield* cut(next.value)
}

/** A line that cannot be put together stays one cell, so that it is told of. */
function* cutJoined(
  { number }: SheetRow,
  { line, isWhole }: { line: string; isWhole: boolean },
  limits: RecordLimits,
): Generator<SheetRow> {
  const cells = isWhole ? cutLine(line, ';', limits) : null
  const trimmed = cells === null ? [line] : trimRow(cells)
  if (trimmed) yield { number, cells: trimmed }
}

function* cutRow(row: SheetRow, delimiter: string | null, limits: RecordLimits): Generator<SheetRow> {
  const [line = ''] = row.cells
  const cut = delimiter === null || row.cells.length > 1 ? null : cutLine(line, delimiter, limits)
  const cells = cut && trimRow(cut)
  if (cut === null) yield row
  else if (cells) yield { number: row.number, cells }
}

/** Null where the rows have more than one cell, or most of them are no lines of cells. */
function lineDelimiter(rows: readonly SheetRow[]): string | null {
  if (rows.length < 2 || rows.some(({ cells }) => cells.length !== 1)) return null
  const delimiter = findDelimiter(rows.map(({ cells }) => cells[0]).join('\n'))
  if (delimiter === null) return null
  const lines = rows.filter(({ cells }) => (cells[0] ?? '').split(delimiter).length >= fewestCells)
  return lines.length >= rows.length / 2 ? delimiter : null
}
