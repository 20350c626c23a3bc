import { Worker } from 'node:worker_threads'
import { AppError } from '#kernel/errors.ts'
import type { FileEncoding } from '#kernel/file-encodings.ts'
import { takeTurns } from '#kernel/take-turns.ts'
import type { Files } from '#platform/files.ts'
import { errorOfFault, nextMessage, type ReadLimits, readLimits, SpreadsheetError } from '#spreadsheets/index.ts'
import { maxSampleMegabytes } from './contract.ts'
import type { Answered, Asked, WorkName } from './rules/sample-work.ts'
import type { ThreadAnswer, ThreadData, ThreadQuestion, ThreadSample } from './sample-thread.ts'

export type SampleLimits = Partial<ReadLimits>

/** Bytes that a sample may have, where any file may have so many. */
export function mostSampleBytes({ bytes = readLimits.bytes }: SampleLimits): number {
  return Math.min(maxSampleMegabytes * 2 ** 20, bytes)
}

/** `companyId`: of whom asks. The threads are shared, and no company takes all of them. */
export type Sample = { companyId: string } & (
  | { kind: 'stored'; key: string; encoding?: FileEncoding | undefined }
  /** `isBeginning`: only its first rows are asked about. */
  | { kind: 'new'; bytes: Uint8Array; isBeginning?: boolean }
  | { kind: 'headings'; header: readonly string[] }
)

/** Asks about samples. Only threads read their rows and go over them: a large one holds up nobody else. */
export type Samples = {
  ask<Name extends WorkName>(sample: Sample, work: Name, asked: Asked<Name>): Promise<Answered<Name>>
  /** The file is gone. */
  forget(key: string): void
}

/** `names` of the samples that it read last: it may still hold them. */
type Thread = { worker: Worker; names: string[]; ending: NodeJS.Timeout | undefined }

const mostThreads = 4
const mostNames = 8
/** An idle thread is ended after a while, for what it holds may be large; starting one takes longer than reading a small file. */
const idleMinutes = 5

export function createSamples(files: Pick<Files, 'locate'>, given: SampleLimits): Samples {
  const limits = { ...readLimits, ...given, bytes: mostSampleBytes(given) }
  const inTurn = takeTurns(mostThreads)
  const idle: Thread[] = []
  /** Questions about the same sample go one after the other, so that no second thread reads it. */
  const lastOf = new Map<string, Promise<unknown>>()

  async function askOne(sample: ThreadSample, work: WorkName, asked: unknown): Promise<unknown> {
    const name = sample.kind === 'stored' ? sample.name : null
    const thread = take(idle, name) ?? begin()
    clearTimeout(thread.ending)
    thread.worker.ref()
    if (name !== null) thread.names = [name, ...thread.names.filter((one) => one !== name)].slice(0, mostNames)
    try {
      const question: ThreadQuestion = { kind: 'ask', sample, work, asked }
      thread.worker.postMessage(question, sample.kind === 'new' ? [sample.bytes.buffer] : [])
      const answer = await nextMessage<ThreadAnswer>(thread.worker, limits.seconds)
      keep(thread)
      return contentOf(answer)
    } catch (error) {
      if (!idle.includes(thread)) void thread.worker.terminate()
      throw error instanceof SpreadsheetError ? unreadable(error) : error
    }
  }

  function keep(thread: Thread): void {
    thread.worker.unref()
    idle.push(thread)
    thread.ending = setTimeout(() => void thread.worker.terminate(), idleMinutes * 60_000).unref()
  }

  function begin(): Thread {
    const thread = start(limits)
    thread.worker.once('exit', () => {
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
    })
    return thread
  }

  async function ask(sample: Sample, work: WorkName, asked: unknown): Promise<unknown> {
    const { companyId } = sample
    if (sample.kind !== 'stored') return inTurn(() => askOne(copyOf(sample), work, asked), companyId)
    const { key, encoding } = sample
    const path = await files.locate(key)
    const before = lastOf.get(key)
    const answer = (before ?? Promise.resolve()).then(() =>
      inTurn(
        () => askOne({ kind: 'stored', name: `${key} ${encoding ?? ''}`, path, encoding }, work, asked),
        companyId,
      ),
    )
    const settled = answer.catch(() => undefined)
    lastOf.set(key, settled)
    void settled.then(() => lastOf.get(key) === settled && lastOf.delete(key))
    return answer
  }

  return {
    ask: ask as Samples['ask'],
    forget(key) {
      for (const { worker, names } of idle) {
        const gone = names.filter((name) => name.startsWith(`${key} `))
        if (gone.length > 0) worker.postMessage({ kind: 'forget', names: gone } satisfies ThreadQuestion)
      }
    },
  }
}

/** The one that holds the sample; else the one that was asked last, which is warm. */
function take(idle: Thread[], name: string | null): Thread | undefined {
  const holder = name === null ? -1 : idle.findIndex(({ names }) => names.includes(name))
  return holder < 0 ? idle.pop() : idle.splice(holder, 1)[0]
}

function start(limits: ReadLimits): Thread {
  const worker = new Worker(new URL('./sample-thread.ts', import.meta.url), {
    workerData: { limits } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  })
  // Stays: a thread that is being ended may still run out of memory, which would end the process if nobody heard it.
  worker.on('error', () => undefined)
  return { worker, names: [], ending: undefined }
}

/** The thread takes the bytes over; the caller keeps its own. */
function copyOf(sample: Exclude<Sample, { kind: 'stored' }>): ThreadSample {
  if (sample.kind === 'headings') return { kind: 'headings', header: sample.header }
  return { kind: 'new', bytes: new Uint8Array(sample.bytes), isBeginning: sample.isBeginning ?? false }
}

function contentOf(answer: ThreadAnswer): unknown {
  if (answer.kind === 'answer') return answer.answer
  throw errorOfFault(answer, 'asking about a sample')
}

/** What cannot be read is refused with the cause. */
function unreadable(cause: SpreadsheetError): AppError {
  return new AppError(cause.code === 'too-large' ? 'file-too-large' : 'file-unreadable', 'the sample cannot be read', {
    cause,
    errors: [{ path: 'file', code: cause.code, params: cause.params }],
  })
}
