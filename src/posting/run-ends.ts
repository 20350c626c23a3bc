/**
 * Which runs may have come to their end. Asking the database after each invoice took a tenth of a worker with hundreds of
 * companies; so it says how many are open, and is asked again when as many have ended, or after a while: people end
 * some too, by cancelling.
 */
export function createRunEnds(now: () => Date) {
  const runs = new Map<string, { open: number; lookedAt: number; hasEnded: boolean }>()
  return {
    /** An invoice of the run came to its end. */
    ended(runId: string): void {
      const { open = 0, lookedAt = 0 } = runs.get(runId) ?? {}
      runs.set(runId, { open: open - 1, lookedAt, hasEnded: true })
    },
    /** Those to ask about now. */
    due(): string[] {
      const isDue = ({ open, lookedAt }: { open: number; lookedAt: number }) =>
        open <= 0 || now().getTime() - lookedAt >= mostWaitMs
      return [...runs].filter(([, run]) => run.hasEnded && isDue(run)).map(([runId]) => runId)
    },
    /** So many invoices of the run are open, or more. */
    looked(runId: string, open: number): void {
      if (open === 0) runs.delete(runId)
      else runs.set(runId, { open, lookedAt: now().getTime(), hasEnded: false })
    },
  }
}

const mostWaitMs = 5_000
