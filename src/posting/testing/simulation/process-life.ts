export type Operation = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A process that may die between any two of its operations: then nothing of it happens any more. */
export function createLife(name: string, pause: () => Promise<void>) {
  const death = Promise.withResolvers<void>()
  let isDead = false
  const operation: Operation = async (work) => {
    await pass()
    const result = await work()
    await pass()
    return result
  }
  async function pass(): Promise<void> {
    if (!isDead) await pause()
    if (isDead) await new Promise(() => undefined)
  }
  return {
    name,
    operation,
    isDead: () => isDead,
    died: death.promise,
    die() {
      isDead = true
      death.resolve()
    },
  }
}
export type Life = ReturnType<typeof createLife>
