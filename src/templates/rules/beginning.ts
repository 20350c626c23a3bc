import type { RowSheet, Sheet, SheetRow } from '#spreadsheets/index.ts'
import { searchedRows } from './layout/choose-sheets.ts'
import { comparedRows } from './layout/find-format.ts'
import { hasDateAndFigure, locateTable } from './layout/locate-table.ts'

/**
 * So many first rows of each sheet that recognising the file comes to what it would with all of them: those in which a
 * header is looked for, and, where there is none, on until there are rows enough to tell a format by what its columns hold.
 */
export function beginningOf(sheets: Iterable<RowSheet>): Sheet[] {
  let hasHeader = false
  return Array.from(sheets, ({ name, rows, ...kind }) => {
    const read: SheetRow[] = []
    let transactions = 0
    for (const row of rows) {
      read.push(row)
      if (hasDateAndFigure(row)) transactions++
      if (read.length < searchedRows) continue
      if (read.length === searchedRows) hasHeader ||= hasHeaderIn({ name, rows: read })
      if (hasHeader || transactions >= comparedRows) break
    }
    hasHeader ||= read.length < searchedRows && hasHeaderIn({ name, rows: read })
    return { ...kind, name, rows: read }
  })
}

function hasHeaderIn(sheet: Sheet): boolean {
  return locateTable({ kind: 'csv', sheets: [sheet], warnings: [] })?.header != null
}
