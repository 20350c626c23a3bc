/**
 * So long a write waits for others to go with it: they come in crowds, and a round trip over there takes far longer. Where the
 * database has much to do and takes its time it is asked less often, for more at once: each of many lanes a fifth cheaper. A
 * request is written as sent 250 ms before its turn (await-turn.ts), so none is late for that.
 */
const gatherMs = { least: 10, most: 60 }

type Waiting<Write> = { write: Write; resolve(isDone: boolean): void; reject(error: unknown): void }

/**
 * Lets writes that come about the same time go together. `perform` takes what there is when it is ready to write, and
 * answers for each; one such turn at a time. Where a turn fails each of its writes is tried alone, so that one that
 * cannot be done harms no other.
 */
export function gatherWrites<Write>(
  perform: (take: () => readonly Write[]) => Promise<readonly boolean[]>,
): (write: Write) => Promise<boolean> {
  let waiting: Waiting<Write>[] = []
  let isUnderWay = false
  let lastTookMs = 0

  async function performTurn(): Promise<void> {
    let taken: Waiting<Write>[] = []
    const take = () => {
      taken = [...taken, ...waiting]
      waiting = []
      return taken.map(({ write }) => write)
    }
    try {
      const answers = await perform(take)
      for (const [i, { resolve }] of taken.entries()) resolve(answers[i] ?? false)
    } catch (error) {
      if (taken.length === 0) take()
      if (taken.length > 1) await performEach(taken)
      else taken[0]?.reject(error)
    }
  }

  async function performEach(all: readonly Waiting<Write>[]): Promise<void> {
    for (const { write, resolve, reject } of all)
      await perform(() => [write]).then(([isDone = false]) => resolve(isDone), reject)
  }

  async function performTurns(): Promise<void> {
    isUnderWay = true
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(lastTookMs, gatherMs.least), gatherMs.most)))
    while (waiting.length > 0) {
      const began = performance.now()
      await performTurn()
      lastTookMs = performance.now() - began
    }
    isUnderWay = false
  }

  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject })
      if (!isUnderWay) void performTurns()
    })
}
