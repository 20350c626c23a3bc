import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { takeTurns } from '#kernel/take-turns.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import {
  errorOfThread,
  type ReadOptions,
  readLimits,
  type Sheet,
  type SheetRow,
  type Spreadsheet,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from './spreadsheet.ts'

/** The rows come over in parts, each when it is asked for: taking over a million at once would hold up everybody else. */
type Answer =
  | { sheet: number; rows: readonly SheetRow[] }
  | { spreadsheet: Spreadsheet /* its sheets without rows */ }
  | { code: SpreadsheetErrorCode; params: Record<string, string | number> }

const rowsInPart = 2000

/** Each may take the memory of a large workbook. */
const inTurn = takeTurns(4)

/** Reads in a thread of its own, so that no file holds up anybody else; ends it when the time limit has passed. */
export function readSpreadsheetInWorker(bytes: Uint8Array, options: ReadOptions = {}): Promise<Spreadsheet> {
  return inTurn(() => readInThread(bytes, options))
}

function readInThread(bytes: Uint8Array, options: ReadOptions): Promise<Spreadsheet> {
  const { seconds, heapMegabytes } = { ...readLimits, ...options.limits }
  const copy = new Uint8Array(bytes) // the thread takes the copy over; the caller keeps its own
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { bytes: copy, options },
      transferList: [copy.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const fail = (error: SpreadsheetError) => end(() => reject(error))
    const timer = setTimeout(() => fail(new SpreadsheetError('timed-out', { seconds })), seconds * 1000)
    const rowsOfSheets: SheetRow[][] = []
    worker.on('message', (answer: Answer) => {
      if ('code' in answer) return fail(new SpreadsheetError(answer.code, answer.params))
      if ('spreadsheet' in answer) return end(() => resolve(joinRows(answer.spreadsheet, rowsOfSheets)))
      rowsOfSheets[answer.sheet] ??= []
      for (const row of answer.rows) rowsOfSheets[answer.sheet]?.push(row)
      worker.postMessage('more')
    })
    // Stays: a thread that is being ended may still run out of memory, which would end the process if nobody heard it.
    worker.on('error', (cause: NodeJS.ErrnoException) => fail(errorOfThread(cause)))
  })
}

function joinRows(spreadsheet: Spreadsheet, rowsOfSheets: readonly SheetRow[][]): Spreadsheet {
  const sheets = spreadsheet.sheets.map((sheet, index): Sheet => ({ ...sheet, rows: rowsOfSheets[index] ?? [] }))
  return { ...spreadsheet, sheets }
}

function* inParts(bytes: Uint8Array, options: ReadOptions): Generator<Answer> {
  try {
    const spreadsheet = readSpreadsheet(bytes, options)
    for (const [sheet, { rows }] of spreadsheet.sheets.entries()) {
      for (let start = 0; start < rows.length; start += rowsInPart)
        yield { sheet, rows: rows.slice(start, start + rowsInPart) }
    }
    yield { spreadsheet: { ...spreadsheet, sheets: spreadsheet.sheets.map(({ name }) => ({ name, rows: [] })) } }
  } catch (error) {
    const known = error instanceof SpreadsheetError ? error : new SpreadsheetError('unreadable', {}, error)
    yield { code: known.code, params: known.params }
  }
}

function answerInParts(port: MessagePort, bytes: Uint8Array, options: ReadOptions): void {
  const parts = inParts(bytes, options)
  const answer = () => {
    const part = parts.next()
    if (!part.done) port.postMessage(part.value)
  }
  port.on('message', answer)
  answer()
}

if (!isMainThread && parentPort && workerData?.bytes instanceof Uint8Array)
  answerInParts(parentPort, workerData.bytes, workerData.options)
