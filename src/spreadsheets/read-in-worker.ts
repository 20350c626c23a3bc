import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { readSpreadsheet } from './read-spreadsheet.ts'
import {
  type ReadOptions,
  readLimits,
  type Spreadsheet,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from './spreadsheet.ts'

type Answer = { spreadsheet: Spreadsheet } | { code: SpreadsheetErrorCode; params: Record<string, string | number> }

/** Reads in a thread of its own, so that no file holds up anybody else; ends it when the time limit has passed. */
export function readSpreadsheetInWorker(bytes: Uint8Array, options: ReadOptions = {}): Promise<Spreadsheet> {
  const seconds = options.limits?.seconds ?? readLimits.seconds
  const copy = new Uint8Array(bytes) // the thread takes the copy over; the caller keeps its own
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { bytes: copy, options },
      transferList: [copy.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
    })
    const timer = setTimeout(() => end(() => reject(new SpreadsheetError('timed-out', { seconds }))), seconds * 1000)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    worker.once('message', (answer: Answer) =>
      end(() =>
        'spreadsheet' in answer
          ? resolve(answer.spreadsheet)
          : reject(new SpreadsheetError(answer.code, answer.params)),
      ),
    )
    worker.once('error', (cause) => end(() => reject(new SpreadsheetError('unreadable', {}, cause))))
  })
}

if (!isMainThread && parentPort && workerData?.bytes instanceof Uint8Array) {
  try {
    parentPort.postMessage({
      spreadsheet: readSpreadsheet(workerData.bytes, workerData.options as ReadOptions),
    } satisfies Answer)
  } catch (error) {
    const known = error instanceof SpreadsheetError ? error : new SpreadsheetError('unreadable', {}, error)
    parentPort.postMessage({ code: known.code, params: known.params } satisfies Answer)
  }
}
