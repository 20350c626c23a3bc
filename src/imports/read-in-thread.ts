import { Worker } from 'node:worker_threads'
import type { RateBook } from '#rates/index.ts'
import {
  errorOfThread,
  type ReadLimits,
  readLimits,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from '#spreadsheets/index.ts'
import type {
  Answer,
  Asked,
  CheckRequest,
  Question,
  ReadRequest,
  ReadResult,
  ThreadAnswer,
  ThreadData,
  ThreadMessage,
} from './read-thread.ts'
import type { Chart } from './rules/posting-ground.ts'
import { noNumbers, type UsedNumbers } from './rules/used-numbers.ts'

/** What reading a file asks of the process: which purchases are known, and a place for the rows. */
export type ReadingSide = {
  /** Places of those purchases that were imported before, and of those that others have imported into the same books. */
  findImported(asked: Asked): Promise<Pick<Answer, 'places' | 'placesOfOthers'>>
  /** Which purchases with these fingerprints were imported before, without their ids. */
  findWithoutIds(fingerprints: readonly string[]): Promise<Answer['withoutIds']>
  /** Which of these numbers, the suppliers' own, the accounting system has already. */
  findUsedNumbers(numbers: readonly string[]): Promise<UsedNumbers>
  /** What currencies of purchases without an amount in SEK cost, day by day. */
  loadRates(currencies: readonly string[]): Promise<RateBook>
  /** The charts of accounts of the years that months lie in, but for those the thread was given. */
  loadCharts(months: readonly string[]): Promise<ReadonlyMap<string, Chart>>
  /** Resolves when the bytes may be written over. */
  store(rows: Uint8Array): Promise<void>
}
/** `checkRequest`: the file is opened, and its first rows are looked at, while it is on its way. */
export type ReadInThread = (
  request: ReadRequest,
  checkRequest: Promise<CheckRequest>,
  side: ReadingSide,
) => Promise<ReadResult>

const noneImported = { places: [], placesOfOthers: [] }
const noCharts: ReadonlyMap<string, Chart> = new Map()

/** `rows`: read so far. */
type Thread = { worker: Worker; rows: number }

/** More than one is started where several files are read at once; the one that has read most is kept for the next file. */
export function createReadingThreads(given: Partial<ReadLimits> = {}): ReadInThread {
  const limits = { ...readLimits, ...given }
  let idle: Thread | null = null
  const keep = (thread: Thread) => {
    const [other, kept] = idle && idle.rows > thread.rows ? [thread, idle] : [idle, thread]
    void other?.worker.terminate()
    idle = kept
  }
  return async (request, checkRequest, side) => {
    const { worker, rows } = idle ?? { worker: start(limits), rows: 0 }
    idle = null
    worker.ref()
    try {
      const result = await readWith(worker, { request, checkRequest, side, seconds: limits.seconds })
      worker.unref()
      keep({ worker, rows: rows + result.totals.read.count })
      return result
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }
}

/**
 * Of what is made for a row nothing is held when it has left: the more room it has, the less is looked through and moved.
 * With 64 a worker takes up 40 MB more and is not faster.
 */
const youngMegabytes = 48

function start(limits: ReadLimits): Worker {
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: { limits } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
  })
  // Stays: a thread that is being ended may still run out of memory, which would end the process if nobody heard it.
  worker.on('error', () => undefined)
  return worker
}

type Reading = {
  request: ReadRequest
  checkRequest: Promise<CheckRequest>
  side: ReadingSide
  /** A thread that says nothing for so long hangs on its file. */
  seconds: number
}

function readWith(worker: Worker, { request, checkRequest, side, seconds }: Reading): Promise<ReadResult> {
  return new Promise((resolve, reject) => {
    let stored: Promise<void> = Promise.resolve()
    let answered: Promise<void> = Promise.resolve()
    let timer: NodeJS.Timeout | undefined
    let hasEnded = false
    const end = (settle: () => void) => {
      hasEnded = true
      clearTimeout(timer)
      worker.removeAllListeners('message')
      worker.off('error', failOfThread)
      settle()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const failOfThread = (cause: NodeJS.ErrnoException) => fail(errorOfThread(cause))
    const expectWord = () => {
      clearTimeout(timer)
      timer = setTimeout(() => fail(new SpreadsheetError('timed-out', { seconds })), seconds * 1000)
    }
    const answer = async ({ asked, withoutIds: ids, numbers, currencies, months }: Question) => {
      clearTimeout(timer) // it is now for us to answer
      const found = asked.fingerprints.length > 0 ? await side.findImported(asked) : noneImported
      const withoutIds = ids.length > 0 ? await side.findWithoutIds(ids) : []
      const usedNumbers = numbers.length > 0 ? await side.findUsedNumbers(numbers) : noNumbers
      const rates = currencies.length > 0 ? await side.loadRates(currencies) : {}
      const charts = months.length > 0 ? await side.loadCharts(months) : noCharts
      expectWord()
      worker.postMessage({ kind: 'answer', ...found, withoutIds, usedNumbers, rates, charts } satisfies ThreadAnswer)
    }
    /** The thread takes answers in the order of its questions. */
    const inTurn = (question: Question) => {
      answered = answered.then(() => answer(question))
      answered.catch(fail)
    }
    const store = async (rows: Uint8Array<ArrayBuffer>) => {
      clearTimeout(timer)
      await side.store(rows)
      expectWord()
      worker.postMessage({ kind: 'stored', space: rows.buffer } satisfies ThreadAnswer, [rows.buffer])
    }
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ask') return inTurn(message)
      if (message.kind === 'failed') return fail(errorOf(message))
      if (message.kind === 'done') return void stored.then(() => end(() => resolve(message.result)), fail)
      stored = stored.then(() => store(message.rows))
      stored.catch(fail)
    })
    worker.on('error', failOfThread)
    worker.postMessage(request)
    checkRequest.then((check) => {
      if (hasEnded) return
      expectWord()
      worker.postMessage({ kind: 'check', ...check } satisfies ThreadAnswer)
    }, fail)
  })
}

function errorOf({ code, params, isOfFile, stack }: Extract<ThreadMessage, { kind: 'failed' }>): Error {
  if (isOfFile) return new SpreadsheetError(code as SpreadsheetErrorCode, params)
  return new Error(`reading failed: ${stack ?? code}`)
}
