/** Bytes → sheets of text cells with their kinds and positions. Knows nothing of invoices. */
export { bytesOnDisk } from './file-bytes.ts'
export { holdsNumbers } from './file-kind.ts'
export { openRows, type RowSheet } from './open-rows.ts'
export { readCsvRows } from './read-csv.ts'
export { readSpreadsheet } from './read-spreadsheet.ts'
export {
  errorOfThread,
  inMegabytes,
  type ReadLimits,
  type ReadOptions,
  readLimits,
  type Sheet,
  type SheetRow,
  type Spreadsheet,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from './spreadsheet.ts'
export { errorOfFault, nextMessage, orFault, type ThreadFault } from './thread-answers.ts'
export {
  inParts,
  type Table,
  type TableCell,
  type TableRow,
  writeCsv,
  writeLongCsv,
} from './write-table.ts'
export { writeSheet, writeXlsx } from './write-workbook.ts'
