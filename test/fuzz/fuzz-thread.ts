import { parentPort, workerData } from 'node:worker_threads'
import { checkFile, type Verdict } from './check-file.ts'
import { makeFile, seedFiles } from './seed-files.ts'

/** `ms` is the reading alone. A file that is begun and never ends is a hang: the one who started the thread sees that. */
export type ThreadMessage = { begun: number } | { ended: number; verdict: Verdict; ms: number }
export type ThreadWork = { seed: number; first: number; end: number; step: number }

const port = parentPort
if (port) {
  const { seed, first, end, step } = workerData as ThreadWork
  const seeds = seedFiles()
  for (let number = first; number < end; number += step) {
    const file = makeFile(seeds, seed, number)
    port.postMessage({ begun: number } satisfies ThreadMessage)
    const startedAt = performance.now()
    const verdict = checkFile(file)
    port.postMessage({ ended: number, verdict, ms: performance.now() - startedAt } satisfies ThreadMessage)
  }
}
