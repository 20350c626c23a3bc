import { Worker } from 'node:worker_threads'
import type { RateBook } from '#rates/index.ts'
import { SpreadsheetError, type SpreadsheetErrorCode } from '#spreadsheets/index.ts'
import type { Asked, Question, ReadRequest, ReadResult, ThreadAnswer, ThreadMessage } from './read-thread.ts'
import { noNumbers, type UsedNumbers } from './rules/used-numbers.ts'

/** What reading a file asks of the process: which purchases are known, and a place for the rows. */
export type ReadingSide = {
  /** Places of those purchases that were imported before. */
  findImported(asked: Asked): Promise<number[]>
  /** Which of these numbers, the suppliers' own, the accounting system has already. */
  findUsedNumbers(numbers: readonly string[]): Promise<UsedNumbers>
  /** What currencies of purchases without an amount in SEK cost, day by day. */
  loadRates(currencies: readonly string[]): Promise<RateBook>
  /** Resolves when the bytes may be written over. */
  store(text: Uint8Array): Promise<void>
}
export type ReadInThread = (request: ReadRequest, side: ReadingSide) => Promise<ReadResult>

/** A thread that says nothing for so long hangs on its file. */
const silentSeconds = 60

/** One thread is kept for the next file; more are started where several files are read at once. */
export function createReadingThreads(): ReadInThread {
  let idle: Worker | null = null
  return async (request, side) => {
    const worker = idle ?? start()
    idle = null
    worker.ref()
    try {
      const result = await readWith(worker, request, side)
      worker.unref()
      if (idle) void worker.terminate()
      else idle = worker
      return result
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }
}

function start(): Worker {
  return new Worker(new URL('./read-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 16 },
  })
}

function readWith(worker: Worker, request: ReadRequest, side: ReadingSide): Promise<ReadResult> {
  return new Promise((resolve, reject) => {
    let stored: Promise<void> = Promise.resolve()
    let answered: Promise<void> = Promise.resolve()
    let timer: NodeJS.Timeout | undefined
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.removeAllListeners('message')
      worker.removeAllListeners('error')
      settle()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const expectWord = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => fail(new SpreadsheetError('timed-out', { seconds: silentSeconds })),
        silentSeconds * 1000,
      )
    }
    const answer = async ({ asked, numbers, currencies }: Question) => {
      clearTimeout(timer) // it is now for us to answer
      const places = asked.fingerprints.length > 0 ? await side.findImported(asked) : []
      const usedNumbers = numbers.length > 0 ? await side.findUsedNumbers(numbers) : noNumbers
      const rates = currencies.length > 0 ? await side.loadRates(currencies) : {}
      expectWord()
      worker.postMessage({ kind: 'answer', places, usedNumbers, rates } satisfies ThreadAnswer)
    }
    /** The thread takes answers in the order of its questions. */
    const inTurn = (question: Question) => {
      answered = answered.then(() => answer(question))
      answered.catch(fail)
    }
    const store = async (text: Uint8Array<ArrayBuffer>) => {
      clearTimeout(timer)
      await side.store(text)
      expectWord()
      worker.postMessage({ kind: 'stored', space: text.buffer } satisfies ThreadAnswer, [text.buffer])
    }
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ask') return inTurn(message)
      if (message.kind === 'failed') return fail(errorOf(message))
      if (message.kind === 'done') return void stored.then(() => end(() => resolve(message.result)), fail)
      stored = stored.then(() => store(message.text))
      stored.catch(fail)
    })
    worker.on('error', (cause: NodeJS.ErrnoException) =>
      fail(new SpreadsheetError(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'unreadable', {}, cause)),
    )
    expectWord()
    worker.postMessage(request)
  })
}

function errorOf({ code, params, isOfFile, stack }: Extract<ThreadMessage, { kind: 'failed' }>): Error {
  if (isOfFile) return new SpreadsheetError(code as SpreadsheetErrorCode, params)
  return new Error(`reading failed: ${stack ?? code}`)
}
