import { bytesInMemory, type FileBytes } from './file-bytes.ts'
import { kindOf } from './file-kind.ts'
import { foldLines } from './fold-lines.ts'
import { openCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { openXlsx } from './read-xlsx.ts'
import {
  type FileKind,
  inMegabytes,
  type ReadLimits,
  type ReadOptions,
  type ReadWarning,
  readLimits,
  type SheetRow,
  SpreadsheetError,
} from './spreadsheet.ts'
import { cutOneColumn } from './wrapped-lines.ts'

/** A file whose rows are read when they are asked for. `sheets` may be walked again; it then reads the bytes anew. */
export type RowSource = {
  readonly kind: FileKind
  readonly encoding?: string
  readonly delimiter?: string
  readonly sheets: Iterable<RowSheet>
  /** What the walks that came to their end left out or mended. */
  warnings(): readonly ReadWarning[]
}
/** `rows` are those of one sheet, to be walked before the next sheet is asked for. */
export type RowSheet = { readonly name: string; readonly rows: Iterable<SheetRow>; readonly isOfPage?: boolean }

/**
 * Opens a file of any kind we know for reading row by row: text files in memory that does not grow with
 * the file, XLSX in little more than its packed bytes and shared strings take.
 */
export function openRows(file: FileBytes | Uint8Array, options: ReadOptions = {}): RowSource {
  const limits = { ...readLimits, ...options.limits }
  const bytes = file instanceof Uint8Array ? bytesInMemory(file) : file
  if (bytes.size === 0) throw new SpreadsheetError('empty')
  if (bytes.size > limits.bytes) throw new SpreadsheetError('too-large', { limit: inMegabytes(limits.bytes) })
  const kind = kindOf(bytes)
  if (kind === 'xlsx') {
    const { sheets, warnings } = openXlsx(bytes.whole(), limits)
    return { kind, sheets: withCutLines(sheets, limits), warnings }
  }
  if (kind !== 'csv') {
    const { encoding, sheets, warnings } = readWorkbook(bytes.whole(), kind, options, limits)
    return {
      kind,
      ...(encoding === undefined ? {} : { encoding }),
      sheets: withCutLines(sheets, limits),
      warnings: () => warnings,
    }
  }
  const { encoding, delimiter, rows, warnings } = openCsv(bytes, options, limits)
  return {
    kind,
    encoding,
    ...(delimiter === null ? {} : { delimiter }),
    sheets: [{ name: '', rows }],
    warnings,
  }
}

/** No spreadsheet program takes longer names of sheets. Every row has its sheet's. */
const longestName = 255

function withCutLines(sheets: Iterable<RowSheet>, limits: ReadLimits): Iterable<RowSheet> {
  return {
    *[Symbol.iterator]() {
      const count = countTexts(limits)
      for (const { name, rows, ...kind } of sheets)
        yield { ...kind, name: name.slice(0, longestName), rows: count(foldLines(cutOneColumn(rows, limits))) }
    },
  }
}

/** A workbook may hold a text once and show it in a million rows: what they hold counts as if it were all packed in it. */
function countTexts({ unzippedBytes: limit }: ReadLimits): (rows: Iterable<SheetRow>) => Iterable<SheetRow> {
  let characters = 0
  return function* (rows) {
    for (const row of rows) {
      for (const cell of row.cells) characters += cell.length
      if (characters > limit) throw new SpreadsheetError('unzipped-too-large', { limit: inMegabytes(limit) })
      yield row
    }
  }
}
