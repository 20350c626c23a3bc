import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { FileEncoding } from '#kernel/file-encodings.ts'
import {
  bytesOnDisk,
  openRows,
  orFault,
  type ReadLimits,
  readSpreadsheet,
  type Spreadsheet,
  SpreadsheetError,
  type ThreadFault,
} from '#spreadsheets/index.ts'
import { headerSheet } from './header-sample.ts'
import { beginningOf } from './rules/beginning.ts'
import { asInOriginal } from './rules/layout/own-file.ts'
import { sampleWork, type WorkName } from './rules/sample-work.ts'

/** Where the rows are: in a file that is stored, and read once for all that is asked; in bytes; in nothing but headings. */
export type ThreadSample =
  | { kind: 'stored'; name: string; path: string; encoding: FileEncoding | undefined }
  /** `isBeginning`: only its first rows are asked about. */
  | { kind: 'new'; bytes: Uint8Array<ArrayBuffer>; isBeginning: boolean }
  | { kind: 'headings'; header: readonly string[] }
export type ThreadData = { limits: Partial<ReadLimits> }
export type ThreadQuestion =
  | { kind: 'ask'; sample: ThreadSample; work: WorkName; asked: unknown }
  | { kind: 'forget'; names: readonly string[] }
export type ThreadAnswer = { kind: 'answer'; answer: unknown } | ThreadFault

const mostKept = 8
/** Beside the one read last, however large that is. */
const mostKeptCells = 500_000

/** Remembers the samples last read: the mapping page asks about the same one over and over. A stored file never changes. */
export function keepSamples() {
  const kept = new Map<string, { spreadsheet: Spreadsheet; cells: number }>()
  const makeRoom = () => {
    let cells = [...kept.values()].reduce((sum, one) => sum + one.cells, 0)
    for (const [name, oldest] of kept) {
      if (kept.size < mostKept && cells <= mostKeptCells) return
      cells -= oldest.cells
      kept.delete(name)
    }
  }
  return {
    read(name: string, read: () => Spreadsheet): Spreadsheet {
      const found = kept.get(name)
      if (found) {
        kept.delete(name)
        kept.set(name, found)
        return found.spreadsheet
      }
      makeRoom()
      const spreadsheet = read()
      kept.set(name, { spreadsheet, cells: cellsOf(spreadsheet) })
      return spreadsheet
    },
    forget: (name: string) => void kept.delete(name),
  }
}

function cellsOf({ sheets }: Spreadsheet): number {
  return sheets.reduce((sum, { rows }) => rows.reduce((cells, row) => cells + row.cells.length, sum), 0)
}

function answerQuestions(port: MessagePort, limits: Partial<ReadLimits>): void {
  const samples = keepSamples()
  const open = (sample: ThreadSample): Spreadsheet => {
    if (sample.kind === 'headings') return headerSheet(sample.header)
    if (sample.kind === 'new')
      return orUnreadable(() =>
        sample.isBeginning ? readBeginning(sample.bytes, limits) : readWhole(sample.bytes, { limits }),
      )
    const { name, path, encoding } = sample
    return samples.read(name, () => {
      const bytes = bytesOnDisk(path)
      return orUnreadable(() => readWhole(bytes, { limits, ...(encoding && { encoding }) }))
    })
  }
  port.on('message', (question: ThreadQuestion) => {
    if (question.kind === 'ask') port.postMessage(answerOf(question, open))
    else for (const name of question.names) samples.forget(name)
  })
}

function readBeginning(bytes: Uint8Array, limits: Partial<ReadLimits>): Spreadsheet {
  const { kind, sheets } = openRows(bytes, { limits })
  return { kind, sheets: beginningOf(asInOriginal(sheets)), warnings: [] }
}

function readWhole(...asked: Parameters<typeof readSpreadsheet>): Spreadsheet {
  const { sheets, ...file } = readSpreadsheet(...asked)
  return { ...file, sheets: Array.from(asInOriginal(sheets), ({ rows, ...sheet }) => ({ ...sheet, rows: [...rows] })) }
}

/** What a reader trips over is the file's fault. */
function orUnreadable(read: () => Spreadsheet): Spreadsheet {
  try {
    return read()
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('unreadable', {}, error)
  }
}

function answerOf(
  { sample, work, asked }: Extract<ThreadQuestion, { kind: 'ask' }>,
  open: (sample: ThreadSample) => Spreadsheet,
): ThreadAnswer {
  return orFault(() => ({ kind: 'answer', answer: sampleWork[work](open(sample), asked as never) }))
}

if (parentPort && workerData?.limits) answerQuestions(parentPort, (workerData as ThreadData).limits)
