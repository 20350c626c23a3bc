/** Wakes what rests, and whoever waits for a change, when something is to be checked. */
export function holdWhenDue({ due, sleep }: { due?: AbortSignal; sleep(ms: number): Promise<void> }, tell: () => void) {
  const fired = Promise.withResolvers<void>()
  due?.addEventListener('abort', () => {
    fired.resolve()
    tell()
  })
  const isDue = () => due?.aborted === true
  return { isDue, sleep: async (ms: number) => (isDue() ? undefined : Promise.race([sleep(ms), fired.promise])) }
}
