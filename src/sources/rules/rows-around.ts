import type { SourceRow } from '#connectors/source-connector.ts'

/**
 * The rows that an import of some of a tab's rows needs beside them, where purchases take anything from titles above or
 * notes below: every title, since those of the purchases' own sections are not new, and the note under each of the
 * purchases. Notes of others are left out, new ones too: of equal notes nobody knows which is new. `hasAmount`: a purchase or
 * a sum.
 */
export function withRowsAround(
  body: readonly SourceRow[],
  fresh: readonly SourceRow[],
  hasAmount: (row: SourceRow) => boolean,
): SourceRow[] {
  const wanted = new Set(fresh)
  let above: SourceRow | null = null
  const rows: SourceRow[] = []
  for (const row of body) {
    const isNote = above !== null && above.number === row.number - 1 && hasAmount(above) && isPurchase(above)
    const isWanted = hasAmount(row) ? wanted.has(row) : !isNote || (above !== null && wanted.has(above))
    if (isWanted) rows.push(row)
    above = row
  }
  return rows
}

/** A sum says little beside its figures, and a title may follow it at once. */
function isPurchase({ cells }: SourceRow): boolean {
  return cells.filter((cell) => cell.trim() !== '').length > 2
}
