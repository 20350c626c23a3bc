import { createPacer, type PacerOptions } from './pacer.ts'

type Answered = Awaited<ReturnType<ReturnType<typeof createPacer>['pace']>>

/** A pace that many share: whoever has waited longest for a turn gets the next place, however much another one asks for. */
export type FairPacer = { pace(sharer: string): Promise<Answered> }

export function createFairPacer(options: PacerOptions): FairPacer {
  const pacer = createPacer(options)
  /** In order of turns: who has just been served goes last. */
  const queues = new Map<string, ((answered: Answered) => void)[]>()

  function serveNext(answered: Answered): void {
    const [turn] = queues
    if (!turn) {
      answered({ isRateLimited: false })
      return
    }
    const [sharer, waiting] = turn
    const next = waiting.shift()
    queues.delete(sharer)
    if (waiting.length > 0) queues.set(sharer, waiting)
    next?.(answered)
  }

  return {
    pace(sharer) {
      const mine = new Promise<Answered>((resolve) => {
        const waiting = queues.get(sharer)
        if (waiting) waiting.push(resolve)
        else queues.set(sharer, [resolve])
      })
      void pacer.pace().then(serveNext)
      return mine
    },
  }
}
