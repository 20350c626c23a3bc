import { type JobDefinition, type JobHandler, type Jobs, requireHandlers } from '#platform/jobs.ts'

export type CapabilityJobs = {
  definitions: readonly JobDefinition<unknown>[]
  handlers: readonly JobHandler[]
  /** Picks up what a process that died has left behind. */
  atStart?: () => Promise<void>
}

export function collectDefinitions(capabilities: readonly CapabilityJobs[]): JobDefinition<unknown>[] {
  return capabilities.flatMap((jobs) => jobs.definitions)
}

/** Starts working off every queue; refuses when a queued name has no handler. */
export async function startWorker(jobs: Jobs, capabilities: readonly CapabilityJobs[]): Promise<void> {
  const definitions = collectDefinitions(capabilities)
  const handlers = capabilities.flatMap((capability) => capability.handlers)
  requireHandlers(definitions, handlers)
  await jobs.work(definitions, handlers)
  for (const capability of capabilities) await capability.atStart?.()
}
