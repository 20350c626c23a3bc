import { performance } from 'node:perf_hooks'

/**
 * The part of the time that something takes in which this thread could do nothing else: near 1 where it is done here, near 0
 * where another thread does it. A machine that lets both wait changes nothing of it.
 */
export async function heldUp(work: Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work.catch(() => undefined)
  return performance.eventLoopUtilization(before).utilization
}
