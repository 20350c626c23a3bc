/** Rows from 1, columns from 0: where a text that is merged over several rows stands. */
export type Merge = { first: number; last: number; column: number }
type Row = { number: number; cells: string[]; kinds: string[] }

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
  const running = new Map<number, { last: number; text: string; kind: string }>()
  for (const row of rows) {
    for (const [column, { last, text, kind }] of running) {
      if (last < row.number) running.delete(column)
      if (last < row.number || row.cells[column]) continue
      if (kind === 'd' && row.kinds.every((other) => other === '_')) continue
      while (row.cells.length < column) {
        row.cells.push('')
        row.kinds.push('_')
      }
      row.cells[column] = text
      row.kinds[column] = kind
    }
    for (const { last, column } of starts.get(row.number) ?? []) {
      const [text, kind] = [row.cells[column], row.kinds[column]]
      if (text && !running.has(column) && (kind === 'd' || (kind === 't' && !/\d/.test(text))))
        running.set(column, { last, text, kind })
    }
    yield row
  }
}
