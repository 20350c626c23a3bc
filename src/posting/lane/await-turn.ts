/**
 * So long before its turn a request is written as sent: what waits for its turn unwritten stays unsent when the run is
 * paused or cancelled, and need not be looked up when the process dies. Writing takes some ten milliseconds, more when busy.
 */
const leadMs = 250
/** Turns may come sooner than foreseen: what was held elsewhere is let go of. */
const mostSleepMs = 1_000

export type Turns = {
  /** Waits, first come first served, until a request is about to get its turn, or the lane is over. */
  come(): Promise<void>
  /** The request has its answer, or was not sent. */
  end(): void
}

export function awaitTurns(given: {
  /** In how many ms a request would get its turn after so many that are begun and unanswered. */
  untilTurn(begun: number): number
  sleep(ms: number): Promise<void>
  isOver(): boolean
}): Turns {
  let begun = 0
  let before: Promise<void> = Promise.resolve()
  async function wait(): Promise<void> {
    while (!given.isOver()) {
      const ms = given.untilTurn(begun) - leadMs
      if (ms <= 0) break
      await given.sleep(Math.min(ms, mostSleepMs))
    }
    begun += 1
  }
  return {
    come() {
      before = before.then(wait)
      return before
    },
    end() {
      begun -= 1
    },
  }
}
