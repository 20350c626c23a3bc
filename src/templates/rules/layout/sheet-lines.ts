import { z } from 'zod'
import type { Spreadsheet } from '#spreadsheets/index.ts'

const shownLines = 30
const shownColumns = 40
const shownCharacters = 120

/** GET /templates/{id}/sample/lines: a sheet as it is, for a person to show where its header stands. */
export const sheetLines = z.object({
  sheets: z.array(z.string()),
  /** 1-based place of the sheet whose lines these are. */
  sheet: z.number().int(),
  /** Cut to what can be looked at; empty lines are left out and keep their number. */
  lines: z.array(z.object({ number: z.number().int(), cells: z.array(z.string()) })),
  hasMore: z.boolean(),
})
export type SheetLines = z.infer<typeof sheetLines>

/** The first lines below row `after`; of a sheet that is not there, none. */
export function linesOf(spreadsheet: Spreadsheet, { sheet, after }: { sheet: number; after: number }): SheetLines {
  const rows = spreadsheet.sheets[sheet - 1]?.rows ?? []
  const start = rows.findIndex(({ number }) => number > after)
  const shown = start < 0 ? [] : rows.slice(start, start + shownLines)
  return {
    sheets: spreadsheet.sheets.map(({ name }) => name),
    sheet,
    lines: shown.map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, shownColumns).map((cell) => cell.slice(0, shownCharacters)),
    })),
    hasMore: start >= 0 && start + shownLines < rows.length,
  }
}
