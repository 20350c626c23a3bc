/** Time that passes only when everybody waits; sleepers wake in order. */
export function createSimulatedTime() {
  let now = 0
  let count = 0
  const sleepers: { at: number; order: number; wake: () => void }[] = []
  return {
    now: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => sleepers.push({ at: now + Math.max(0, ms), order: count++, wake })),
    /** Lets time pass until the work is done. */
    async run<Result>(work: Promise<Result>): Promise<Result> {
      let isDone = false
      const watched = work.finally(() => {
        isDone = true
      })
      watched.catch(() => undefined)
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (isDone) return watched
        sleepers.sort((a, b) => a.at - b.at || a.order - b.order)
        const next = sleepers.shift()
        if (!next) throw new Error('everybody waits for something that never comes')
        now = next.at
        next.wake()
      }
    },
  }
}
