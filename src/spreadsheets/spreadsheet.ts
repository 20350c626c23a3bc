import { isBlank } from '#kernel/blank-text.ts'
import type { CutOff } from './cut-record.ts'

/** A row as its file holds it, each cell as text. */
export type SheetRow = {
  /** 1-based, as the spreadsheet program shows it; in text files the record's ordinal, blank lines counted. */
  readonly number: number
  readonly cells: readonly string[]
  /** Of text delimited by commas: how many cells the record has, empty ones at its end among them. */
  readonly width?: number
  /** The last of a text file that seems to end in the middle of it. */
  readonly cutOff?: CutOff
  /**
   * Kind of each cell, one character a cell: `t` text as found, `n` number (canonical decimal: dot, no groups, no float
   * noise), `d` date (`YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`), `b` boolean, `_` empty. Text files have no kinds.
   */
  readonly kinds?: string
  /** Of numbers that a workbook shows as money or as percent, by their column: `kr`, `€` or `%`, as it is shown. */
  readonly units?: Readonly<Record<number, string>>
}

/** Rows that hold anything at all, in order. `name` is empty for text files. `isOfPage`: one of the tables of a web page. */
export type Sheet = { readonly name: string; readonly rows: readonly SheetRow[]; readonly isOfPage?: boolean }

export type FileKind = 'csv' | 'xlsx' | 'xlsb' | 'xls' | 'html' | 'ods'

/** What was left out or mended on the way in; `code` names a text. */
export type ReadWarning = { code: string; params?: Record<string, string | number> }

export type Spreadsheet = {
  readonly kind: FileKind
  readonly encoding?: string
  /** Absent where nothing separates anything: each line is then one cell. */
  readonly delimiter?: string
  readonly sheets: readonly Sheet[]
  readonly warnings: readonly ReadWarning[]
}

export type ReadLimits = {
  bytes: number
  unzippedBytes: number
  rows: number
  columns: number
  cellCharacters: number
  /** Without a sign of life from the thread that reads. */
  seconds: number
  /** What the heap of that thread may grow to. */
  heapMegabytes: number
}

/** Cell and column limits are about Excel's own; the rest bounds what one upload may cost. config.ts says how they are set. */
export const readLimits: ReadLimits = {
  bytes: 100 * 2 ** 20,
  unzippedBytes: 400 * 2 ** 20,
  rows: 1_048_576,
  columns: 500,
  cellCharacters: 32_767,
  seconds: 60,
  heapMegabytes: 2048,
}

export type ReadOptions = { encoding?: string; delimiter?: string; limits?: Partial<ReadLimits> }

export type SpreadsheetErrorCode =
  | 'empty'
  | 'empty-but-hidden'
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'unzipped-too-large'
  | 'unreadable'
  | 'encrypted'
  | 'timed-out'
  | 'out-of-memory'
  | 'unsupported'

/** The file cannot be read at all; `code` names a text in messages/problems. */
export class SpreadsheetError extends Error {
  readonly code: SpreadsheetErrorCode
  readonly params: Record<string, string | number>

  constructor(code: SpreadsheetErrorCode, params: Record<string, string | number> = {}, cause?: unknown) {
    super(code, { cause })
    this.name = 'SpreadsheetError'
    this.code = code
    this.params = params
  }
}

/** Nothing in the sheets that show; whoever sees rows in a hidden one is told that those are not read. */
export function emptyWorkbook(hidden: readonly string[]): SpreadsheetError {
  if (hidden.length === 0) return new SpreadsheetError('empty')
  return new SpreadsheetError('empty-but-hidden', { sheets: hidden.slice(0, 10).join(', ') })
}

/** Bytes as people say them, for the words of a problem: 100, or 0,5 of a smaller limit. */
export function inMegabytes(bytes: number): number {
  return Math.round((bytes / 2 ** 20) * 10) / 10
}

/** What became of a thread that reads, when it ends by itself. */
export function errorOfThread(cause: NodeJS.ErrnoException): SpreadsheetError {
  return new SpreadsheetError(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'unreadable', {}, cause)
}

/** Drops empty cells at the end and rows without anything; null for such a row. */
export function trimRow(cells: string[]): string[] | null {
  let length = cells.length
  while (length > 0 && isBlank(cells[length - 1])) length--
  if (length === cells.length) return cells
  return length === 0 ? null : cells.slice(0, length)
}

export function checkRow(cells: readonly string[], number: number, rowCount: number, limits: ReadLimits): void {
  if (rowCount > limits.rows) throw new SpreadsheetError('too-many-rows', { limit: limits.rows })
  if (cells.length > limits.columns)
    throw new SpreadsheetError('too-many-columns', { row: number, limit: limits.columns })
}

/** Somebody has filtered them away, and may believe that they are not read. */
export const hiddenRowsRead = (sheet: string, rows: number): ReadWarning => ({
  code: 'hidden-rows-read',
  params: { sheet, rows },
})

export type CellCutting = { cut: (text: string) => string; warnings: () => ReadWarning[] }

/** Cuts cells longer than Excel's own limit, and tells how many. */
export function createCellCutting({ cellCharacters: limit }: ReadLimits): CellCutting {
  let cells = 0
  return {
    cut(text) {
      if (text.length <= limit) return text
      cells++
      return text.slice(0, limit)
    },
    warnings: () => (cells > 0 ? [{ code: 'long-cells-cut', params: { cells, limit } }] : []),
  }
}
