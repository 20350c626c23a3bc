import { type Spreadsheet, writeCsv } from '#spreadsheets/index.ts'

/** A template that came without a file has its headings to show and no rows. */
export function headerSheet(header: readonly string[]): Spreadsheet {
  return {
    kind: 'csv',
    delimiter: ';',
    sheets: [{ name: '', rows: [{ number: 1, cells: [...header] }] }],
    warnings: [],
  }
}

/** The same as a file. */
export function headerFile(header: readonly string[]): Uint8Array {
  return writeCsv({ name: '', columns: header.map((title) => ({ title, width: 12 })), rows: [] })
}
