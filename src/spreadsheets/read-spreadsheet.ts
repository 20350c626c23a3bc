import type { FileBytes } from './file-bytes.ts'
import { openRows } from './open-rows.ts'
import type { ReadOptions, Spreadsheet } from './spreadsheet.ts'

/** Reads a file of any kind we know, told by its content and never by its name. Throws SpreadsheetError. */
export function readSpreadsheet(bytes: FileBytes | Uint8Array, options: ReadOptions = {}): Spreadsheet {
  const { kind, encoding, delimiter, sheets, warnings } = openRows(bytes, options)
  const read = Array.from(sheets, ({ rows, ...sheet }) => ({ ...sheet, rows: [...rows] }))
  return {
    kind,
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    sheets: read,
    warnings: warnings(),
  }
}
