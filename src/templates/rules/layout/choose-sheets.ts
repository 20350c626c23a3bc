import type { RowProblem } from '#kernel/row-problem.ts'
import type { RowSheet, Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../../contract.ts'
import { isBlank } from '../cells/cell-text.ts'

/** Names told in one problem, of a workbook that may have any number of sheets. */
const toldNames = 20
/** The first rows of a sheet, in which the header that a template knows is looked for. */
export const searchedRows = 300

/** How names of sheets are compared: whole, case-folded, composed, without space around them. */
export function sheetKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

/** Whether a template reads a sheet. One without a name, as a text file is, is always read: nothing can choose it. */
export function createSheetTest(chosen: readonly string[] | undefined): (name: string) => boolean {
  if (!chosen) return () => true
  const keys = new Set(chosen.map(sheetKey))
  return (name) => sheetKey(name) === '' || keys.has(sheetKey(name))
}

/** The sheets that a template reads. */
export function chosenOf(spreadsheet: Spreadsheet, { sheets: chosen }: Pick<TemplateMapping, 'sheets'>): Spreadsheet {
  const isRead = createSheetTest(chosen)
  return { ...spreadsheet, sheets: spreadsheet.sheets.filter(({ name }) => isRead(name)) }
}

/** The sheets that a template reads; of a file that has none of them, all, so that there is something to look at. */
export function lookedAt(spreadsheet: Spreadsheet, mapping: Pick<TemplateMapping, 'sheets'>): Spreadsheet {
  const chosen = chosenOf(spreadsheet, mapping)
  return chosen.sheets.length > 0 ? chosen : spreadsheet
}

/** Decides sheet by sheet which are read, and counts what is left out, so that every row of the file is accounted for. */
export function openSheetChoice(
  chosen: readonly string[] | undefined,
  isHeader: (cells: readonly string[]) => boolean,
) {
  const isRead = createSheetTest(chosen)
  const names: string[] = []
  const leftOut: RowProblem[] = []
  return {
    /** False: the sheet was walked through and none of its rows is to be read. */
    takes({ name, rows }: RowSheet): boolean {
      names.push(name)
      if (isRead(name)) return true
      let [count, hasHeader] = [0, 0]
      for (const { cells } of rows) {
        if (cells.every(isBlank)) continue
        if (++count <= searchedRows && isHeader(cells)) hasHeader = 1
      }
      if (count > 0) leftOut.push({ code: 'sheet-not-read', params: { sheet: name, rows: count, hasHeader } })
      return false
    },
    warnings: (): RowProblem[] => [...lacking(chosen, names), ...leftOut],
    /** Nothing was read, so that nothing can be said of a header either. */
    isNothingRead: () => names.length > 0 && !names.some(isRead),
  }
}

/** Chosen sheets that a workbook does not have. A text file has no sheets to lack. */
export function missingSheets(chosen: readonly string[] | undefined, names: readonly string[]): string[] {
  const found = new Set(names.map(sheetKey).filter((key) => key !== ''))
  if (found.size === 0) return []
  const wanted = new Map((chosen ?? []).map((name) => [sheetKey(name), name.trim()]))
  return [...wanted].flatMap(([key, name]) => (key === '' || found.has(key) ? [] : [name]))
}

/** Each with the sheets that there are. */
function lacking(chosen: readonly string[] | undefined, names: readonly string[]): RowProblem[] {
  const named = names.filter((name) => sheetKey(name) !== '')
  const sheets = [...named.slice(0, toldNames), ...(named.length > toldNames ? ['…'] : [])].join(', ')
  return missingSheets(chosen, names).map((sheet) => ({ code: 'chosen-sheet-missing', params: { sheet, sheets } }))
}
