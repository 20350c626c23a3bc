import type { SourceRow } from '#connectors/source-connector.ts'

/** The rows that were there the last time: how often each content stood, or what each record held. */
export type SeenRows = { contents: Record<string, number>; records: Record<string, string> }

export const nothingSeen: SeenRows = { contents: {}, records: {} }

export type SourceChanges = {
  /** Rows to import, at their own places in the source. */
  fresh: SourceRow[]
  newRows: number
  /** Of the fresh ones, records that were there with other content. */
  changedRows: number
  /** Contents without identity that were there and are not any more. */
  goneRows: number
  seen: SeenRows
}

/**
 * Which rows are new since the last time. Where rows have a lasting identity (Airtable) it decides: a record with other
 * content comes again, and the import says what it was before. Where they have none (Google Sheets, whose row numbers
 * move) contents are compared as multisets: two equal purchases are two, and a third equal one is new.
 */
export function findChanges(
  rows: readonly SourceRow[],
  before: SeenRows,
  { contentOf }: { contentOf: (row: SourceRow) => string },
): SourceChanges {
  // A record that left a view and comes back is no new one.
  const seen: SeenRows = { contents: {}, records: { ...before.records } }
  const fresh: SourceRow[] = []
  let changedRows = 0
  for (const row of rows) {
    const content = contentOf(row)
    if (row.recordId !== null) {
      const earlier = before.records[row.recordId]
      seen.records[row.recordId] = content
      if (earlier === content) continue
      if (earlier !== undefined) changedRows++
      fresh.push(row)
      continue
    }
    const nth = (seen.contents[content] ?? 0) + 1
    seen.contents[content] = nth
    if (nth > (before.contents[content] ?? 0)) fresh.push(row)
  }
  const goneRows = Object.entries(before.contents).reduce(
    (sum, [content, count]) => sum + Math.max(0, count - (seen.contents[content] ?? 0)),
    0,
  )
  return { fresh, newRows: fresh.length - changedRows, changedRows, goneRows, seen }
}
