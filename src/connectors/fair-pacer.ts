import type { Answered, Pacer } from './pacer.ts'

/** A pace that many share: whoever has waited longest for a turn gets the next place, however much another one asks for. */
export type FairPacer = {
  pace(sharer: string): Promise<Answered>
  /** Nobody waits for a turn. */
  isEmpty(): boolean
}

export function createFairPacer(pacer: Pick<Pacer, 'pace'>): FairPacer {
  /** In order of turns: who has just been served goes last. */
  const queues = new Map<string, PromiseWithResolvers<Answered>[]>()

  function takeNext(): PromiseWithResolvers<Answered> | undefined {
    const [turn] = queues
    if (!turn) return undefined
    const [sharer, waiting] = turn
    const next = waiting.shift()
    queues.delete(sharer)
    if (waiting.length > 0) queues.set(sharer, waiting)
    return next
  }

  return {
    isEmpty: () => queues.size === 0,
    pace(sharer) {
      const mine = Promise.withResolvers<Answered>()
      const waiting = queues.get(sharer)
      if (waiting) waiting.push(mine)
      else queues.set(sharer, [mine])
      void pacer.pace().then(
        (answered) => takeNext()?.resolve(answered),
        (error: unknown) => takeNext()?.reject(error),
      )
      return mine.promise
    },
  }
}
