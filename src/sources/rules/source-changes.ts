import type { SourceRow } from '#connectors/source-connector.ts'
import type { MappedColumn } from '#templates/contract.ts'
import type { Origin } from './edited-rows.ts'
import type { KnownNames } from './known-names.ts'

/** The rows that were there the last time: how often each content stood, or what each record held. */
export type SeenRows = {
  contents: Record<string, number>
  records: Record<string, string>
  /** The columns that their contents are of (row-contents.ts); absent: all that there were. */
  columns?: readonly MappedColumn[]
  names?: KnownNames
  /** Of contents without identity: where they came from. */
  origins?: Record<string, Origin>
  /** Records that held something else once. */
  editedRecords?: readonly string[]
}

export const nothingSeen: SeenRows = { contents: {}, records: {} }

export type SourceChanges = {
  /** Rows to import, at their own places in the source. */
  fresh: SourceRow[]
  newRows: number
  /** Of the fresh ones, records that were there with other content. */
  changed: { number: number; recordId: string }[]
  /** Contents without identity that were there and are not any more. */
  goneRows: number
  /** Which they are. */
  gone: string[]
  isAllGone: boolean
  seen: SeenRows & { origins: Record<string, Origin> }
}

/**
 * What a row says, as what was seen before counts it and as it is kept for the next time: the same, unless other columns
 * have been mapped in between. `isOpen`: it says nothing yet, as the rows below a list into which days, formulas and boxes to
 * tick have been copied: one that is filled in has not gone, nor are more of them new.
 */
export type Contents = {
  before: (row: SourceRow) => string
  now: (row: SourceRow) => string
  isOpen?: (row: SourceRow) => boolean
}

/** Below all others, without anything. */
const emptyRow: SourceRow = { number: Number.MAX_SAFE_INTEGER, cells: [], kinds: '', recordId: null }

/** As a row was before it was filled in, where its day had been written down beforehand. */
function daysAlone({ cells, ...row }: SourceRow): SourceRow {
  return { ...row, units: {}, cells: cells.map((cell, column) => (row.kinds.charAt(column) === 'd' ? cell : '')) }
}

/** Rows walked between two breaks. */
const rowsInStep = 1000

/**
 * Which rows are new since the last time. Where rows have a lasting identity (Airtable) it decides: a record with other
 * content comes again, and the import says what it was before. Where they have none (Google Sheets, whose row numbers
 * move) contents are compared as multisets: two equal purchases are two, and a third equal one is new. Stops at every
 * thousandth row, so that whoever walks so many can let others have a turn.
 */
export function* findChanges(
  rows: readonly SourceRow[],
  before: SeenRows,
  contentOf: Contents,
): Generator<undefined, SourceChanges> {
  // A record that left a view and comes back is no new one.
  const origins: Record<string, Origin> = {}
  const seen: SourceChanges['seen'] = { contents: {}, records: { ...before.records }, origins }
  const fresh: SourceRow[] = []
  const met: Record<string, number> = {}
  const changed: SourceChanges['changed'] = []
  const open = new Set([contentOf.before(emptyRow)])
  let openRows = 0
  for (const [index, row] of rows.entries()) {
    if (index % rowsInStep === rowsInStep - 1) yield
    const content = contentOf.before(row)
    const isOpen = row.recordId === null && (contentOf.isOpen?.(row) ?? false)
    if (isOpen) open.add(content)
    const kept = contentOf.now === contentOf.before ? content : contentOf.now(row)
    if (row.recordId !== null) {
      const earlier = before.records[row.recordId]
      seen.records[row.recordId] = kept
      if (earlier === content) continue
      if (earlier !== undefined) changed.push({ number: row.number, recordId: row.recordId })
      fresh.push(row)
      continue
    }
    const origin = before.origins?.[content]
    if (origin) origins[kept] = origin
    const nth = (met[content] ?? 0) + 1
    met[content] = nth
    seen.contents[kept] = (seen.contents[kept] ?? 0) + 1
    if (nth <= (before.contents[content] ?? 0)) continue
    fresh.push(row)
    if (isOpen) openRows++
    else if (contentOf.isOpen) open.add(contentOf.before(daysAlone(row)))
  }
  let [goneRows, stayedRows] = [0, 0]
  const gone: string[] = []
  let walked = 0
  for (const content in before.contents) {
    if (++walked % rowsInStep === 0) yield
    if (open.has(content)) continue
    const count = before.contents[content] ?? 0
    const stayed = Math.min(count, met[content] ?? 0)
    if (count > stayed) gone.push(content)
    goneRows += count - stayed
    stayedRows += stayed
  }
  const isAllGone = goneRows > 0 && stayedRows === 0
  const edited = new Set([...(before.editedRecords ?? []), ...changed.map(({ recordId }) => recordId)])
  if (edited.size > 0) seen.editedRecords = [...edited]
  return { fresh, newRows: fresh.length - changed.length - openRows, changed, goneRows, gone, isAllGone, seen }
}
