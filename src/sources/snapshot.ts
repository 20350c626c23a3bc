import type { SourceRow } from '#connectors/source-connector.ts'
import { type TableCell, writeSheet } from '#spreadsheets/index.ts'

/** The heading of the column that holds each record's lasting identity, where there is one. */
export const recordIdHeading = 'Record ID'

/**
 * The rows as a workbook, each at its own place, numbers as numbers shown in their units and days as days: what was fetched
 * is kept as it was, and everything after reads it as it reads an uploaded file.
 */
export function snapshotOf(
  name: string,
  rows: readonly SourceRow[],
  isHead: (row: SourceRow) => boolean,
): Promise<Uint8Array> {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  const hasIds = rows.some(({ recordId }) => recordId !== null)
  function* lines(): Generator<TableCell[]> {
    let last = 0
    for (const row of rows) {
      for (last++; last < row.number; last++) yield []
      const id = isHead(row) ? recordIdHeading : (row.recordId ?? '')
      yield [...cellsOf(row, width), ...(hasIds ? [{ kind: 'text' as const, value: id }] : [])]
    }
  }
  return writeSheet(name, lines())
}

/** A workbook's days begin in 1900; earlier ones are asked about by the text that they are. */
const workbookDay = /^(?:19|[2-9]\d)\d\d-\d\d-\d\d$/

function cellsOf({ cells, kinds, units }: SourceRow, width: number): TableCell[] {
  return Array.from({ length: width }, (_, index) => {
    const value = cells[index] ?? ''
    const kind = kinds.charAt(index)
    if (kind === 'n') return { kind: 'number', value, unit: units?.[index] }
    return { kind: kind === 'd' && workbookDay.test(value) ? 'date' : 'text', value }
  })
}
