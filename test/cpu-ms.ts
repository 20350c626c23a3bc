/** Milliseconds that this thread worked on something: those in which a busy machine let it wait are not counted. Told well from some ten on. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
