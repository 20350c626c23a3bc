import { type RecordLimits, readRecords } from './csv-records.ts'
import { watchForCut } from './cut-record.ts'
import { decodePieces, findEncoding } from './decode-text.ts'
import { bytesInMemory, type FileBytes } from './file-bytes.ts'
import { findDelimiter } from './find-delimiter.ts'
import { findQuote, type QuoteMark } from './find-quote.ts'
import { dayLine, foldLines } from './fold-lines.ts'
import { createTextMending } from './mend-text.ts'
import { findSpacedColumns } from './spaced-columns.ts'
import {
  checkRow,
  createCellCutting,
  type ReadLimits,
  type ReadOptions,
  readLimits,
  type SheetRow,
  SpreadsheetError,
  trimRow,
} from './spreadsheet.ts'
import { createUnwrapping, unwrapLines } from './wrapped-lines.ts'

/** Pieces looked at to find the delimiter: some 65,000 characters, far beyond any preamble. */
const sampledPieces = 1

/** Asked for where nothing separates cells: each line is then one cell, but for what is damaged. */
const noDelimiter = '\u0000'

/** The rows of a text file one by one, in memory that does not grow with the file. */
export function readCsvRows(bytes: Uint8Array, options: ReadOptions = {}): Iterable<SheetRow> {
  return openCsv(bytesInMemory(bytes), options, { ...readLimits, ...options.limits }).rows
}

/** Text in any of four delimiters. Rows stay as long as they are; duplicate headers are cells like others. */
export function openCsv(bytes: FileBytes, options: ReadOptions, limits: ReadLimits) {
  const encoding = findEncoding(bytes, options.encoding)
  const sample = takePieces(decodePieces(bytes, encoding), sampledPieces)
  const announced = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i.exec(sample)
  const unwrapped = unwrapLines(sample)
  const quote = findQuote(unwrapped ?? sample)
  const told = options.delimiter ?? announced?.[1]
  const spaced = told || unwrapped ? null : findSpacedColumns(sample)
  const delimiter = told ?? (spaced ? null : findDelimiter(unwrapped ?? sample, quote))
  const unwrap = unwrapped && delimiter ? createUnwrapping(unwrapped, delimiter, limitsOf(limits, quote)) : null
  const hasFormulas = sample.includes('="')
  // lines that are wrapped whole are so in quotation marks, whatever stands inside
  const recordLimits = limitsOf(limits, unwrap ? '"' : quote)
  const cutRecord = unwrap ?? (spaced && ((found: string[]) => spaced(found.join(noDelimiter))))
  let mending = createTextMending(encoding)
  let cutting = createCellCutting(limits)
  const rows = {
    *[Symbol.iterator](): Generator<SheetRow> {
      let number = 0
      let count = 0
      mending = createTextMending(encoding) // each walk counts anew
      cutting = createCellCutting(limits)
      const mend = (cell: string) => mending.mend(cutting.cut(cell))
      const pieces = decodePieces(bytes, encoding)
      const mendCell = cutRecord ? undefined : mend
      const end = { isOpen: false }
      const watch = watchForCut()
      for (const found of readRecords(pieces, delimiter ?? noDelimiter, recordLimits, mendCell, end)) {
        number++
        const cutOff = cutRecord ? null : watch.look(found, end.isOpen)
        if (number === 1 && announced) continue
        const mended = cutRecord ? cutRecord(found).map(mend) : found
        const cells = trimRow(hasFormulas ? mended.map(withoutFormula) : mended) // after mending, which may leave nothing that can be seen
        if (!cells) continue
        checkRow(cells, number, ++count, limits)
        const row = delimiter === ',' ? { number, cells, width: mended.length } : { number, cells }
        yield cutOff ? { ...row, cutOff } : row
      }
      if (count === 0) throw new SpreadsheetError('empty')
    },
  }
  return {
    encoding,
    delimiter,
    warnings: () => [...mending.warnings(), ...cutting.warnings()],
    rows: delimiter && dayLine.test(sample) ? { [Symbol.iterator]: () => foldLines(rows) } : rows,
  }
}

/** `="00123"`: how some programs keep a spreadsheet program from taking a text for a number. */
function withoutFormula(cell: string): string {
  return /^=".*"$/s.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell
}

function limitsOf({ columns, cellCharacters }: ReadLimits, quote: QuoteMark): RecordLimits {
  return { columns, cellCharacters, quote }
}

function takePieces(pieces: Iterable<string>, count: number): string {
  const taken: string[] = []
  for (const piece of pieces) {
    taken.push(piece)
    if (taken.length === count) break
  }
  return taken.join('')
}
