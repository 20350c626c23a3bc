/** `2026-10-31`, `31.10.2026`, `31/10/26`; `261031` as card statements print it. */
const day = /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/
/** An amount with decimals, groups by single spaces, dots or commas. */
const amount = /^[-+\u2212\u2013]?\d[\d .,\u00a0]*(?:[.,]\d{1,2}|:-)[-\u2212]?(?: ?(?:kr|SEK))?$/
const run = / {2,}/
const otherDelimiter = /[;\t|]/
const delimiters = [';', '\t', '|', ','] as const
const fewestCells = 3
const fewestRows = 2

/** Cuts a line of such a text into its cells. A line that fits no column comes out as one cell. */
export type SpacedCutting = (line: string) => string[]

/**
 * A table copied off a page or out of a document, whose columns are parted by runs of spaces and nothing else: how its
 * lines are cut. Null for any other text. Where all lines keep to the same places those part the cells, so that an empty
 * one stays empty; else a line with as many cells as the header is cut, and any other left whole for a person to see.
 */
export function findSpacedColumns(sample: string): SpacedCutting | null {
  if (!sample.includes('  ')) return null
  const lines = sample.split(/\r\n|\r|\n/)
  const ruled = findRuled(lines)
  if (ruled) return ruled
  const first = lines.findIndex(isRow)
  if (first < 0) return null
  const rows = lines.slice(first).filter((line) => partsOf(line).length >= fewestCells)
  const real = rows.filter(isRow)
  if (real.length < rows.length / 2 || lines.filter(isDelimited).length >= real.length) return null
  const above = lines.slice(0, first).findLast((line) => partsOf(line).length >= fewestCells)
  const isAlone = real.length < fewestRows
  if (isAlone && (above === undefined || partsOf(above).length !== partsOf(real[0] ?? '').length)) return null
  const table = above === undefined ? real : [above, ...real]
  if (table.some((line) => otherDelimiter.test(line))) return null
  const gutters = guttersOf(table)
  const count = above === undefined ? usualCount(real) : partsOf(above).length
  if (gutters.length + 1 >= count) return (line) => cutAt(line, gutters) ?? splitInto(line, gutters.length + 1)
  const whole = real.filter((line) => partsOf(line).length === count)
  return whole.length >= real.length / 2 ? (line) => splitInto(line, count) : null
}

/** Dashes under the names, as databases print them: they show how wide each column is, also where one space parts two. */
const ruler = /^ *[-=]{2,}(?: +[-=]{2,}){2,} *$/

function findRuled(lines: readonly string[]): SpacedCutting | null {
  const place = lines.findIndex((line) => ruler.test(line))
  if (place < 0) return null
  const columns = [...(lines[place] ?? '').matchAll(/[-=]+/g)].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ])
  const gutters = columns.slice(1).map(([next = 0], before) => ({ start: columns[before]?.[1] ?? 0, end: next }))
  const isCut = (line: string) => {
    const cells = cutAt(line, gutters) ?? []
    return cells.some((cell) => day.test(cell)) && cells.some((cell) => amount.test(cell))
  }
  if (!lines.some(isCut)) return null
  const above = new Set(lines.slice(0, Math.max(0, place - 1))) // a sentence may have a space where the columns have
  return (line) => {
    if (ruler.test(line)) return ['']
    return (above.has(line) ? null : cutAt(line, gutters)) ?? splitInto(line, columns.length)
  }
}

function partsOf(line: string): string[] {
  return line.trim().split(run)
}

function isRow(line: string): boolean {
  const parts = partsOf(line)
  return parts.length >= fewestCells && parts.some((part) => day.test(part)) && parts.some((part) => amount.test(part))
}

function usualCount(rows: readonly string[]): number {
  const counts = Map.groupBy(rows, (line) => partsOf(line).length)
  return [...counts].sort(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 0
}

/** A row of a table with a delimiter, below some lines that only look like one without. */
function isDelimited(line: string): boolean {
  return delimiters.some((delimiter) => {
    const cells = line.split(delimiter)
    return cells.length >= fewestCells && cells.some((cell) => day.test(cell.replaceAll('"', '').trim()))
  })
}

type Gutter = { start: number; end: number }

/** Where every line has two spaces or more, but for those before the first cell and behind the last. */
function guttersOf(table: readonly string[]): Gutter[] {
  const width = Math.max(...table.map((line) => line.trimEnd().length))
  const isFilled = Array.from({ length: width }, () => false)
  for (const line of table)
    for (let place = 0; place < line.length; place++) if (line[place] !== ' ') isFilled[place] = true
  const gutters: Gutter[] = []
  for (let place = isFilled.indexOf(true); place < width; place++) {
    if (isFilled[place]) continue
    const next = isFilled.indexOf(true, place)
    if (next < 0) break
    if (next - place >= 2) gutters.push({ start: place, end: next })
    place = next
  }
  return gutters
}

/** Null where something stands in a gutter: the line was not laid out as the others were. */
function cutAt(line: string, gutters: readonly Gutter[]): string[] | null {
  if (gutters.some(({ start, end }) => line.slice(start, end).trim() !== '')) return null
  const ends = [...gutters.map(({ start }) => start), line.length]
  return ends.map((end, place) => line.slice(gutters[place - 1]?.end ?? 0, end).trim())
}

/** A title or a total beside its label stays; of a row with too few cells nobody can tell which is missing. */
function splitInto(line: string, count: number): string[] {
  const parts = partsOf(line)
  const isBeside = parts.length < fewestCells && !parts.some((part) => day.test(part))
  return parts.length === count || isBeside ? parts : [line]
}
