import { Worker } from 'node:worker_threads'
import type { Verdict } from './check-file.ts'
import type { ThreadMessage, ThreadWork } from './fuzz-thread.ts'

export type FuzzFailure = { number: number; kind: 'crashed' | 'lost' | 'hung'; why: string }
export type FuzzResult = {
  read: number
  refused: number
  refusals: Record<string, number>
  slowestMs: number
  failures: FuzzFailure[]
}

const secondsUntilHung = 20
const threads = 2

/** So many mutated files through the whole reader, in threads, so that one that hangs is named and left behind. */
export async function runFuzz({ seed, files }: { seed: number; files: number }): Promise<FuzzResult> {
  const result: FuzzResult = { read: 0, refused: 0, refusals: {}, slowestMs: 0, failures: [] }
  const lanes = Array.from({ length: threads }, (_, first) =>
    runLane({ seed, first, end: files, step: threads }, result),
  )
  await Promise.all(lanes)
  result.failures.sort((a, b) => a.number - b.number)
  return result
}

async function runLane(work: ThreadWork, result: FuzzResult): Promise<void> {
  for (let first: number | null = work.first; first !== null; ) first = await runThread({ ...work, first }, result)
}

/** Where to go on when the thread had to be ended; null when all is done. */
function runThread(work: ThreadWork, result: FuzzResult): Promise<number | null> {
  return new Promise((resolve) => {
    let running = work.first
    const thread = new Worker(new URL('./fuzz-thread.ts', import.meta.url), {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const giveUp = (failure: Omit<FuzzFailure, 'number'>) => {
      clearTimeout(timer)
      result.failures.push({ number: running, ...failure })
      void thread.terminate()
      resolve(running + work.step < work.end ? running + work.step : null)
    }
    const watch = () =>
      setTimeout(() => giveUp({ kind: 'hung', why: `> ${secondsUntilHung} s` }), secondsUntilHung * 1000)
    let timer = watch()
    thread.on('message', (message: ThreadMessage) => {
      clearTimeout(timer)
      timer = watch()
      if ('begun' in message) running = message.begun
      else count(message.verdict, message, result)
    })
    thread.once('error', (error) => giveUp({ kind: 'crashed', why: String(error.stack ?? error) }))
    thread.once('exit', () => {
      clearTimeout(timer)
      resolve(null)
    })
  })
}

function count(verdict: Verdict, { ended, ms }: { ended: number; ms: number }, result: FuzzResult): void {
  result.slowestMs = Math.max(result.slowestMs, ms)
  if (verdict.kind === 'read') result.read++
  else if (verdict.kind === 'refused') {
    result.refused++
    result.refusals[verdict.code] = (result.refusals[verdict.code] ?? 0) + 1
  } else result.failures.push({ number: ended, kind: verdict.kind, why: verdict.why })
}
