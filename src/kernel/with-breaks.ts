/** Takes long work step by step, and lets everybody else have a turn between two steps. */
export async function withBreaks<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}
