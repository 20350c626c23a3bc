import type { RowProblem } from '#kernel/row-problem.ts'
import { createOccurrenceCounter, type OccurrenceCounter } from './count-occurrences.ts'

/** A few equal purchases in two sheets say nothing. */
const fewestTelling = 3
/** So many of a sheet's ten purchases stand in others too. */
const tenthsTelling = 9

/**
 * Finds sheets whose purchases stand in those before them: a workbook with a sheet for each card and one with them all has
 * every purchase twice, and two equal purchases are two. Nothing is remembered of a file with one sheet.
 */
export function createSheetComparison() {
  const warnings: RowProblem[] = []
  let sheet: string | null = null
  let inSheet: OccurrenceCounter | null = null
  let rows = 0
  let repeated = 0

  function close(): void {
    if (rows >= fewestTelling && repeated * 10 >= rows * tenthsTelling)
      warnings.push({ code: 'sheet-repeats', params: { sheet: sheet ?? '', repeated, rows } })
    rows = 0
    repeated = 0
  }

  return {
    /** A purchase; `occurrence`: which of equal ones in the file it is, from 1. */
    add(name: string, fingerprint: string, occurrence: number): void {
      if (name !== sheet) {
        close()
        inSheet = sheet === null ? null : createOccurrenceCounter()
        sheet = name
      }
      rows++
      if (!inSheet) return
      const here = inSheet.next(fingerprint)
      if (occurrence - here >= here) repeated++
    },
    finish(): RowProblem[] {
      close()
      return warnings
    },
  }
}
