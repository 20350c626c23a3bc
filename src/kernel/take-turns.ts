type Waiting = { whose: string | null; begin(): void }

/**
 * At most so many works at once; the others wait, first come, first served. Where works say whose they are, no more than
 * `ofOne` are of the same, which leaves a place for others, and of those that wait the one goes next of whom the fewest are
 * under way: who asks for much at once waits for themselves alone.
 */
export function takeTurns(
  atOnce: number,
  ofOne = Math.max(1, atOnce - 1),
): <Result>(work: () => Promise<Result>, whose?: string | null) => Promise<Result> {
  let running = 0
  const runningOf = new Map<string, number>()
  const waiting: Waiting[] = []
  const countOf = (whose: string | null) => (whose === null ? 0 : (runningOf.get(whose) ?? 0))
  const mayBegin = (whose: string | null) => running < atOnce && (whose === null || countOf(whose) < ofOne)

  function take(whose: string | null, by: 1 | -1): void {
    running += by
    if (whose === null) return
    const count = countOf(whose) + by
    if (count === 0) runningOf.delete(whose)
    else runningOf.set(whose, count)
  }

  function beginNext(): void {
    let next: Waiting | undefined
    for (const one of waiting)
      if (mayBegin(one.whose) && (!next || countOf(one.whose) < countOf(next.whose))) next = one
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    take(next.whose, 1)
    next.begin()
  }

  return async (work, whose = null) => {
    if (mayBegin(whose)) take(whose, 1)
    else await new Promise<void>((begin) => waiting.push({ whose, begin }))
    try {
      return await work()
    } finally {
      take(whose, -1)
      beginNext()
    }
  }
}
