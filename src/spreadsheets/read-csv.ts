import Papa from 'papaparse'
import { decodeText } from './decode-text.ts'
import { findDelimiter } from './find-delimiter.ts'
import {
  checkRow,
  type ReadLimits,
  type ReadOptions,
  type SheetRow,
  type Spreadsheet,
  SpreadsheetError,
  trimRow,
} from './spreadsheet.ts'

/** Text in any of four delimiters. Rows stay as long as they are; duplicate headers are cells like others. */
export function readCsv(bytes: Uint8Array, options: ReadOptions, limits: ReadLimits): Spreadsheet {
  const decoded = decodeText(bytes, options.encoding)
  const announced = /^sep=(.)\r?\n/i.exec(decoded.text)
  const text = announced ? decoded.text.slice(announced[0].length) : decoded.text
  const delimiter = options.delimiter ?? announced?.[1] ?? findDelimiter(text)
  const rows = [...csvRows(text, delimiter, announced ? 2 : 1, limits)]
  if (rows.length === 0) throw new SpreadsheetError('empty')
  const warnings = [
    ...(decoded.isRepaired ? [{ code: 'double-encoding-repaired' }] : []),
    ...(decoded.hasLostCharacters ? [{ code: 'characters-lost' }] : []),
  ]
  return { kind: 'csv', encoding: decoded.encoding, delimiter, sheets: [{ name: '', rows }], warnings }
}

function* csvRows(text: string, delimiter: string, firstNumber: number, limits: ReadLimits): Generator<SheetRow> {
  const parsed = Papa.parse<string[]>(text, { delimiter, header: false, skipEmptyLines: false })
  // A quote that is never closed would swallow the rest of the file into one cell: read such a file with quotes as text.
  const isBroken = parsed.errors.some((error) => error.code === 'MissingQuotes')
  const records = isBroken
    ? Papa.parse<string[]>(text, { delimiter, header: false, skipEmptyLines: false, quoteChar: '\u0000' }).data
    : parsed.data
  let count = 0
  for (let i = 0; i < records.length; i++) {
    const cells = trimRow(records[i] ?? [])
    if (!cells) continue
    const number = firstNumber + i
    checkRow(cells, number, ++count, limits)
    yield {
      number,
      cells: cells.some((cell) => cell.length > limits.cellCharacters)
        ? cells.map((cell) => cell.slice(0, limits.cellCharacters))
        : cells,
    }
  }
}
