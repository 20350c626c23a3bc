import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { AppError } from '#kernel/errors.ts'
import { takeTurns } from '#kernel/take-turns.ts'
import { inParts, openWorkbook, type SheetPlan, type Table, type TableRow } from './write-table.ts'

type Part = { sheet: number; rows: TableRow[] }
/** `more`: the next part may come. */
type Answer = 'more' | { bytes: Uint8Array } | { fault: string }

export type WriteLimits = { seconds: number; heapMegabytes: number }
/** A million rows of eight cells take a minute or two and 1.5 GB. */
const writeLimits: WriteLimits = { seconds: 300, heapMegabytes: 3072 }

const inTurn = takeTurns(2)

/** One sheet a table, its header kept in sight. */
export function writeXlsx(tables: readonly Table[]): Promise<Uint8Array> {
  return write(tables, tables)
}

/** A sheet of exactly these rows (`SheetPlan` without columns). They are asked for as they are written. */
export function writeSheet(name: string, rows: Iterable<TableRow>, limits?: Partial<WriteLimits>): Promise<Uint8Array> {
  return write([{ name }], [{ rows }], limits)
}

/** What is large is written in a thread of its own, so that it holds up nobody else. */
async function write(
  plans: readonly SheetPlan[],
  sheets: readonly { rows: Iterable<TableRow> }[],
  limits?: Partial<WriteLimits>,
): Promise<Uint8Array> {
  const parts = partsOf(sheets)
  // What is less than a part is written quicker without a thread.
  const [first, second] = [parts.next(), parts.next()]
  if (first.done || second.done) {
    const workbook = openWorkbook(plans)
    if (first.value) workbook.add(first.value.sheet, first.value.rows)
    return workbook.end()
  }
  const all = (function* (): Generator<Part, undefined> {
    yield* [first.value, second.value]
    return yield* parts
  })()
  return inTurn(() => writeInThread(plans, all, { ...writeLimits, ...limits }))
}

function* partsOf(sheets: readonly { rows: Iterable<TableRow> }[]): Generator<Part, undefined> {
  for (const [sheet, { rows }] of sheets.entries()) for (const part of inParts(rows)) yield { sheet, rows: part }
  return undefined
}

function writeInThread(
  plans: readonly SheetPlan[],
  parts: Iterator<Part, undefined>,
  { seconds, heapMegabytes }: WriteLimits,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { sheetsToWrite: plans.map(({ name, columns }) => ({ name, ...(columns && { columns }) })) },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const timer = setTimeout(() => fail(tooLarge()), seconds * 1000)
    worker.on('message', (answer: Answer) => {
      if (answer !== 'more')
        return 'bytes' in answer ? end(() => resolve(answer.bytes)) : fail(new Error(`not written: ${answer.fault}`))
      try {
        worker.postMessage(parts.next().value ?? 'end')
      } catch (error) {
        fail(error)
      }
    })
    // Stays: a thread that is being ended may still run out of memory, which would end the process if nobody heard it.
    worker.on('error', (cause: NodeJS.ErrnoException) =>
      fail(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(cause) : cause),
    )
  })
}

function tooLarge(cause?: unknown): AppError {
  return new AppError('invalid-input', 'the table takes too much to be written as a workbook', {
    cause,
    errors: [{ path: 'rows', code: 'table-too-large' }],
  })
}

function writeParts(port: MessagePort, plans: readonly SheetPlan[]): void {
  const workbook = openWorkbook(plans)
  const send = (answer: Answer, transfer: ArrayBuffer[] = []) => port.postMessage(answer, transfer)
  port.on('message', (part: Part | 'end') => {
    if (part !== 'end') {
      workbook.add(part.sheet, part.rows)
      return send('more')
    }
    workbook.end().then(
      (bytes) => send({ bytes }, [bytes.buffer]),
      (error: unknown) => send({ fault: String(error) }),
    )
  })
  send('more')
}

if (!isMainThread && parentPort && Array.isArray(workerData?.sheetsToWrite))
  writeParts(parentPort, workerData.sheetsToWrite)
