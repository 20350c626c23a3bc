/** Timers fire in whole milliseconds: never sooner than asked for. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.ceil(ms)))
}
