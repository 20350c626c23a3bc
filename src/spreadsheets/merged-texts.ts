/** Rows from 1, columns from 0: where a text that is merged over several rows stands. */
export type Merge = { first: number; last: number; column: number }
type Row = { number: number; cells: string[]; kinds: string[] }

/** `2026-03-02`, `2/3`, `02.03.26` or `mån 2 mars` as text. What could be an amount, as `2.50`, is none. */
const writtenDay = new RegExp(
  '^(?:' +
    '\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}|\\d{1,2}([-/.])\\d{1,2}\\2(?:\\d{4}|\\d{2})|\\d{1,2}/\\d{1,2}' +
    '|(?:\\p{L}{2,9}\\.? )?(?:den )?\\d{1,2}\\.? (?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec)\\p{L}{0,6}\\.?(?: \\d{4})?' +
    ')$',
  'iu',
)
/** A cell's kind and text → what of it a merge repeats in each of its rows: a day only beside something else. */
export function repeatedAs(kind: string | undefined, text: string): 'day' | 'words' | null {
  if (kind === 'd') return 'day'
  if (kind !== 't') return null
  if (!/\d/.test(text)) return 'words'
  return writtenDay.test(text.trim()) ? 'day' : null
}

/**
 * A heading merged over several rows stands in each of them, as it is seen: the lower row of a two-line header would
 * lack it otherwise. So does the day of several purchases, where anything stands beside it. Never anything else with a digit
 * in it, so that no amount is counted twice; never sideways, so that a section's title stays one cell; never over what a cell
 * holds itself.
 */
export function* withMergedTexts<Merged extends Row>(
  rows: Iterable<Merged>,
  merges: readonly Merge[],
): Generator<Merged> {
  const starts = new Map<number, { last: number; column: number }[]>()
  for (const { first, last, column } of merges) {
    const others = starts.get(first)
    if (others) others.push({ last, column })
    else starts.set(first, [{ last, column }])
  }
  // One to a column, so that a file of merges upon merges costs no more than its cells.
  const running = new Map<number, { last: number; text: string; kind: string; isDay: boolean }>()
  for (const row of rows) {
    for (const [column, { last, text, kind, isDay }] of running) {
      if (last < row.number) running.delete(column)
      if (last < row.number || row.cells[column]) continue
      if (isDay && row.kinds.every((other) => other === '_')) continue
      while (row.cells.length < column) {
        row.cells.push('')
        row.kinds.push('_')
      }
      row.cells[column] = text
      row.kinds[column] = kind
    }
    for (const { last, column } of starts.get(row.number) ?? []) {
      const { [column]: text = '' } = row.cells
      const { [column]: kind = '' } = row.kinds
      const repeated = text === '' || running.has(column) ? null : repeatedAs(kind, text)
      if (repeated) running.set(column, { last, text, kind, isDay: repeated === 'day' })
    }
    yield row
  }
}
