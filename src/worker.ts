import { type JobDefinition, type JobHandler, type Jobs, requireHandlers } from '#platform/jobs.ts'

export type CapabilityJobs = {
  definitions: readonly JobDefinition<unknown>[]
  handlers: readonly JobHandler[]
  /** Picks up what a process that died has left behind. */
  atStart?: () => Promise<void>
  /** The same for what should not wait for the next sweep. */
  everyFewSeconds?: () => Promise<void>
}

const fewSecondsMs = 3_000

export function collectDefinitions(capabilities: readonly CapabilityJobs[]): JobDefinition<unknown>[] {
  return capabilities.flatMap((jobs) => jobs.definitions)
}

/** Starts working off every queue; refuses when a queued name has no handler. The answer ends what is done again and again. */
export async function startWorker(
  jobs: Jobs,
  capabilities: readonly CapabilityJobs[],
): Promise<{ stop(): Promise<void> }> {
  const definitions = collectDefinitions(capabilities)
  const handlers = capabilities.flatMap((capability) => capability.handlers)
  requireHandlers(definitions, handlers)
  await jobs.work(definitions, handlers)
  for (const capability of capabilities) await capability.atStart?.()
  return repeat(fewSecondsMs, async () => {
    for (const capability of capabilities) await capability.everyFewSeconds?.()
  })
}

/** So long passes from the end of one round to the next. What fails, as while the database is away, is done in a later one. */
function repeat(ms: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const begin = () => {
    timer = setTimeout(() => {
      underWay = work()
        .catch(() => undefined)
        .finally(() => timer && begin())
    }, ms)
  }
  begin()
  return {
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await underWay
    },
  }
}
