/** Counts requests in a window that slides: every request counts from when it came in, whatever it was answered. */
export function openWindow({ requests, seconds }: { requests: number; seconds: number }) {
  const cameIn: number[] = []
  const counts = { most: 0, exceeded: 0 }
  return {
    counts,
    /** Whether there is room for one more. */
    take(): boolean {
      const now = performance.now()
      while (cameIn.length > 0 && (cameIn[0] ?? 0) <= now - seconds * 1000) cameIn.shift()
      cameIn.push(now)
      counts.most = Math.max(counts.most, cameIn.length)
      if (cameIn.length <= requests) return true
      counts.exceeded += 1
      return false
    },
  }
}
